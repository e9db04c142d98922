package puzzles_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// The bundled example of each format is detected as that format or as one that
// answers alike, or is ambiguous.
func TestDetectExamples(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		detected, r, err := puzzles.Detect(t.Context(), strings.NewReader(in), nil, nil, false)
		switch {
		case f.Undetected && detected != f:
			continue
		case errors.Is(err, puzzles.ErrAmbiguous) && strings.Contains(err.Error(), f.Name):
			continue // f is one of the candidates
		case err != nil || !detected.Same(f):
			t.Errorf("%s: Detect = %v, %v", f.Name, detected, err)
			continue
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != in {
			t.Errorf("%s: after Detect the input is %q, %v, want %q", f.Name, all, err, in)
		}
	}
}

// An input is detected even with errors in it, but not if several formats fit.
func TestDetect(t *testing.T) {
	const none, ambiguous = "ErrFormat", "ErrAmbiguous"
	for _, tt := range []struct{ name, in, want string }{
		{"an array", "[[1,2,3],[4,5,0]]", "leetcode-773"},
		{"an error after a good puzzle", "[[1,2,3],[4,5,0]] [[1,2,3],[4,5,5]]", "leetcode-773"},
		{"junk before good puzzles", "two\n[[1,2,3],[4,5,0]]\n[[1,2,3],[4,0,5]]\n", "leetcode-773"},
		{"two alike", "A B\nX C\nX B\nA C\n", "codeforces-645a"},
		{"words", "START 3 1\n1 2 3 4 5 6 7 X 8\n1 2 3 4 5 6 7 8 X\nEND\n", "poj-2224"},
		{"a list to its end", "2 3\n1 2 3 4 0 5\n0 0\n", "poj-2893"},
		{"x, path or count", "12345678x\n", ambiguous},
		{"0, path, count or boards", "1 2 3 4 5 6 7 8 0\n", ambiguous},
		{"white space alone", " \n\n", "poj-1077"},
		{"nothing", "", "poj-1077"},
		{"size and board", "2\n1 2\n3 0\n", ambiguous},
		{"size and board in columns", "2\n 1  2\n 3  0\n", "princeton"},
		{"an empty line behind them", "3\n 1  2  3\n 4  0  5\n 7  8  6\n\n", "princeton"},
		{"blanks at the ends of lines", "3 \n 1  2  3 \n 4  0  5\n 7  8  6  \n", "princeton"},
		{"no final end", "4\n 1  2  3  4\n 5  6  7  8\n 9 10  0 12\n13 14 11 15", "princeton"},
		{"junk behind it", "3\n 1  2  3\n 4  0  5\n 7  8  6\njunk\n", "princeton"},
		{"some blanks too few", "3\n 1  2 3\n 4  0  5\n 7  8  6\n", ambiguous},
		{"several in columns", "2\n 1  2\n 3  0\n2\n 1  2\n 0  3\n", "princeton"},
		{"a comment", "# This puzzle is solvable\n2\n1 2 \n3 0 \n", "42-npuzzle"},
		{"one tile on a line", "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", "hackerrank-n-puzzle"},
		{"unsolvable, for HackerRank too", "3\n0\n2\n1\n3\n4\n5\n6\n7\n8\n", ambiguous},
		{"an empty line before a board", "1\n\n1 2 3\n4 0 5\n7 8 6\n", "zaidimas-8"},
		{"junk", "hello\n", none},
		{"a lone puzzle, cut off", "3\n1 2 3\n4 5 6\n8 7\n", none},
		{"NUL", "\x00\x00\x00", none + "found a NUL byte in line 1, expected text"},
		{"NUL in a line", "junk\n1 2 3\x00\n", none + "found a NUL byte in line 2, expected text"},
		{"UTF-16", "\xff\xfe1\x002\x00", none + "found UTF-16 text"},
		{"UTF-16 without a mark", "1\x00 \x002\x00", none + "found UTF-16 text"},
		{"15-puzzle without its size", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", ambiguous},
	} {
		f, _, err := puzzles.Detect(t.Context(), strings.NewReader(tt.in), nil, nil, false)
		got := ""
		switch {
		case err == nil:
			got = f.Name
		case errors.Is(err, puzzles.ErrFormat):
			got = none
		case errors.Is(err, puzzles.ErrAmbiguous):
			got = ambiguous
		}
		want, words := tt.want, ""
		if strings.HasPrefix(want, none) {
			want, words = none, tt.want[len(none):]
		}
		if got != want || words != "" && !strings.Contains(err.Error(), words) {
			t.Errorf("%s: Detect(%q) = %s, %v, want %s", tt.name, tt.in, got, err, tt.want)
		}
	}
}

// What Detect chooses by the layout does not depend on how the input arrives.
func TestDetectPieces(t *testing.T) {
	const first = "3\n 1  2  3\n 4  0  5\n 7  8  6\n"
	for _, rest := range []string{"", "\n", first, "3\n1 2 3\n4 5 6\n7 0 8\n", "junk\n"} {
		for how, in := range map[string]io.Reader{
			"whole":         strings.NewReader(first + rest),
			"byte by byte":  iotest.OneByteReader(strings.NewReader(first + rest)),
			"first, others": io.MultiReader(strings.NewReader(first), strings.NewReader(rest)),
		} {
			f, _, err := puzzles.Detect(t.Context(), in, nil, nil, false)
			if err != nil || f.Name != "princeton" {
				t.Errorf("%q, %s: Detect = %v, %v, want princeton", rest, how, f, err)
			}
		}
	}
}

// The error lists the formats in whose layout the input is, if there are some.
func TestDetectLists(t *testing.T) {
	const in = "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n"
	_, _, err := puzzles.Detect(t.Context(), strings.NewReader(in), nil, nil, false)
	const want = "the format can't be detected: it may be hdu-6620 or uva-10181 (as zjut-1551)"
	if err == nil || err.Error() != want {
		t.Errorf("Detect: %v, want %s", err, want)
	}
}

// Detect decides as soon as it has a whole puzzle, and does not wait for the end of the input.
func TestDetectDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go w.Write([]byte("[[1,2,3],[4,5,0]]\n")) // w is never closed
	f, _, err := puzzles.Detect(t.Context(), r, nil, nil, false)
	if err != nil || f.Name != "leetcode-773" {
		t.Errorf("Detect = %v, %v, want leetcode-773", f, err)
	}
	r.Close()
}

