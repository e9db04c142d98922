package window

import "slices"

// Several goroutines can read a stream if it is cut into parts at line ends. A cut is a guess: see
// Guess. A part is accepted if exactly the expected records fill it, and then the next part does
// begin with a record. Otherwise the bytes of this part and of those behind it go back, and are
// read in order. So a guess changes the time that reading takes, but nothing that is read.

// A block is memory that a window and its parts share. Each has bytes of its own there.
type block struct {
	bytes []byte
	users int
}

// The memory of a window is a block for Buf, and blocks that nobody uses any more. It saves the
// garbage collector's work, which took a tenth of the time of check.
type memory struct {
	block *block
	spare []*block
}

// Split moves the bytes from one place in Buf up to another into part, and goes on behind them.
// These bytes have a number of line ends, one of them at their end.
func (w *Window) Split(part *Window, from, end, lineEnds int) {
	in := w.Buf
	part.Buf, part.Pos, part.Mark, part.seen, part.ends = in[from:end:end], 0, 0, 0, 0
	part.line, part.col = After(w.line, w.col, in[:from])
	part.base, part.begun, part.Cut = w.base+int64(from), true, false
	part.block = w.block
	w.block.users++
	w.base += int64(end)
	w.line, w.col = part.line+lineEnds, 0
	w.Buf = in[end:]
	w.Pos, w.Mark, w.seen, w.ends = 0, 0, 0, 0
	part.gone = false
	w.parts = append(w.parts, part)
}

// InParts reports whether the next bytes may be split off: none have gone back that are still to
// be joined.
func (w *Window) InParts() bool { return len(w.parts) == 0 || !w.parts[0].gone }

// Join reports whether the first part that has not been joined comes next. It does if whole is
// true, which says that its records fill it, and keep is. Otherwise its bytes and those of all
// parts behind it go back. The part is free for another Split.
func (w *Window) Join(whole, keep bool) bool {
	part := w.parts[0]
	switch {
	case part.gone:
	case !whole:
		w.Guess.missed()
		w.putBack()
	case !keep:
		w.putBack()
	default:
		w.Guess.wrong = 0
	}
	w.parts = slices.Delete(w.parts, 0, 1)
	w.release(part.block)
	part.Buf, part.block = nil, nil
	return !part.gone
}

// putBack undoes the cuts of all parts that have not been joined. Goroutines that read these parts
// may go on.
func (w *Window) putBack() {
	var text []byte
	for _, p := range w.parts {
		text = append(text, p.Buf...)
		p.gone = true
	}
	w.release(w.block)
	w.Buf = slices.Concat(text, w.Buf)
	w.block = &block{w.Buf, 1}
	first := w.parts[0]
	w.line, w.col, w.base = first.line, first.col, first.base
	w.Pos, w.Mark, w.seen, w.ends = 0, 0, 0, 0
}

// makeRoom moves Buf to where it can grow.
func (w *Window) makeRoom() {
	old, size := w.block, max(2*len(w.Buf), min(BlockSize, len(w.Buf)+AtMost(w.In, BlockSize)))
	if old == nil || old.users > 1 || cap(old.bytes) < size {
		w.block = w.newBlock(size)
	}
	w.Buf = append(w.block.bytes[:0], w.Buf...)
	if w.block != old {
		w.release(old)
	}
}

// newBlock returns a block of a size for one user.
func (w *Window) newBlock(size int) *block {
	if last := len(w.spare) - 1; last >= 0 && size == BlockSize {
		b := w.spare[last]
		w.spare = w.spare[:last]
		b.users = 1
		return b
	}
	return &block{make([]byte, 0, size), 1}
}

// release takes a user from a block. Larger ones than usual are not kept.
func (w *Window) release(b *block) {
	if b == nil {
		return
	}
	if b.users--; b.users == 0 && cap(b.bytes) == BlockSize {
		w.spare = append(w.spare, b)
	}
}
