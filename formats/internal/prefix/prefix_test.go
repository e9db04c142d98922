package prefix_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats/internal/prefix"
)

// open returns an input that has been read to its end, as a decoder does it.
func open(text string) *prefix.Input {
	in := &prefix.Input{In: iotest.OneByteReader(strings.NewReader(text)), Limit: 100, Comment: '#'}
	io.Copy(io.Discard, in)
	return in
}

func Example() {
	in := open("1 2\n3 4\n")
	n, _ := in.Bytes([]byte("1 2\n3 5\n"))
	in.Take(n)
	line, col := in.Place()
	fmt.Println(n, line, col)
	// Output: 6 2 3
}

// Lines and Words forgive more white space than Bytes.
func TestShared(t *testing.T) {
	for _, tt := range []struct {
		in, text                 string
		bytes, lines, words, end int // of the text; end is that of Words in the input
	}{
		{"1 2\n", "1 2\n", 4, 4, 4, 4},
		{"1 2 \r\n", "1 2\n", 3, 4, 3, 3},
		{"1 2", "1 2\n", 3, 4, 4, 3},
		{" 1  2 # two\n", "1 2\n", 0, 0, 4, 12},
		{"1 3\n", "1 2\n", 2, 2, 2, 2},
	} {
		in, text := open(tt.in), []byte(tt.text)
		same, err := in.Bytes(text)
		lines, lerr := in.Lines(text)
		words, werr := in.Words(text, false)
		if err != nil || lerr != nil || werr != nil {
			t.Fatal(err, lerr, werr)
		}
		if same != tt.bytes || lines.Same != tt.lines || words.Same != tt.words ||
			words.Taken != tt.end {
			t.Errorf("%q in %q: %d, %d, %d and %d, want %d, %d, %d and %d", tt.text, tt.in,
				same, lines.Same, words.Same, words.Taken, tt.bytes, tt.lines, tt.words, tt.end)
		}
	}
}
