package pdb

import (
	"context"
	"math/bits"
)

// pack fills the table from the moves that the search found.
//
// It goes through the entries in order, and each core writes its own part of the
// table. Reads go all over the memory, but do not depend on each other.
func (b *build) pack(ctx context.Context, to []byte) error {
	n, part := b.Shape.Cells(), b.Weight(0)
	all := distances(b.Pattern)
	if part%2 != 0 { // two cores would write to the same byte
		w := packer{build: b, to: to, distances: all}
		w.place(0, 0, 0, 0)
		return ctx.Err()
	}
	return parallel(ctx, n, func(_, digit int) {
		w := packer{build: b, to: to, distances: all, next: digit * part}
		w.place(1, 1<<digit, 0, all[0][digit])
	})
}

// distances returns the Manhattan distance of each tile from each cell.
func distances(p Pattern) (all [maxTiles][maxCells]int) {
	for i, home := range p.Tiles {
		for c := range p.Shape.Cells() {
			all[i][c] = distance(p.Shape, c, home)
		}
	}
	return all
}

// A packer fills one part of a table.
type packer struct {
	*build
	to        []byte
	distances [maxTiles][maxCells]int // distances[tile][cell]
	next      int                     // index of the next entry
}

// place fills the entries in which the tiles before the given one occupy the cells of
// mask. order is the number of their order, distance their Manhattan distance.
func (w *packer) place(tile int, mask uint32, order, distance int) {
	k := len(w.Tiles)
	for c := range w.Shape.Cells() {
		bit := uint32(1) << c
		if mask&bit != 0 {
			continue
		}
		order := order + bits.OnesCount32(mask&(bit-1))*factorial[tile]
		distance := distance + w.distances[tile][c]
		if tile+1 < k {
			w.place(tile+1, mask|bit, order, distance)
			continue
		}
		moves := int(w.moves[w.rank(mask|bit)*w.count+order])
		w.to[w.next/2] |= byte(min((moves-distance)/2, 15) << (w.next % 2 * 4))
		w.next++
	}
}
