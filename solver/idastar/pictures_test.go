package idastar

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// randomPicture returns a picture of a random shape with the blank anywhere, a
// random number of letters, and most tiles next to others with their letter.
func randomPicture(r *rand.Rand) string {
	rows := 1 + r.IntN(25)
	cols := 1 + r.IntN(25/rows)
	if r.IntN(2) == 0 {
		rows, cols = cols, rows
	}
	cells := []byte(strings.Repeat("a", rows*cols))
	for c, letters := 1, 1+r.IntN(12); c < len(cells); c++ {
		if cells[c] = cells[c-1]; r.IntN(3) == 0 {
			cells[c] = byte('a' + r.IntN(letters))
		}
	}
	cells[r.IntN(len(cells))] = '.'
	var picture []string
	for ; len(cells) > 0; cells = cells[cols:] {
		picture = append(picture, string(cells[:cols]))
	}
	return strings.Join(picture, ":")
}

// With random pictures IDA* finds the canonical path, to all goals that they serve.
func TestRandomPictures(t *testing.T) {
	solvertest.Long(t)
	const pictures, maxEntries = 200, 1 << 18
	r := rand.New(rand.NewPCG(9, 9))
	plain := &Solver{Options: solver.Options{Heuristic: solver.LinearConflict}}
	for drawn := 0; drawn < pictures; {
		picture := randomPicture(r)
		c, err := pdb.ParsePicture(picture)
		if err != nil || c.Entries > maxEntries {
			continue
		}
		drawn++
		ida := &Solver{Options: solver.Options{Heuristic: solver.PatternDatabase, Patterns: c}}
		for range 5 {
			p := solvertest.Walked(r, servedGoal(r, c.Serves()), 80)
			want, _ := plain.Solve(context.Background(), p, nil)
			got, err := ida.Solve(context.Background(), p, nil)
			if err != nil || got.Path.String() != want.Path.String() {
				t.Fatalf("%s: %v to %v: %q, %v, want %q",
					picture, p.Start.Tiles, p.Goal.Tiles, got.Path, err, want.Path)
			}
		}
	}
}

// servedGoal returns a random goal that tables for a class of goals serve.
func servedGoal(r *rand.Rand, goals pdb.GoalClass) *puzzle.Goal {
	shape := goals.Shape
	if r.IntN(2) == 0 {
		shape.Rows, shape.Cols = shape.Cols, shape.Rows
	}
	for {
		home := r.IntN(shape.Cells())
		if to, _ := pdb.Canonical(shape, home); to == goals {
			return solvertest.HomeAt(shape, home)
		}
	}
}
