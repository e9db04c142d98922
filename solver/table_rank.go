package solver

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A ranking numbers the solvable boards of one shape, for goals that have the blank in
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
type ranking struct {
	shape  puzzle.Shape
	home   int            // goal cell of the blank
	weight [16][16]uint64 // weight[cell][goal cell of the tile]
	first  []uint32       // first[sum] is added to twice the rank; bit 0 is the half's parity
	second []uint8        // the same for the second half
}

const awayBit = 63

func newRanking(shape puzzle.Shape, home int) *ranking {
	n := shape.Cells()
	half := n / 2
	r := &ranking{
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
			r.weight[cell][tile] = uint64(cell) * value
		}
		value *= uint64(n)
	}
	for cell := range n {
		away := cell/shape.Cols + cell%shape.Cols + home/shape.Cols + home%shape.Cols
		r.weight[cell][home] += uint64(away) << awayBit
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

// rank returns the rank of the board with a key, and 1 if the parities of its permutation
// and of its blank's distance differ.
func (r *ranking) rank(key uint64) (rank uint32, odd uint32) {
	a := r.first[key<<1>>33]
	b := uint32(r.second[uint32(key)])
	return a>>1 + b>>1, (a ^ b ^ uint32(key>>awayBit)) & 1
}

// rankOf returns the rank of a board.
func (r *ranking) rankOf(at []uint16) uint32 {
	key := uint64(0)
	for c, t := range at {
		key += r.weight[c&15][t&15]
	}
	rank, _ := r.rank(key)
	return rank
}

// A reached is a board with its rank. A sweep goes from one to its neighbours.
type reached struct {
	board uint64 // the tile in cell c at bit 4c
	key   uint64
	blank int
	rank  uint32
}

// goal returns the board that has each tile in the cell of its number, and what rank returns
// as odd for all solvable boards.
func (r *ranking) goal() (b reached, odd uint32) {
	b.blank = r.home
	for c := range r.shape.Cells() {
		b.board |= uint64(c) << (4 * c)
		b.key += r.weight[c][c]
	}
	b.rank, odd = r.rank(b.key)
	return b, odd
}

// slide returns the board after the blank has moved to another cell.
func (b *reached) slide(r *ranking, to int) reached {
	tile := b.board >> (4 * to) & 15
	x := tile ^ uint64(r.home)
	c := reached{
		board: b.board ^ x<<(4*to) ^ x<<(4*b.blank),
		key: b.key - r.weight[to][tile] - r.weight[b.blank][r.home] +
			r.weight[b.blank][tile] + r.weight[to][r.home],
		blank: to,
	}
	c.rank, _ = r.rank(c.key)
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
