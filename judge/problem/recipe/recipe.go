// Package recipe makes test cases for a format: its sample, the sample with other white
// space, and for each usual mistake of programs the puzzles that show it, if the judge
// may have such puzzles.
//
//	set, err := recipe.Cases(ctx, format, recipe.Judge)
//	input, err := set[0].ReadInput()
package recipe

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// A Level says how much a program is asked for.
type Level uint8

const (
	// Judge has the cases that the judge may have: inputs in its own layouts, to the byte,
	// with as many puzzles as it promises.
	Judge Level = iota
	// Strict has others too: white space that the judge does not have, and inputs that are
	// larger than any of its own. A program that it accepts may fail on them.
	Strict
)

// levels are the names of the levels.
var levels = []string{Judge: "judge", Strict: "strict"}

// Levels returns the names of the levels, the usual one first.
func Levels() []string { return slices.Clone(levels) }

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(levels, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown level %q", name)
	}
	return Level(i), nil
}

// Cases returns the bundled cases of a format, in the order in which a program should
// meet them: first its sample, then what the recipes make, and last the strict ones.
// Inputs are made when they are opened.
func Cases(ctx context.Context, f *formats.Format, level Level) ([]judge.Case, error) {
	all, err := allCases(ctx, f)
	if err != nil {
		return nil, err
	}
	strict := func(c judge.Case) bool { return c.Strict }
	set := slices.DeleteFunc(slices.Clone(all), strict)
	for _, c := range all {
		if c.Strict && level == Strict {
			set = append(set, c)
		}
	}
	return set, nil
}

// allCases returns the cases of all levels.
func allCases(ctx context.Context, f *formats.Format) (set []judge.Case, err error) {
	if set, err = sampleCases(ctx, f); err != nil {
		return nil, err
	}
	b, err := newBuilder(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, r := range recipes {
		s, err := r.make(b)
		if bundled(f) == nil {
			if err == nil {
				err = s.probe()
			}
			if errors.Is(err, generate.ErrNone) {
				continue // a user may have boards that no recipe foresees
			}
		}
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
func newCase(
	name string, kind judge.Kind, purpose string, write func(io.Writer) error,
) judge.Case {
	return judge.Case{
		Name: name, Kind: kind, Purpose: purpose, Input: name + ".in",
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
	base      *generate.Generator // shares the tables that it builds with all others
	distances judge.Solver        // for boards of shape
}

// A series is puzzles by number, from 1 to n.
type series struct {
	n    int64
	at   func(number int64, p *puzzle.Puzzle) error // makes it in the memory of p, if that fits
	note any                                        // ends the names of the cases; nil: nothing

	// spec is what a generator of packages makes the puzzles from; nil: it can't make them.
	spec *generate.Spec
}

// newBuilder returns the builder of the cases of a format.
func newBuilder(ctx context.Context, f *formats.Format) (b *builder, err error) {
	b = &builder{format: f, shape: UsualShape(f)}
	base := NewSpec(f, seed, []puzzle.Shape{b.shape})
	b.distances = base.Solver
	if b.base, err = generate.New(ctx, base); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return b, nil
}

// probe makes the first puzzles of a series, and returns the error.
func (s *series) probe() error {
	const few = 4
	for i := int64(1); i <= min(s.n, few); i++ {
		if err := s.at(i, new(puzzle.Puzzle)); err != nil {
			return err
		}
	}
	return nil
}

// split makes cases of a series. Each has as many puzzles as an input may have.
func (b *builder) split(r recipe, s series) (set []judge.Case) {
	limit := cmp.Or(int64(b.format.MaxPuzzles), s.n)
	if r.kind == judge.Every && s.n > limit {
		return nil
	}
	for first := int64(1); first <= s.n; first += limit {
		name, n := r.name, min(limit, s.n-first+1)
		if s.note != nil {
			name = fmt.Sprintf("%s-%v", name, s.note)
		}
		if s.n > limit {
			files := (s.n + limit - 1) / limit
			number := (first - 1) / limit
			if !r.fromZero {
				number++
			}
			name = fmt.Sprintf("%s-%0*d", name, len(fmt.Sprint(files)), number)
		}
		c := newCase(name, r.kind, r.purpose, func(w io.Writer) error {
			src := &source{s, first, first + n}
			in := Input{Format: b.format, Puzzles: src, First: first, N: n}
			return in.Write(w)
		})
		c.Seeded = s.seeded(first, n)
		c.Strict = r.kind == judge.Every // no judge is known to have all puzzles in one input
		set = append(set, c)
	}
	return set
}

// seeded returns judge.Case.Seeded for n puzzles. The ways Depth and All need tables, which the
// generators of packages do without.
func (s *series) seeded(first, n int64) string {
	spec := s.spec
	if spec == nil || spec.Way != generate.Uniform && spec.Way != generate.Walk {
		return ""
	}
	args := fmt.Sprintf("seed=%d first=%d puzzles=%d rows=%d cols=%d",
		spec.Seed, first, n, spec.Shapes[0].Rows, spec.Shapes[0].Cols)
	if spec.Unsolvable > 0 {
		args += fmt.Sprintf(" unsolvable=%d", spec.Unsolvable)
	}
	if spec.Way == generate.Walk {
		args += fmt.Sprintf(" least=%d most=%d", spec.Moves.Min, spec.Moves.Max)
	}
	return args
}

// A source is a puzzle.Source of a part of a series.
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

// spec returns a spec of solvable puzzles of a shape that can be solved quickly: short
// walks make them where only a search finds a shortest path.
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

// parity reports whether the judge has unsolvable puzzles of the usual shape, which the
// parity of a board tells from the others.
func (b *builder) parity() bool { return b.format.HasUnsolvable() && b.shape.Spare == 0 }

// generated returns n puzzles of a spec.
func (b *builder) generated(n int64, s generate.Spec) (series, error) {
	g, err := b.base.With(s)
	if err != nil {
		return series{}, err
	}
	return series{n: n, at: g.Puzzle, spec: &s}, nil
}
