package fsm

import (
	"math/bits"
	"slices"
)

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

// hash returns a hash whose bits all depend on all bits of the board.
func (b board) hash() uint64 {
	hash := (b[0] ^ b[1]*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return hash ^ hash>>32
}

// A finder finds the boards that are like another one. It first puts them into heaps by their hash,
// since looking for like hashes in a heap stays in the processor's caches.
type finder struct {
	heaps [256][]uint64 // hash << numberBits | number + 1
	slots []uint64      // a hash table of a heap; 0: free
}

const numberBits = 24

// reset removes all boards. About n will be added.
func (f *finder) reset(n int) {
	for i := range f.heaps {
		f.heaps[i] = slices.Grow(f.heaps[i][:0], n/len(f.heaps))
	}
}

func (f *finder) add(hash uint64, number int) {
	heap := &f.heaps[hash>>56]
	*heap = append(*heap, hash<<numberBits|uint64(number+1))
}

// numbers returns the numbers of all boards that have the hash of another one, in order.
func (f *finder) numbers() (all []uint32) {
	const mask = 1<<numberBits - 1
	for _, heap := range f.heaps {
		n := 2 << bits.Len(uint(len(heap)))
		f.slots = slices.Grow(f.slots[:0], n)[:n]
		clear(f.slots)
		for _, e := range heap {
			for i := int(e >> numberBits); ; i++ {
				at := &f.slots[i&(n-1)]
				if *at == 0 {
					*at = e
					break
				}
				if (*at^e)>>numberBits == 0 {
					all = append(all, uint32(*at&mask)-1, uint32(e&mask)-1)
					break
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A set maps boards to the starts from which a string has made them: a hash table
// with linear probing.
type set []slot

// A slot is free if it has no starts.
type slot struct {
	board
	from starts
}

// newSet returns a set for fewer than n boards.
func newSet(n int) set { return make(set, 1<<bits.Len(uint(n))) }

// add adds a board, and returns the starts that the set had for it before.
func (s set) add(b board, from starts) (before starts) {
	for i := b.hash(); ; i++ {
		switch at := &s[int(i)&(len(s)-1)]; {
		case at.from == 0:
			*at = slot{b, from}
			return 0
		case at.board == b:
			before = at.from
			at.from |= from
			return before
		}
	}
}
