package puzzles

import (
	"bytes"
	"cmp"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// Decoding takes half of the time in which 8-puzzles are answered. So that several goroutines
// can share it, Split cuts the stream into parts at line ends: see package window. White space says
// nothing in most formats, so even the places where records end are a guess.

// leastPart is how many bytes must have arrived for a cut to be worth its cost.
const leastPart = 1 << 10

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
}

// A splitter is what a Decoder knows of its parts.
type splitter struct {
	wanted  bool    // Split has been called
	soon    bool    // it would have split, but there was too little input
	claimed int     // puzzles of the parts that may still be accepted
	least   int     // leastPart, if not 0
	packer  *packer // of parts; nil: there is none
	free    []*part // that have been joined
}

// Split takes a part of up to n puzzles out of the stream. It returns nil if it can't tell where
// they end; then Decode has to go on. It does not wait for input.
func (d *Decoder) Split(n int) Part {
	r := &d.r
	if !d.wanted {
		d.packer = newPacker(r)
	}
	d.wanted, d.soon = true, false
	n = int(min(int64(n), d.most-int64(d.claimed)))
	if r.Count {
		n = min(n, d.left-d.claimed-1) // the last one ends the list
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
	size, n := r.Guess.Cut(r.Buf[r.Mark:], n)
	if n < 2 {
		r.Pos, r.Guess.Lines = from, 0
		return nil
	}
	p := d.newPart()
	p.want = n
	d.claimed += n
	lineEnds := n*r.Guess.Lines + bytes.Count(r.Buf[from:r.Mark], []byte{'\n'})
	r.Split(&p.r.Window, from, r.Mark+size, lineEnds)
	return p
}

// canSplit reports whether a part could be cut off now.
func (d *Decoder) canSplit() bool {
	r := &d.r
	return r.Guess.Lines > 0 && r.json == nil && d.state == atRecord && !d.resume && !r.midLine &&
		r.InParts() && len(r.Buf)-r.Pos >= cmp.Or(d.least, leastPart)
}

// measure notes how many lines each of the last n records has. The first of them began on the
// line first.
func (d *Decoder) measure(n, first int) {
	last, records := d.Line(), n-1
	if !d.r.Guess.Pauses(n) && records > 0 && last > first && (last-first)%records == 0 {
		d.r.Guess.Lines = (last - first) / records
	}
}

// newPart returns a part whose memory may come from one that has been joined.
func (d *Decoder) newPart() *part {
	if last := len(d.free) - 1; last >= 0 {
		p := d.free[last]
		d.free = d.free[:last]
		p.whole = false
		return p
	}
	p := &part{d: d, r: d.r}
	p.r.seen, p.r.trial = nil, puzzle.Puzzle{}
	p.r.Window = window.Window{Name: d.r.Name, End: window.ErrCut}
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
	d.free = append(d.free, p)
	if !d.r.Join(p.whole, keep) {
		d.claimed = 0 // all parts behind it have gone back too
		return false
	}
	d.claimed -= p.want
	d.left -= p.want
	d.most -= int64(p.want)
	d.r.stood = p.r.stood
	return true
}
