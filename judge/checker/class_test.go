package checker_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// input writes an input of a class.
func input(t *testing.T, text string) checker.Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return checker.Input{Name: "in.txt", Path: path}
}

func newChecker(t *testing.T, format, require string) *checker.Checker {
	t.Helper()
	f, err := formats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	k, err := checker.New(f, require, 1)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestGrade(t *testing.T) {
	const three = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 8 7 x\n"
	for _, tt := range []struct {
		name    string
		moves   bool
		answers string
		right   int64
		points  float64
		message string
	}{
		{"all right", false, "r\n\nunsolvable\n", 3, 3, ""},
		{"longer paths", false, "rlr\nlr\nunsolvable\n", 3, 3, ""},
		{"by moves", true, "r\n\nunsolvable\n", 3, 3, ""},
		{"longer paths by moves", true, "rlr\nlr\nunsolvable\n", 3, 1/3. + 0 + 1, ""},
		{"a mistake by moves", true, "rlr\n\nr\n", 2, 1/3. + 1,
			`puzzle 3 (line 3): says "r": the puzzle is unsolvable`},
		{"nothing", false, "", 1, 1,
			"puzzle 1 (line 1): there is no answer; 2 of 3 are wrong"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newChecker(t, "poj-1077", "any")
			k.Rules.ByMoves = tt.moves
			c, fault, err := checker.NewClass(t.Context(), k, input(t, three), checker.Input{})
			if err != nil || fault != "" {
				t.Fatal(fault, err)
			}
			for range 2 { // the puzzles are read again
				g, err := c.Grade(t.Context(), protocol.File{
					Name: "a", Reader: strings.NewReader(tt.answers),
				})
				if err != nil {
					t.Fatal(err)
				}
				if g.Cases != 3 || g.Right != tt.right || g.Finding.Message != tt.message ||
					g.Points.Of != 3 || max(g.Points.Given-tt.points, tt.points-g.Points.Given) > 1e-9 {
					t.Errorf("%d of %d right, %v, %q; want %d, %v, %q", g.Right, g.Cases, g.Points,
						g.Finding.Message, tt.right, tt.points, tt.message)
				}
			}
		})
	}
}

// A fault of the puzzles or of the expected answers is found before anything is graded.
func TestClassFaults(t *testing.T) {
	k := newChecker(t, "poj-1077", "")
	for _, tt := range []struct{ puzzles, expected, want string }{
		{"1 2 3\n", "", "puzzle 1 (in.txt:1): in.txt:2:1: "},
		{"1 2 3 4 5 6 7 x 8\n", "l\n", "puzzle 1 (in.txt:1): the expected answer (line 1): "},
	} {
		expected := checker.Input{}
		if tt.expected != "" {
			expected = input(t, tt.expected)
		}
		_, fault, err := checker.NewClass(t.Context(), k, input(t, tt.puzzles), expected)
		if err != nil || !strings.HasPrefix(fault, tt.want) {
			t.Errorf("%q: %q, %v; want %q", tt.puzzles, fault, err, tt.want)
		}
	}
}

// Answers that can't be read are a mistake of their own, and end nothing else.
func TestGradeUnread(t *testing.T) {
	k := newChecker(t, "poj-1077", "")
	c, _, err := checker.NewClass(t.Context(), k, input(t, "1 2 3 4 5 6 7 x 8\n"), checker.Input{})
	if err != nil {
		t.Fatal(err)
	}
	broken := broken{errors.New("the disk is broken")}
	g, err := c.Grade(t.Context(), protocol.File{Name: "a", Reader: broken})
	if err != nil || g.Finding.Message != "the disk is broken" || g.Points != (judge.Points{Of: 1}) {
		t.Errorf("%+v, %v; want no points, because the disk is broken", g, err)
	}
	for _, fault := range []error{fs.ErrPermission, judge.ErrArchive} {
		if v := c.Unread(fmt.Errorf("open: %w", fault)).Finding.Verdict; v != judge.JE {
			t.Errorf("%v: %v, want JE", fault, v)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Grade(ctx, protocol.File{Name: "a", Reader: strings.NewReader("r\n")})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

// A puzzle is searched once for the whole class, and so is one that is too hard.
func TestSearchedOnce(t *testing.T) {
	for _, gaveUp := range []bool{false, true} {
		k := newChecker(t, "uva-10181", "any")
		solver := &counting{Solver: k.Rules.Solver, gaveUp: gaveUp}
		k.Rules.Solver, k.Rules.ByMoves = solver, true
		const easy = "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n"
		c, fault, err := checker.NewClass(t.Context(), k, input(t, easy), checker.Input{})
		if err != nil || fault != "" {
			t.Fatal(fault, err)
		}
		want, verdict := 1.0, judge.AC
		if gaveUp {
			want, verdict = 0, judge.JE
		}
		for range 5 {
			g, err := c.Grade(t.Context(), protocol.File{
				Name: "a", Reader: strings.NewReader("R\n"),
			})
			if err != nil || g.Finding.Verdict != verdict || g.Points.Given != want {
				t.Fatalf("%+v, %q, %v; want %v points", g.Points, g.Finding.Message, err, want)
			}
		}
		if n := solver.calls.Load(); n != 1 {
			t.Errorf("gave up %v: %d searches, want 1", gaveUp, n)
		}
	}
}

// counting counts the calls of a solver.
type counting struct {
	judge.Solver
	gaveUp bool
	calls  atomic.Int64
}

func (c *counting) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	c.calls.Add(1)
	if c.gaveUp {
		return puzzle.Solution{}, puzzle.ErrGaveUp
	}
	return c.Solver.Solve(ctx, p, buf)
}

// A small hand-in costs little more than its answers: a class may have very many.
func BenchmarkGrade(b *testing.B) {
	path := filepath.Join(b.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte("1 2 3 4 5 6 7 x 8\n"), 0o666); err != nil {
		b.Fatal(err)
	}
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		b.Fatal(err)
	}
	k, err := checker.New(f, "", 2)
	if err != nil {
		b.Fatal(err)
	}
	c, _, err := checker.NewClass(b.Context(), k, checker.Input{Name: "in", Path: path},
		checker.Input{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, err := c.Grade(b.Context(), protocol.File{Name: "a", Reader: strings.NewReader("r\n")})
		if err != nil {
			b.Fatal(err)
		}
	}
}
