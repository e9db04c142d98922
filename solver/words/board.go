package words

import "math/bits"

// A board has five bits for each of the first 24 cells: the number of the tile
// there, which is the cell where it began, xor the cell. The 25th follows from the
// others. So the zero value is the board before the first move.
type board [2]uint64

const perWord = 12

func (b *board) at(cell int) uint64 {
	if cell == 2*perWord { // all of a board are 0 by xor
		all := b[0] ^ b[1]
		all ^= all >> 30
		return (all^all>>15)&31 ^ (all^all>>15)>>5&31 ^ (all^all>>15)>>10&31
	}
	return b[cell/perWord] >> (cell % perWord * 5) & 31
}

func (b *board) flip(cell int, bits uint64) {
	if cell < 2*perWord {
		b[cell/perWord] ^= bits << (cell % perWord * 5)
	}
}

// slide returns the board after the blank has gone from one cell to another.
func (b board) slide(from, to int) board {
	both := b.at(from) ^ uint64(from) ^ b.at(to) ^ uint64(to)
	b.flip(from, both)
	b.flip(to, both)
	return b
}

// A set says of some boards from which starts they are met: a table with linear
// probing.
type set []slot

// A slot is free if it has no starts.
type slot struct {
	of    starts // and above them bits of the board's hash
	index uint32
}

// newSet returns a set for fewer boards than n.
func newSet(n int) set { return make(set, 1<<bits.Len(uint(n))) }

// add adds the board that all[index] is or will be, and returns the starts from
// which it had been met before.
func (s set) add(all []board, b board, index int, of starts) (before starts) {
	hash := (b[0] ^ b[1]*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	hash ^= hash >> 32
	tag := starts(hash>>57) << 25
	for i := hash; ; i++ {
		switch at := &s[int(i)&(len(s)-1)]; {
		case at.of == 0:
			*at = slot{of | tag, uint32(index)}
			return 0
		case (at.of^tag)>>25 == 0 && all[at.index] == b:
			before = at.of
			at.of |= of
			return before
		}
	}
}
