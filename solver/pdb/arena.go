package pdb

// An arena has the lists of two layers. Those of one are read while those of
// the other are made, one at a time; its memory is used again.
type arena struct {
	now, next [][]uint16 // chunks
	chunk     int        // of next, where there is room
	used      int        // of that
}

const chunkSize = 1 << 18

// room returns an empty list that may grow to n orders.
func (a *arena) room(n int) []uint16 {
	if a.chunk < len(a.next) && a.used+n > chunkSize {
		a.chunk++
		a.used = 0
	}
	if a.chunk == len(a.next) {
		a.next = append(a.next, make([]uint16, chunkSize))
	}
	return a.next[a.chunk][a.used : a.used : a.used+n]
}

// take keeps the first n orders of the list that room returned last.
func (a *arena) take(n int) { a.used += n }

// turn begins the next layer.
func (a *arena) turn() {
	a.now, a.next = a.next, a.now
	a.chunk, a.used = 0, 0
}
