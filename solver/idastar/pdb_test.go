package idastar

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/astar"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// chosen returns the patterns that a heuristic's name chooses.
func chosen(t *testing.T, name string) *pdb.Choice {
	t.Helper()
	h, c, err := solver.ParseHeuristic(name)
	if err != nil || h != solver.PatternDatabase || c == nil {
		t.Fatalf("ParseHeuristic(%q) = %v, %v, %v", name, h, c, err)
	}
	return c
}

// For each goal that a choice of patterns serves, IDA* finds the canonical path and A* a
// path as short. Other goals are refused.
func TestChoices(t *testing.T) {
	names := []string{
		"pdb:.aab", "pdb:.aaabb:bbcccc", "pdb:.abcd:abbcd:abccd:abcdd", "pdb:ab:.b",
		"pdb:a.b:aab:abb", "pdb:aab:a.b:abb", "pdb:aabb:a.bb", "pdb:aaa:aab:cc.:cbb",
	}
	for _, n := range pdb.All {
		if n.Stored == "" && n.Name != "7-5-3" { // 7-5-3 takes seconds to build
			names = append(names, "pdb-"+n.Name)
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := solver.Options{Heuristic: solver.PatternDatabase, Patterns: chosen(t, name)}
			if testing.Short() && o.Patterns.Serves().Shape.Cells() > 15 {
				t.Skip("building takes long, and smaller boards do the same")
			}
			ida, star := &Solver{Options: o}, &astar.Solver{Options: o}
			served, r := 0, rand.New(rand.NewPCG(7, 7))
			for _, shape := range []puzzle.Shape{
				o.Patterns.Serves().Shape,
				{Rows: o.Patterns.Serves().Shape.Cols, Cols: o.Patterns.Serves().Shape.Rows},
			} {
				for home := range shape.Cells() {
					served += tryGoal(t, ida, star, solvertest.HomeAt(shape, home), r)
				}
			}
			if served < 2 {
				t.Errorf("serves %d goals", served)
			}
		})
	}
}

// tryGoal solves some puzzles, and returns 1 if the patterns serve the goal.
func tryGoal(t *testing.T, ida *Solver, star *astar.Solver, goal *puzzle.Goal, r *rand.Rand) int {
	t.Helper()
	plain := &Solver{Options: solver.Options{Heuristic: solver.LinearConflict}}
	at, _ := pdb.Canonical(goal.Shape, goal.Cell(puzzle.Blank))
	for range 10 {
		p := solvertest.Walked(r, goal, 50)
		got, err := ida.Solve(context.Background(), p, nil)
		if at != ida.Patterns.Serves() {
			if !errors.Is(err, solver.ErrShape) {
				t.Fatalf("to %v: %v, want ErrShape", goal.Tiles, err)
			}
			return 0
		}
		want, _ := plain.Solve(context.Background(), p, nil)
		if err != nil || got.Path.String() != want.Path.String() {
			t.Fatalf("%v to %v: %q, %v, want %q", p.Start.Tiles, goal.Tiles, got.Path, err,
				want.Path)
		}
		got, err = star.Solve(context.Background(), p, nil)
		if _, ok := ida.Patterns.Tables.(*pdb.Compound); ok && errors.Is(err, solver.ErrShape) {
			continue
		}
		if err != nil || got.Moves != want.Moves || p.Replay(got.Path) != nil {
			t.Fatalf("A*: %v to %v: %q, %v, want as short as %q",
				p.Start.Tiles, goal.Tiles, got.Path, err, want.Path)
		}
	}
	return 1
}

// On 8-puzzles values never exceed the distance, and those of all eight tiles equal it.
func TestChoicesAreAdmissible(t *testing.T) {
	solvertest.Long(t)
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	exact := &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
	var l [2]heuristic.Cache
	var e [2]heuristic.Estimate
	o := [2]solver.Options{{Patterns: chosen(t, "pdb-4-4")}, {Patterns: chosen(t, "pdb-8")}}
	checked := 0
	solvertest.EveryBoard(goal, func(p *puzzle.Puzzle) {
		sol, err := exact.Solve(context.Background(), p, nil)
		if err != nil {
			return
		}
		var v [2]int
		for i := range o {
			var s search.Search
			if err := s.Begin(context.Background(), p, &o[i]); err != nil {
				t.Fatal(err)
			}
			if v[i], err = e[i].Begin(&s, solver.PatternDatabase, &l[i], &o[i]); err != nil {
				t.Fatal(err)
			}
		}
		if v[0] > sol.Moves || v[1] != sol.Moves {
			t.Fatalf("%v: 4-4 says %d, 8 says %d, want %d at most and %[4]d", p.Start.Tiles, v[0],
				v[1], sol.Moves)
		}
		checked++
	})
	if checked != 181_440 {
		t.Errorf("checked %d boards", checked)
	}
}

