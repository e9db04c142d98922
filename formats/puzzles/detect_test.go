package puzzles_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// The bundled example of each format is detected as that format or one that
// answers alike, or is ambiguous.
func TestDetectExamples(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		detected, r, err := puzzles.Detect(strings.NewReader(in), nil)
		switch {
		case errors.Is(err, puzzles.ErrFormat) && strings.Contains(err.Error(), f.Name):
			continue // it is a candidate
		case err != nil || !detected.Same(f):
			t.Errorf("%s: Detect = %v, %v", f.Name, detected, err)
			continue
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != in {
			t.Errorf("%s: after Detect the input is %q, %v, want %q", f.Name, all, err, in)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"an array", "[[1,2,3],[4,5,0]]", "leetcode-773"},
		{"an error after a good puzzle", "[[1,2,3],[4,5,0]] [[1,2,3],[4,5,5]]", "leetcode-773"},
		{"an error before good puzzles", "// two\n[[1,2,3],[4,5,0]]\n[[1,2,3],[4,0,5]]\n", "leetcode-773"},
		{"two alike", "A B\nX C\nX B\nA C\n", "codeforces-645a"},
		{"a start with its goal", "START 3 1\n1 2 3 4 5 6 7 X 8\n1 2 3 4 5 6 7 8 X\nEND\n", "poj-2224"},
		{"a list to its end", "2 3\n1 2 3 4 0 5\n0 0\n", "poj-2893"},
		{"x, path or count", "12345678x\n", ""},
		{"0, path, count or boards", "1 2 3 4 5 6 7 8 0\n", ""},
		{"white space alone", " \n\n", "poj-1077"},
		{"nothing", "", "poj-1077"},
		{"size and board", "2\n1 2\n3 0\n", ""},
		{"junk", "hello\n", ""},
		{"a lone puzzle, cut off", "3\n1 2 3\n4 5 6\n8 7\n", ""},
		{"NUL", "\x00\x00\x00", ""},
		{"15-puzzle without its size", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", ""},
	} {
		f, _, err := puzzles.Detect(strings.NewReader(tt.in), nil)
		switch {
		case tt.want == "" && !errors.Is(err, puzzles.ErrFormat):
			t.Errorf("%s: Detect(%q) = %v, %v, want ErrFormat", tt.name, tt.in, f, err)
		case tt.want != "" && (err != nil || f.Name != tt.want):
			t.Errorf("%s: Detect(%q) = %v, %v, want %s", tt.name, tt.in, f, err, tt.want)
		}
	}
}

// Detect decides as soon as a puzzle is there, though the input goes on.
func TestDetectDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go w.Write([]byte("[[1,2,3],[4,5,0]]\n")) // and never closes it
	if f, _, err := puzzles.Detect(r, nil); err != nil || f.Name != "leetcode-773" {
		t.Errorf("Detect = %v, %v, want leetcode-773", f, err)
	}
	r.Close()
}
