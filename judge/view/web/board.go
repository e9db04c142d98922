package web

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/formats/statement"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
	"tilejudge/solver/puzzle"
)

// Found says what the task look found in an input.
type Found struct {
	Format   string
	Detected bool // the request did not name the format
	Title    string
	Input    string // the grammar of puzzles
	Output   string // the grammar of answers
	Summary  string // "3 puzzles of 3x3"
	Shape    [2]int // rows and columns of the first puzzle; zeros: there is none
	Sizes    [][2]int
}

// maxRows is how many puzzles a page lists.
const maxRows = 10_000

// row sends a row for the list. After maxRows rows it sends none. Each cell and each move takes
// several bytes of the page, so after maxDrawn of them it sends rows without scenes.
func (j *job) row(r *draw.Row, noPath bool) {
	const maxDrawn = 1 << 20
	if j.rows++; j.rows > maxRows {
		return
	}
	if s := r.Scene; s != nil {
		if j.drawn += len(s.Start.Tiles) + len(s.Path); j.drawn > maxDrawn {
			r.Scene = nil
		}
	}
	j.send(&Event{Row: r, NoPath: noPath})
}

// puzzleName is the name of the nth puzzle in the list.
func puzzleName(n int64) string { return fmt.Sprintf("puzzle %d", n) }

// look says what the format of the input is, and lists the puzzles without solving them.
func (j *job) look() error {
	f, err := j.format(nil)
	if err != nil {
		return err
	}
	input, answer := statement.Help(f)
	found := &Found{
		Format: f.Name, Detected: j.Format == "", Title: f.Judge + ": " + f.Title,
		Input: input.Text(), Output: answer.Text(), Sizes: sizes(f),
	}
	d := puzzles.NewDecoder(j.input(), InputName, f)
	s := show.Show{Format: f}
	var ps [1]puzzle.Puzzle
	var shapes []puzzle.Shape
	count := int64(0)
	for err == nil {
		var n int
		if n, err = d.Decode(ps[:]); n > 0 {
			if count++; count == 1 {
				found.Shape = [2]int{ps[0].Start.Rows, ps[0].Start.Cols}
			}
			if shape := ps[0].Start.Shape; !slices.Contains(shapes, shape) {
				shapes = append(shapes, shape)
			}
			j.row(&draw.Row{Name: puzzleName(count), Scene: s.Scene(count, &ps[0])}, false)
		}
	}
	found.Summary = humanize.Comma(count) + " " + english.PluralWord(int(count), "puzzle", "")
	if len(shapes) == 1 {
		found.Summary += fmt.Sprintf(" of %dx%d", shapes[0].Rows, shapes[0].Cols)
	}
	j.send(&Event{Found: found})
	if err != io.EOF {
		return err
	}
	return nil
}

// sizes returns the sizes of boards that a person may choose: square ones, and those with a row or
// a column more.
func sizes(f *formats.Format) (all [][2]int) {
	const largest = 10
	for rows := 1; rows <= largest; rows++ {
		for cols := max(rows-1, 1); cols <= min(rows+1, largest); cols++ {
			if f.HasShape(puzzle.Shape{Rows: rows, Cols: cols}) {
				all = append(all, [2]int{rows, cols})
			}
		}
	}
	return all
}

// show finds the moves for one puzzle, where the format's answers have no moves.
func (j *job) show() error {
	f, err := j.format(nil)
	if err != nil {
		return err
	}
	s := show.Show{Format: f, First: j.Puzzle, Last: j.Puzzle, Each: func(s *draw.Scene) error {
		j.row(&draw.Row{Name: puzzleName(j.Puzzle), Message: s.Note, Scene: s}, false)
		return nil
	}}
	_, err = s.Solve(j.ctx, j.input(), InputName)
	return err
}

// example makes the bundled puzzles of the format the input.
func (j *job) example() error {
	e, err := cases.Lookup(j.Format)
	if err != nil {
		return err
	}
	j.send(&Event{Input: e.Input})
	return nil
}

// make makes a random puzzle the input. The puzzle is one that the judge could have.
func (j *job) make() error {
	f, err := formats.Lookup(j.Format)
	if err != nil {
		return err
	}
	shape := puzzle.Shape{Rows: j.Rows, Cols: j.Cols}
	if j.Rows < 1 || j.Cols < 1 {
		shape = recipe.UsualShape(f)
	}
	if !f.HasShape(shape) {
		return fmt.Errorf("found %dx%d, and boards of %s are %v", shape.Rows, shape.Cols, f.Name,
			f.Shapes)
	}
	g, err := generate.New(j.ctx, recipe.NewSpec(f, j.Seed, []puzzle.Shape{shape}))
	if err != nil {
		return err
	}
	ps := make([]puzzle.Puzzle, 1)
	if err := g.Puzzle(1, &ps[0]); err != nil {
		return err
	}
	j.send(&Event{Input: puzzles.EncodeAll(f, ps)})
	return nil
}

// slide moves the tiles of one puzzle, and makes the changed puzzles the input.
func (j *job) slide() error {
	f, err := j.format(nil)
	if err != nil {
		return err
	}
	ps, err := puzzles.DecodeAll(f, j.Request.Input, InputName)
	if err != nil {
		return err
	}
	n := max(j.Puzzle, 1)
	if n > int64(len(ps)) {
		return fmt.Errorf("found %s, expected one with the number %d",
			english.Plural(len(ps), "puzzle", ""), n)
	}
	tiles := ps[n-1].Start.Tiles
	order := slices.Clone(j.Cells)
	slices.Sort(order)
	for i, from := range order {
		if i != from {
			return errors.New("the cells are no permutation")
		}
	}
	if len(order) != len(tiles) {
		return fmt.Errorf("found %d cells, expected %d", len(order), len(tiles))
	}
	old := slices.Clone(tiles)
	for to, from := range j.Cells {
		tiles[to] = old[from]
	}
	j.send(&Event{Input: puzzles.EncodeAll(f, ps)})
	return nil
}
