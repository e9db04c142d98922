package words

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

// A set is a set of boards: a table with linear probing, half full at most. The
// zero value has the zero board.
type set struct {
	slots []board
	count int
}

// add adds a board and reports whether it is new.
func (s *set) add(b board) bool {
	if b == (board{}) {
		return false
	}
	if 2*s.count >= len(s.slots) {
		old := s.slots
		s.slots = make([]board, max(1024, 4*len(old)))
		for _, b := range old {
			if b != (board{}) {
				s.slots[s.find(b)] = b
			}
		}
	}
	i := s.find(b)
	if s.slots[i] == b {
		return false
	}
	s.slots[i] = b
	s.count++
	return true
}

// find returns the slot that has b or is free for it.
func (s *set) find(b board) int {
	mask := len(s.slots) - 1
	h := (b[0] ^ b[1]*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	for i := int(h>>32) & mask; ; i = (i + 1) & mask {
		if s.slots[i] == b || s.slots[i] == (board{}) {
			return i
		}
	}
}
