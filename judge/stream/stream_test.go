package stream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

func Example() {
	a := stream.Answerer{Algorithm: "auto", Batch: stream.Batch{Workers: 4, Window: 4096}}
	in := strings.NewReader("2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n")
	from, to := judgetest.Format("hdu-1043"), judgetest.Format("boj-1525")
	stats, err := a.Run(context.Background(), in, "in", from, to, os.Stdout)
	fmt.Println(stats.Solved, stats.Unsolvable, err)
	// Output:
	// 19
	// -1
	// 1 1 <nil>
}

// Answers come in the form of the format that was asked for; the other options stay.
func TestRun(t *testing.T) {
	const in = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n"
	for _, tt := range []struct{ algorithm, to, want string }{
		{"auto", "hdu-1043", "r\nunsolvable\n"},
		{"bfs", "uva-652", "r\n\nunsolvable\n"},
		{"idastar", "acwing-845", "1\n-1\n"},
		{"greedy", "hdu-1043", "r\nunsolvable\n"},
		{"table", "sgu-139", "YES\nNO\n"},
	} {
		a := stream.Answerer{Algorithm: tt.algorithm, Batch: stream.Batch{Workers: 2, Window: 8}}
		var out strings.Builder
		from, to := judgetest.Format("hdu-1043"), judgetest.Format(tt.to)
		_, err := a.Run(t.Context(), strings.NewReader(in), "in", from, to, &out)
		if err != nil || out.String() != tt.want {
			t.Errorf("%s to %s: %q and %v, want %q", tt.algorithm, tt.to, &out, err, tt.want)
		}
	}
}

type optionTest struct {
	algorithm string
	options   solver.Options
	from, to  string
	option    string // "": it fits
	message   string
}

// An option that does not fit the formats is an OptionError, before anything is read.
func TestOptionError(t *testing.T) {
	patterns := solver.Options{}
	var err error
	patterns.Heuristic, patterns.Patterns, err = solver.ParseHeuristic("pdb-7-8")
	if err != nil {
		t.Fatal(err)
	}
	weight, err := solver.ParseWeight("1.5")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []optionTest{
		{"greedy", solver.Options{}, "hdu-1043", "hdu-1043", "", ""},
		{"greedy", solver.Options{}, "hdu-1043", "sgu-139", "", ""},
		{"greedy", solver.Options{}, "hdu-1043", "boj-1525", "algorithm",
			"algorithm: boj-1525 asks for shortest paths, which greedy does not find"},
		{"greedy", solver.Options{}, "acwing-179", "hdu-1043", "", ""},
		{"greedy", solver.Options{}, "hdu-1043", "acwing-179", "algorithm",
			"algorithm: acwing-179 asks for shortest paths, which greedy does not find"},
		{"astar", solver.Options{}, "hdu-3567", "hdu-3567", "algorithm",
			"algorithm: hdu-3567 asks for the lexicographically smallest path, which astar does"},
		{"astar", solver.Options{}, "boj-1525", "boj-1525", "", ""},
		{"astar", solver.Options{Weight: weight}, "boj-1525", "boj-1525", "weight",
			"weight: boj-1525 asks for shortest paths, which astar with weight 1.5 does not find" +
				" (compare takes it in any format)"},
		{"astar", solver.Options{Weight: weight}, "hdu-1043", "hdu-1043", "", ""},
		{"idastar", patterns, "hdu-1043", "hdu-1043", "heuristic",
			"heuristic: pdb-7-8 is for 4x4 boards, and those of hdu-1043 are 3x3"},
		{"idastar", patterns, "korf-15", "korf-15", "", ""},
	} {
		tt.check(t)
	}
}

// check checks that Check and Run return the error.
func (tt *optionTest) check(t *testing.T) {
	t.Helper()
	a := stream.Answerer{Algorithm: tt.algorithm, Options: tt.options}
	from, to := judgetest.Format(tt.from), judgetest.Format(tt.to)
	err := a.Check(from, to)
	if tt.option == "" {
		if err != nil {
			t.Errorf("%s from %s to %s: %v", tt.algorithm, tt.from, tt.to, err)
		}
		return
	}
	wrong := (*stream.OptionError)(nil)
	switch {
	case !errors.As(err, &wrong) || wrong.Option != tt.option || wrong.Unwrap() == nil:
		t.Errorf("error %v, want one about the option %s", err, tt.option)
	case !strings.HasPrefix(err.Error(), tt.message):
		t.Errorf("error %q, want %q", err, tt.message)
	}
	_, err = a.Run(t.Context(), unread{t}, "in", from, to, io.Discard)
	if !errors.As(err, &wrong) {
		t.Errorf("Run returns %v, want %q", err, tt.message)
	}
}

// unread is an input that must not be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the input is read")
	return 0, io.EOF
}

