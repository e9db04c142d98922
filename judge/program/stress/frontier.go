package stress

import "tilejudge/solver/puzzle"

// A frontier gives the boards around a goal in the order of their distance.
type frontier struct {
	queue []farBoard
	seen  map[string]bool // by tiles
	taken int

	// complete says that it reaches all boards. It does not if several cells are blank,
	// since it moves only one of them.
	complete bool
}

type farBoard struct {
	puzzle.Board
	moves int
}

func newFrontier(g *puzzle.Goal) *frontier {
	f := &frontier{seen: make(map[string]bool), complete: g.Board.Spare == 0}
	f.add(g.Board.Clone(), 0)
	return f
}

func (f *frontier) add(b puzzle.Board, moves int) {
	key := make([]byte, 0, 2*len(b.Tiles))
	for _, t := range b.Tiles {
		key = append(key, byte(t), byte(int(t)>>8))
	}
	if !f.seen[string(key)] {
		f.seen[string(key)] = true
		f.queue = append(f.queue, farBoard{b, moves})
	}
}

// peek returns the next board and its distance, or false if there are no more.
func (f *frontier) peek() (b puzzle.Board, moves int, ok bool) {
	if len(f.queue) == 0 {
		return b, 0, false
	}
	return f.queue[0].Board, f.queue[0].moves, true
}

// take removes the board that peek returned.
func (f *frontier) take() {
	b := f.queue[0]
	f.queue = f.queue[1:]
	f.taken++
	for _, q := range neighbours(b.Board) {
		f.add(q, b.moves+1)
	}
}
