package pdb

// An arena holds the lists of two layers: one layer's lists are read while the next
// layer's are made, one at a time. Its memory is reused from layer to layer.
type arena struct {
	now, next [][]uint16 // chunks
	chunk     int        // index of the chunk of next that has room
	used      int        // orders in that chunk
}

const chunkSize = 1 << 18 // orders

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

// swap begins the next layer.
func (a *arena) swap() {
	a.now, a.next = a.next, a.now
	a.chunk, a.used = 0, 0
}
