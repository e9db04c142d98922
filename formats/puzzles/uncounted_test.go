package puzzles_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// Only an input whose first line is a puzzle by itself is read without the number of puzzles, and
// nothing of it is lost.
func TestUncounted(t *testing.T) {
	for _, tt := range []struct {
		format, in string
		counted    bool
	}{
		{"uva-652", "1 2 3 4 5 6 7 x 8\n", false},
		{"uva-652", "\ufeff1 2 3 4 5 6 7 x 8", false},
		{"uva-652", "1\n\n2 3 4 5 x 7 6 8 1\n", true}, // with the number, it would be a puzzle
		{"uva-652", "1 2 3 4 5 6 7 x 8 9\n", true},
		{"uva-652", "", true},
		{"uva-10181", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n", false},
		{"uva-10181", "1\n2 3 4 0\n", true},
		{"hdu-1043", "1 2 3 4 5 6 7 x 8\n", true}, // it has no number: the format stays as it is
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		g, r := puzzles.Uncounted(f, iotest.OneByteReader(strings.NewReader(tt.in)))
		if (g == f) != tt.counted || !tt.counted && g.Count {
			t.Errorf("%s, %q: counted %t, want %t", tt.format, tt.in, g == f, tt.counted)
		}
		if text, err := io.ReadAll(r); string(text) != tt.in || err != nil {
			t.Errorf("%s, %q: the reader has %q, %v", tt.format, tt.in, text, err)
		}
	}
}
