package solver

import (
	"slices"

	"tilejudge/solver/puzzle"
)

// A frontier is a breadth-first search from one board: the boards met, in order of
// distance, and the parent of each. Moves are tried in order, so boards at the same
// distance are in the order of their canonical paths. A* uses one too, in an order of
// its own.
type frontier struct {
	boards
	parent []int32
	key    []uint64 // scratch: the packed board being expanded, or its neighbour
}

// bytesPerParent is the memory for each board beside the set.
const bytesPerParent = 4

// begin starts the frontier at the board at, with its blank in a cell. The set, with
// extra bytes for each board, stays within limit bytes.
func (f *frontier) begin(at []uint16, blank, extra int, limit int64) {
	f.boards.begin(len(at), extra, limit)
	f.key = resized(f.key, f.words)
	f.pack(f.key, at)
	f.add(f.key, blank)
	f.parent = append(f.parent[:0], -1)
}

// expand adds the neighbours of board i that are new, or returns
// ErrMemoryLimit.
func (f *frontier) expand(s *search, i int) error {
	if s.Spare == 0 {
		return f.expandAt(s, i, int(f.blank[i]), f.cameFrom(i))
	}
	for c := range s.Cells() {
		if !s.IsWall(c) && int(f.tile(f.board(i), c)) == s.home {
			if err := f.expandAt(s, i, c, -1); err != nil {
				return err
			}
		}
	}
	return nil
}

// expandAt adds the neighbours that a move of the blank in a cell leads to. It skips the
// cell that the blank came from; -1 is none.
func (f *frontier) expandAt(s *search, i, blank, cameFrom int) error {
	for _, cell := range s.next[blank] {
		if cell < 0 || int(cell) == cameFrom {
			continue
		}
		to := int(cell)
		s.generated++
		assign(f.key, f.board(i))
		x := f.tile(f.key, to) ^ uint16(s.home)
		f.swap(blank, to, x)
		j, isNew := f.add(f.key, to)
		if j < 0 {
			return ErrMemoryLimit
		}
		if isNew {
			f.parent = append(f.parent, int32(i))
		}
	}
	return nil
}

// cameFrom returns the cell of the blank before the move that led to board i, or -1 for
// the first board. Undoing that move would lead to a board already met.
func (f *frontier) cameFrom(i int) int {
	if p := f.parent[i]; p >= 0 {
		return int(f.blank[p])
	}
	return -1
}

// swap swaps two tiles of key. x is the xor of their numbers.
func (f *frontier) swap(a, b int, x uint16) {
	f.toggle(f.key, a, x)
	f.toggle(f.key, b, x)
}

// depth returns the distance of board i from the first.
func (f *frontier) depth(i int) int {
	d := 0
	for i = int(f.parent[i]); i >= 0; i = int(f.parent[i]) {
		d++
	}
	return d
}

// path appends the moves that led to board i.
func (f *frontier) path(s *search, to puzzle.Path, i int) puzzle.Path {
	first := len(to)
	for p := f.parent[i]; p >= 0; i, p = int(p), f.parent[p] {
		to = append(to, s.order[s.move(int(f.blank[p]), int(f.blank[i]))])
	}
	slices.Reverse(to[first:])
	return to
}
