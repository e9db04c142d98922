package pdb

import (
	"context"
	"math/bits"

	"tilejudge/solver/puzzle"
)

var factorial = [maxTiles + 1]int{1, 1, 2, 6, 24, 120, 720, 5040, 40320}

// orders numbers the orders of k tiles along the cells of a set: the sum of
// i! times the number of tiles before tile i in the order whose number is below i.
type orders struct {
	count int
	// turns[i][j][order] is the order after the tile at place i has got to place j.
	turns [maxTiles][maxTiles][]uint16
}

// newOrders returns the orders of k tiles, which pass at most so many others
// in a move.
func newOrders(k, pass int) *orders {
	o := &orders{count: factorial[k]}
	parallel(context.Background(), k, func(_, i int) {
		for j := range k {
			if j <= i+pass && i <= j+pass {
				o.turns[i][j] = make([]uint16, o.count)
			}
		}
		for order := range o.count {
			var at, to [maxTiles]uint8 // at[place] is the tile
			unrank(order, at[:k])
			for j, turn := range o.turns[i][:k] {
				if turn == nil {
					continue
				}
				to = at
				for p := i; p < j; p++ {
					to[p], to[p+1] = to[p+1], to[p]
				}
				for p := i; p > j; p-- {
					to[p], to[p-1] = to[p-1], to[p]
				}
				turn[order] = rankOrder(to[:k])
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
	for i := range at { // tile i goes in at its place among those before it
		place := order % factorial[i+1] / factorial[i]
		copy(at[place+1:i+1], at[place:i])
		at[place] = uint8(i)
	}
}

// neighbours returns the cells beside each cell, as masks.
func neighbours(s puzzle.Shape) (near [maxCells]uint32) {
	for c := range s.Cells() {
		for _, m := range puzzle.UDLR {
			if to, ok := s.Step(c, m); ok {
				near[c] |= 1 << to
			}
		}
	}
	return near
}

// flood returns the cells that a blank in one of cells reaches through free
// ones.
func flood(cells, free uint32, near *[maxCells]uint32) uint32 {
	for todo := cells; todo != 0; {
		more := near[bits.TrailingZeros32(todo)] & free &^ cells
		todo = todo&(todo-1) | more
		cells |= more
	}
	return cells
}
