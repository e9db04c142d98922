package puzzles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/pddl"
	"tilejudge/solver/puzzle"
)

// A problemBoard says what the objects of a problem of PDDL stand for on a board of a shape. The
// names of the objects tell that; the facts must agree.
type problemBoard struct {
	r *reader
	puzzle.Shape
	tiles  map[string]puzzle.Tile // by name
	cells  map[string]int         // by the names of the objects that tell a cell
	layout []string               // all facts about the cells of the board
}

// understand makes the puzzle that the sections state.
func (r *reader) understand(s *sections, p *puzzle.Puzzle) bool {
	shape, ok := r.objectsOf(s)
	if !ok {
		return false
	}
	b := newProblemBoard(r, shape)
	goal := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	r.setShape(&p.Start, shape)
	if !b.start(s, p.Start.Tiles) || !b.goal(s, goal.Tiles) {
		return false
	}
	p.Goal, _ = puzzle.NewGoal(goal) // no error: each tile has one cell
	return true
}

// objectsOf returns the shape of the board whose objects are those of the problem.
func (r *reader) objectsOf(s *sections) (puzzle.Shape, bool) {
	kinds, ok := r.kinds(s.objects)
	if !ok {
		return puzzle.Shape{}, false
	}
	var shapes []puzzle.Shape
	least, most := r.Shapes.Min, r.Shapes.Max
	for rows := least.Rows; rows <= most.Rows; rows++ {
		for cols := least.Cols; cols <= most.Cols; cols++ {
			s := puzzle.Shape{Rows: rows, Cols: cols}
			if r.Shapes.Allow(s) && pddl.Objects(r.PDDL, s) == len(kinds) {
				shapes = append(shapes, s)
			}
		}
	}
	var other symbol // no object of the last shape
	for _, shape := range shapes {
		want := pddl.Kinds(r.PDDL, shape)
		i := slices.IndexFunc(s.objects, func(object symbol) bool {
			kind, isObject := kinds[object.text]
			expected, ok := want[object.text]
			return isObject && (!ok || expected != kind)
		})
		if i < 0 && (shape == shapes[len(shapes)-1] || layoutHolds(r.PDDL, shape, s.start)) {
			return shape, true
		}
		if i >= 0 {
			other = s.objects[i]
		}
	}
	if len(shapes) > 0 {
		return shapes[0], r.fault(other.at,
			fmt.Sprintf("an object of a %v board", shapes[len(shapes)-1]))
	}
	r.bad = r.Malformed(r.Mark+s.objectsBehind, fmt.Errorf(
		"found %d objects, expected as many as a board of %v has", len(kinds), r.Shapes))
	return puzzle.Shape{}, false
}

// layoutHolds reports whether a problem has all facts about the cells of a board.
func layoutHolds(d *formats.PDDL, s puzzle.Shape, facts []fact) bool {
	told := make(map[string]bool)
	for _, f := range facts {
		told[f.String()] = true
	}
	return !slices.ContainsFunc(pddl.Layout(d, s), func(f string) bool { return !told[f] })
}

// kinds returns the type of each object; "": it has none.
func (r *reader) kinds(list []symbol) (map[string]string, bool) {
	kinds := make(map[string]string)
	var pending []symbol
	for i := 0; i < len(list); i++ {
		s := list[i]
		if _, ok := kinds[s.text]; ok {
			return nil, r.fault(s.at, "each object once")
		}
		if s.text != "-" {
			kinds[s.text] = ""
			pending = append(pending, s)
			continue
		}
		if i++; !r.Format.PDDL.Typed || i == len(list) {
			return nil, r.fault(s.at, "an object")
		}
		for _, object := range pending {
			kinds[object.text] = list[i].text
		}
		pending = nil
	}
	if len(pending) > 0 && r.PDDL.Typed {
		return nil, r.fault(pending[0].at, "an object with a type")
	}
	return kinds, true
}

func newProblemBoard(r *reader, s puzzle.Shape) *problemBoard {
	tiles, cells := pddl.Names(r.PDDL, s)
	return &problemBoard{r, s, tiles, cells, pddl.Layout(r.PDDL, s)}
}

