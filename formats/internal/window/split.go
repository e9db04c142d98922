package window

import "slices"

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
// These bytes have a number of line ends, one of them at their end. The memory of the part can be
// used again when Done is called.
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
}

// Done says that nobody reads a part any more.
func (w *Window) Done(part *Window) {
	w.release(part.block)
	part.Buf, part.block = nil, nil
}

// PutBack undoes calls of Split, between which nothing was read, for parts in their order. Others
// may go on reading the parts.
func (w *Window) PutBack(parts ...*Window) {
	var text []byte
	for _, p := range parts {
		text = append(text, p.Buf...)
	}
	w.release(w.block)
	w.Buf = slices.Concat(text, w.Buf)
	w.block = &block{w.Buf, 1}
	w.line, w.col, w.base = parts[0].line, parts[0].col, parts[0].base
	w.Pos, w.Mark, w.seen, w.ends = 0, 0, 0, 0
}

// makeRoom moves Buf to where it can grow.
func (w *Window) makeRoom() {
	old, size := w.block, max(2*len(w.Buf), BlockSize)
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