// Detect ends on inputs that need more than one look, whatever their length.
func TestDetectEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes, in one goroutine")
	}
	const blanks = 100_000
	size := func(format string, side int) string { // a solved board, too large for one look
		f, err := formats.Lookup(format)
		if err != nil {
			t.Fatal(err)
		}
		s := puzzle.Shape{Rows: side, Cols: side}
		goal := f.Goal.Goal(s)
		var text strings.Builder
		w := puzzles.NewWriter(&text, f, 1)
		if err := w.Write(&puzzle.Puzzle{Start: goal.Board, Goal: goal}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	inputs := map[string]string{
		"hdu-3600 150": size("hdu-3600", 150),
		"poj-2893 999": size("poj-2893", 999),
		"blanks":       strings.Repeat(" ", blanks) + "[[1,2,3],[4,5,0]]\n",
		"a comment":    "#" + strings.Repeat("c", blanks) + "\n3\n1 2 3\n8 0 4\n7 6 5\n",
		"zeros":        strings.Repeat("\x00", 10<<20),
	}
	for _, unit := range []string{" ", " \n", "#", "1 ", "127\n", "2 3\n", "[", "[[1,"} {
		inputs[fmt.Sprintf("10 MB of %q", unit)] = strings.Repeat(unit, 10<<20/len(unit))
	}
	for _, side := range []int{60, 70, 80, 115, 127} {
		inputs[fmt.Sprint("princeton ", side)] = size("princeton", side)
	}
	for name, in := range inputs {
		mustDetect(t, name, []byte(in))
	}
}

// mustDetect fails if Detect does not end, gives no reason, or loses some of the input.
func mustDetect(t *testing.T, name string, in []byte) {
	t.Helper()
	f, all, err := puzzles.Detect(t.Context(), iotest.HalfReader(bytes.NewReader(in)), nil, nil, false)
	switch {
	case err == nil:
		if got, err := io.ReadAll(all); err != nil || !bytes.Equal(got, in) {
			t.Errorf("%s: after Detect the input has %d bytes, %v, want the same %d",
				name, len(got), err, len(in))
		}
	case f != nil, !errors.Is(err, puzzles.ErrFormat) && !errors.Is(err, puzzles.ErrAmbiguous):
		t.Errorf("%s: Detect = %v, %v, want ErrFormat or ErrAmbiguous", name, f, err)
	}
}

// Detect ends on any text and loses nothing of it. Texts are short, so that the fuzzer tries many:
// TestDetectEnds has the long ones.
func FuzzDetect(f *testing.F) {
	const maxSize = 300 // bytes
	for _, format := range formats.All {
		in := example(f, format)
		f.Add([]byte(in[:min(len(in), maxSize)]))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		mustDetect(t, fmt.Sprintf("%.40q", in), in[:min(len(in), maxSize)])
	})
}

// Detect ends with its context.
func TestDetectInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := readerFunc(func(p []byte) (int, error) {
		cancel()
		return copy(p, "1 2 3 "), nil
	})
	if _, _, err := puzzles.Detect(ctx, in, nil, nil, false); !errors.Is(err, context.Canceled) {
		t.Errorf("Detect = %v, want context.Canceled", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// An eager Detect tells at the first puzzle that several formats fit, and does not wait for the
// end of the input.
func TestDetectEager(t *testing.T) {
	for _, tt := range []struct {
		in        string
		readAlike bool
	}{
		{"1 2 3 4 5 6 7 8 x\n", true},
		{"3\n1 2 3\n4 5 6\n7 8 0\n", false},
	} {
		r, w := io.Pipe()
		go w.Write([]byte(tt.in)) // w is never closed
		_, _, err := puzzles.Detect(t.Context(), r, nil, nil, true)
		ambiguous := (*puzzles.AmbiguousError)(nil)
		if !errors.As(err, &ambiguous) || ambiguous.ReadAlike() != tt.readAlike {
			t.Errorf("Detect(%q) = %v, want it ambiguous, ReadAlike %v", tt.in, err, tt.readAlike)
		}
		r.Close()
	}
}
