package puzzles

import (
	"bufio"
	"bytes"
	"io"

	"tilejudge/formats"
)

// Uncounted returns the format for reading an input that may lack the number of puzzles, and a
// reader of the whole input. If the first line is a puzzle by itself, that is the format without
// the number, which reads puzzles up to the end of the input; otherwise it is f. Files that judges
// publish, or that others have collected, sometimes lack the number. Uncounted waits for the first
// line if f has such a number, and puzzles that may stand on a line.
func Uncounted(f *formats.Format, in io.Reader) (*formats.Format, io.Reader) {
	if !f.Count || !f.OneLine() {
		return f, in
	}
	g := *f
	g.Count = false
	r := bufio.NewReader(in)
	if ps, err := DecodeAll(&g, string(firstLine(r)), ""); err != nil || len(ps) != 1 {
		return f, &peeked{r, in}
	}
	return &g, &peeked{r, in}
}

// A peeked reader is one whose first bytes have been looked at.
type peeked struct {
	*bufio.Reader
	in io.Reader
}

// Prompt reports whether the next Read is known not to block.
func (p *peeked) Prompt() bool {
	in, ok := p.in.(interface{ Prompt() bool })
	return ok && in.Prompt()
}

// firstLine returns the first line, or the beginning of a long one, without reading it.
func firstLine(r *bufio.Reader) []byte {
	for {
		_, err := r.Peek(r.Buffered() + 1)
		text, _ := r.Peek(r.Buffered())
		if line, _, whole := bytes.Cut(text, []byte{'\n'}); whole || err != nil {
			return line
		}
	}
}
