// Package recipe makes test cases for a format: its sample, other white space around
// it, and for each thing that programs get wrong the puzzles that show it, as far as the
// judge may have such.
//
//	set, err := recipe.Cases(ctx, format)
//	input, err := set[0].ReadInput()
package recipe

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// Cases returns the bundled cases of a format: its sample, and what recipes make, in the
// order in which a program should meet them. Inputs are made when they are opened.
func Cases(ctx context.Context, f *formats.Format) (set []judge.Case, err error) {
	if set, err = sampleCases(f); err != nil {
		return nil, err
	}
	b := &builder{format: f, shape: UsualShape(f)}
	base := NewSpec(f, seed, []puzzle.Shape{b.shape})
	b.distances = base.Solver
	if b.base, err = generate.New(ctx, base); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	for _, r := range recipes {
		s, err := r.make(b)
		if err != nil {
			return nil, fmt.Errorf("%s: case %s: %w", f.Name, r.name, err)
		}
		set = append(set, b.split(r, s)...)
	}
	return set, nil
}

// seed is the seed of all bundled cases.
const seed = 1

// newCase returns a case whose input write makes.
func newCase(name, purpose string, write func(io.Writer) error) judge.Case {
	return judge.Case{
		Name: name, Purpose: purpose, Input: name + ".in",
		Opener: func(string) (io.ReadCloser, error) {
			var text bytes.Buffer
			err := write(&text)
			return io.NopCloser(&text), err
		},
	}
}

// A builder makes the cases of one format.
type builder struct {
	format    *formats.Format
	shape     puzzle.Shape        // of most puzzles
	base      *generate.Generator // of usual puzzles; the others share what it finds out
	distances judge.Solver        // for boards of shape
}

// A series is puzzles by number, from 1 to n.
type series struct {
	n    int64
	at   func(number int64, p *puzzle.Puzzle) error // in the memory of p if there is room
	note any                                        // to be told in the names of the cases; nil: nothing
}

// split makes cases of a series, each with as many puzzles as an input may have.
func (b *builder) split(r recipe, s series) (set []judge.Case) {
	limit := cmp.Or(int64(b.format.MaxPuzzles), s.n)
	if r.whole && s.n > limit {
		return nil
	}
	for first := int64(1); first <= s.n; first += limit {
		name, n := r.name, min(limit, s.n-first+1)
		if s.note != nil {
			name = fmt.Sprintf("%s-%v", name, s.note)
		}
		if s.n > limit {
			files := (s.n + limit - 1) / limit
			width := len(fmt.Sprint(files))
			name = fmt.Sprintf("%s-%0*d", name, width, (first-1)/limit+int64(r.first))
		}
		set = append(set, newCase(name, r.purpose, func(w io.Writer) error {
			out := puzzles.NewWriter(w, b.format, n)
			out.NumberFrom(first)
			return cmp.Or(puzzles.Copy(out, &source{s, first, first + n}), out.Close())
		}))
	}
	return set
}

// A source is a judge.Source of a part of a series.
type source struct {
	series
	next, end int64
}

func (s *source) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		if err := s.at(s.next, &ps[n]); err != nil {
			return n, err
		}
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// spec returns what is promised of puzzles of a shape, solvable ones that are soon
// solved: where only a search finds a shortest path, walks make them.
func (b *builder) spec(shape puzzle.Shape) generate.Spec {
	s := NewSpec(b.format, seed, []puzzle.Shape{shape})
	s.Unsolvable, s.Solver = 0, b.distances
	const easy = 30 // moves
	if s.MaxBound == 0 && b.searches() && !shape.Small() {
		s.Way, s.Moves = generate.Walk, generate.Range{Min: 0, Max: easy}
		if limit, ok := s.Bound(shape).Moves(); ok {
			s.Moves.Max = min(easy, limit)
		}
	}
	return s
}

// searches reports whether answers are about shortest paths.
func (b *builder) searches() bool {
	return b.format.Rule == puzzle.Shortest || b.format.Rule == puzzle.Least
}

// parity reports whether the judge has unsolvable puzzles of the usual shape, and parity
// tells which they are.
func (b *builder) parity() bool { return b.format.HasUnsolvable() && b.shape.Spare == 0 }

// generated returns n puzzles of a spec.
func (b *builder) generated(n int64, s generate.Spec) (series, error) {
	g, err := b.base.With(s)
	if err != nil {
		return series{}, err
	}
	return series{n: n, at: g.Puzzle}, nil
}
