// Package ranking numbers the boards of small shapes without gaps, so that a table of all boards
// is a slice. See D. E. Knuth: The Art of Computer Programming, volume 2, section 3.3.2, for the
// Cantor expansion of a permutation.
package ranking

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A Ranking numbers the solvable boards of one shape, for goals that have the blank in
// one cell, from 0 and without gaps.
//
// The rank is half the Cantor expansion of the sequence "cell of the blank, cell of tile
// 1, cell of tile 2 …". Two sequences that differ only in the order of the last two tiles
// have neighbouring expansions, and one of the two boards is unsolvable.
//
// Ranking takes two look-ups, one for each half of the sequence. A half is read as a
// number to base n, which is the sum of a weight for each cell and the tile in it. A key
// has both sums: the first half's from bit 32 on, the second half's below, and in bit 63
// the parity of the blank's distance from its goal cell. So a move of the blank changes a
// key by a few additions.
type Ranking struct {
	shape  puzzle.Shape
	home   int            // goal cell of the blank
	Weight [16][16]uint64 // Weight[cell][goal cell of the tile]
	first  []uint32       // first[sum] is added to twice the rank; bit 0 is the half's parity
	second []uint8        // the same for the second half
}

const awayBit = 63

func New(shape puzzle.Shape, home int) *Ranking {
	n := shape.Cells()
	half := n / 2
	r := &Ranking{
		shape:  shape,
		home:   home,
		first:  make([]uint32, power(n, half)),
		second: make([]uint8, power(n, n-half)),
	}
	value := uint64(1) // of a digit
	for digit := n - 1; digit >= 0; digit-- {
		if digit == half-1 {
			value = 1 << 32
		}
		tile := home // for digit 0; the other digits are the tiles by their goal cells
		if digit > 0 && digit <= home {
			tile = digit - 1
		} else if digit > 0 {
			tile = digit
		}
		for cell := range n {
			r.Weight[cell][tile] = uint64(cell) * value
		}
		value *= uint64(n)
	}
	for cell := range n {
		away := cell/shape.Cols + cell%shape.Cols + home/shape.Cols + home%shape.Cols
		r.Weight[cell][home] += uint64(away) << awayBit
	}
	rest := 1 // the number of sequences of the second half
	for i := range n - half {
		rest *= i + 1
	}
	sequences(n, half, n, func(index, rank, odd int) {
		r.first[index] = uint32(rank*rest | odd)
	})
	sequences(n, n-half, n-half, func(index, rank, odd int) {
		r.second[index] = uint8(rank&^1 | odd)
	})
	return r
}

// Rank returns the rank of the board with a key, and 1 if the parity of its permutation differs
// from that of its blank's distance.
func (r *Ranking) Rank(key uint64) (rank uint32, odd uint32) {
	a := r.first[key<<1>>33]
	b := uint32(r.second[uint32(key)])
	return a>>1 + b>>1, (a ^ b ^ uint32(key>>awayBit)) & 1
}

// RankOf returns the rank of a board.
func (r *Ranking) RankOf(at []uint16) uint32 {
	key := uint64(0)
	for c, t := range at {
		key += r.Weight[c&15][t&15]
	}
	rank, _ := r.Rank(key)
	return rank
}

// A Reached is a board with its rank. A sweep over all boards goes from one to its neighbours.
type Reached struct {
	Board uint64 // the tile in cell c at bit 4c
	Key   uint64
	Blank int
	Rank  uint32
}

// Goal returns the board that has each tile in the cell of its number, and the value of odd that
// Rank returns for all solvable boards.
func (r *Ranking) Goal() (b Reached, odd uint32) {
	b.Blank = r.home
	for c := range r.shape.Cells() {
		b.Board |= uint64(c) << (4 * c)
		b.Key += r.Weight[c][c]
	}
	b.Rank, odd = r.Rank(b.Key)
	return b, odd
}

// Slide returns the board after the blank has moved to another cell.
func (b *Reached) Slide(r *Ranking, to int) Reached {
	tile := b.Board >> (4 * to) & 15
	x := tile ^ uint64(r.home)
	c := Reached{
		Board: b.Board ^ x<<(4*to) ^ x<<(4*b.Blank),
		Key: b.Key - r.Weight[to][tile] - r.Weight[b.Blank][r.home] +
			r.Weight[b.Blank][tile] + r.Weight[to][r.home],
		Blank: to,
	}
	c.Rank, _ = r.Rank(c.Key)
	return c
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// sequences calls set for each sequence of length different cells out of n, with its value
// to base n, its rank, and the parity of its inversions. The first cell is ranked among
// all n cells if among is n, else among the cells of the sequence.
func sequences(n, length, among int, set func(index, rank, odd int)) {
	cells := make([]int, 0, length)
	var extend func(index int, used uint)
	extend = func(index int, used uint) {
		if len(cells) < length {
			for c := range n {
				if used>>c&1 == 0 {
					cells = append(cells, c)
					extend(index*n+c, used|1<<c)
					cells = cells[:len(cells)-1]
				}
			}
			return
		}
		left := used
		if among == n {
			left = 1<<n - 1
		}
		rank, odd := 0, 0
		for i, c := range cells {
			left &^= 1 << c
			smaller := bits.OnesCount(left & (1<<c - 1))
			rank = rank*(among-i) + smaller
			odd ^= smaller & 1
		}
		set(index, rank, odd)
	}
	extend(0, 0)
}
