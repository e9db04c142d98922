package puzzle

import (
	"iter"
	"math/big"
	"unsafe"
)

// Paths are all shortest paths of a puzzle. They share the boards that they pass, so that their
// number can be huge. No goroutine may add to them while another one reads.
type Paths struct {
	// Done, if it is not nil, ends All when it is closed.
	Done <-chan struct{}

	order Order
	next  [][4]int32 // next[board][move in order] is the board after the move, or -1
}

// NewPaths returns a set without boards, whose paths are in an order.
func NewPaths(order Order) *Paths { return &Paths{order: order} }

// Add adds a board, whose number is the number of boards added before. next has, for each move in
// order, the number of the board that the move leads to, or -1 if no shortest path begins with it.
// The first board must be the goal, without moves, and the last one the start.
func (p *Paths) Add(next [4]int32) { p.next = append(p.next, next) }

// Boards returns the number of boards that the paths pass, start and goal included.
func (p *Paths) Boards() int { return len(p.next) }

// Bytes returns about how many bytes the paths hold.
func (p *Paths) Bytes() int { return cap(p.next) * int(unsafe.Sizeof([4]int32{})) }

// Count returns the number of paths.
func (p *Paths) Count() *big.Int {
	paths := make([]big.Int, len(p.next)) // from each board
	paths[0].SetInt64(1)
	for i := range paths {
		for _, to := range p.next[i] {
			if to >= 0 {
				paths[i].Add(&paths[i], &paths[to])
			}
		}
	}
	return &paths[len(paths)-1]
}

// All yields the paths from the first to the last in order. The memory of a path is used again
// for the next one.
func (p *Paths) All() iter.Seq[Path] {
	return func(yield func(Path) bool) {
		p.walk(int32(len(p.next)-1), nil, yield)
	}
}

// walk yields the path extended by each way from a board to the goal. It returns false once yield
// has.
func (p *Paths) walk(board int32, path Path, yield func(Path) bool) bool {
	if board == 0 {
		select {
		case <-p.Done:
			return false
		default:
			return yield(path)
		}
	}
	for k, to := range p.next[board] {
		if to >= 0 && !p.walk(to, append(path, p.order[k]), yield) {
			return false
		}
	}
	return true
}
