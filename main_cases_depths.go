package main

import (
	"errors"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// atDepth returns n puzzles, number i so many moves from the goal.
func (k *kitchen) atDepth(n int64, depth func(i int64) generate.Range) (series, error) {
	const tries = 100 // of goals, for some have no such boards
	spec := k.spec(k.shape)
	spec.Way, spec.Moves = generate.Depth, depth(1)
	g, err := k.base.With(spec)
	return series{n: n, at: func(i int64, p *puzzle.Puzzle) (err error) {
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
	spec := k.spec(k.shape)
	most, ok = spec.Bound(k.shape).Moves()
	ok = ok && spec.Within
	if !generate.Small(k.shape) {
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

func (k *kitchen) everyDepth() (series, error) {
	if !generate.Small(k.shape) {
		return series{}, nil
	}
	most, _, err := k.limit()
	if err != nil {
		return series{}, err
	}
	least := 0
	if k.format.Unsolved {
		least = 1
	}
	return k.atDepth(int64(most-least+1), func(i int64) generate.Range {
		depth := least + int(i) - 1
		return generate.Range{Least: depth, Most: depth}
	})
}

// deepest makes the deepest small boards, the deepest 15-puzzles where no shortest
// path is asked for, or on other boards some that are deep enough to be slow.
func (k *kitchen) deepest() (series, error) {
	most, limited, err := k.limit()
	const deep = 42 // moves that a search does in a second
	switch {
	case err != nil || k.shape.Spare > 0:
		return series{}, err
	case generate.Small(k.shape):
		return k.deepestSmall(most)
	case k.shape == puzzle.Shape{Rows: 4, Cols: 4} && !k.searches() && (!limited || most >= 80):
		return k.deepestFifteens()
	case k.shape.Walls != 0 && k.format.Rule == formats.Decision:
		return series{}, nil
	}
	if limited = limited && most < deep; !limited {
		most = deep
	}
	if k.shape.Cells() < 16 || k.shape.Walls != 0 {
		most -= most / 4 // few of these boards are so deep
	}
	return k.atDepth(2, func(int64) generate.Range {
		return generate.Range{Least: most * 9 / 10, Most: most}
	})
}

// deepestSmall makes the boards that are farthest from the goal, some of them if
// there are many.
func (k *kitchen) deepestSmall(moves int) (s series, err error) {
	const some = 4
	spec := k.spec(k.shape)
	spec.Moves = generate.Range{Least: moves, Most: moves}
	if spec.Goal == nil {
		s, err = k.atDepth(2, func(int64) generate.Range { return spec.Moves })
		s.what = moves
		return s, err
	}
	spec.Way = generate.All
	g, err := k.base.With(spec)
	if err != nil {
		return series{}, err
	}
	n, err := g.Len()
	return series{n: min(n, some), at: g.Puzzle, what: moves}, err
}

// deepestFifteens makes some of those bundled.
func (k *kitchen) deepestFifteens() (series, error) {
	const some = 4
	korf, err := formats.Lookup("korf-15")
	if err != nil {
		return series{}, err
	}
	data, err := cases.Read("deepest-15")
	if err != nil {
		return series{}, err
	}
	text, _ := example(data)
	ps, err := decodeAll(korf, text, "deepest-15")
	conv := puzzles.NewConverter(korf, k.format)
	return series{n: int64(min(len(ps), some)), at: func(i int64, p *puzzle.Puzzle) error {
		q, _, err := conv.Convert(&ps[i-1])
		if err == nil {
			*p = *q
		}
		return err
	}}, err
}

func (k *kitchen) atLimit() (series, error)     { return k.nearLimit(0) }
func (k *kitchen) beyondLimit() (series, error) { return k.nearLimit(1) }

// nearLimit makes a puzzle that needs so many moves more than the limit beyond
// which the judge has another answer.
func (k *kitchen) nearLimit(more int) (series, error) {
	const most = 40 // moves, more take long to find
	limit, ok := k.format.Bound(k.shape).Moves()
	if !ok || k.format.Within() || limit > most || k.shape.Spare > 0 || !k.searches() {
		return series{}, nil
	}
	return k.atDepth(1, func(int64) generate.Range {
		return generate.Range{Least: limit + more, Most: limit + more}
	})
}
