package idastar

import (
	"math"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// Predict returns about how many nodes a search expands up to a solution, given its iterations so
// far, of which the last has not ended, and the moves of a short path. It returns 0 if these are
// too few.
//
// The iterations that are left grow by a factor that comes closer to the square of the branching
// factor with each (R. E. Korf, M. Reid, S. Edelkamp: Time complexity of IDA*. Artificial
// Intelligence 129, 2001). The last one, with the moves of the path as its bound, ends at the
// solution. MEASUREMENTS.md says how far off predictions are.
func Predict(shape puzzle.Shape, rounds []solver.Round, moves int) float64 {
	last := len(rounds) - 2 // that has ended
	if last < 1 || rounds[last-1].Expanded == 0 {
		return 0
	}
	total := 0.0
	for _, r := range rounds[:last+1] {
		total += float64(r.Expanded)
	}
	nodes := float64(rounds[last].Expanded)
	growth := min(nodes/float64(rounds[last-1].Expanded), maxGrowth)
	for bound := rounds[last].Moves + 2; ; bound += 2 {
		growth = (growth + finalGrowth(shape)) / 2
		nodes *= growth
		if bound >= moves {
			return total + lastShare*nodes
		}
		total += nodes
	}
}

const (
	// maxGrowth is how many times as many nodes a later iteration has at most.
	maxGrowth = 12
	// lastShare is how much of the last iteration comes before the solution: as a rule less than
	// half, since paths differ most in their first moves.
	lastShare = 0.3
)

// finalGrowth returns about how many times as many nodes an iteration has as the one before, if
// that is long: 5.1 on 4x4, 6.1 on 5x5.
func finalGrowth(s puzzle.Shape) float64 {
	neighbours := 4 - 2/float64(s.Rows) - 2/float64(s.Cols) // of a cell, on average
	return 1.1 * math.Pow(neighbours-1+0.15, 2)
}
