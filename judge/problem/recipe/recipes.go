package recipe

import (
	"cmp"
	"errors"
	"fmt"

	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// A recipe makes cases for a judge; none if its series is empty.
type recipe struct {
	name, purpose string
	kind          judge.Kind // judge.Every: all puzzles are in one input, or there is no case
	fromZero      bool       // the first of several cases has the number 0, not 1
	make          func(*builder) (series, error)
}

// recipes are in the order in which a program should meet the cases.
var recipes = []recipe{
	{
		name: "solved", make: (*builder).solved,
		purpose: "the start is the goal: the path is empty",
	},
	{
		name: "one-move", make: (*builder).oneMove,
		purpose: "a single move: is a letter the blank's way, or the tile's?",
	},
	{
		name: "blank-cell", make: (*builder).blankInEachCell,
		purpose: "the blank in each cell in turn",
	},
	{
		name: "every-depth", make: (*builder).everyDepth, fromZero: true,
		purpose: "a puzzle at each distance",
	},
	{
		name: "deepest", make: (*builder).deepest,
		purpose: "as many moves as there can be, or on a large board many",
	},
	{
		name: "at-limit", make: (*builder).atLimit,
		purpose: "just within the judge's limit on moves",
	},
	{
		name: "beyond-limit", make: (*builder).beyondLimit,
		purpose: "just beyond the judge's limit on moves",
	},
	{
		name: "two-swapped", make: (*builder).twoSwapped,
		purpose: "unsolvable: the goal with two tiles exchanged",
	},
	{
		name: "unsolvable", make: (*builder).unsolvable,
		purpose: "unsolvable",
	},
	{
		name: "every-size", make: (*builder).everySize,
		purpose: "a board of each size up to 10x10",
	},
	{
		name: "largest", make: (*builder).largest,
		purpose: "the largest board that the judge may have",
	},
	{
		name: "random", make: (*builder).random,
		purpose: "solvable and unsolvable puzzles",
	},
	{
		name: "all", make: (*builder).all, kind: judge.Every,
		purpose: "every solvable puzzle of a shape in one input",
	},
}

func (b *builder) solved() (series, error) {
	if b.base.Unsolved {
		return series{}, nil
	}
	s := b.spec(b.shape)
	s.Way, s.Moves = generate.Walk, generate.Range{}
	return b.generated(1, s)
}

func (b *builder) oneMove() (series, error) {
	g, err := b.generated(1, b.spec(b.shape))
	if err != nil {
		return series{}, err
	}
	n := int64(2)
	if bundled(b.format) == nil { // a dead end has one way
		var p puzzle.Puzzle
		if err := g.at(1, &p); err != nil {
			return series{}, err
		}
		n = min(n, int64(ways(p.Goal.Board)))
	}
	return series{n: n, at: func(i int64, p *puzzle.Puzzle) error {
		if err := g.at(1, p); err != nil {
			return err
		}
		copy(p.Start.Tiles, p.Goal.Tiles)
		blank := p.Start.Blank()
		for _, m := range puzzle.UDLR {
			to, ok := p.Start.Step(blank, m)
			if ok && p.Start.Tiles[to] != puzzle.Blank {
				if i--; i == 0 || i == 1 && p.Start.Spare > 0 {
					p.Start.Slide(blank, m)
					return nil
				}
			}
		}
		return errors.New("the blank has no second way")
	}}, err
}

// ways returns how many tiles of a board can move into its first blank.
func ways(b puzzle.Board) (n int) {
	for _, m := range puzzle.UDLR {
		if to, ok := b.Step(b.Blank(), m); ok && b.Tiles[to] != puzzle.Blank {
			n++
		}
	}
	return n
}

func (b *builder) blankInEachCell() (series, error) {
	const (
		tries    = 10_000 // for each cell
		maxCells = 100    // a larger board would take minutes, and a case for each cell
	)
	if b.shape.Cells() > maxCells {
		return series{}, nil
	}
	g, err := b.generated(1, b.spec(b.shape))
	var cells []int
	for cell := range b.shape.Cells() {
		if !b.shape.IsWall(cell) {
			cells = append(cells, cell)
		}
	}
	at := func(i int64, p *puzzle.Puzzle) error {
		for try := range int64(tries) {
			err := g.at((i+1)*tries+try, p)
			if err != nil || p.Start.Tiles[cells[i]] == puzzle.Blank {
				return err
			}
		}
		return fmt.Errorf("%w: the blank does not come to cell %d", generate.ErrNone, cells[i])
	}
	var found []int64 // indices into cells
	for i := range int64(len(cells)) {
		// A user may promise so few moves that the blank does not come far.
		if err != nil || bundled(b.format) != nil ||
			b.promised(cells[i]) && at(i, new(puzzle.Puzzle)) == nil {
			found = append(found, i)
		}
	}
	return series{n: int64(len(found)), at: func(number int64, p *puzzle.Puzzle) error {
		return at(found[number-1], p)
	}}, err
}

// promised reports whether the blank may be in a cell that far from its place in the goal, as few
// moves as the judge promises. To find out by drawing boards that it never is there takes minutes.
func (b *builder) promised(cell int) bool {
	limit, bounded := b.format.Bound(b.shape).Moves()
	if !bounded || !b.format.PromisesBound() || b.format.Goal == puzzle.Given {
		return true
	}
	distance := func(a, b int) int { return max(a-b, b-a) }
	cols := b.shape.Cols
	for c, t := range b.format.Goal.Goal(b.shape).Tiles {
		far := distance(c/cols, cell/cols) + distance(c%cols, cell%cols)
		if t == puzzle.Blank && far <= limit {
			return true
		}
	}
	return false
}

func (b *builder) twoSwapped() (series, error) {
	if !b.parity() {
		return series{}, nil
	}
	g, err := b.generated(1, b.spec(b.shape))
	return series{n: 1, at: func(i int64, p *puzzle.Puzzle) error {
		if err := g.at(i, p); err != nil {
			return err
		}
		copy(p.Start.Tiles, p.Goal.Tiles)
		tiles := p.Start.Tiles
		one := -1
		for cell := len(tiles) - 1; cell >= 0; cell-- {
			switch {
			case tiles[cell] <= puzzle.Blank:
			case one < 0:
				one = cell
			default:
				tiles[one], tiles[cell] = tiles[cell], tiles[one]
				return nil
			}
		}
		return fmt.Errorf("%w: there is one tile", generate.ErrNone)
	}}, err
}

func (b *builder) unsolvable() (series, error) {
	if !b.parity() {
		return series{}, nil
	}
	s := b.spec(b.shape)
	s.Unsolvable = 100
	return b.generated(4, s)
}

func (b *builder) everySize() (series, error) {
	const maxSide = 10
	if b.format.Shapes.Min == b.format.Shapes.Max {
		return series{}, nil
	}
	var all []series
	for rows := range maxSide {
		for cols := range maxSide {
			shape := puzzle.Shape{Rows: rows + 1, Cols: cols + 1}
			if !b.format.HasShape(shape) || max(rows-cols, cols-rows) > 1 {
				continue
			}
			s := b.spec(shape)
			if s.Way == generate.Walk && s.MaxBound == 0 && shape.Cells() > 25 {
				s.Moves.Max = min(s.Moves.Max, 20) // long searches on large boards
			}
			one, err := b.generated(1, s)
			if err != nil {
				return series{}, err
			}
			all = append(all, one)
		}
	}
	return series{n: int64(len(all)), at: func(i int64, p *puzzle.Puzzle) error {
		return all[i-1].at(1, p)
	}}, nil
}

func (b *builder) largest() (series, error) {
	if b.format.Shapes.Min == b.format.Shapes.Max {
		return series{}, nil
	}
	s := b.spec(nearest(b.format, b.format.Shapes.Max, -1))
	if s.Way == generate.Walk && s.MaxBound == 0 {
		s.Moves.Max = min(s.Moves.Max, 20)
	}
	return b.generated(1, s)
}

func (b *builder) random() (series, error) {
	s := b.spec(b.shape)
	if b.parity() {
		s.Unsolvable = 20
	}
	n := int64(min(cmp.Or(b.format.MaxPuzzles, 100), 100))
	if n == 1 {
		n = 5 // inputs
	}
	return b.generated(n, s)
}

func (b *builder) all() (series, error) {
	if !b.shape.Small() || b.base.Goal == nil {
		return series{}, nil
	}
	s := b.spec(b.shape)
	s.Way, s.Moves = generate.All, generate.AnyDistance
	g, err := b.base.With(s)
	if err != nil {
		return series{}, err
	}
	n, err := g.Len()
	return series{n: n, at: g.Puzzle, note: n}, err
}
