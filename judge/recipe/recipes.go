package recipe

import (
	"cmp"
	"errors"
	"fmt"

	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// A recipe makes cases for a judge; none if its series is empty.
type recipe struct {
	name    string
	purpose string
	first   int  // number of the first case, if there are several
	whole   bool // one input or none
	make    func(*kitchen) (Series, error)
}

// recipes are in the order in which a program should meet the cases.
var recipes = []recipe{
	{"solved", "the start is the goal: the path is empty", 1, false, (*kitchen).solved},
	{"one-move", "a single move: is a letter the blank's way, or the tile's?", 1, false, (*kitchen).oneMove},
	{"blank-cell", "the blank in each cell in turn", 1, false, (*kitchen).blankInEachCell},
	{"every-depth", "a puzzle at each distance", 0, false, (*kitchen).everyDepth},
	{"deepest", "as many moves as there can be, or on a large board many", 1, false, (*kitchen).deepest},
	{"at-limit", "just within the judge's limit on moves", 1, false, (*kitchen).atLimit},
	{"beyond-limit", "just beyond the judge's limit on moves", 1, false, (*kitchen).beyondLimit},
	{"two-swapped", "unsolvable: the goal with two tiles exchanged", 1, false, (*kitchen).twoSwapped},
	{"unsolvable", "unsolvable", 1, false, (*kitchen).unsolvable},
	{"every-size", "a board of each size up to 10x10", 1, false, (*kitchen).everySize},
	{"largest", "the largest board that the judge may have", 1, false, (*kitchen).largest},
	{"random", "solvable and unsolvable puzzles", 1, false, (*kitchen).random},
	{"all", "every solvable puzzle of a shape in one input", 1, true, (*kitchen).all},
}

func (k *kitchen) solved() (Series, error) {
	if k.base.Unsolved {
		return Series{}, nil
	}
	s := k.spec(k.Shape)
	s.Way, s.Moves = generate.Walk, generate.Range{}
	return k.generated(1, s)
}

func (k *kitchen) oneMove() (Series, error) {
	g, err := k.generated(1, k.spec(k.Shape))
	return Series{N: 2, At: func(i int64, p *puzzle.Puzzle) error {
		if err := g.At(1, p); err != nil {
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

func (k *kitchen) blankInEachCell() (Series, error) {
	const tries = 10_000 // for each cell
	g, err := k.generated(1, k.spec(k.Shape))
	var cells []int
	for cell := range k.Shape.Cells() {
		if !k.Shape.IsWall(cell) {
			cells = append(cells, cell)
		}
	}
	return Series{N: int64(len(cells)), At: func(i int64, p *puzzle.Puzzle) error {
		for try := range int64(tries) {
			if err := g.At(i*tries+try, p); err != nil || p.Start.Tiles[cells[i-1]] == puzzle.Blank {
				return err
			}
		}
		return fmt.Errorf("the blank does not come to cell %d", cells[i-1])
	}}, err
}

func (k *kitchen) twoSwapped() (Series, error) {
	if !k.parity() {
		return Series{}, nil
	}
	g, err := k.generated(1, k.spec(k.Shape))
	return Series{N: 1, At: func(i int64, p *puzzle.Puzzle) error {
		if err := g.At(i, p); err != nil {
			return err
		}
		copy(p.Start.Tiles, p.Goal.Tiles)
		tiles := p.Start.Tiles
		one := -1
		for cell := len(tiles) - 1; ; cell-- {
			switch {
			case tiles[cell] <= puzzle.Blank:
			case one < 0:
				one = cell
			default:
				tiles[one], tiles[cell] = tiles[cell], tiles[one]
				return nil
			}
		}
	}}, err
}

func (k *kitchen) unsolvable() (Series, error) {
	if !k.parity() {
		return Series{}, nil
	}
	s := k.spec(k.Shape)
	s.Unsolvable = 100
	return k.generated(4, s)
}

func (k *kitchen) everySize() (Series, error) {
	const most = 10
	if k.Least == k.Most {
		return Series{}, nil
	}
	var all []Series
	for rows := range most {
		for cols := range most {
			shape := puzzle.Shape{Rows: rows + 1, Cols: cols + 1}
			if !k.Has(shape) || max(rows-cols, cols-rows) > 1 {
				continue
			}
			s := k.spec(shape)
			if s.Way == generate.Walk && s.MostBound == 0 && shape.Cells() > 25 {
				s.Moves.Most = min(s.Moves.Most, 20) // long searches on large boards
			}
			one, err := k.generated(1, s)
			if err != nil {
				return Series{}, err
			}
			all = append(all, one)
		}
	}
	return Series{N: int64(len(all)), At: func(i int64, p *puzzle.Puzzle) error { return all[i-1].At(1, p) }}, nil
}

func (k *kitchen) largest() (Series, error) {
	if k.Least == k.Most {
		return Series{}, nil
	}
	shape := k.Most
	if !k.Has(shape) {
		shape.Cols--
	}
	s := k.spec(shape)
	if s.Way == generate.Walk && s.MostBound == 0 {
		s.Moves.Most = min(s.Moves.Most, 20)
	}
	return k.generated(1, s)
}

func (k *kitchen) random() (Series, error) {
	s := k.spec(k.Shape)
	if k.parity() {
		s.Unsolvable = 20
	}
	n := int64(min(cmp.Or(k.PerInput, 100), 100))
	if n == 1 {
		n = 5 // inputs
	}
	return k.generated(n, s)
}

func (k *kitchen) all() (Series, error) {
	if !generate.Small(k.Shape) || k.base.Goal == nil {
		return Series{}, nil
	}
	s := k.spec(k.Shape)
	s.Way, s.Moves = generate.All, generate.AnyDistance
	g, err := k.base.With(s)
	if err != nil {
		return Series{}, err
	}
	n, err := g.Len()
	return Series{N: n, At: g.Puzzle, what: n}, err
}
