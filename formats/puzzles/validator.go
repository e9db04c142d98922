package puzzles

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// A Validator makes sure that an input is what a judge promises: to the byte what
// an Encoder writes for the puzzles in it, in one of the notations that the
// judge has, and with puzzles that keep Format.Promise. It holds little more than
// one record in memory.
type Validator struct {
	Format  *formats.Format
	Lenient bool // ask for no more than a Decoder does, and one puzzle

	// Each is called for each puzzle, and may have something against it. May be
	// nil.
	Each func(*puzzle.Puzzle) error
}

// Validate reads an input to its end, or to the first mistake, which is a
// *formats.SyntaxError, and returns how many puzzles it has. Other errors are
// those of the reader.
func (v *Validator) Validate(in io.Reader, name string) (puzzles int64, err error) {
	t := &tape{in: in, lenient: v.Lenient}
	d := NewDecoder(t, name, v.Format)
	t.limit = 8 * (d.r.limit + window.BlockSize)
	c := &comparison{Validator: v, tape: t, dec: d}
	for _, b := range append([]formats.Notation{v.Format.Board}, v.Format.Also...) {
		c.encoders = append(c.encoders, &Encoder{&b, v.Format.Record.Pieces()})
	}
	c.texts = make([][]byte, len(c.encoders))
	err = c.run()
	return c.n, err
}

// A comparison is one call of Validate.
type comparison struct {
	*Validator
	tape     *tape
	dec      *Decoder
	encoders []*Encoder // the one that matched last first
	texts    [][]byte   // that they wrote
	begun    bool       // what stands before all puzzles has been compared
	n        int64      // puzzles so far
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
	if !c.Format.Count || c.Lenient {
		return nil
	}
	if c.Format.MaxPuzzles > 0 && c.dec.total > c.Format.MaxPuzzles {
		return c.wrong(fmt.Errorf("found %d puzzles, expected %d at most", c.dec.total, c.Format.MaxPuzzles))
	}
	return c.match(strconv.AppendInt(nil, int64(c.dec.total), 10), '\n')
}

// puzzle compares the record of a puzzle, and looks at the puzzle.
func (c *comparison) puzzle(p *puzzle.Puzzle) error {
	c.n++
	err := error(nil)
	if !c.Lenient {
		if most := c.Format.MaxPuzzles; most > 0 && c.n > int64(most) {
			return c.wrong(fmt.Errorf("found puzzle %d, expected %d at most in an input", c.n, most))
		}
		err = c.Format.Promise(p)
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
// Lines of comments may stand before it.
func (c *comparison) record(p *puzzle.Puzzle) error {
	if c.Format.Comment != 0 {
		if err := c.tape.takeLines(c.Format.Comment); err != nil {
			return err
		}
	}
	i, same, err := c.likest(p)
	if err != nil {
		return err
	}
	if same < len(c.texts[i]) {
		return c.differs(c.texts[i], same)
	}
	c.tape.take(same)
	c.encoders[0], c.encoders[i] = c.encoders[i], c.encoders[0]
	return nil
}

// likest returns which encoder's text for a puzzle the input is like for most bytes,
// and how many: preferably for all of them.
func (c *comparison) likest(p *puzzle.Puzzle) (best, most int, err error) {
	most = -1
	whole := false
	for i, e := range c.encoders {
		text := e.Append(c.texts[i][:0], c.n, p)
		c.texts[i] = text
		same, err := c.tape.same(text)
		if err != nil {
			return 0, 0, err
		}
		if all := same == len(text); all && !whole || all == whole && same > most {
			best, most, whole = i, same, all
		}
		if !whole || best != i {
			continue
		}
		next, err := c.tape.peek(same + 1)
		if err != nil || len(next) == same || next[same] != '\n' {
			return best, most, err // another has no more than an empty line behind it
		}
	}
	return best, most, nil
}

// end compares what stands behind all puzzles.
func (c *comparison) end() error {
	if c.n == 0 {
		return c.wrong(errors.New("found no puzzle, expected one"))
	}
	if c.Lenient {
		return nil
	}
	if c.Format.Stop != "" {
		if err := c.match([]byte(c.Format.Stop), '\n'); err != nil {
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
	return &formats.SyntaxError{
		Name: c.dec.r.Window.Name, Line: c.tape.line + 1, Col: c.tape.col + 1, Err: err,
	}
}

// named names what a text begins with, for a message.
func named(text []byte) string {
	names := map[byte]string{
		' ': "a space", '\t': "a tab", '\n': "the end of the line", '\r': "a carriage return",
	}
	if len(text) > 0 && names[text[0]] != "" {
		return names[text[0]]
	}
	return strings.TrimSuffix(window.Found(text), "...")
}
