package answers

import (
	"bytes"
	"errors"
	"slices"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// Several goroutines can read answers, as they can decode puzzles: see package puzzles. Here, too,
// a cut at line ends is a guess, that all answers have as many lines as those before. A part is
// accepted if its answers fill it, and none of them asked for what comes behind it.

// errCut ends the window of a part.
var errCut = errors.New("the part has ended")

// A Part is a piece of the stream between two line ends. Any goroutine may call its Decode, once
// for each answer.
type Part struct {
	Decoder
	whole *Decoder // the stream
	want  int      // answers that it should have
	gone  bool     // its bytes have gone back
}

// A splitter is what a Decoder knows of its parts.
type splitter struct {
	wanted bool    // Ready has been called
	lines  int     // of the last answer; 0: not known
	size   int     // bytes of a line, about
	ready  int     // answers that Ready has found
	end    int     // where they end in the window
	pause  int     // calls of Decode that do not measure the lines, after wrong guesses
	wrong  int     // guesses since the last good one
	parts  []*Part // that have not been joined, in order
	free   []*Part
}

// Ready returns how many of the next n answers Split can take now. It returns -1 if it can't
// tell where they end; then Decode has to go on. It does not wait for input.
func (d *Decoder) Ready(n int) int {
	d.wanted = true
	inOrder := len(d.parts) > 0 && d.parts[0].gone // their bytes come next
	if d.lines == 0 || d.open() || d.ended || inOrder {
		return -1
	}
	d.r.Ahead()
	text := d.r.Buf[d.r.Pos:]
	if end, ok := d.cut(n); ok {
		d.ready, d.end = n, end
		return n
	}
	d.ready = 0
	if n = bytes.Count(text, []byte{'\n'}) / d.lines; n == 0 && d.r.End != nil {
		return -1
	}
	return n
}

// cut returns where n answers end in the window, if they do.
func (d *Decoder) cut(n int) (end int, ok bool) {
	text, newline := d.r.Buf[d.r.Pos:], []byte{'\n'}
	end = min(n*d.lines*d.size, len(text))
	missing := n*d.lines - bytes.Count(text[:end], newline)
	for ; missing > 0; missing-- {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return 0, false
		}
		end += i + 1
	}
	for ; missing < 0; missing++ {
		end = bytes.LastIndexByte(text[:end], '\n')
	}
	return d.r.Pos + bytes.LastIndexByte(text[:end], '\n') + 1, true
}

// Split takes the next n answers out of the stream, if Ready says that it can: so that they can
// be read while others read what comes before and after them.
//
// Parts are joined in the order of the calls of Split. When one is not accepted, its bytes and
// those of all parts behind it go back, and Decode of the stream has to go on.
func (d *Decoder) Split(n int) *Part {
	end := d.end
	if n != d.ready {
		end, _ = d.cut(n)
	}
	d.ready = 0
	p := d.newPart()
	p.want = n
	p.size = (end-d.r.Pos)/(n*d.lines) + 1
	d.size = p.size
	d.r.Split(&p.r.Window, d.r.Pos, end, n*d.lines)
	d.parts = append(d.parts, p)
	return p
}

// newPart returns a part whose memory may come from one that has been joined.
func (d *Decoder) newPart() *Part {
	if last := len(d.free) - 1; last >= 0 {
		p := d.free[last]
		d.free = d.free[:last]
		p.decoded, p.gone = 0, false
		return p
	}
	p := &Part{Decoder: *d, whole: d}
	p.splitter, p.decoded, p.junk = splitter{}, 0, nil
	p.r.board, p.r.sol, p.r.pathBuf = puzzle.Board{}, puzzle.Solution{}, nil
	p.r.Window = window.Window{Name: d.r.Name, End: errCut}
	return p
}

// IsWhole reports whether the answers of the part, which have been read, fill it, and are read as
// they would be in the stream.
func (p *Part) IsWhole() bool {
	r := &p.r
	return p.decoded == p.want && r.Pos == len(r.Buf) && !r.Cut && !p.open() && !p.ended
}

// Join reports whether the answers of the part come next: it was cut well, and nothing before it
// was not. If keep is false, the part is not accepted.
func (p *Part) Join(keep bool) bool {
	d, whole := p.whole, p.IsWhole()
	if !(whole && keep) && !p.gone {
		d.putBack()
		if !whole {
			d.lines, d.pause = 0, 64<<min(d.wrong, 8)
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
	return true
}

// putBack undoes all cuts that have not been joined.
func (d *Decoder) putBack() {
	d.ready = 0
	var windows []*window.Window
	for _, p := range d.parts {
		windows = append(windows, &p.r.Window)
		p.gone = true
	}
	d.r.PutBack(windows...)
}

// measure notes how many lines the last answer has.
func (d *Decoder) measure() {
	r := &d.r
	if d.pause > 0 {
		d.pause--
		return
	}
	if r.n == 1 && r.Between != "" || r.Figures {
		return
	}
	d.lines = bytes.Count(r.Buf[r.Mark:r.Pos], []byte{'\n'})
	d.size = r.Offset() + 1
}
