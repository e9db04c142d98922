package pdb

import (
	"context"
	"math/bits"
)

// pack fills the table from what the search found.
//
// It goes through the entries in order, so that each core writes a part of the
// table of its own; reads go all over the memory, but none waits for another.
func (b *build) pack(ctx context.Context, to []byte) error {
	n, part := b.Shape.Cells(), b.Weight(0)
	far := distances(b.Pattern)
	if part%2 != 0 { // cores would share bytes
		w := packer{build: b, to: to, far: far}
		w.place(0, 0, 0, 0)
		return ctx.Err()
	}
	return parallel(ctx, n, func(_, digit int) {
		w := packer{build: b, to: to, far: far, next: digit * part}
		w.place(1, 1<<digit, 0, far[0][digit])
	})
}

// distances returns the Manhattan distance of each tile from each cell.
func distances(p Pattern) (far [maxTiles][maxCells]int) {
	for i, home := range p.Tiles {
		for c := range p.Shape.Cells() {
			rows, cols := c/p.Shape.Cols-home/p.Shape.Cols, c%p.Shape.Cols-home%p.Shape.Cols
			far[i][c] = max(rows, -rows) + max(cols, -cols)
		}
	}
	return far
}

type packer struct {
	*build
	to   []byte
	far  [maxTiles][maxCells]int
	next int // entry
}

// place fills the entries of which the first tiles are at the cells of mask, in
// this order, at a distance from home.
func (w *packer) place(tile int, mask uint32, order, far int) {
	k := len(w.Tiles)
	for c := range w.Shape.Cells() {
		bit := uint32(1) << c
		if mask&bit != 0 {
			continue
		}
		order := order + bits.OnesCount32(mask&(bit-1))*factorial[tile]
		far := far + w.far[tile][c]
		if tile+1 < k {
			w.place(tile+1, mask|bit, order, far)
			continue
		}
		moves := int(w.moves[w.rank(mask|bit)*w.count+order])
		w.to[w.next/2] |= byte(min((moves-far)/2, 15) << (w.next % 2 * 4))
		w.next++
	}
}
