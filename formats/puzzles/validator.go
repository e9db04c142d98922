package puzzles

import (
	"io"

	"tilejudge/formats"
	"tilejudge/formats/internal/prefix"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Validator makes sure that an input is what a judge promises. The input must be, byte for byte,
// what an Encoder writes for its puzzles in one of the judge's notations, and the puzzles must keep
// Format.Promise. With Format.FreeSpace, spaces, empty lines and comments may stand anywhere
// between two words. A Validator holds little more than one record in memory.
type Validator struct {
	Format  *formats.Format
	Lenient bool // accept whatever a Decoder accepts, if there is at least one puzzle

	// Each is called for each puzzle. An error makes the puzzle invalid. The calls are in order,
	// unless the caller uses Validation.Split. Each may be nil.
	Each func(*puzzle.Puzzle) error

	// Note is called for each line that ends in other white space than the format declares, if the
	// format is known from a web page only: see formats.Format.Files. If Note is nil, such a line
	// is a mistake.
	Note func(*formats.SyntaxError)

	// Markup collects the input. A lenient Validator sets no marks. Markup may be nil.
	Markup *Markup
}

// Validate reads an input to its end or to the first mistake. It returns how many puzzles it has
// read, including one with a mistake. A mistake is a *formats.SyntaxError; other errors are those
// of the reader.
func (v *Validator) Validate(in io.Reader, name string) (puzzles int64, err error) {
	c := v.Open(in, name)
	ps := make([]puzzle.Puzzle, 64)
	for err == nil {
		_, err = c.Decode(ps)
	}
	if err == io.EOF {
		err = nil
	}
	return c.n, err
}

// Open begins the validation of an input: the caller reads its puzzles with Validation.Decode.
func (v *Validator) Open(in io.Reader, name string) *Validation {
	f := v.Format
	anyOrder := f.PDDL != nil || f.JSON != formats.NoJSON
	b := &prefix.Input{In: in, Lenient: v.Lenient || anyOrder, Comment: f.Comment}
	if v.Markup != nil {
		b.Taken = v.Markup.add
	}
	d := NewDecoder(b, name, f)
	b.Limit = 8 * (d.r.limit + window.BlockSize)
	c := &Validation{Validator: v, input: b, dec: d, encoders: []*Encoder{NewEncoder(f)}}
	c.encoders[0].figure = prefix.AnyNumber
	if c.anyOrder = anyOrder; anyOrder {
		d.TellLines()
	}
	c.notes = v.Note != nil && f.Files == nil
	for _, n := range f.Also {
		e := newEncoder(f, &n)
		e.figure = prefix.AnyNumber
		c.encoders = append(c.encoders, e)
	}
	if f.Record.Has(pattern.BlankCell) {
		e := NewEncoder(f)
		e.lastCell = true
		c.encoders = append(c.encoders, e)
	}
	if f.Files != nil && !f.FreeSpace {
		c.encoders = append(c.encoders, NewEncoder(f.AsInFiles()))
	}
	c.texts = make([][]byte, len(c.encoders))
	return c
}
