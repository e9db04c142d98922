package checker

import (
	"bufio"
	"context"
	"io"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// Validate is v.Validate on several cores: it calls v.Each from several goroutines at once, in
// any order, and perhaps twice for a puzzle.
func Validate(
	ctx context.Context, v *puzzles.Validator, in io.Reader, name string, workers int,
) (n int64, err error) {
	const window = 1 << 16 // puzzles
	src := v.Open(in, name)
	b := judge.Batch{Solver: unsolved{}, Workers: workers, Window: window}
	_, err = b.Run(ctx, src, unsolved{}, io.Discard)
	return src.Puzzles(), err
}

// unsolved is a judge.PackedSolver and a judge.PackedSink that do nothing.
type unsolved struct{}

func (unsolved) Solve(
	context.Context, *puzzle.Puzzle, puzzle.Path,
) (s puzzle.Solution, err error) {
	return s, nil
}

func (unsolved) SolveMany(
	_ context.Context, ps []puzzle.Puzzle, _ puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error),
) {
	for i := range ps {
		answer(&ps[i], puzzle.Solution{}, nil)
	}
}

func (unsolved) Encode(*bufio.Writer, int64, *puzzle.Puzzle, puzzle.Solution, error) {}

func (unsolved) SolvePacked(*puzzle.Goal, []puzzle.Packed) bool { return true }

func (unsolved) Packs() bool { return true }

func (unsolved) AppendPacked(to []byte, packed []uint64) (text []byte, solved, moves int) {
	return to, len(packed), 0
}