// Turning or mirroring a picture does not change the patterns that it chooses.
func TestPicturesTurned(t *testing.T) {
	want := chosen(t, "pdb:.aab:aabb:cbbb:cccc").Bytes()
	for _, turned := range []string{"pdb:baa.:bbaa:bbbc:cccc", "pdb:cccc:bbbc:bbaa:baa.",
		"pdb:.aac:aabc:abbc:bbbc"} {
		c := chosen(t, turned)
		if c.Serves() != chosen(t, "pdb-5-5-5").Serves() || c.Bytes() != want {
			t.Errorf("%s: serves %v, %d bytes", turned, c.Serves(), c.Bytes())
		}
	}
}

// Malformed and too large pictures are refused with a reason.
func TestPicturesRefused(t *testing.T) {
	for _, tt := range []struct{ picture, want string }{
		{"", "found no dot"},
		{".", "found 0 patterns, expected 1 to 12"},
		{"aa:aa", "found no dot"},
		{".a:.a", `row 2, cell 1: found '.'`},
		{".a:aaa", "row 2 has 3 cells, the first 2"},
		{".A:aa", `row 1, cell 2: found 'A'`},
		{".abcde:abcdef:abcdef:abcdef:abcdef", "no tables for 5x6 boards"},
		{".abcd:efghi:jklmn:opqrs", "found 19 patterns, expected 1 to 12"},
		{".aaa:aaaa:aaaa:aaaa", "tables of 15 tiles"},
		{".aaa:aaaa:bbbb:bbbb", "would have 576576000 entries"},
	} {
		_, _, err := solver.ParseHeuristic("pdb:" + tt.picture)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.picture, err, tt.want)
		}
	}
}

// Patterns of stored tables are refused without the tables, and A* refuses tables of bits.
func TestChoicesStored(t *testing.T) {
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 5, Cols: 5})
	p := solvertest.Walked(rand.New(rand.NewPCG(8, 8)), goal, 9)
	o := solver.Options{Heuristic: solver.PatternDatabase, Patterns: chosen(t, "pdb-6-6-6-6")}
	for _, name := range []string{"idastar", "astar"} {
		s := byName(name, o)
		if _, err := s.Solve(context.Background(), p, nil); !errors.Is(err, solver.ErrTables) {
			t.Errorf("%s without tables: %v, want ErrTables", name, err)
		}
	}
	o.Tables = func(string) []byte { return make([]byte, o.Patterns.Spec.Bytes()) }
	star := &astar.Solver{Options: o}
	if _, err := star.Solve(context.Background(), p, nil); !errors.Is(err, solver.ErrShape) {
		t.Errorf("A*: %v, want ErrShape", err)
	}
	tight := &Solver{Options: solver.Options{
		Heuristic: solver.PatternDatabase, Patterns: chosen(t, "pdb-7-5-3"),
		MemoryLimit: heuristic.InstantBytes,
	}}
	goal = puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p = solvertest.Walked(rand.New(rand.NewPCG(8, 8)), goal, 9)
	if _, err := tight.Solve(context.Background(), p, nil); !errors.Is(err, solver.ErrMemoryLimit) {
		t.Errorf("with little memory: %v, want ErrMemoryLimit", err)
	}
}

// byName returns IDA* or A*.
func byName(name string, o solver.Options) solver.Solver {
	if name == "astar" {
		return &astar.Solver{Options: o}
	}
	return &Solver{Options: o}
}

// Cancelling the context ends the wait for the tables of a picture.
func TestContextWhileBuilding(t *testing.T) {
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := solvertest.Walked(rand.New(rand.NewPCG(8, 8)), goal, 9)
	for _, name := range []string{"idastar", "astar"} {
		c := chosen(t, "pdb-4-4-4-3")
		begun := make(chan struct{})
		c.Tables = &waiting{Tables: c.Tables, begun: begun}
		s := byName(name, solver.Options{Heuristic: solver.PatternDatabase, Patterns: c})
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			<-begun
			cancel()
		}()
		if _, err := s.Solve(ctx, p, nil); err != context.Canceled {
			t.Errorf("%s: %v, want Canceled", name, err)
		}
	}
}

// A waiting is tables whose build never ends.
type waiting struct {
	pdb.Tables
	begun chan struct{}
}

func (w *waiting) Build(context.Context, []byte, func(done, total int64)) error {
	close(w.begun)
	select {}
}
