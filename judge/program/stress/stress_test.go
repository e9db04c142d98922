package stress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// program returns a Stress of a program that fails on an input if wrong returns true for
// its boards. An input has a line with a number, and a line for each board.
func program(t *testing.T, wrong func(boards [][9]puzzle.Tile) bool) *Stress {
	g, err := generate.New(t.Context(), generate.Spec{
		Shapes: []puzzle.Shape{{Rows: 3, Cols: 3}}, Goal: puzzle.BlankLast.Goal, Seed: 5,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Stress{
		Generator: g, Solver: algorithms.NewAuto(solver.Options{}),
		Input: func(src puzzle.Source, n, first int64) ([]byte, error) {
			ps := make([]puzzle.Puzzle, n)
			_, err := src.Decode(ps)
			text := fmt.Appendln(nil, first)
			for _, p := range ps {
				text = fmt.Appendln(text, p.Start.Tiles)
			}
			return text, err
		},
		Judge: func(_ context.Context, input []byte) (*judge.Result, error) {
			if v := judge.WA; wrong(read(t, input)) {
				return &judge.Result{Verdict: v}, nil
			}
			return &judge.Result{Verdict: judge.AC}, nil
		},
	}
}

// read returns the boards of an input.
func read(t *testing.T, input []byte) (boards [][9]puzzle.Tile) {
	t.Helper()
	_, text, _ := bytes.Cut(input, []byte("\n"))
	for line := range bytes.Lines(text) {
		var b [9]puzzle.Tile
		r := bytes.NewReader(bytes.Trim(line, "[]\n"))
		for i := range b {
			if _, err := fmt.Fscan(r, &b[i]); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		boards = append(boards, b)
	}
	return boards
}

// Inputs grow up to PerInput, and the one that fails is returned.
func TestRun(t *testing.T) {
	for _, perInput := range []int{0, 1} {
		inputs := 0
		s := program(t, func([][9]puzzle.Tile) bool {
			inputs++
			return inputs == 40
		})
		s.PerInput = perInput
		calls := int64(0)
		s.Each = func() { calls++ }
		f, err := s.Run(t.Context(), t.Context())
		if err != nil || f.Verdict != judge.WA {
			t.Fatalf("%d an input: %v, %v", perInput, f, err)
		}
		if s.Inputs != 39 || calls != 39 || s.Puzzles != f.First-1 ||
			f.N != int64(len(read(t, f.Input))) {
			t.Errorf("%d an input: after %d inputs, %d puzzles and %d calls %+v",
				perInput, s.Inputs, s.Puzzles, calls, f)
		}
		want := map[int]string{0: "puzzles 228 to 244", 1: "puzzle 40"}[perInput]
		if f.String() != want {
			t.Errorf("%d an input: %v failed, want %s", perInput, f, want)
		}
	}
}

// The end of the context and an error are not failures of the program.
func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := program(t, func([][9]puzzle.Tile) bool {
		cancel()
		return true
	})
	if f, err := s.Run(ctx, ctx); f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Run that is cancelled = %v, %v", f, err)
	}
	s.Judge = func(context.Context, []byte) (*judge.Result, error) { return nil, io.ErrClosedPipe }
	if f, err := s.Run(t.Context(), t.Context()); f != nil || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run with an error = %v, %v", f, err)
	}
}

// The program fails on the smallest puzzle alone. There is no such puzzle if it fails
// only on several together.
func TestSmallest(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	s := program(t, nil)
	far := func(b [9]puzzle.Tile) bool {
		p := puzzle.Puzzle{Start: puzzle.Board{Shape: goal.Shape, Tiles: b[:]}, Goal: goal}
		sol, err := s.Solver.Solve(t.Context(), &p, nil)
		return err == nil && sol.Moves >= 4
	}
	*s = *program(t, func(all [][9]puzzle.Tile) bool { return far(all[len(all)-1]) })
	s.Puzzles = 6 // the number of a puzzle is in the input, too
	judged, plain := make(map[string]bool), s.Judge
	s.Judge = func(ctx context.Context, input []byte) (*judge.Result, error) {
		judged[string(input)] = true
		return plain(ctx, input)
	}
	f, err := s.Run(t.Context(), t.Context())
	if err != nil {
		t.Fatal(err)
	}
	small, err := s.Smallest(t.Context(), f)
	if err != nil || small == nil || small.Moves != 4 || small.N != 1 || small.First != f.First {
		t.Fatalf("Smallest = %+v, %v; want 4 moves", small, err)
	}
	boards := read(t, small.Input)
	if len(boards) != 1 || !far(boards[0]) || small.Verdict != judge.WA ||
		!judged[string(small.Input)] {
		t.Errorf("the input of the smallest: %q, %v", small.Input, small.Verdict)
	}
	s = program(t, func(all [][9]puzzle.Tile) bool { return len(all) > 1 })
	if f, err = s.Run(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	if small, err := s.Smallest(t.Context(), f); small != nil || err != nil {
		t.Errorf("Smallest of what fails together = %+v, %v", small, err)
	}
}

// A smallest puzzle is described by its distance, in words that agree with the number.
func TestSmallString(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	solvable := puzzle.Puzzle{Start: goal.Board, Goal: goal}
	unsolvable := puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	tiles := unsolvable.Start.Tiles
	tiles[0], tiles[1] = tiles[1], tiles[0]
	for want, small := range map[string]Small{
		"smallest, 0 moves":          {Puzzle: solvable, Least: true},
		"smallest, 1 move":           {Puzzle: solvable, Moves: 1, Least: true},
		"smallest found, 12 moves":   {Puzzle: solvable, Moves: 12},
		"smallest found":             {Puzzle: solvable, Moves: -1},
		"smallest found, unsolvable": {Puzzle: unsolvable, Moves: -1},
	} {
		if got := small.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
