package stream

import (
	"bufio"
	"context"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Writing writes puzzles that are made or changed on all cores, in the order of their source.
type Writing struct {
	Batch Batch // without its Solver

	// Make makes or changes a puzzle in place. Several goroutines call it at once. With an error
	// the puzzle is not written, and the run ends, unless the error wraps puzzle.ErrGaveUp: then
	// it is reported.
	Make func(context.Context, *puzzle.Puzzle) error

	// Quick reports whether Make takes no search for a puzzle. nil: it may always take one.
	Quick func(*puzzle.Puzzle) bool

	// Packed makes or changes packed boards as Make does, if all of them are well and take no
	// search. Else it returns false and changes nothing. nil: it can't.
	Packed func(goal *puzzle.Goal, boards []puzzle.Packed) bool
}

// Run writes the puzzles of src. Its error is that of Batch.Run.
func (g *Writing) Run(
	ctx context.Context, src judge.Source, out *puzzles.Writer,
) (Stats, error) {
	b := g.Batch
	sink := &recordSink{encoder: out.Encoder(), before: out.Next() - 1 - b.Before}
	if out.Numbered() && b.KeepGoing { // a number depends on how many before it are left out
		sink.next, b.Workers = out.Next(), 1
	}
	switch {
	case g.Packed != nil:
		b.Solver = packedMaker{quickMaker{maker{g}}}
	case g.Quick != nil:
		b.Solver = quickMaker{maker{g}}
	default:
		b.Solver = maker{g}
	}
	stats, err := b.Run(ctx, src, sink, out.Records())
	out.Add(stats.Solved)
	return stats, err
}

// A maker is a judge.Solver that makes puzzles.
type maker struct{ *Writing }

func (m maker) Solve(
	ctx context.Context, p *puzzle.Puzzle, _ puzzle.Path,
) (puzzle.Solution, error) {
	return puzzle.Solution{}, m.Make(ctx, p)
}

// A quickMaker is a judge.ManySolver: it makes many puzzles that take no search at once.
type quickMaker struct{ maker }

func (m quickMaker) SolveMany(
	ctx context.Context, ps []puzzle.Puzzle, _ puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error),
) {
	for i := range ps {
		if !m.Quick(&ps[i]) {
			return
		}
		answer(&ps[i], puzzle.Solution{}, m.Make(ctx, &ps[i]))
	}
}

// A packedMaker is a PackedSolver.
type packedMaker struct{ quickMaker }

func (m packedMaker) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	return m.Packed(goal, boards)
}

// A recordSink encodes the puzzles that have been made.
type recordSink struct {
	encoder *puzzles.Encoder
	before  int64 // added to the number in the batch
	next    int64 // number of the next puzzle, if one worker counts; 0: it is not counted
}

// Encode implements judge.Sink.
func (s *recordSink) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, _ puzzle.Solution, err error,
) {
	switch {
	case err != nil:
		return
	case s.next > 0:
		n = s.next
		s.next++
	default:
		n += s.before
	}
	s.encoder.Encode(w, n, p)
}

// Packs implements PackedSink.
func (s *recordSink) Packs() bool { return s.encoder.Packs() }

// AppendPacked implements PackedSink.
func (s *recordSink) AppendPacked(to []byte, boards []uint64) (text []byte, solved, moves int) {
	return s.encoder.AppendPacked(to, boards)
}
