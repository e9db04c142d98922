package recipe

import (
	"errors"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// atDepth returns n puzzles, number i so many moves from the goal.
func (b *builder) atDepth(n int64, depth func(i int64) generate.Range) (series, error) {
	const tries = 100 // of goals, for some have no such boards
	spec := b.spec(b.shape)
	spec.Way, spec.Moves = generate.Depth, depth(1)
	g, err := b.base.With(spec)
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
func (b *builder) limit() (most int, ok bool, err error) {
	spec := b.spec(b.shape)
	most, ok = spec.Bound(b.shape).Moves()
	ok = ok && spec.Within
	if !b.shape.Small() {
		return most, ok, nil
	}
	g, err := b.base.With(spec)
	if err != nil {
		return 0, false, err
	}
	deepest, err := g.Deepest()
	if !ok || deepest < most {
		most = deepest
	}
	return most, true, err
}

func (b *builder) everyDepth() (series, error) {
	if !b.shape.Small() {
		return series{}, nil
	}
	most, _, err := b.limit()
	if err != nil {
		return series{}, err
	}
	least := 0
	if b.base.Unsolved {
		least = 1
	}
	return b.atDepth(int64(most-least+1), func(i int64) generate.Range {
		depth := least + int(i) - 1
		return generate.Range{Min: depth, Max: depth}
	})
}

// deepest makes the deepest small boards, the deepest 15-puzzles where no shortest
// path is asked for, or on other boards some that are deep enough to be slow.
func (b *builder) deepest() (series, error) {
	most, limited, err := b.limit()
	const deep = 42 // moves that a search does in a second
	switch {
	case err != nil || b.shape.Spare > 0:
		return series{}, err
	case b.shape.Small():
		return b.deepestSmall(most)
	case b.shape == puzzle.Shape{Rows: 4, Cols: 4} && !b.searches() && (!limited || most >= 80):
		return b.deepestFifteens()
	case b.shape.Walls != 0 && b.format.Rule == puzzle.Decision:
		return series{}, nil
	}
	if limited = limited && most < deep; !limited {
		most = deep
	}
	if b.shape.Cells() < 16 || b.shape.Walls != 0 {
		most -= most / 4 // few of these boards are so deep
	}
	return b.atDepth(2, func(int64) generate.Range {
		return generate.Range{Min: most * 9 / 10, Max: most}
	})
}

// deepestSmall makes the boards that are farthest from the goal, some of them if
// there are many.
func (b *builder) deepestSmall(moves int) (s series, err error) {
	const some = 4
	spec := b.spec(b.shape)
	spec.Moves = generate.Range{Min: moves, Max: moves}
	if spec.Goal == nil {
		s, err = b.atDepth(2, func(int64) generate.Range { return spec.Moves })
		s.note = moves
		return s, err
	}
	spec.Way = generate.All
	g, err := b.base.With(spec)
	if err != nil {
		return series{}, err
	}
	n, err := g.Len()
	return series{n: min(n, some), at: g.Puzzle, note: moves}, err
}

// deepestFifteens makes some of the bundled 15-puzzles of 80 moves, which is as deep as
// they are.
func (b *builder) deepestFifteens() (series, error) {
	const some = 4
	bundled, err := cases.Lookup("deepest-15")
	if err != nil {
		return series{}, err
	}
	from, err := formats.Lookup(bundled.Format)
	if err != nil {
		return series{}, err
	}
	ps, err := puzzles.DecodeAll(from, bundled.Input, bundled.Name)
	conv := puzzles.NewConverter(from, b.format)
	return series{n: min(int64(len(ps)), some), at: func(i int64, p *puzzle.Puzzle) error {
		q, _, err := conv.Convert(&ps[i-1])
		if err == nil {
			*p = *q
		}
		return err
	}}, err
}

func (b *builder) atLimit() (series, error)     { return b.nearLimit(0) }
func (b *builder) beyondLimit() (series, error) { return b.nearLimit(1) }

// nearLimit makes a puzzle that needs so many moves more than the limit beyond
// which the judge has another answer.
func (b *builder) nearLimit(more int) (series, error) {
	const most = 40 // moves, more take long to find
	limit, ok := b.base.Bound(b.shape).Moves()
	if !ok || b.base.Within || limit > most || b.shape.Spare > 0 || !b.searches() {
		return series{}, nil
	}
	return b.atDepth(1, func(int64) generate.Range {
		return generate.Range{Min: limit + more, Max: limit + more}
	})
}
