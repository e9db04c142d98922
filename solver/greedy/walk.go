package greedy

import (
	"math"
	"slices"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A heatWalk takes most tiles near their goals, all at once: the blank goes where the tile that it
// passes gains most. Tiles that are farther away gain more by a step. Each visit adds to the
// heat of a place, for good, and heat makes a place worse, so that the blank gets about. On a
// random board of n x n it takes 0.5 n^3 moves to half of the distances, and 1.3 n^3 to a
// hundredth. Descents came first: see descent. A walk is one of a single board, which takes
// 20 ns a move or so.
type heatWalk struct {
	board *framedBoard
	cells []walkCell // of each place
	gains []int32    // gains[most+d] is what a step in a direction adds, d before the goal
	most  int        // steps
	heat  int32      // that a visit adds
	sum   int        // of all distances
}

// A walkCell has what a walk needs of a place in one word.
type walkCell struct {
	row, col int16 // of the goal of the tile there, in the frame
	heat     int32
}

const (
	walkUnit = 256 // of gains and heat
	// farGain is what the squares of distances weigh, divided by the longer side.
	farGain = 8
	// A visit adds firstHeat in the beginning, and lastHeat in the end.
	firstHeat = 9 * walkUnit
	lastHeat  = 3 * walkUnit / 2
	// A walk has rounds of a walkRounds-th of the cells times half of the perimeter. After each
	// round the heat gets closer to lastHeat, by a walkCooling-th.
	walkRounds  = 32
	walkCooling = 16
	// A round pays if it lowers the sum of distances by one for each leastGain moves: to bring
	// tiles to their goals one by one takes more. A walk ends before a round that does not,
	// apart from warmUp rounds, fewer on square boards, in which places get their heat.
	leastGain = 4
	warmUp    = 16
	// Tiles that are nearer than leastAway on average are not worth a walk, nor are boards with
	// fewer rows or columns than leastSide, or fewer of both together than leastSides.
	leastAway  = 4
	leastSide  = 5
	leastSides = 20
	// frameHeat keeps the blank off the frame.
	frameHeat = math.MaxInt32 / 2
)

// goNear takes most tiles near their goals, if that pays; lower is the sum of their distances. It
// returns false if the context ends, or the path would take too much memory.
func (w *heatWalk) goNear(s *route, lower int) bool {
	cells := s.Cells()
	if min(s.Rows, s.Cols) < leastSide || s.Rows+s.Cols < leastSides {
		return true
	}
	if lower < leastAway*cells {
		return true
	}
	w.begin(&s.framedBoard, lower)
	// Random boards take about that. Memory from make that stays unused costs nothing, but
	// slices.Grow clears it.
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

// begin starts a walk on a board with a sum of distances.
func (w *heatWalk) begin(b *framedBoard, sum int) {
	w.board, w.heat, w.sum = b, firstHeat, sum
	w.most = max(b.Rows, b.Cols)
	w.gains = search.Resized(w.gains, 2*w.most+1)
	for d := range w.most {
		// From d+1 to d steps before the goal, and back.
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

// run fills path with the next moves, and makes them.
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

// undo takes back the last moves.
func (w *heatWalk) undo(path puzzle.Path) {
	b := w.board
	for _, m := range slices.Backward(path) {
		to := b.blank - b.by[slices.Index(b.order[:], m)]
		w.cells[b.blank].row, w.cells[b.blank].col = w.cells[to].row, w.cells[to].col
		b.blank = to
	}
}

// end sets the board to where the walk has got to.
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