// The rule is that of the format of the answers, whatever that of the puzzles is, unless
// another one is required. Greedy serves only where any path will do.
func TestRule(t *testing.T) {
	for _, tt := range []struct {
		from, to, require, message string
	}{
		{"acwing-179", "hdu-1043", "", ""},
		{"acwing-179", "acwing-179", "any", ""},
		{"hdu-1043", "hdu-1043", "shortest",
			"algorithm: the required rule asks for shortest paths, which greedy does not find"},
		{"hdu-1043", "hdu-1043", "least", "algorithm: the required rule asks for the " +
			"lexicographically smallest path, which greedy does not find"},
		{"hdu-1043", "sgu-139", "any", "require: answers of sgu-139 have no moves"},
		{"hdu-1043", "boj-1525", "any",
			"require: answers of boj-1525 are the least numbers of moves"},
		{"hdu-1043", "boj-1525", "shortest",
			"algorithm: the required rule asks for shortest paths, which greedy does not find"},
	} {
		a := stream.Answerer{Algorithm: "greedy"}
		if rule, ok := puzzle.ParseRule(tt.require); ok {
			a.Require = &rule
		}
		err := a.Check(judgetest.Format(tt.from), judgetest.Format(tt.to))
		if (err == nil) != (tt.message == "") || err != nil && err.Error() != tt.message {
			t.Errorf("%s to %s, require %q: error %v, want %q",
				tt.from, tt.to, tt.require, err, tt.message)
		}
	}
}

// The limit on moves is that of the format of the answers, too: KOISTUDY's is 20 moves, Epoka's
// is 15, beyond which its answer is -1, and BOJ has none.
func TestLimit(t *testing.T) {
	const eighteen, thirty = "7 4 0 3 5 1 8 6 2\n", "8 7 6 5 4 3 2 1 0\n"
	for _, tt := range []struct {
		from, to, in, want string
		tooLong            int64
	}{
		{"koistudy-608", "boj-1525", thirty, "30\n", 0},
		{"boj-1525", "koistudy-608", thirty, "30\n", 1},
		{"koistudy-608", "epoka-c549", eighteen, "-1\n", 0},
		{"epoka-c549", "koistudy-608", "3\n" + eighteen, "18\n", 0},
	} {
		a := stream.NewAnswerer(func(error) {})
		var out strings.Builder
		stats, err := a.Run(t.Context(), strings.NewReader(tt.in), "in",
			judgetest.Format(tt.from), judgetest.Format(tt.to), &out)
		if err != nil || out.String() != tt.want || stats.TooLong != tt.tooLong {
			t.Errorf("%s to %s: %q, %d too long, error %v, want %q and %d", tt.from, tt.to, &out,
				stats.TooLong, err, tt.want, tt.tooLong)
		}
	}
}

// Formats whose answers tell less can't be answered as those that tell more.
func TestUnanswerable(t *testing.T) {
	a := stream.NewAnswerer(nil)
	several, one := judgetest.Format("hdu-3095"), judgetest.Format("hdu-1043")
	if err := a.Check(several, one); err == nil {
		t.Errorf("%s is answered as %s", several.Name, one.Name)
	}
}

// An Answerer keeps the solvers that it has made, and so their tables.
func TestKeepsSolvers(t *testing.T) {
	reports := 0
	a := stream.NewAnswerer(func(error) { reports++ })
	f := judgetest.Format("hdu-1043")
	var solvers [2]judge.Solver
	for i := range solvers {
		src := puzzle.List(oneMove(f, 3))
		stats, err := a.Answer(t.Context(), &src, f, f, io.Discard)
		if err != nil || stats.Solved != 3 {
			t.Fatalf("%d solved, %v", stats.Solved, err)
		}
		solvers[i] = a.Batch.Solver
	}
	if solvers[0] != solvers[1] || reports > 0 {
		t.Errorf("solvers %p and %p, %d reports", solvers[0], solvers[1], reports)
	}
}

// oneMove returns n puzzles of 3x3 that are one move from the goal of a format.
func oneMove(f *formats.Format, n int) (ps []puzzle.Puzzle) {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	for range n {
		start := f.Goal.Goal(shape)
		tiles := append([]puzzle.Tile(nil), start.Tiles...)
		tiles[7], tiles[8] = tiles[8], tiles[7]
		ps = append(ps, puzzle.Puzzle{
			Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: f.Goal.Goal(shape),
		})
	}
	return ps
}

// A puzzle that is solved, unsolvable or given up has been tried; a search that is ended has not.
func TestTry(t *testing.T) {
	f := judgetest.Format("hdu-1043")
	ps, err := puzzles.DecodeAll(f, "2 3 4 1 5 x 7 6 8\n2 1 3 4 5 6 7 8 x\n", "in")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []stream.Options{
		{}, {Algorithm: "idastar", NodeLimit: 1}, {Algorithm: "idastar", TimeLimit: 1},
	} {
		a, err := stream.New(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ps {
			if err := a.Try(t.Context(), f, f, &ps[i]); err != nil {
				t.Errorf("%+v, puzzle %d: %v", o, i+1, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := a.Try(ctx, f, f, &ps[i]); err != context.Canceled {
				t.Errorf("%+v, puzzle %d: %v, want %v", o, i+1, err, context.Canceled)
			}
		}
	}
	a := stream.NewAnswerer(nil)
	a.Algorithm = "greedy"
	if a.Try(t.Context(), f, judgetest.Format("boj-1525"), &ps[0]) == nil {
		t.Error("greedy finds the number of moves of shortest paths")
	}
}
