package puzzles

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/prefix"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

const byteOrderMark = "\xEF\xBB\xBF"

// A Validation reads an input and compares it with what the judge promises. It is a source of
// puzzles, like a Decoder.
type Validation struct {
	*Validator
	input    *prefix.Input
	dec      *Decoder
	encoders []*Encoder // one for each notation; the one that matched last comes first
	texts    [][]byte   // what each encoder wrote last
	notes    bool       // call Note for other white space at the end of a line; else it is a mistake
	begun    bool       // head has been called
	anyOrder bool       // facts of PDDL, or keys of JSON, may have any order: no text is compared
	n        int64      // puzzles so far
	comparedParts
}

// Puzzles returns how many puzzles have been read, including one with a mistake.
func (c *Validation) Puzzles() int64 { return c.n }

// Decode reads the next puzzles and compares them. Its errors are those of Validate, and io.EOF
// at the end of a valid input.
func (c *Validation) Decode(ps []puzzle.Puzzle) (int, error) {
	if !c.begun && c.anyOrder && !c.Lenient {
		if start, err := c.input.Peek(len(byteOrderMark)); err == nil && string(start) == byteOrderMark {
			return 0, c.wrong(errors.New("found a byte order mark, expected a puzzle"))
		}
	}
	n, end := c.dec.Decode(ps)
	if !c.begun && (n > 0 || end == io.EOF || c.dec.total > 0) {
		c.begun = true
		if err := c.head(); err != nil {
			return 0, err
		}
	}
	for i := range ps[:n] {
		if err := c.puzzle(&ps[i]); err != nil {
			return i, err
		}
	}
	c.noParts()
	switch {
	case end == io.EOF:
		return n, cmp.Or(c.end(), io.EOF)
	case errors.Is(end, prefix.ErrEndless):
		return n, c.wrong(errors.New("found no end of the white space, expected a puzzle"))
	default:
		return n, end
	}
}

// head compares what comes before the puzzles.
func (c *Validation) head() error {
	if c.Lenient || c.anyOrder {
		return nil
	}
	c.input.Take(c.dec.r.heading)
	if !c.Format.Count {
		return nil
	}
	if limit := c.Format.MaxPuzzles; limit > 0 && c.dec.total > limit {
		return c.wrong(fmt.Errorf("found %d puzzles, expected %d at most", c.dec.total, limit))
	}
	return c.match([]byte(strconv.Itoa(c.dec.total) + "\n"))
}

// puzzle checks a puzzle and compares its record.
func (c *Validation) puzzle(p *puzzle.Puzzle) error {
	c.n++
	if limit := c.Format.MaxPuzzles; limit > 0 && !c.Lenient && c.n > int64(limit) {
		err := fmt.Errorf("found puzzle %d, expected %d at most in an input", c.n, limit)
		return c.wrongPuzzle(p, err)
	}
	if err := c.promised(p); err != nil {
		return c.wrongPuzzle(p, fmt.Errorf("puzzle %d: %w", c.n, err))
	}
	if c.Lenient || c.anyOrder {
		return nil
	}
	if c.Markup != nil {
		c.Markup.begin(c.n)
	}
	return c.record(p)
}

// promised returns an error if a puzzle is not what the judge promises.
func (v *Validator) promised(p *puzzle.Puzzle) error {
	if !v.Lenient {
		if err := v.Format.Promise(p); err != nil {
			return err
		}
	}
	if v.Each == nil {
		return nil
	}
	return v.Each(p)
}

// record compares the record of a puzzle with what each encoder writes for it.
func (c *Validation) record(p *puzzle.Puzzle) error {
	if c.Format.FreeSpace {
		c.texts[0] = c.encoders[0].Append(c.texts[0][:0], c.n, p)
		return c.match(c.texts[0])
	}
	i, same, err := c.bestMatch(p)
	if err != nil {
		return err
	}
	m := prefix.Shared{Same: same, Taken: same}
	if same < len(c.texts[i]) && c.notes {
		if i, m, err = c.bestLines(); err != nil {
			return err
		}
	}
	if m.Same < len(c.texts[i]) {
		return c.differs(c.texts[i][m.Same:], m.Taken)
	}
	c.take(m)
	c.encoders[0], c.encoders[i] = c.encoders[i], c.encoders[0]
	return nil
}

