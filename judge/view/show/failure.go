package show

import (
	"bufio"
	"bytes"
	"context"
	"time"

	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// Failures shows, in the notation of a format, the puzzles whose answers are not accepted, and the
// right answers to them.
type Failures struct {
	checker *checker.Checker
	solver  *pathSolver
	puzzles *puzzles.Encoder
	answers *answers.Encoder // nil: the format has no answer to its own puzzles
}

// NewFailures returns the Failures of what a checker judges.
func NewFailures(k *checker.Checker) *Failures {
	f := &Failures{
		checker: k, solver: newSolver(k.Format, true), puzzles: puzzles.NewEncoder(k.Format),
	}
	f.answers, _ = answers.NewEncoder(k.Format, k.Format)
	return f
}

// Puzzle returns a puzzle, the nth of its input, as the judge writes it.
func (f *Failures) Puzzle(n int64, p *puzzle.Puzzle) []byte {
	return f.puzzles.Append(nil, n, p)
}

// Right returns a right answer to the puzzle of a finding: the judge's own if the finding has one,
// or else one that a search finds within seconds. It returns nil if the search finds none.
func (f *Failures) Right(ctx context.Context, finding *judge.Finding) []byte {
	if len(finding.Expected) > 0 && finding.Verdict != judge.JE {
		return finding.Expected
	}
	if finding.Puzzle == nil || f.answers == nil {
		return nil
	}
	return f.Answer(ctx, finding.N, finding.Puzzle)
}

// Answer returns a right answer to a puzzle, the nth of its input, or nil if a search finds none
// within seconds.
func (f *Failures) Answer(ctx context.Context, n int64, p *puzzle.Puzzle) []byte {
	ctx, stop := context.WithTimeout(ctx, maxTime)
	defer stop()
	var s puzzle.Solution
	var err error
	if !p.Solvable() {
		err = puzzle.ErrUnsolvable
	} else if f.checker.Rules.Want != puzzle.WantDecision {
		s, err = f.path(ctx, p)
	}
	if err == nil && !p.Bound.Allows(s.Moves) {
		s, err = puzzle.Solution{}, puzzle.ErrTooLong
	}
	// The rule may ask for a shortest path, which the search may not have found.
	if verdict, _ := f.checker.Rules.Verdict(ctx, p, s, err); verdict != judge.AC {
		return nil
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	q := *p
	q.Start = p.Start.Clone()
	f.answers.Encode(w, n, &q, s, err)
	w.Flush()
	return text.Bytes()
}

// maxTime limits the search for a right answer, and the proof that it is right.
const maxTime = 5 * time.Second

// maxAnswered is the number of cells of the largest board whose answer is searched for: a greedy
// path on it has some 5 million moves.
const maxAnswered = 128 * 128

// path returns a path, also on boards that are too large to be shown move by move.
func (f *Failures) path(ctx context.Context, p *puzzle.Puzzle) (puzzle.Solution, error) {
	s, _, err := f.solver.search(ctx, p)
	if err == errLarge && p.Start.Cells() <= maxAnswered {
		return f.solver.quick.Solve(ctx, p, nil)
	}
	return s, err
}
