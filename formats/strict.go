package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A Validator makes sure that an input is what a judge promises: to the byte what
// a PuzzleEncoder writes for the puzzles in it, in one of the notations that the
// judge has, and with puzzles that keep Format.Promise. It holds little more than
// one record in memory.
type Validator struct {
	*Format
	Lenient bool // ask for no more than a Decoder does, and one puzzle

	// Each is called for each puzzle, and may have something against it. May be
	// nil.
	Each func(*puzzle.Puzzle) error
}

// Validate reads an input to its end, or to the first mistake, which is a
// *SyntaxError, and returns how many puzzles it has. Other errors are those of
// the reader.
func (v *Validator) Validate(in io.Reader, name string) (puzzles int64, err error) {
	t := &tape{in: in, lenient: v.Lenient}
	d := NewDecoder(t, name, v.Format)
	t.limit = 8 * (d.limit + blockSize)
	c := &comparison{Validator: v, tape: t, dec: d, out: bufio.NewWriter(nil)}
	for _, b := range append([]notation{v.Board}, v.Also...) {
		f := *v.Format
		f.Board = b
		c.encoders = append(c.encoders, NewPuzzleEncoder(&f))
	}
	err = c.run()
	return c.n, err
}

// A comparison is one call of Validate.
type comparison struct {
	*Validator
	tape     *tape
	dec      *Decoder
	encoders []*PuzzleEncoder // the one that matched last first
	texts    [][]byte         // that they wrote
	out      *bufio.Writer
	begun    bool  // what stands before all puzzles has been compared
	n        int64 // puzzles so far
}

func (c *comparison) run() error {
	ps := make([]puzzle.Puzzle, 64)
	for {
		n, end := c.dec.Decode(ps)
		if !c.begun && (n > 0 || end == io.EOF || c.dec.total > 0) {
			c.begun = true
			if err := c.head(); err != nil {
				return err
			}
		}
		for i := range ps[:n] {
			if err := c.puzzle(&ps[i]); err != nil {
				return err
			}
		}
		switch {
		case end == io.EOF:
			return c.end()
		case errors.Is(end, errTape):
			return c.wrong(errors.New("found no end of the white space, expected a puzzle"))
		case end != nil:
			return end
		}
	}
}

// head compares what stands before all puzzles.
func (c *comparison) head() error {
	if !c.Count || c.Lenient {
		return nil
	}
	if c.Most > 0 && c.dec.total > c.Most {
		return c.wrong(fmt.Errorf("found %d puzzles, expected %d at most", c.dec.total, c.Most))
	}
	return c.match(strconv.AppendInt(nil, int64(c.dec.total), 10), '\n')
}

// puzzle compares the record of a puzzle, and looks at the puzzle.
func (c *comparison) puzzle(p *puzzle.Puzzle) error {
	c.n++
	err := error(nil)
	if !c.Lenient {
		if c.Most > 0 && c.n > int64(c.Most) {
			return c.wrong(fmt.Errorf("found puzzle %d, expected %d at most in an input", c.n, c.Most))
		}
		err = c.Promise(p)
	}
	if err == nil && c.Each != nil {
		err = c.Each(p)
	}
	if err != nil {
		return c.wrong(fmt.Errorf("puzzle %d: %w", c.n, err))
	}
	if c.Lenient {
		return nil
	}
	return c.record(p)
}

// record compares the record of a puzzle with what each encoder writes for it.
func (c *comparison) record(p *puzzle.Puzzle) error {
	best, most := 0, -1
	for i, e := range c.encoders {
		text := bytes.NewBuffer(c.text(i))
		c.out.Reset(text)
		e.Encode(c.out, c.n, p)
		c.out.Flush() // a buffer gives no errors
		c.texts[i] = text.Bytes()
		same, err := c.tape.same(c.texts[i])
		switch {
		case err != nil:
			return err
		case same == len(c.texts[i]):
			c.tape.take(same)
			c.encoders[0], c.encoders[i] = e, c.encoders[0]
			return nil
		case same > most:
			best, most = i, same
		}
	}
	return c.differs(c.texts[best], most)
}

