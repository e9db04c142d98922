package window_test

import (
	"fmt"
	"io"
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

// A text whose length its reader tells takes little memory.
func TestShortText(t *testing.T) {
	w := window.Window{In: strings.NewReader("one"), Wait: true}
	if !w.More() || string(w.Buf) != "one" || cap(w.Buf) > 64 {
		t.Errorf("Buf = %q in %d bytes, want \"one\" in few", w.Buf, cap(w.Buf))
	}
	if w.More() || w.End != io.EOF || string(w.Buf) != "one" {
		t.Errorf("at the end: Buf = %q, End = %v", w.Buf, w.End)
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
		{"\x001", "a NUL byte"}, {"12\x00", `"12"`},
	} {
		if got := window.Found([]byte(tt.text)); got != tt.want {
			t.Errorf("Found(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

// A pipe is a reader that tells whether it has to wait.
type pipe struct {
	io.Reader
	ready bool
}

func (p *pipe) Prompt() bool { return p.ready }

// Ahead reads if it need not wait, and does not touch the bytes that have been read.
func TestAhead(t *testing.T) {
	in := &pipe{Reader: iotest.OneByteReader(strings.NewReader("abc"))}
	w := window.Window{In: in, Name: "in"}
	w.Ahead()
	if len(w.Buf) > 0 || w.Cut || w.End != nil {
		t.Fatalf("it waits: %q", w.Buf)
	}
	in.ready = true
	for range 3 {
		w.Ahead()
	}
	if string(w.Buf) != "abc" || w.Wait {
		t.Errorf("it has read %q, and waits: %v", w.Buf, w.Wait)
	}
	w.Ahead()
	w.Ahead()
	if w.End != io.EOF || w.Cut || string(w.Buf) != "abc" {
		t.Errorf("at the end it has read %q, and ended with %v", w.Buf, w.End)
	}
	slow := window.Window{In: iotest.OneByteReader(strings.NewReader("abc")), Name: "in"}
	if slow.Ahead(); len(slow.Buf) > 0 {
		t.Errorf("it reads from a reader that may have to wait")
	}
}

// Records end at the nth line end, whatever the size of the lines before was.
func TestGuess(t *testing.T) {
	g := window.Guess{Lines: 2}
	for _, tt := range []struct {
		text       string
		n          int
		end, count int
	}{
		{"a\nb\nc\nd\ne\nf\n", 2, 8, 2}, // no size is known
		{"aaaa\nbbbb\ncccc\ndddd\n", 1, 10, 1},
		{"a\nb\nc\nd\ne\nf\n", 2, 8, 2}, // the lines are shorter
		{strings.Repeat("long\n", 7) + "l", 5, 30, 3},
		{"a\n", 1, 0, 0},
		{"", 1, 0, 0},
	} {
		if end, count := g.Cut([]byte(tt.text), tt.n); end != tt.end || count != tt.count {
			t.Errorf("Cut(%q, %d) = %d, %d, want %d, %d", tt.text, tt.n, end, count, tt.end, tt.count)
		}
	}
}
