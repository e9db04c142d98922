package recipe

import (
	"errors"

	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// atDepth returns n puzzles, number i so many moves from the goal.
func (k *kitchen) atDepth(n int64, depth func(i int64) generate.Range) (Series, error) {
	const tries = 100 // of goals, for some have no such boards
	spec := k.spec(k.Shape)
	spec.Way, spec.Moves = generate.Depth, depth(1)
	g, err := k.base.With(spec)
	return Series{N: n, At: func(i int64, p *puzzle.Puzzle) (err error) {
		g.Moves = depth(i)
		for try := range int64(tries) {
			if err = g.Puzzle(i*tries+try, p); !errors.Is(err, generate.ErrNone) || spec.Goal != nil {
				return err
			}
		}
		return err
	}}, err
}

// limit returns the judge's limit on moves in the shape, or the deepest of a small
// shape if that is less.
func (k *kitchen) limit() (most int, ok bool, err error) {
	spec := k.spec(k.Shape)
	most, ok = spec.Bound(k.Shape).Moves()
	ok = ok && spec.Within
	if !generate.Small(k.Shape) {
		return most, ok, nil
	}
	g, err := k.base.With(spec)
	if err != nil {
		return 0, false, err
	}
	deepest, err := g.Deepest()
	if !ok || deepest < most {
		most = deepest
	}
	return most, true, err
}

func (k *kitchen) everyDepth() (Series, error) {
	if !generate.Small(k.Shape) {
		return Series{}, nil
	}
	most, _, err := k.limit()
	if err != nil {
		return Series{}, err
	}
	least := 0
	if k.base.Unsolved {
		least = 1
	}
	return k.atDepth(int64(most-least+1), func(i int64) generate.Range {
		depth := least + int(i) - 1
		return generate.Range{Least: depth, Most: depth}
	})
}

// deepest makes the deepest small boards, the deepest 15-puzzles where no shortest
// path is asked for, or on other boards some that are deep enough to be slow.
func (k *kitchen) deepest() (Series, error) {
	most, limited, err := k.limit()
	const deep = 42 // moves that a search does in a second
	switch {
	case err != nil || k.Shape.Spare > 0:
		return Series{}, err
	case generate.Small(k.Shape):
		return k.deepestSmall(most)
	case k.Shape == puzzle.Shape{Rows: 4, Cols: 4} && !k.searches() && (!limited || most >= 80):
		return k.deepestFifteens()
	case k.Shape.Walls != 0 && k.Rule == puzzle.Decision:
		return Series{}, nil
	}
	if limited = limited && most < deep; !limited {
		most = deep
	}
	if k.Shape.Cells() < 16 || k.Shape.Walls != 0 {
		most -= most / 4 // few of these boards are so deep
	}
	return k.atDepth(2, func(int64) generate.Range {
		return generate.Range{Least: most * 9 / 10, Most: most}
	})
}

// deepestSmall makes the boards that are farthest from the goal, some of them if
// there are many.
func (k *kitchen) deepestSmall(moves int) (s Series, err error) {
	const some = 4
	spec := k.spec(k.Shape)
	spec.Moves = generate.Range{Least: moves, Most: moves}
	if spec.Goal == nil {
		s, err = k.atDepth(2, func(int64) generate.Range { return spec.Moves })
		s.what = moves
		return s, err
	}
	spec.Way = generate.All
	g, err := k.base.With(spec)
	if err != nil {
		return Series{}, err
	}
	n, err := g.Len()
	return Series{N: min(n, some), At: g.Puzzle, what: moves}, err
}

// deepestFifteens makes some of those known.
func (k *kitchen) deepestFifteens() (Series, error) {
	const some = 4
	if k.Fifteens == nil {
		return Series{}, nil
	}
	s, err := k.Fifteens()
	s.N = min(s.N, some)
	return s, err
}

func (k *kitchen) atLimit() (Series, error)     { return k.nearLimit(0) }
func (k *kitchen) beyondLimit() (Series, error) { return k.nearLimit(1) }

// nearLimit makes a puzzle that needs so many moves more than the limit beyond
// which the judge has another answer.
func (k *kitchen) nearLimit(more int) (Series, error) {
	const most = 40 // moves, more take long to find
	limit, ok := k.base.Bound(k.Shape).Moves()
	if !ok || k.base.Within || limit > most || k.Shape.Spare > 0 || !k.searches() {
		return Series{}, nil
	}
	return k.atDepth(1, func(int64) generate.Range {
		return generate.Range{Least: limit + more, Most: limit + more}
	})
}
