package puzzles

import (
	"bytes"
	"slices"
	"strings"

	"tilejudge/solver/puzzle"
)

// Several goroutines can validate parts of an input at once, as they can decode them. A part is
// accepted if it is to the byte what one encoder writes. Otherwise it is compared again, in
// order, which finds the mistake or another notation.

// comparedParts is what a Validation knows of the parts that have not been joined.
type comparedParts struct {
	ahead  int64 // puzzles up to the end of the last part
	pause  int   // calls of Split that take nothing, after parts that had to be compared again
	misses int   // these parts since the last good one
	drops  int   // how often all parts have been dropped
}

// noParts says that there are no parts.
func (c *Validation) noParts() {
	c.ahead = c.n
	c.input.Unclaim()
}

// Split is Decoder.Split. Decode of the part also calls Validator.Each.
func (c *Validation) Split(n int) Part {
	if !c.begun || c.Markup != nil || c.Format.FreeSpace {
		return nil
	}
	if c.pause > 0 {
		c.pause--
		return nil
	}
	if limit := c.Format.MaxPuzzles; limit > 0 && !c.Lenient {
		n = int(min(int64(n), int64(limit)-c.ahead)) // one more is a mistake
	}
	read := c.dec.Split(n)
	if read == nil {
		return nil
	}
	p := &comparedPart{
		Validation: c, read: read, count: read.Len(), encoders: slices.Clone(c.encoders),
		first: c.ahead + 1, anyText: c.Lenient || c.anyOrder, drop: c.drops,
	}
	if !p.anyText {
		// Empty lines with which a record begins are at the end of the part before.
		record := string(c.Format.Record)
		empty := len(record) - len(strings.TrimLeft(record, "\n"))
		p.text, p.next = c.input.Claim(c.dec.r.Next().Offset - int64(empty))
	}
	c.ahead += int64(p.count)
	return p
}

// A comparedPart is a part of an input, which one goroutine compares.
type comparedPart struct {
	*Validation
	read     Part // of the decoder
	count    int
	encoders []*Encoder
	first    int64  // number of the first puzzle
	anyText  bool   // the text does not matter
	text     []byte // of the records
	next     byte   // follows the text; 0: it is not known
	good     bool   // the text is what the first encoder writes
	drop     int    // Validation.drops when the part was split off
}

// Len implements Part.
func (p *comparedPart) Len() int { return p.count }

// Decode implements Part.
func (p *comparedPart) Decode(ps []puzzle.Puzzle) bool {
	p.good = p.read.Decode(ps) && p.check(ps[:p.count])
	return p.good
}

// Pack implements Part.
func (p *comparedPart) Pack(boards []puzzle.Packed) (*puzzle.Goal, int) {
	goal, line := p.read.Pack(boards)
	if p.good = goal != nil && p.checkPacked(goal, boards[:p.count]); !p.good {
		return nil, 0
	}
	return goal, line
}

// Join implements Part. If the part was not good, all parts are dropped.
func (p *comparedPart) Join(keep bool) bool {
	c, good := p.Validation, p.read.Join(p.good && keep)
	switch {
	case good:
		c.input.Take(len(p.text))
		c.n += int64(p.count)
		c.misses = 0
	case p.drop == c.drops:
		c.drops++
		c.noParts()
		if !p.good {
			c.pause = 1 << min(c.misses, 6)
			c.misses++
		}
	}
	return good
}

// check reports whether the puzzles are what the judge promises, and the part what the first
// encoder writes for them.
func (p *comparedPart) check(ps []puzzle.Puzzle) bool {
	var text []byte
	rest := p.text
	for i := range ps {
		if p.promised(&ps[i]) != nil {
			return false
		}
		if p.anyText {
			continue
		}
		text = p.encoders[0].Append(text[:0], p.first+int64(i), &ps[i])
		if !bytes.HasPrefix(rest, text) {
			return false
		}
		rest = rest[len(text):]
		if len(p.encoders) > 1 && p.mayGoOn(rest) && p.goesOn(text, p.first+int64(i), &ps[i]) {
			return false
		}
	}
	return len(rest) == 0
}

// checkPacked is check for boards that a packer has read, from lines in the usual layout. It may
// return false for others, which check still has to look at.
func (p *comparedPart) checkPacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	e, f := p.encoders[0], p.Format
	if p.Each != nil || !p.Lenient && !f.PromisePacked(goal, boards) {
		return false
	}
	if p.anyText {
		return true
	}
	return e.board == &f.Board && e.Packs() && e.record[1].Text == "\n" &&
		len(p.text) == len(boards)*(len(e.usual.layout)+1) &&
		(len(p.encoders) == 1 || p.next != '\n' && p.next != 0)
}

// mayGoOn reports whether a record may end behind the text of the first encoder: see
// Validation.bestMatch.
func (p *comparedPart) mayGoOn(rest []byte) bool {
	if len(rest) > 0 {
		return rest[0] == '\n'
	}
	return p.next == '\n' || p.next == 0
}

// goesOn reports whether another encoder writes more than the text for a puzzle.
func (p *comparedPart) goesOn(text []byte, n int64, q *puzzle.Puzzle) bool {
	for _, e := range p.encoders[1:] {
		longer := e.Append(nil, n, q)
		if len(longer) > len(text) && bytes.HasPrefix(longer, text) {
			return true
		}
	}
	return false
}