// text returns the memory for what an encoder writes.
func (c *comparison) text(i int) []byte {
	if i == len(c.texts) {
		c.texts = append(c.texts, nil)
	}
	return c.texts[i][:0]
}

// end compares what stands behind all puzzles.
func (c *comparison) end() error {
	if c.n == 0 {
		return c.wrong(errors.New("found no puzzle, expected one"))
	}
	if c.Lenient {
		return nil
	}
	if c.Stop != "" {
		if err := c.match([]byte(c.Stop), '\n'); err != nil {
			return err
		}
	}
	if rest, err := c.tape.peek(1); err != nil || len(rest) > 0 {
		if err == nil {
			err = c.wrong(fmt.Errorf("found %s, expected the end of the input", named(rest)))
		}
		return err
	}
	return nil
}

// match compares a text that stands in every input.
func (c *comparison) match(text []byte, end byte) error {
	text = append(text, end)
	same, err := c.tape.same(text)
	switch {
	case err != nil:
		return err
	case same < len(text):
		return c.differs(text, same)
	}
	c.tape.take(same)
	return nil
}

// differs returns the error of an input that is like a text for so many bytes.
func (c *comparison) differs(text []byte, same int) error {
	rest, err := c.tape.peek(same + len(text))
	if err != nil {
		return err
	}
	rest = rest[min(same, len(rest)):]
	err = fmt.Errorf("found %s, expected %s", named(rest), named(text[same:]))
	c.tape.take(same)
	return c.wrong(err)
}

// wrong is the error of what stands at the front of the tape.
func (c *comparison) wrong(err error) error {
	return &SyntaxError{c.dec.name, c.tape.line + 1, c.tape.col + 1, err}
}

// named names what a text begins with, for a message.
func named(text []byte) string {
	names := map[byte]string{
		' ': "a space", '\t': "a tab", '\n': "the end of the line", '\r': "a carriage return",
	}
	if len(text) > 0 && names[text[0]] != "" {
		return names[text[0]]
	}
	return strings.TrimSuffix(found(text), "...")
}

// A tape keeps what a reader gives until it has been read and compared.
type tape struct {
	in        io.Reader
	lenient   bool // compare nothing
	end       error
	limit     int // bytes to keep
	buf       []byte
	given     int // of buf, to whom reads
	front     int // in buf: what comes next to be compared
	line, col int // of the front, from 0
}

// errTape is returned by Read if more is read than any record has.
var errTape = errors.New("the record has no end")

// Read implements io.Reader.
func (t *tape) Read(p []byte) (int, error) {
	if t.given == len(t.buf) {
		switch {
		case t.end != nil:
			return 0, t.end
		case len(t.buf)-t.front > t.limit:
			return 0, errTape
		}
		t.more()
	}
	n := copy(p, t.buf[t.given:])
	t.given += n
	if t.lenient {
		t.take(n)
	}
	return n, nil
}

func (t *tape) more() {
	if cap(t.buf)-len(t.buf) < blockSize/2 {
		done := min(t.front, t.given)
		old := t.buf[done:]
		t.buf = append(make([]byte, 0, 2*len(old)+blockSize), old...)
		t.front -= done
		t.given -= done
	}
	n, err := t.in.Read(t.buf[len(t.buf):cap(t.buf)])
	t.buf, t.end = t.buf[:len(t.buf)+n], err
}

// peek returns the next n bytes, or less at the end.
func (t *tape) peek(n int) ([]byte, error) {
	for len(t.buf)-t.front < n && t.end == nil {
		t.more()
	}
	next := t.buf[t.front:]
	if t.end != nil && t.end != io.EOF && len(next) < n {
		return nil, t.end
	}
	return next[:min(n, len(next))], nil
}

// same returns for how many bytes what comes next is like a text.
func (t *tape) same(text []byte) (int, error) {
	next, err := t.peek(len(text))
	if len(next) == len(text) && bytes.Equal(next, text) {
		return len(text), err
	}
	n := 0
	for n < len(next) && next[n] == text[n] {
		n++
	}
	return n, err
}

// take moves on by n bytes.
func (t *tape) take(n int) {
	t.line, t.col = after(t.line, t.col, t.buf[t.front:t.front+n])
	t.front += n
}