// bestLines is bestMatch for the texts that bestMatch has written, but ignores white space at the
// ends of lines.
func (c *Validation) bestLines() (best int, m prefix.Shared, err error) {
	for i, text := range c.texts {
		shared, err := c.input.Lines(text)
		if err != nil {
			return 0, m, err
		}
		if i == 0 || shared.Same > m.Same {
			best, m = i, shared
		}
	}
	return best, m, nil
}

// take marks what a text shares with the input as compared, and calls Note for each line that ends
// in other white space.
func (c *Validation) take(m prefix.Shared) {
	taken := 0
	for _, end := range m.Ends {
		c.input.Take(end.At - taken)
		taken = end.At
		c.Note(c.wrong(fmt.Errorf("found %s, expected %s", named(end.Found), named(end.Expected))))
	}
	c.input.Take(m.Taken - taken)
}

// bestMatch writes the puzzle with each encoder. It returns the number of the text that shares the
// longest prefix with the input, and the length of that prefix. It prefers texts that the input has
// as a whole.
func (c *Validation) bestMatch(p *puzzle.Puzzle) (best, length int, err error) {
	length = -1
	whole := false // all of the best text is in the input
	for i, e := range c.encoders {
		text := e.Append(c.texts[i][:0], c.n, p)
		c.texts[i] = text
		same, err := c.input.Bytes(text)
		if err != nil {
			return 0, 0, err
		}
		if all := same == len(text); all && !whole || all == whole && same > length {
			best, length, whole = i, same, all
		}
		if !whole || best != i {
			continue
		}
		next, err := c.input.Peek(same + 1)
		if err != nil || len(next) == same || next[same] != '\n' {
			return best, length, err // no other text is longer: it would go on with an empty line
		}
	}
	return best, length, nil
}

// end compares what comes after the last puzzle.
func (c *Validation) end() error {
	if c.n == 0 {
		return c.wrong(errors.New("found no puzzle, expected one"))
	}
	if c.Lenient || c.anyOrder {
		return nil
	}
	if c.Format.Stop != "" {
		if err := c.match([]byte(c.Format.Stop + "\n")); err != nil {
			return err
		}
	}
	if c.Format.FreeSpace && c.Format.Stop == "" {
		if end, _, err := c.input.Space(0); err == nil {
			c.input.Take(end)
		}
	}
	if rest, err := c.input.Peek(1); err != nil || len(rest) > 0 {
		if err == nil {
			err = c.wrong(fmt.Errorf("found %s, expected the end of the input", named(rest)))
		}
		return err
	}
	return nil
}

// match compares the only text that may come next.
func (c *Validation) match(text []byte) error {
	var m prefix.Shared
	var err error
	switch {
	case c.Format.FreeSpace:
		m, err = c.input.Words(text, c.Format.Record.Has(pattern.Rest))
	case c.notes:
		m, err = c.input.Lines(text)
	default:
		m.Same, err = c.input.Bytes(text)
		m.Taken = m.Same
	}
	switch {
	case err != nil:
		return err
	case m.Same < len(text):
		return c.differs(text[m.Same:], m.Taken)
	}
	c.take(m)
	return nil
}

// differs returns the error for an input that lacks a text. The next bytes of the input are right;
// same is their number, and the text should follow them.
func (c *Validation) differs(text []byte, same int) error {
	rest, err := c.input.Peek(same + len(text))
	if err != nil {
		return err
	}
	rest = rest[min(same, len(rest)):]
	err = fmt.Errorf("found %s, expected %s", named(rest), named(text))
	c.input.Take(same)
	return c.wrong(err)
}

// wrong returns err with the place of the next byte that is to be compared.
func (c *Validation) wrong(err error) *formats.SyntaxError {
	line, col := c.input.Place()
	return &formats.SyntaxError{Name: c.dec.r.Window.Name, Line: line, Col: col, Err: err}
}

// wrongPuzzle returns err with the place where a puzzle begins. If its text is not compared, the
// input may have been read beyond it.
func (c *Validation) wrongPuzzle(p *puzzle.Puzzle, err error) *formats.SyntaxError {
	e := c.wrong(err)
	if c.anyOrder {
		e.Line, e.Col = p.Line, 1
	}
	return e
}

// named describes the first word or white space of a text, for a message.
func named(text []byte) string {
	names := map[byte]string{
		' ': "a space", '\t': "a tab", '\n': "the end of the line", '\r': "a carriage return",
	}
	if len(text) > 0 && names[text[0]] != "" {
		return names[text[0]]
	}
	return strings.TrimSuffix(window.Found(text), "...")
}
