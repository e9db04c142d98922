package search

import (
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// A Frontier is a breadth-first search from one board: the boards met, in the order of their
// distance, and the parent of each. Moves are tried in order, so boards at the same distance are in
// the order of their canonical paths. A* uses one too, in an order of its own.
type Frontier struct {
	Boards
	Parent []int32
	Key    []uint64 // scratch memory: the packed board being expanded, or its neighbour
}

// BytesPerParent is the memory for each board beside the set.
const BytesPerParent = 4

// Begin starts the frontier at the board at, with its blank in a cell. The set, with
// extra bytes for each board, stays within limit bytes.
func (f *Frontier) Begin(at []uint16, blank, extra int, limit int64) {
	f.Boards.Begin(len(at), extra, limit)
	f.Key = Resized(f.Key, f.Words)
	f.Pack(f.Key, at)
	f.Add(f.Key, blank)
	f.Parent = append(f.Parent[:0], -1)
}

// Expand adds the neighbours of board i that are new, or returns
// ErrMemoryLimit.
func (f *Frontier) Expand(s *Search, i int) error {
	if s.Spare == 0 {
		return f.expandAt(s, i, int(f.Blank[i]), f.cameFrom(i))
	}
	for c := range s.Cells() {
		if !s.IsWall(c) && int(f.Tile(f.Board(i), c)) == s.Home {
			if err := f.expandAt(s, i, c, -1); err != nil {
				return err
			}
		}
	}
	return nil
}

// expandAt adds the boards that a move of the blank in a cell leads to. It skips the move back to
// the cell cameFrom; -1: there is none.
func (f *Frontier) expandAt(s *Search, i, blank, cameFrom int) error {
	for _, cell := range s.Next[blank] {
		if cell < 0 || int(cell) == cameFrom {
			continue
		}
		to := int(cell)
		s.Generated++
		Assign(f.Key, f.Board(i))
		x := f.Tile(f.Key, to) ^ uint16(s.Home)
		f.Swap(blank, to, x)
		j, isNew := f.Add(f.Key, to)
		if j < 0 {
			return solver.ErrMemoryLimit
		}
		if isNew {
			f.Parent = append(f.Parent, int32(i))
		}
	}
	return nil
}

// cameFrom returns the cell of the blank before the move that led to board i, or -1 for the first
// board. Undoing that move would lead to a board that was met before.
func (f *Frontier) cameFrom(i int) int {
	if p := f.Parent[i]; p >= 0 {
		return int(f.Blank[p])
	}
	return -1
}

// Swap swaps two tiles of Key. x is the xor of their numbers.
func (f *Frontier) Swap(a, b int, x uint16) {
	f.Toggle(f.Key, a, x)
	f.Toggle(f.Key, b, x)
}

// Depth returns the distance of board i from the first.
func (f *Frontier) Depth(i int) int {
	d := 0
	for i = int(f.Parent[i]); i >= 0; i = int(f.Parent[i]) {
		d++
	}
	return d
}

// Path appends the moves that led to board i.
func (f *Frontier) Path(s *Search, to puzzle.Path, i int) puzzle.Path {
	first := len(to)
	for p := f.Parent[i]; p >= 0; i, p = int(p), f.Parent[p] {
		to = append(to, s.Order[s.Move(int(f.Blank[p]), int(f.Blank[i]))])
	}
	slices.Reverse(to[first:])
	return to
}
