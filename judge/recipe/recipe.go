// Package recipe makes test cases for the programs of a judge: for each thing that
// they get wrong the puzzles that show it, as far as the judge may have such. It
// knows no format and writes nothing.
//
//	set, err := recipe.Cases(ctx, recipe.Judge{
//		Shape: shape, Least: shape, Most: shape, Has: isShape, Rule: puzzle.Shortest, Spec: spec,
//	})
//	n, err := set[0].Puzzles().Decode(puzzles)
package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// A Judge is what a judge may have in its inputs, and what it asks for.
type Judge struct {
	Shape       puzzle.Shape            // of most puzzles
	Least, Most puzzle.Shape            // the smallest and the largest
	Has         func(puzzle.Shape) bool // which of those between there are
	PerInput    int                     // puzzles in an input, at most; 0: any number
	Unsolvable  bool                    // there may be unsolvable puzzles
	Rule        puzzle.Rule

	// Spec returns what is promised of the puzzles of a shape, its Bound and Solver
	// not nil. The Solver that it has for Shape serves all cases.
	Spec func(puzzle.Shape) generate.Spec

	// Fifteens returns 15-puzzles that are as deep as there are; nil: none are known.
	Fifteens func() (Series, error)
}

// A Series is puzzles by number, from 1 to N.
type Series struct {
	N  int64
	At func(number int64, p *puzzle.Puzzle) error // in the memory of p if there is room

	what any // to be told in the names of the cases; nil: nothing
}

// A Case is an input, with the puzzles of a series from the number First on. Nothing
// is made before they are read.
type Case struct {
	Name     string
	Purpose  string // what it shows, in a line
	First, N int64
	series   Series
}

// Puzzles returns the puzzles of a case.
func (c Case) Puzzles() judge.Source { return &source{c.series, c.First, c.First + c.N} }

// Cases returns the cases of all recipes, in the order in which a program should
// meet them. Where the judge's inputs have few puzzles, those of a recipe make
// several cases.
func Cases(ctx context.Context, j Judge) (set []Case, err error) {
	spec := j.Spec(j.Shape)
	k := &kitchen{Judge: j, distances: spec.Solver}
	if k.base, err = generate.New(ctx, spec); err != nil {
		return nil, err
	}
	for _, r := range recipes {
		s, err := r.make(k)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", r.name, err)
		}
		set = append(set, k.split(r, s)...)
	}
	return set, nil
}

// A source is a judge.Source of some of a series.
type source struct {
	Series
	next, end int64
}

func (s *source) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		if err := s.At(s.next, &ps[n]); err != nil {
			return n, err
		}
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A kitchen is where recipes are followed for a judge.
type kitchen struct {
	Judge
	base      *generate.Generator // of usual puzzles; the others share what it has found out
	distances judge.Solver
}

// split makes cases of a series, each with as many puzzles as an input has.
func (k *kitchen) split(r recipe, s Series) (set []Case) {
	most := cmp.Or(int64(k.PerInput), s.N)
	for first := int64(1); first <= s.N; first += most {
		name, n := r.name, min(most, s.N-first+1)
		if s.what != nil {
			name = fmt.Sprintf("%s-%v", name, s.what)
		}
		if s.N > most {
			if r.whole {
				return nil
			}
			files := (s.N + most - 1) / most
			name = fmt.Sprintf("%s-%0*d", name, len(fmt.Sprint(files)), (first-1)/most+int64(r.first))
		}
		set = append(set, Case{name, r.purpose, first, n, s})
	}
	return set
}

// spec returns what is promised of puzzles of a shape, solvable ones that are soon
// solved: where only a search finds a shortest path, walks make them.
func (k *kitchen) spec(shape puzzle.Shape) generate.Spec {
	s := k.Spec(shape)
	s.Unsolvable, s.Solver = 0, k.distances
	const easy = 30 // moves
	if most, ok := s.Bound(shape).Moves(); s.MostBound == 0 && k.searches() && !generate.Small(shape) {
		s.Way, s.Moves = generate.Walk, generate.Range{Least: 0, Most: easy}
		if ok {
			s.Moves.Most = min(easy, most)
		}
	}
	return s
}

// searches reports whether answers tell of shortest paths.
func (k *kitchen) searches() bool { return k.Rule == puzzle.Shortest || k.Rule == puzzle.Least }

// parity reports whether there may be unsolvable puzzles of the usual shape, which
// are those of a parity.
func (k *kitchen) parity() bool { return k.Unsolvable && k.Shape.Spare == 0 }

// generated returns n puzzles of a spec.
func (k *kitchen) generated(n int64, s generate.Spec) (Series, error) {
	g, err := k.base.With(s)
	if err != nil {
		return Series{}, err
	}
	return Series{N: n, At: g.Puzzle}, nil
}
