package puzzles

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// Decoding takes half of the time in which 8-puzzles are answered. So that several goroutines
// can share it, Split cuts the stream into parts at line ends. White space says nothing in most
// formats, so a cut is a guess: all records have as many lines as those before. Each part is
// decoded on the assumption that a record begins where it begins. It is accepted if exactly the
// expected records fill it, and then the next part does begin with a record. Otherwise the bytes
// of this part and of those behind it go back, and are decoded in order. So a guess changes
// the time that decoding takes, but no puzzle and no error.

// leastPart is how many bytes must have arrived for a cut to be worth its cost.
const leastPart = 1 << 10

// errCut ends the window of a part.
var errCut = errors.New("the part has ended")

// A Part is puzzles that Split has taken out of a stream, so that they can be decoded while others
// decode what comes before and after them. Perhaps they were cut wrongly.
type Part interface {
	// Len returns the number of puzzles.
	Len() int

	// Decode, which any goroutine may call once, at any time, sets ps as Decoder.Decode does. It
	// returns false if the part turns out to have been cut wrongly.
	Decode(ps []puzzle.Puzzle) bool

	// Pack may be tried before Decode. It sets boards, each from a line of its own, and returns their
	// goal and the line of the first, or no goal if it can't.
	Pack(boards []puzzle.Packed) (goal *puzzle.Goal, line int)

	// Join, after the others, reports whether these puzzles come next. If they do not, or if keep is
	// false, the bytes of the part and of all behind it go back, and Decoder.Decode has to go on.
	// Parts are joined in the order in which they were split off. A part is not used again.
	Join(keep bool) bool
}

// A part is a piece of the stream between two line ends.
type part struct {
	d     *Decoder
	r     reader // of the part
	want  int    // puzzles that it should have
	whole bool   // it has these, and nothing else
	gone  bool   // its bytes have gone back
}

// A splitter is what a Decoder knows of its parts.
type splitter struct {
	wanted bool    // Split has been called
	soon   bool    // it would have split, but there was too little input
	lines  int     // of each of the last records; 0: they differ, or are not known
	size   int     // bytes of a line, about; 0: not known
	least  int     // leastPart, if not 0
	pause  int     // calls of Decode that do not measure the lines, after wrong guesses
	wrong  int     // guesses since the last good one
	packer *packer // of parts; nil: there is none
	parts  []*part // that have not been joined, in order
	free   []*part
}

// Split takes a part of up to n puzzles out of the stream. It returns nil if it can't tell where
// they end; then Decode has to go on. It does not wait for input.
func (d *Decoder) Split(n int) Part {
	r := &d.r
	if !d.wanted {
		d.packer = newPacker(r)
	}
	d.wanted, d.soon = true, false
	if r.Count {
		n = min(n, d.left-1) // the last one ends the list
	}
	if n < 2 {
		return nil
	}
	if d.state == atRecord && !d.resume && !r.midLine {
		r.Ahead()
	}
	if d.soon = !d.canSplit(); d.soon {
		return nil
	}
	from := r.Pos
	r.Wait = false
	r.skipSpace()
	end, n := d.cut(n)
	if n < 2 {
		r.Pos, d.lines = from, 0
		return nil
	}
	p := d.newPart()
	p.want, d.left = n, d.left-n
	lineEnds := n*d.lines + bytes.Count(r.Buf[from:r.Mark], []byte{'\n'})
	r.Split(&p.r.Window, from, end, lineEnds)
	d.parts = append(d.parts, p)
	return p
}

// canSplit reports whether a part could be cut off now.
func (d *Decoder) canSplit() bool {
	r := &d.r
	inOrder := len(d.parts) > 0 && d.parts[0].gone // their bytes come next
	return d.lines > 0 && r.json == nil && d.state == atRecord && !d.resume && !r.midLine &&
		!inOrder && len(r.Buf)-r.Pos >= cmp.Or(d.least, leastPart)
}

// cut returns where a number of records end in the window, up to n of them.
func (d *Decoder) cut(n int) (end, count int) {
	r, limit := &d.r, n*d.lines
	text := r.Buf[r.Mark:]
	if d.size > 0 {
		text = text[:min((limit+1)*d.size, len(text))]
	}
	lines := bytes.Count(text, []byte{'\n'})
	if lines > limit+limit/8+1 {
		text = text[:len(text)*limit/lines]
		lines = bytes.Count(text, []byte{'\n'})
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for ; lines > limit || lines%d.lines > 0; lines-- {
		text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
	}
	d.size = (len(text) + lines - 1) / max(lines, 1)
	return r.Mark + len(text), lines / d.lines
}

// measure notes how many lines each of the last n records has. The first of them began on the
// line first.
func (d *Decoder) measure(n, first int) {
	if d.pause > 0 {
		d.pause--
		return
	}
	last := d.Line()
	if records := n - 1; records > 0 && last > first && (last-first)%records == 0 {
		d.lines = (last - first) / records
	}
}

// newPart returns a part whose memory may come from one that has been joined.
func (d *Decoder) newPart() *part {
	if last := len(d.free) - 1; last >= 0 {
		p := d.free[last]
		d.free = d.free[:last]
		p.whole, p.gone = false, false
		return p
	}
	p := &part{d: d, r: d.r}
	p.r.seen, p.r.trial = nil, puzzle.Puzzle{}
	p.r.Window = window.Window{Name: d.r.Name, End: errCut}
	return p
}

// Len implements Part.
func (p *part) Len() int { return p.want }

// Decode implements Part.
func (p *part) Decode(ps []puzzle.Puzzle) bool {
	r := &p.r
	for n := range ps[:p.want] {
		if !r.skipSpace() || !r.puzzle(&ps[n]) || r.lines && !r.endRecord() {
			r.bad, r.stopped, r.midLine = nil, false, false
			return false
		}
	}
	p.whole = !r.midLine && !r.skipSpace()
	r.midLine = false
	return p.whole
}

// Join implements Part.
func (p *part) Join(keep bool) bool {
	d := p.d
	if !(p.whole && keep) && !p.gone {
		d.putBack()
		if !p.whole {
			d.lines, d.pause = 0, 1<<min(d.wrong, 6)
			d.wrong++
		}
	}
	d.parts = slices.Delete(d.parts, 0, 1)
	d.free = append(d.free, p)
	d.r.Done(&p.r.Window)
	if p.gone {
		return false
	}
	d.wrong = 0
	d.r.stood = p.r.stood
	return true
}

// putBack undoes all cuts that have not been joined.
func (d *Decoder) putBack() {
	var windows []*window.Window
	for _, p := range d.parts {
		windows = append(windows, &p.r.Window)
		d.left += p.want
		p.gone = true
	}
	d.r.PutBack(windows...)
}
