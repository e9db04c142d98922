package recipe

import (
	"errors"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// atDepth returns n puzzles, number i at depth(i) moves from the goal.
func (b *builder) atDepth(n int64, depth func(i int64) generate.Range) (series, error) {
	const tries = 100 // goals, because some have no boards at that depth
	spec := b.spec(b.shape)
	spec.Way, spec.Moves = generate.Depth, depth(1)
	g, err := b.base.With(spec)
	return series{n: n, at: func(i int64, p *puzzle.Puzzle) (err error) {
		g := *g // cases are made at the same time
		g.Moves = depth(i)
		for try := range int64(tries) {
			err = g.Puzzle(i*tries+try, p)
			if !errors.Is(err, generate.ErrNone) || spec.Goal != nil {
				return err
			}
		}
		return err
	}}, err
}

// limit returns the largest number of moves that a puzzle may need: the judge's limit, or
// on a small shape the depth of its deepest boards if that is less. ok is false if there
// is no limit.
func (b *builder) limit() (moves int, ok bool, err error) {
	spec := b.spec(b.shape)
	moves, ok = spec.Bound(b.shape).Moves()
	ok = ok && spec.Within
	if !b.shape.Small() {
		return moves, ok, nil
	}
	g, err := b.base.With(spec)
	if err != nil {
		return 0, false, err
	}
	deepest, err := g.Deepest()
	if !ok || deepest < moves {
		moves = deepest
	}
	return moves, true, err
}

func (b *builder) everyDepth() (series, error) {
	if !b.shape.Small() {
		return series{}, nil
	}
	last, _, err := b.limit()
	if err != nil {
		return series{}, err
	}
	first := 0
	if b.base.Unsolved {
		first = 1
	}
	return b.atDepth(int64(last-first+1), func(i int64) generate.Range {
		depth := first + int(i) - 1
		return generate.Range{Min: depth, Max: depth}
	})
}

// deepest makes the deepest boards of a small shape, the deepest 15-puzzles if the judge
// does not ask for shortest paths, or else boards that are deep enough to be slow.
func (b *builder) deepest() (series, error) {
	moves, limited, err := b.limit()
	const deep = 42 // moves, which a search finds within a second
	switch {
	case err != nil || b.shape.Spare > 0:
		return series{}, err
	case b.shape.Small():
		return b.deepestSmall(moves)
	case b.shape == puzzle.Shape{Rows: 4, Cols: 4} && !b.searches() && (!limited || moves >= 80):
		return b.deepestFifteens()
	case b.shape.Walls != 0 && b.format.Rule == puzzle.Decision:
		return series{}, nil
	}
	if !limited || moves > deep {
		moves = deep
	}
	if b.shape.Cells() < 16 || b.shape.Walls != 0 {
		moves -= moves / 4 // few of these boards are that deep
	}
	return b.atDepth(2, func(int64) generate.Range {
		return generate.Range{Min: moves * 9 / 10, Max: moves}
	})
}

// deepestSmall makes up to four of the boards that are farthest from the goal. That is the
// given number of moves.
func (b *builder) deepestSmall(moves int) (s series, err error) {
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
	return series{n: min(n, 4), at: g.Puzzle, note: moves}, err
}

// deepestFifteens makes four of the bundled 15-puzzles of 80 moves: none are deeper.
func (b *builder) deepestFifteens() (series, error) {
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
	return series{n: min(int64(len(ps)), 4), at: func(i int64, p *puzzle.Puzzle) error {
		q, _, err := conv.Convert(&ps[i-1])
		if err == nil {
			*p = *q
		}
		return err
	}}, err
}

func (b *builder) atLimit() (series, error)     { return b.nearLimit(0) }
func (b *builder) beyondLimit() (series, error) { return b.nearLimit(1) }

// nearLimit makes a puzzle that needs more moves than the limit, by that number. Beyond
// the limit the judge has another answer.
func (b *builder) nearLimit(more int) (series, error) {
	const maxLimit = 40 // moves; deeper boards take long to find
	limit, ok := b.base.Bound(b.shape).Moves()
	if !ok || b.base.Within || limit > maxLimit || b.shape.Spare > 0 || !b.searches() {
		return series{}, nil
	}
	return b.atDepth(1, func(int64) generate.Range {
		return generate.Range{Min: limit + more, Max: limit + more}
	})
}
