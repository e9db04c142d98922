package answers

import (
	"bytes"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// Several goroutines can read answers, as they can decode puzzles: see package window. A part is
// accepted if its answers fill it, and none of them asked for what comes behind it.

// A Part is a piece of the stream between two line ends. Any goroutine may call its Decode, once
// for each answer.
type Part struct {
	Decoder
	whole *Decoder // the stream
	want  int      // answers that it should have
}

// A splitter is what a Decoder knows of its parts.
type splitter struct {
	wanted bool    // Ready has been called
	ready  int     // answers that Ready has found
	end    int     // where they end, from the next byte on
	free   []*Part // that have been joined
}

// Ready returns how many of the next n answers Split can take now. It returns -1 if it can't
// tell where they end; then Decode has to go on. It does not wait for input.
func (d *Decoder) Ready(n int) int {
	d.wanted = true
	r := &d.r
	if r.Guess.Lines == 0 || d.open() || d.ended || !r.InParts() {
		return -1
	}
	r.Ahead()
	d.end, d.ready = r.Guess.Cut(r.Buf[r.Pos:], n)
	if d.ready == 0 && r.End != nil {
		return -1
	}
	return d.ready
}

// Split takes the next n answers out of the stream, if Ready says that it can: so that they can
// be read while others read what comes before and after them.
//
// Parts are joined in the order of the calls of Split. When one is not accepted, its bytes and
// those of all parts behind it go back, and Decode of the stream has to go on.
func (d *Decoder) Split(n int) *Part {
	r := &d.r
	if n != d.ready {
		d.end, _ = r.Guess.Cut(r.Buf[r.Pos:], n)
	}
	d.ready = 0
	p := d.newPart()
	p.want = n
	r.Split(&p.r.Window, r.Pos, r.Pos+d.end, n*r.Guess.Lines)
	return p
}

// newPart returns a part whose memory may come from one that has been joined.
func (d *Decoder) newPart() *Part {
	if last := len(d.free) - 1; last >= 0 {
		p := d.free[last]
		d.free = d.free[:last]
		p.decoded = 0
		return p
	}
	p := &Part{Decoder: *d, whole: d}
	p.splitter, p.decoded, p.junk = splitter{}, 0, nil
	p.r.board, p.r.sol, p.r.pathBuf = puzzle.Board{}, puzzle.Solution{}, nil
	p.r.Window = window.Window{Name: d.r.Name, End: window.ErrCut}
	return p
}

// IsWhole reports whether the answers of the part, which have been read, fill it, and are read as
// they would be in the stream.
func (p *Part) IsWhole() bool {
	r := &p.r
	return p.decoded == p.want && r.Pos == len(r.Buf) && !r.Cut && !p.open() && !p.ended
}

// Join reports whether the answers of the part come next: it was cut well, and so was everything
// before it. If keep is false, the part is not accepted.
func (p *Part) Join(keep bool) bool {
	d := p.whole
	d.ready = 0
	d.free = append(d.free, p)
	return d.r.Join(p.IsWhole(), keep)
}

// measure notes how many lines the last answer has.
func (d *Decoder) measure() {
	r := &d.r
	if r.Guess.Pauses(1) || r.n == 1 && r.Between != "" || r.Figures {
		return
	}
	r.Guess.Lines = bytes.Count(r.Buf[r.Mark:r.Pos], []byte{'\n'})
}
