package judge

import (
	"context"
	"testing"
	"time"

	"tilejudge/solver/puzzle"
)

// overdue is a context that notices its deadline late.
type overdue struct {
	context.Context
	end time.Time
}

func (o overdue) Deadline() (time.Time, bool) { return o.end, true }

// tired finds nothing before the deadline.
type tired struct{}

func (tired) Solve(context.Context, *puzzle.Puzzle, puzzle.Path) (puzzle.Solution, error) {
	return puzzle.Solution{}, context.DeadlineExceeded
}

// A search that ends some milliseconds before its context has ended decides nothing.
func TestOverdue(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	board := puzzle.Board{
		Shape: puzzle.Shape{Rows: 1, Cols: 2}, Tiles: []puzzle.Tile{puzzle.Blank, 1},
	}
	goal, err := puzzle.NewGoal(
		puzzle.Board{Shape: board.Shape, Tiles: []puzzle.Tile{1, puzzle.Blank}})
	if err != nil {
		t.Fatal(err)
	}
	p := puzzle.Puzzle{Start: board, Goal: goal}
	var f Finding
	r := Rules{Want: puzzle.WantLength, Solver: tired{}}
	r.Judge(overdue{ctx, time.Now()}, &f, &p, &Reply{Solution: puzzle.Solution{Moves: 1}}, nil)
	if f.Verdict != undecided || ctx.Err() == nil {
		t.Errorf("%v: %s, context %v", f.Verdict, f.Message, ctx.Err())
	}
}
