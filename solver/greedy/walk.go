package greedy

import (
	"math"
	"slices"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A heatWalk takes most tiles near their goals, all at once. The blank always goes where the tile
// that it passes gains most; tiles farther away gain more by a step. Each visit adds permanently to
// the heat of a place, and heat makes a place less attractive, so the blank gets around. On a
// random board of n x n, 0.5 n^3 moves halve the distances, and 1.3 n^3 moves reduce them to a
// hundredth. A walk is like a descent (see package anytime) with a single board, and takes about 20
// ns a move.
type heatWalk struct {
	board *framedBoard
	cells []walkCell // a cell for each place
	gains []int32    // gains[most+d] is the gain of a step, d steps before the goal
	most  int        // the largest number of steps
	heat  int32      // heat that a visit adds
	sum   int        // sum of all distances
}

// A walkCell is what a walk needs to know about a place, in one word.
type walkCell struct {
	row, col int16 // goal of the tile there, in the frame
	heat     int32
}

const (
	walkUnit = 256 // unit of gains and heat
	// farGain is the weight of the squares of distances. It is divided by the longer side.
	farGain = 8
	// A visit adds firstHeat at the beginning of a walk, and lastHeat at its end.
	firstHeat = 9 * walkUnit
	lastHeat  = 3 * walkUnit / 2
	// A walk consists of rounds. A round makes as many moves as half of the perimeter times the
	// cells, divided by walkRounds. After each round the heat of a visit comes closer to lastHeat,
	// by a walkCooling-th of the difference.
	walkRounds  = 32
	walkCooling = 16
	// A round pays if it lowers the sum of distances by at least one for every leastGain moves:
	// bringing tiles to their goals one by one takes more moves. A walk ends before a round that
	// does not pay. An exception are the first warmUp rounds, in which places get their heat;
	// square boards have fewer.
	leastGain = 4
	warmUp    = 16
	// A walk is not worth it if tiles are nearer to their goals than leastAway on average, or if a
	// board has fewer rows or columns than leastSide, or fewer of both together than leastSides.
	leastAway  = 4
	leastSide  = 5
	leastSides = 20
	// frameHeat keeps the blank away from the frame.
	frameHeat = math.MaxInt32 / 2
)

// goNear takes most tiles near their goals, if that pays. lower is the sum of their distances. It
// returns false if the context ends, or if the path would take too much memory.
func (w *heatWalk) goNear(s *route, lower int) bool {
	cells := s.Cells()
	if min(s.Rows, s.Cols) < leastSide || s.Rows+s.Cols < leastSides {
		return true
	}
	if lower < leastAway*cells {
		return true
	}
	w.begin(&s.framedBoard, lower)
	// Random boards take about this many moves. Memory from make that stays unused costs nothing,
	// but slices.Grow would clear it.
	expected := lower*21/10 + 64*cells
	if !s.holds(expected) {
		return false
	}
	if cap(s.path) < expected {
		s.path = make(puzzle.Path, 0, expected)
	}
	round := cells * (s.Rows + s.Cols) / 2 / walkRounds
	useful := len(s.path) // moves up to the last round that paid
	for rounds, pays := 0, true; pays || rounds < warmUp && w.sum > lower/8; rounds++ {
		n, before := len(s.path), w.sum
		if !s.holds(n + round) {
			return false
		}
		s.path = slices.Grow(s.path, round)[:n+round]
		for moves := range slices.Chunk(s.path[n:], 1<<16) {
			if s.Err = search.Ended(s.Ctx); s.Err != nil {
				return false
			}
			w.run(moves)
		}
		if pays = before-w.sum >= round/leastGain; pays {
			useful = len(s.path)
		}
		w.heat -= (w.heat - lastHeat) / walkCooling
	}
	w.undo(s.path[useful:])
	s.path = s.path[:useful]
	w.end()
	return true
}

// begin starts a walk on a board. sum is the sum of its distances.
func (w *heatWalk) begin(b *framedBoard, sum int) {
	w.board, w.heat, w.sum = b, firstHeat, sum
	w.most = max(b.Rows, b.Cols)
	w.gains = search.Resized(w.gains, 2*w.most+1)
	for d := range w.most {
		// The gain of a step from d+1 to d steps before the goal, or back.
		gain := int32(walkUnit + farGain*walkUnit*(2*d+1)/w.most)
		w.gains[w.most+d+1], w.gains[w.most-d] = -gain, gain
	}
	w.cells = search.Resized(w.cells, len(b.at))
	for place, goal := range b.at {
		w.cells[place] = walkCell{heat: frameHeat}
		if goal != noPlace {
			w.cells[place] = walkCell{int16(int(goal) / b.pitch), int16(int(goal) % b.pitch), 0}
		}
	}
}

// run makes the next moves, and fills path with them.
func (w *heatWalk) run(path puzzle.Path) {
	b, cells, pitch := w.board, w.cells, w.board.pitch
	gains, most := w.gains, w.most
	blank, sum := b.blank, w.sum
	row, col := blank/pitch, blank%pitch
	by := [4]int{-pitch, pitch, -1, 1} // in the order of puzzle.UDLR
	rows, cols := [4]int{-1, 1, 0, 0}, [4]int{0, 0, -1, 1}
	last := search.None
	for i := range path {
		up, down := &cells[blank-pitch], &cells[blank+pitch]
		left, right := &cells[blank-1], &cells[blank+1]
		var best, gain int32 = math.MaxInt32, 0
		next := 0 // index in puzzle.UDLR, as last
		if last != 1 && up.heat < frameHeat {
			gain = gains[most+int(up.row)-row+1]
			best = gain + up.heat
		}
		if last != 0 && down.heat < frameHeat {
			if g := gains[most+row+1-int(down.row)]; g+down.heat < best {
				best, gain, next = g+down.heat, g, 1
			}
		}
		if last != 3 && left.heat < frameHeat {
			if g := gains[most+int(left.col)-col+1]; g+left.heat < best {
				best, gain, next = g+left.heat, g, 2
			}
		}
		if last != 2 && right.heat < frameHeat {
			if g := gains[most+col+1-int(right.col)]; g+right.heat < best {
				gain, next = g, 3
			}
		}
		to := blank + by[next]
		from, tile := &cells[blank], &cells[to]
		from.row, from.col = tile.row, tile.col
		tile.heat += w.heat
		sum += 1 | int(gain>>31) // 1, or -1 if the tile gets nearer
		row, col = row+rows[next], col+cols[next]
		blank, last, path[i] = to, next, puzzle.UDLR[next]
	}
	b.blank, w.sum = blank, sum
}

// undo undoes the last moves.
func (w *heatWalk) undo(path puzzle.Path) {
	b := w.board
	for _, m := range slices.Backward(path) {
		to := b.blank - b.by[slices.Index(b.order[:], m)]
		w.cells[b.blank].row, w.cells[b.blank].col = w.cells[to].row, w.cells[to].col
		b.blank = to
	}
}

// end sets the board to the state that the walk has reached.
func (w *heatWalk) end() {
	b := w.board
	for place := range b.at {
		if c := w.cells[place]; c.heat < frameHeat {
			goal := int(c.row)*b.pitch + int(c.col)
			if place == b.blank {
				goal = b.home
			}
			b.at[place], b.where[goal] = int32(goal), int32(place)
		}
	}
}
