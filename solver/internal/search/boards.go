package search

import (
	"math"
	"math/bits"
)

// Boards is the set of boards that a search has met, all of one shape. They are numbered
// from 0 in the order in which they were added, so a breadth-first search needs no other
// queue.
//
// A board is packed into as few 64-bit words as possible, with just enough bits for each
// cell to hold a cell number: one word up to 4x4.
type Boards struct {
	bits, perWord, Words int     // bits in a cell, cells in a word, words in a board
	place                []place // of each cell

	packed []uint64 // board i is packed[i*words:(i+1)*words]
	Blank  []uint16 // the cell of the blank of each board
	N      int      // boards in the set
	room   int      // boards for which there is memory
	slots  []uint32 // hash table with open addressing: the number of a board plus 1, or 0
	shift  int      // the slot is the hash >> shift

	extra int   // bytes that the owner of the set keeps for each board
	limit int64 // of all bytes
}

// A place is the position of a cell in a packed board.
type place struct {
	word  int32
	shift uint8
}

const firstRoom = 8192 // boards, a power of two; most 8-puzzles need no more

// Begin empties the set and sets it up for boards with cells cells. The extra bytes that
// the owner keeps for each board count towards limit; limit 0 means none.
func (s *Boards) Begin(cells, extra int, limit int64) {
	if len(s.place) != cells {
		s.layOut(cells)
	}
	s.N, s.room = 0, 0
	s.extra, s.limit = extra, limit
	if s.limit <= 0 {
		s.limit = math.MaxInt64
	}
	room := firstRoom
	for room > 1 && s.bytes(room) > s.limit {
		room /= 2
	}
	s.resize(room)
}

func (s *Boards) layOut(cells int) {
	s.bits = max(bits.Len(uint(cells-1)), 1)
	s.perWord = 64 / s.bits
	s.Words = (cells + s.perWord - 1) / s.perWord
	s.place = make([]place, cells)
	for c := range s.place {
		s.place[c] = place{int32(c / s.perWord), uint8(c % s.perWord * s.bits)}
	}
}

// bytes returns the memory of a set with room for n boards.
func (s *Boards) bytes(n int) int64 {
	return int64(n) * int64(8*s.Words+2+s.extra+4*2)
}

// Held returns the memory of the boards in the set. The set may have room for twice as
// many.
func (s *Boards) Held() int64 { return s.bytes(s.N) }

// grow doubles the room. If the old and the new set together would exceed the limit, it
// changes nothing and returns false.
func (s *Boards) grow() bool {
	if s.bytes(s.room)+s.bytes(2*s.room) > s.limit || 2*s.room > math.MaxInt32 {
		return false
	}
	s.resize(2 * s.room)
	return true
}

func (s *Boards) resize(room int) {
	s.room = room
	s.packed = Resized(s.packed, room*s.Words)
	s.Blank = Resized(s.Blank, room)
	if s.slots = s.slots[:0]; cap(s.slots) < 2*room {
		s.slots = make([]uint32, 2*room)
	} else {
		s.slots = s.slots[:2*room]
		clear(s.slots)
	}
	s.shift = 64 - bits.Len(uint(2*room-1))
	for i := range s.N {
		slot, _ := s.slot(s.Board(i))
		s.slots[slot] = uint32(i + 1)
	}
}

// Resized returns s with length n and its old elements.
func Resized[T any](s []T, n int) []T {
	if n > cap(s) {
		s = append(make([]T, 0, n), s...)
	}
	return s[:n]
}

// Board returns board i, packed. The memory is the set's.
func (s *Boards) Board(i int) []uint64 {
	return s.packed[i*s.Words : (i+1)*s.Words]
}

// Pack packs the board at into to.
func (s *Boards) Pack(to []uint64, at []uint16) {
	clear(to)
	for c, t := range at {
		s.Toggle(to, c, t)
	}
}

// Unpack unpacks board i into at.
func (s *Boards) Unpack(at []uint16, i int) {
	c := 0
	for _, w := range s.Board(i) {
		for range min(s.perWord, len(at)-c) {
			at[c] = uint16(w & (1<<s.bits - 1))
			w >>= s.bits
			c++
		}
	}
}

// Tile returns the tile in a cell of a packed board.
func (s *Boards) Tile(b []uint64, cell int) uint16 {
	p := s.place[cell]
	return uint16(b[p.word] >> (p.shift & 63) & (1<<s.bits - 1))
}

// Toggle xors x into a cell of a packed board.
func (s *Boards) Toggle(b []uint64, cell int, x uint16) {
	p := s.place[cell]
	b[p.word] ^= uint64(x) << (p.shift & 63)
}

// slot returns the slot of board b and true, or the free slot for it and false.
func (s *Boards) slot(b []uint64) (slot int, found bool) {
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := b[0] * golden
	for _, w := range b[1:] {
		h = (h ^ h>>32 ^ w) * golden
	}
	mask := len(s.slots) - 1
	for slot = int(h>>s.shift) & mask; ; slot = (slot + 1) & mask {
		i := int(s.slots[slot]) - 1
		if i < 0 {
			return slot, false
		}
		if s.packed[i*s.Words] == b[0] && (s.Words == 1 || Equal(s.Board(i), b)) {
			return slot, true
		}
	}
}

// Equal compares boards of one shape. Unlike slices.Equal it is inlined.
func Equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// Assign copies a board. Unlike copy it is inlined.
func Assign(to, from []uint64) {
	//lint:ignore S1001 see above
	for i, w := range from {
		to[i] = w
	}
}

// Find returns the number of board b, or -1.
func (s *Boards) Find(b []uint64) int {
	slot, found := s.slot(b)
	if !found {
		return -1
	}
	return int(s.slots[slot]) - 1
}

// Add adds board b, whose blank is in the given cell. It returns its number and whether
// it is new, or -1 if it is new and the limit leaves no memory for it.
func (s *Boards) Add(b []uint64, blank int) (i int, isNew bool) {
	slot, found := s.slot(b)
	if found {
		return int(s.slots[slot]) - 1, false
	}
	if s.N == s.room {
		if !s.grow() {
			return -1, false
		}
		slot, _ = s.slot(b)
	}
	i = s.N
	s.N++
	s.slots[slot] = uint32(i + 1)
	s.Blank[i] = uint16(blank)
	Assign(s.Board(i), b)
	return i, true
}
