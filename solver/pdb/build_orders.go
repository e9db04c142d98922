package pdb

import (
	"context"
	"math/bits"

	"tilejudge/solver/puzzle"
)

var factorial = [maxTiles + 1]int{1, 1, 2, 6, 24, 120, 720, 5040, 40320}

// orders numbers the orders of k tiles along the cells of a set. The number is a sum
// over the tiles: i! times the count of tiles below i that stand before tile i.
type orders struct {
	count int
	// moved[i][j][order] is the order after the tile at place i has got to place j.
	moved [maxTiles][maxTiles][]uint16
}

// newOrders returns the orders of k tiles. A move takes a tile past at most pass
// others.
func newOrders(k, pass int) *orders {
	o := &orders{count: factorial[k]}
	parallel(context.Background(), k, func(_, i int) {
		for j := range k {
			if j <= i+pass && i <= j+pass {
				o.moved[i][j] = make([]uint16, o.count)
			}
		}
		for order := range o.count {
			var at, to [maxTiles]uint8 // at[place] is the tile
			unrank(order, at[:k])
			for j, moved := range o.moved[i][:k] {
				if moved == nil {
					continue
				}
				to = at
				for p := i; p < j; p++ {
					to[p], to[p+1] = to[p+1], to[p]
				}
				for p := i; p > j; p-- {
					to[p], to[p-1] = to[p-1], to[p]
				}
				moved[order] = rankOrder(to[:k])
			}
		}
	})
	return o
}

// rankOrder returns the number of an order.
func rankOrder(at []uint8) uint16 {
	rank, before := 0, uint32(0)
	for _, t := range at {
		rank += bits.OnesCount32(before&(1<<t-1)) * factorial[t]
		before |= 1 << t
	}
	return uint16(rank)
}

// unrank is the inverse of rankOrder.
func unrank(order int, at []uint8) {
	for i := range at { // inserts tile i at its place among the tiles below it
		place := order % factorial[i+1] / factorial[i]
		copy(at[place+1:i+1], at[place:i])
		at[place] = uint8(i)
	}
}

// neighbours returns a mask of the cells next to each cell, which a wall has none of.
func neighbours(s puzzle.Shape) (near [maxCells]uint32) {
	for c := range s.Cells() {
		for _, m := range puzzle.UDLR {
			if to, ok := s.Step(c, m); ok && !s.IsWall(c) {
				near[c] |= 1 << to
			}
		}
	}
	return near
}

// leftColumn returns a mask of the cells of the left column.
func leftColumn(s puzzle.Shape) (mask uint32) {
	for c := 0; c < s.Cells(); c += s.Cols {
		mask |= 1 << c
	}
	return mask
}

// flood returns the cells of a board with some columns that a blank in one of the given cells
// reaches through free cells. All these cells spread at once. left is the leftColumn.
func flood(cells, free uint32, cols int, left uint32) uint32 {
	for {
		near := cells<<cols | cells>>cols | cells<<1&^left | cells&^left>>1
		if near&free&^cells == 0 {
			return cells
		}
		cells |= near & free
	}
}
