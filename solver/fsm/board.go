package fsm

import "math/bits"

// A board has five bits for each of the first 24 cells: the number of the tile
// there xor the number of the cell. A tile's number is the cell where it began, so
// the zero value is the board before the first move. The xor of all 25 fields is 0,
// which gives the last one.
type board [2]uint64

const perWord = 12 // cells

func (b *board) at(cell int) uint64 {
	if cell == 2*perWord {
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

// slide returns the board after the blank has moved from one cell to another.
func (b board) slide(from, to int) board {
	both := b.at(from) ^ uint64(from) ^ b.at(to) ^ uint64(to)
	b.flip(from, both)
	b.flip(to, both)
	return b
}

// A set maps boards to the starts from which a string has made them: a hash table
// with linear probing.
type set []slot

// A slot is free if it has no starts.
type slot struct {
	from  starts // and, from bit 25 on, seven bits of the board's hash
	index uint32 // of the board
}

// newSet returns a set for fewer than n boards.
func newSet(n int) set { return make(set, 1<<bits.Len(uint(n))) }

// add adds board b, which is all[index] or will be appended there, and returns the
// starts that the set had for it before.
func (s set) add(all []board, b board, index int, from starts) (before starts) {
	hash := (b[0] ^ b[1]*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	hash ^= hash >> 32
	tag := starts(hash>>57) << 25
	for i := hash; ; i++ {
		switch at := &s[int(i)&(len(s)-1)]; {
		case at.from == 0:
			*at = slot{from | tag, uint32(index)}
			return 0
		case (at.from^tag)>>25 == 0 && all[at.index] == b:
			before = at.from
			at.from |= from
			return before
		}
	}
}