// start sets the tiles of the start from the facts about it.
func (b *problemBoard) start(s *sections, tiles []puzzle.Tile) bool {
	told := make(map[string]bool)
	for _, f := range b.layout {
		told[f] = false
	}
	place := b.newPlaces(tiles)
	for _, f := range s.start {
		if ok, known := place.put(f); known && !ok {
			return false
		} else if known {
			continue
		}
		if _, ok := told[f.String()]; !ok {
			return b.r.fault(f[0].at-1, fmt.Sprintf("a fact of a %v board", b.Shape))
		}
		told[f.String()] = true
	}
	for _, f := range b.layout {
		if !told[f] {
			return b.r.fault(s.startEnd, strconv.Quote(f))
		}
	}
	if cell := slices.Index(tiles, unplaced); cell >= 0 {
		return b.r.fault(s.startEnd, fmt.Sprintf("a tile or the blank at %s", b.nameOf(cell)))
	}
	return true
}

// goal sets the tiles of the goal from the facts about it. The cell that is left has the blank.
func (b *problemBoard) goal(s *sections, tiles []puzzle.Tile) bool {
	place := b.newPlaces(tiles)
	for _, f := range s.goal {
		if ok, known := place.put(f); !known {
			return b.r.fault(f[0].at-1, "the place of a tile")
		} else if !ok {
			return false
		}
	}
	for t := range b.MaxTile() {
		if place.cell[t+1] < 0 {
			return b.r.fault(s.goalEnd, fmt.Sprintf("the place of %s",
				formats.Slide{Tile: int(t + 1)}.Name(b.r.PDDL.Tile)))
		}
	}
	if cell := slices.Index(tiles, unplaced); cell >= 0 {
		tiles[cell] = puzzle.Blank
	}
	return true
}

// nameOf returns the names of the objects that tell a cell.
func (b *problemBoard) nameOf(cell int) string {
	for name, c := range b.cells {
		if c == cell {
			return name
		}
	}
	return ""
}

// unplaced stands in a cell until a fact tells the tile there.
const unplaced = puzzle.Wall

// places are the tiles and cells of a board, as far as facts have told them.
type places struct {
	*problemBoard
	at   []puzzle.Tile // the tile of each cell, or unplaced
	cell []int         // the cell of each tile; -1: no fact has told it
}

func (b *problemBoard) newPlaces(tiles []puzzle.Tile) *places {
	for cell := range tiles {
		tiles[cell] = unplaced
	}
	return &places{b, tiles, slices.Repeat([]int{-1}, len(tiles))}
}

// put puts a tile or the blank where a fact says that it is. known is false if the fact says
// something else. ok is false if the fact contradicts another one: then the record is malformed.
func (p *places) put(f fact) (ok, known bool) {
	d, rest, t := p.r.PDDL, f[1:], puzzle.Blank
	switch f[0].text {
	case d.At:
		if len(rest) > 0 {
			t, ok = p.tiles[rest[0].text]
			rest = rest[1:]
		}
		if !ok {
			return p.r.fault(f[0].at-1, "a fact about a tile"), true
		}
	case d.Blank:
	default:
		return false, false
	}
	cell, ok := p.cells[fact(rest).names()]
	switch {
	case !ok:
		return p.r.fault(f[0].at-1, fmt.Sprintf("a place of a %v board", p.Shape)), true
	case p.at[cell] == t:
		return true, true
	case p.at[cell] != unplaced:
		return p.r.fault(f[0].at-1, "a place without a tile or the blank"), true
	case p.cell[t] >= 0:
		return p.r.fault(f[0].at-1, "one place for each tile and the blank"), true
	}
	p.at[cell], p.cell[t] = t, cell
	return true, true
}

// names returns the names of a fact, with spaces between them.
func (f fact) names() string {
	var all []string
	for _, s := range f {
		all = append(all, s.text)
	}
	return strings.Join(all, " ")
}

// String returns the fact as it is written.
func (f fact) String() string { return "(" + f.names() + ")" }
