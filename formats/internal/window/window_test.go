package window_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats/internal/window"
)

// A Window tells each byte's line and column and keeps the bytes from the mark on, though the
// input comes byte by byte and earlier bytes are dropped.
func TestWindow(t *testing.T) {
	const text = "one\n\ntwo three\nfour"
	for _, kept := range []int{0, 1, 5, len(text)} { // bytes that the mark keeps
		in := iotest.OneByteReader(strings.NewReader("\xEF\xBB\xBF" + text))
		w := window.Window{In: in, Wait: true}
		w.SkipBOM()
		for i := range len(text) {
			w.Mark = max(w.Pos-kept, w.Mark)
			if w.Pos == len(w.Buf) && !w.More() {
				t.Fatalf("More = false before byte %d: %v", i, w.Err())
			}
			if want := int64(max(3+i-kept, 0)); w.Begin() != want {
				t.Errorf("the record of byte %d begins at %d, want %d", i, w.Begin(), want)
			}
			before := text[:i]
			line := strings.Count(before, "\n") + 1
			col := i - strings.LastIndex(before, "\n")
			if line == 1 {
				col += 3 // the byte order mark comes first
			}
			if l, c := w.Place(w.Pos); w.Buf[w.Pos] != text[i] || l != line || c != col {
				t.Errorf("byte %d is %q at %d:%d, want %q at %d:%d",
					i, w.Buf[w.Pos], l, c, text[i], line, col)
			}
			w.Pos++
		}
		if w.More() || w.Err() != nil {
			t.Errorf("at the end: More = true or %v", w.Err())
		}
	}
}

func Example() {
	w := window.Window{In: strings.NewReader("1 2\n3 x\n"), Name: "in", Wait: true}
	for w.More() {
	}
	fmt.Println(w.Mismatch(strings.IndexByte(string(w.Buf), 'x'), "a tile"))
	// Output: in:2:3: found "x", expected a tile
}

// A quoted word is short, and is not cut within a character.
func TestFound(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"12 3", `"12"`},
		{"\n", "the end of the line"},
		{"", "the end of the input"},
		{strings.Repeat("a", 30), `"aaaaaaaaaaaaaaaaaaaa"...`},
		{strings.Repeat("中", 10), `"中中中中中中"...`},
		{strings.Repeat("\x80", 30), `"` + strings.Repeat(`\x80`, 16) + `"...`},
		{"\xff\xfe1\x00", "UTF-16 text"},
	} {
		if got := window.Found([]byte(tt.text)); got != tt.want {
			t.Errorf("Found(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}
