package heuristic

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/ranking"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// values returns the values, for the start of p, of all heuristics that take its shape.
func values(t *testing.T, p *puzzle.Puzzle) map[solver.Heuristic]int {
	t.Helper()
	all := make(map[solver.Heuristic]int)
	for h := solver.Hamming; int(h) < len(solver.Heuristics); h++ {
		var s search.Search
		if err := s.Begin(context.Background(), p, &solver.Options{}); err != nil {
			t.Fatal(err)
		}
		var e Estimate
		switch value, err := e.Begin(&s, h, new(Cache), &solver.Options{}); {
		case err == nil:
			all[h] = value
		case h < solver.PatternDatabase || !errors.Is(err, solver.ErrShape):
			t.Fatalf("%v on %v: %v", h, p.Start, err)
		}
	}
	return all
}

// On 8-puzzles no heuristic exceeds the distance. Each is at least the one before it;
// walking distance and pattern databases are at least the Manhattan distance.
func TestHeuristicsAreAdmissible(t *testing.T) {
	solvertest.Long(t)
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	for _, goal := range []*puzzle.Goal{puzzle.BlankLast.Goal(shape), solvertest.Scrambled(shape)} {
		exact := &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
		solvertest.EveryBoard(goal, func(p *puzzle.Puzzle) {
			sol, err := exact.Solve(context.Background(), p, nil)
			if err != nil {
				return // unsolvable: no distance to compare with
			}
			v := values(t, p)
			if v[solver.Hamming] > v[solver.Manhattan] || v[solver.Manhattan] > v[solver.LinearConflict] ||
				v[solver.LinearConflict] > sol.Moves ||
				v[solver.Manhattan] > v[solver.WalkingDistance] || v[solver.WalkingDistance] > sol.Moves ||
				v[solver.Manhattan] > v[solver.PatternDatabase] || v[solver.PatternDatabase] > sol.Moves {
				t.Fatalf("%v to %v: %v, want none above what it is part of or %d moves",
					p.Start.Tiles, goal.Tiles, v, sol.Moves)
			}
		})
	}
}

// The change that a heuristic gives for a move is the difference of the values before and
// after. It is at most 1 up or down, as heuristics are consistent, except for pattern
// databases, which ignore the cell of the blank. No value exceeds the moves made from the
// goal.
func TestHeuristicChanges(t *testing.T) {
	solvertest.Long(t)
	r := rand.New(rand.NewPCG(3, 3))
	for _, shape := range []puzzle.Shape{{Rows: 1, Cols: 9}, {Rows: 8, Cols: 1}, {Rows: 3, Cols: 3},
		{Rows: 2, Cols: 5}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 4}, {Rows: 3, Cols: 7},
		{Rows: 12, Cols: 12}} {
		goal := solvertest.Scrambled(shape)
		p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		blank, made := p.Start.Blank(), 0
		for range 3000 {
			before := values(t, p)
			k := r.IntN(4)
			to, ok := shape.Step(blank, puzzle.UDLR[k])
			if !ok {
				continue
			}
			changes := make(map[solver.Heuristic]int)
			for h := range before {
				var s search.Search
				if err := s.Begin(context.Background(), p, &solver.Options{}); err != nil {
					t.Fatal(err)
				}
				var e Estimate
				e.Begin(&s, h, new(Cache), &solver.Options{})
				if h == solver.PatternDatabase {
					changes[h] = e.SumAfter(blank, to) - before[h]
				} else {
					changes[h] = e.Change(k, blank, to, s.At[to])
				}
			}
			p.Start.Slide(blank, puzzle.UDLR[k])
			blank = to
			made++
			for h, after := range values(t, p) {
				if after > made {
					t.Fatalf("%v on %v: %d, after %d moves", h, p.Start, after, made)
				}
				want := after - before[h]
				if changes[h] != want || h != solver.PatternDatabase && (want < -1 || want > 1) {
					t.Fatalf("%v on %v: change %d, want %d, and from -1 to 1", h, p.Start,
						changes[h], want)
				}
			}
		}
	}
}

// Every rank from 0 up to the number of solvable boards occurs once, and rank tells
// unsolvable boards from solvable ones.
func TestRankingHasNoGaps(t *testing.T) {
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2},
		{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
		for home := range shape.Cells() {
			if shape.Cells() == 9 && home > 1 {
				break // a second each; the shape changes nothing
			}
			t.Run(fmt.Sprintf("%v/%d", shape, home), func(t *testing.T) {
				goal := solvertest.HomeAt(shape, home)
				r := ranking.New(shape, home)
				seen := make([]bool, shape.Boards())
				want := uint32(2)
				solvertest.EveryBoard(goal, func(p *puzzle.Puzzle) {
					var key uint64
					for c, t := range p.Start.Tiles {
						key += r.Weight[c][goal.Cell(t)]
					}
					rank, odd := r.Rank(key)
					if want == 2 {
						want = odd // the first board is the goal's own order
						if !p.Solvable() {
							want ^= 1
						}
					}
					if (odd == want) != p.Solvable() {
						t.Fatalf("%v: rank says solvable %v, want %v", p.Start.Tiles, odd == want,
							p.Solvable())
					}
					if p.Solvable() && seen[rank] {
						t.Fatalf("%v: rank %d is taken", p.Start.Tiles, rank)
					}
					seen[rank] = seen[rank] || p.Solvable()
				})
				for rank, s := range seen {
					if !s {
						t.Fatalf("no board has rank %d", rank)
					}
				}
			})
		}
	}
}
