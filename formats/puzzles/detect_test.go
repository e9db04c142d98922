package puzzles_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// The bundled example of each format is detected as that format or as one that
// answers alike, or is ambiguous.
func TestDetectExamples(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		detected, r, err := puzzles.Detect(strings.NewReader(in), nil)
		switch {
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
		{"junk", "hello\n", none},
		{"a lone puzzle, cut off", "3\n1 2 3\n4 5 6\n8 7\n", none},
		{"NUL", "\x00\x00\x00", none},
		{"15-puzzle without its size", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", ambiguous},
	} {
		f, _, err := puzzles.Detect(strings.NewReader(tt.in), nil)
		got := ""
		switch {
		case err == nil:
			got = f.Name
		case errors.Is(err, puzzles.ErrFormat):
			got = none
		case errors.Is(err, puzzles.ErrAmbiguous):
			got = ambiguous
		}
		if got != tt.want {
			t.Errorf("%s: Detect(%q) = %s, %v, want %s", tt.name, tt.in, got, err, tt.want)
		}
	}
}

// Detect decides as soon as it has a whole puzzle, and does not wait for the end of the input.
func TestDetectDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go w.Write([]byte("[[1,2,3],[4,5,0]]\n")) // w is never closed
	if f, _, err := puzzles.Detect(r, nil); err != nil || f.Name != "leetcode-773" {
		t.Errorf("Detect = %v, %v, want leetcode-773", f, err)
	}
	r.Close()
}
