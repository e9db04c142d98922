package checker_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/solver/puzzle"
)

// A liar is a referee that leaves out the last move of each path, and says of unsolvable puzzles
// that they take three moves.
type liar struct{ *checker.Referee }

func (l liar) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	l.Referee.SolveMany(ctx, ps, buf, func(p *puzzle.Puzzle, s puzzle.Solution, err error) {
		if err == puzzle.ErrUnsolvable {
			s, err = puzzle.Solution{Path: puzzle.Path("udu"), Moves: 3}, nil
		} else if last := len(s.Path) - 1; last >= 0 {
			s.Path, s.Moves = s.Path[:last], last
		}
		answer(p, s, err)
	})
}

func (l liar) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	const three = 1 << 6 // moves of two bits, with a 1 above them
	if !l.Referee.SolvePacked(goal, boards) {
		return false
	}
	for i := range boards {
		if boards[i] == 0 {
			boards[i] = three
		}
	}
	return true
}

// The judge convicts a referee whose paths lead nowhere, or that solves what is unsolvable, though
// the answers are the same as the referee's.
func TestLiar(t *testing.T) {
	for _, tt := range []struct {
		format     string
		n          int64 // puzzles: enough for the referee to be asked
		right, lie string
	}{
		{"leetcode-773", 1500, `(?m)^-1$`, "3"},
		{"eolymp-4609", 9000, `(?m)^([UDLR]*)[UDLR]$`, "$1"},
	} {
		s := newChecked(t, judgetest.Format(tt.format), tt.n)
		lies := regexp.MustCompile(tt.right).ReplaceAllString(s.out, tt.lie)
		k := s.checker(t, "")
		honest, _ := k.Rules.Solver.(*checker.Referee)
		in := func() *strings.Reader { return strings.NewReader(s.in) }
		ps, err := puzzles.DecodeAll(s.format, s.in, "in")
		if err != nil {
			t.Fatal(err)
		}
		for i := range ps { // builds the table
			honest.Solve(t.Context(), &ps[i], nil)
		}
		want, _ := findings(t, k, in(), strings.NewReader(lies), nil, false, false)
		k.Rules.Solver = liar{honest}
		got, _ := findings(t, k, in(), strings.NewReader(lies), nil, false, true)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q\nwant %q", tt.format, got[:9], want[:9])
		}
		if wrong := strings.Count(strings.Join(got, "\n"), " WA"); wrong < 500 {
			t.Errorf("%s: only %d of %d answers are wrong", tt.format, wrong, tt.n)
		}
	}
}

// A path with too many moves starts no search on a large board: contestants can write one for each,
// and the search may not end.
func TestTooManyMoves(t *testing.T) {
	c, f := checkOf(t, "spoj-solving", searched{t})
	const in = "1\n5\n1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 0 24\n"
	got := check(t, c, f, in, strings.Repeat("LR", 5000)+"R\n")
	if want := "WA 1:2 10001 moves, more than the 10000 allowed\nWA 1  of 1"; got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

// searched is a solver that no verdict needs.
type searched struct{ t *testing.T }

func (s searched) Solve(
	context.Context, *puzzle.Puzzle, puzzle.Path,
) (puzzle.Solution, error) {
	s.t.Error("the judge searches")
	return puzzle.Solution{}, puzzle.ErrTooLong
}
