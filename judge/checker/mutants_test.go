package checker_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// Every bundled answer is accepted, and none of its mutants: a move that is dropped,
// doubled, reversed, replaced or added leaves the blank in another cell.
func TestMutants(t *testing.T) {
	mutants := 0
	for _, f := range formats.All {
		c, _ := checkOf(t, f.Name, nil)
		if f.Answer.Wants() != puzzle.WantPath || f.Name == "korf-24" {
			continue
		}
		in, out := example(t, f.Name)
		if got := check(t, c, f, in, out); !strings.HasPrefix(got, "AC ") {
			t.Errorf("%s: the bundled answers: %s", f.Name, got)
		}
		d := puzzles.NewDecoder(strings.NewReader(in), "in", f)
		dec := answers.NewDecoder(strings.NewReader(out), "out", f)
		ps := make([]puzzle.Puzzle, 1)
		for n := int64(1); ; n++ {
			if got, err := d.Decode(ps); got == 0 && err == io.EOF {
				break
			} else if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			s, err, _ := dec.Decode(n, &ps[0], nil)
			if err != nil {
				continue
			}
			for _, path := range mutate(s.Path) {
				mutants++
				m := puzzle.Solution{Path: path, Moves: len(path)}
				if v, why := c.Verdict(context.Background(), &ps[0], m, nil); v != judge.WA {
					t.Errorf("%s: %q is %v %s, made of %q", f.Name, path, v, why, s.Path)
				}
			}
		}
	}
	if mutants < 3000 {
		t.Errorf("%d mutants, want more", mutants)
	}
}

// mutate returns paths that differ from the path in one move.
func mutate(path puzzle.Path) (all []puzzle.Path) {
	with := func(i, skip int, moves ...puzzle.Move) {
		p := append(puzzle.Path{}, path[:i]...)
		all = append(all, append(append(p, moves...), path[i+skip:]...))
	}
	for i, m := range path {
		with(i, 1)
		with(i, 0, m)
		with(i, 1, m.Opposite())
		for _, n := range puzzle.UDLR {
			with(i, 0, n)
			if n != m {
				with(i, 1, n)
			}
		}
	}
	for _, n := range puzzle.UDLR {
		with(len(path), 0, n)
	}
	return all
}

// example returns the bundled puzzles of a format and the answers to them.
func example(t testing.TB, name string) (in, out string) {
	t.Helper()
	data, err := cases.Read("samples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	_, in, _ = strings.Cut(string(data), "-- input --\n")
	in, out, _ = strings.Cut(in, "-- answer --\n")
	return in, out
}
