package window_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats/internal/window"
)

// However the input comes and whatever has been let go of, places are told right,
// and what comes after the mark stays.
func TestWindow(t *testing.T) {
	const text = "one\n\ntwo three\nfour"
	for _, kept := range []int{0, 1, 5, len(text)} { // bytes behind the mark
		w := window.Window{In: iotest.OneByteReader(strings.NewReader("\xEF\xBB\xBF" + text)), Wait: true}
		w.SkipBOM()
		for i := range len(text) {
			w.Mark = max(w.Pos-kept, w.Mark)
			if w.Pos == len(w.Buf) && !w.More() {
				t.Fatalf("More = false before byte %d: %v", i, w.Err())
			}
			before := text[:i]
			line := strings.Count(before, "\n") + 1
			col := i - strings.LastIndex(before, "\n")
			if line == 1 {
				col += 3 // the mark of the editor is there
			}
			if l, c := w.Place(w.Pos); w.Buf[w.Pos] != text[i] || l != line || c != col {
				t.Errorf("byte %d is %q at %d:%d, want %q at %d:%d", i, w.Buf[w.Pos], l, c, text[i], line, col)
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
