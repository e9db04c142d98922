package answers_test

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// A long path is written in parts, and read back, whether its letters stand for moves or
// for runs. On a large board it may be longer than on a small one.
func TestLongPaths(t *testing.T) {
	moves := slices.Concat(slices.Repeat(puzzle.Path("r"), 16<<10+5), puzzle.Path("ud"),
		slices.Repeat(puzzle.Path("lluurrrd"), 4<<10))
	shape := puzzle.Shape{Rows: 200, Cols: 200}
	goal := puzzle.BlankLast.Goal(shape)
	large := &puzzle.Puzzle{Start: goal.Board, Goal: goal}
	for _, tt := range []struct {
		format string
		times  int // that the moves are made
	}{{"spoj-solving", 1}, {"slidysim", 1}, {"slidysim", 200}} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		e, err := answers.NewEncoder(f, f)
		if err != nil {
			t.Fatal(err)
		}
		path := slices.Repeat(moves, tt.times)
		var text bytes.Buffer
		w := bufio.NewWriterSize(&text, 64<<10)
		e.Encode(w, 1, large, puzzle.Solution{Path: path, Moves: len(path)}, nil)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if f.Answer.Runs && !strings.HasPrefix(text.String(), "L16389") {
			t.Errorf("%s: a run begins with %.10q, want L16389", f.Name, text.String())
		}
		got, err, form := answers.NewDecoder(&text, "out", f).Decode(1, large, nil)
		if err != nil || form != nil || !slices.Equal(got.Path, path) {
			t.Errorf("%s: %d moves, %v, %v, want %d", f.Name, len(got.Path), err, form, len(path))
		}
	}
}

// Boards whose columns tell where the blank is take little time to read, even if all are on one
// line.
func TestLongRows(t *testing.T) {
	f, err := formats.Lookup("princeton-2010")
	if err != nil {
		t.Fatal(err)
	}
	goal := f.Goal.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	p.Start.Slide(8, puzzle.Up)
	boards := strings.Repeat("1 2 3 4 5 0 7 8 6 1 2 0 4 5 3 7 8 6 ", 64<<10)
	out := strings.NewReader(boards + "\nMinimum number of moves = 131071\n")
	_, err, _ = answers.NewDecoder(out, "out", f).Decode(1, p, nil)
	if !errors.Is(err, puzzle.ErrMalformed) {
		t.Errorf("%v, want a malformed answer", err)
	}
}
