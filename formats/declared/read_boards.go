package declared

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// shapes returns the shapes that boards may have.
func (b *boards) shapes() (s formats.Shapes, f *fault) {
	if b.Picture != "" {
		s.Min, f = b.pictured()
		s.Max = s.Min
	} else {
		s, f = b.ranges()
	}
	switch {
	case f != nil:
		return s, f
	case s.Min == s.Max:
		s.Square = s.Min.Rows == s.Min.Cols && s.Min.Walls == 0
	case b.Blanks != nil:
		return s, wrong("boards.blanks", "found boards of several sizes, expected one size if"+
			" there are several blanks")
	}
	if b.Blanks != nil {
		s.Min.Spare = *b.Blanks - 1
		s.Max = s.Min
		return s, between("boards.blanks", *b.Blanks, 1, s.Min.Open()-1)
	}
	return s, nil
}

// ranges returns the shapes that rows, cols and their maxima declare. They have no walls.
func (b *boards) ranges() (s formats.Shapes, f *fault) {
	least := puzzle.Shape{Rows: b.Rows, Cols: cmp.Or(b.Cols, b.Rows)}
	most := puzzle.Shape{Rows: cmp.Or(b.MaxRows, b.Rows), Cols: cmp.Or(b.MaxCols, b.Cols)}
	if b.Cols == 0 || b.MaxCols == 0 && b.Square {
		most.Cols = cmp.Or(b.MaxCols, most.Rows)
	}
	s = formats.Shapes{Min: least, Max: most, Square: b.Square, Odd: b.Odd}
	if b.Rows == 0 {
		return s, wrong("boards.rows", "found 0 or none, expected a number from 1 to %d", maxSide)
	}
	for _, f := range []*fault{
		between("boards.rows", least.Rows, 1, maxSide),
		between("boards.cols", least.Cols, 1, maxSide),
		between("boards.max_rows", most.Rows, least.Rows, maxSide),
		between("boards.max_cols", most.Cols, least.Cols, maxSide),
	} {
		if f != nil {
			return s, f
		}
	}
	if b.Square && (least.Rows != least.Cols || most.Rows != most.Cols) {
		return s, wrong("boards.square", "found boards of %v to %v, expected as many rows as columns",
			least, most)
	}
	if b.Odd && least == most {
		return s, wrong("boards.odd", "found boards of one size, expected several: those with"+
			" an even number of rows are left out")
	}
	return s, nil
}

// pictured returns the shape that the picture shows.
func (b *boards) pictured() (s puzzle.Shape, f *fault) {
	const key = "boards.picture"
	if b.Rows+b.Cols+b.MaxRows+b.MaxCols != 0 || b.Square || b.Odd {
		return s, wrong(key, "found rows, cols, max_rows, max_cols, square or odd too, expected the"+
			" picture alone")
	}
	rows := lines(b.Picture)
	for i, row := range rows {
		if strings.Trim(row, "#.") != "" || len(row) != len(rows[0]) {
			return s, wrong(key, "row %d: found %q, expected # for a cell and . for a wall, and as"+
				" many as in the first row", i+1, row)
		}
	}
	if n := len(strings.Join(rows, "")); n == 0 || n > maxWalls {
		return s, wrong(key, "found %d cells and walls, expected up to %d", n, maxWalls)
	}
	s = puzzle.Picture(rows...)
	if s.Open() < 2 {
		return s, wrong(key, "found %d cells, expected at least 2", s.Open())
	}
	return s, nil
}

// lines returns the lines of a text without white space around them. It drops empty lines.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

const goalKey = "boards.goal"

// goal returns the goal of a format whose shapes and board notation are set.
func (b *boards) goal(f *formats.Format) (a puzzle.Arrangement, _ *fault) {
	rows := lines(b.Goal)
	if len(rows) == 0 {
		return puzzle.BlankLast, nil
	}
	if known, ok := goals[rows[0]]; ok && len(rows) == 1 {
		return known, nil
	}
	if f.Shapes.Min != f.Shapes.Max {
		return a, wrong(goalKey, "found %q, expected %s, as boards have several sizes", b.Goal,
			"blank-last, blank-first, snail or given")
	}
	shape := f.Shapes.Min
	if len(rows) == 1 && len(rows) != shape.Rows {
		return a, wrong(goalKey, "found %q, expected one of %s, or the %d rows of a board", rows[0],
			strings.Join(slices.Sorted(maps.Keys(goals)), ", "), shape.Rows)
	}
	if len(rows) != shape.Rows {
		return a, wrong(goalKey, "found %d rows, expected %d", len(rows), shape.Rows)
	}
	board := puzzle.Board{Shape: shape}
	for i, row := range rows {
		tiles, err := goalRow(&f.Board, row, shape)
		if err != nil {
			return a, wrong(goalKey, "row %d: %w", i+1, err)
		}
		board.Tiles = append(board.Tiles, tiles...)
	}
	if _, err := puzzle.NewGoal(board); err != nil {
		return a, wrong(goalKey, "%s", strings.TrimPrefix(err.Error(), "goal: "))
	}
	return puzzle.FixedGoal(board), nil
}

// goalRow returns the tiles of a row of the goal. The row has tiles and walls in the notation, or #
// for walls, with white space between them, which may be missing between glyphs.
func goalRow(n *formats.Notation, row string, s puzzle.Shape) (tiles []puzzle.Tile, err error) {
	words := strings.Fields(row)
	if len(words) == 1 && n.Glyphs != "" {
		words = strings.Split(row, "")
	}
	if len(words) != s.Cols {
		return nil, fmt.Errorf("found %q, expected %d tiles, with white space between them",
			row, s.Cols)
	}
	for _, word := range words {
		t, err := strconv.Atoi(word)
		isGlyph := len(word) == 1 && strings.Contains(n.Glyphs, word)
		switch {
		case (word == "#" || word == n.Wall) && !isGlyph:
			t = int(puzzle.Wall)
		case n.Glyphs != "" && isGlyph:
			t = strings.Index(n.Glyphs, word)
		case n.Glyphs != "":
			return nil, fmt.Errorf("found %q, expected one of %s", word, n.Glyphs)
		case n.Blank != "" && slices.Contains(n.Blanks(), word):
			t = int(puzzle.Blank)
		case err != nil || t < 0 || t > int(s.MaxTile()):
			return nil, fmt.Errorf("found %q, expected %s, or a tile from 1 to %d", word,
				n.Tile(puzzle.Blank), s.MaxTile())
		}
		tiles = append(tiles, puzzle.Tile(t))
	}
	return tiles, nil
}
