package cluster

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
)

// An Input is the input of a batch that is to be made, after Read has read it.
type Input struct {
	Spec
	Puzzles int64 // with check, also the malformed record that ends them: check judges it
	// Sample has puzzles from all over the input, at most twice SampleSize.
	Sample []puzzle.Puzzle

	Expected time.Duration // that one core takes for all puzzles; 0: it is not known

	dir     string
	format  *formats.Format
	cuts    []Part // where parts may begin; fields about their ends are not set
	spacing int64  // puzzles between two cuts
	apart   int64  // puzzles between two of the sample
}

const (
	// SampleSize is how many puzzles a sample has, if the input has as many.
	SampleSize = 16

	// minCuts is the least number of places that are kept for cuts, if the input has as many. So
	// parts differ by an eighth of their size at most.
	minCuts = 8 * MaxSuggested

	// MaxSuggested is the largest number of parts that suit every engine: Slurm's arrays
	// end at 1,000 if the site does not set another limit.
	MaxSuggested = 1000
)

// Read reads the files of a batch once, from their beginning to their end. It returns the
// *formats.SyntaxError of the first malformed puzzle, unless keepGoing is set or the command
// is check, which gives a verdict on it. parts is the number of parts that Create will be
// asked for, if it is known.
func Read(ctx context.Context, dir string, spec Spec, parts int, keepGoing bool) (*Input, error) {
	format, err := declared.Lookup(spec.Format)
	if err != nil {
		return nil, err
	}
	in := &Input{Spec: spec, dir: dir, format: format, spacing: 1, apart: 1}
	r := &reading{Input: in, limit: 2 * max(8*parts, minCuts), keepGoing: keepGoing}
	r.estimator.Heuristic = solver.LinearConflict
	for _, file := range spec.Files {
		f, err := os.Open((&Batch{dir: dir}).Path(file))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if r.puzzles == nil {
			r.puzzles = puzzles.NewDecoder(f, file.Name, format)
			r.puzzles.AnswerAs(format)
			continue
		}
		r.answers = append(r.answers, answers.NewDecoder(f, file.Name, format))
	}
	return in, r.read(ctx)
}

// A reading is a call of Read.
type reading struct {
	*Input
	puzzles   *puzzles.Decoder
	answers   []*answers.Decoder
	estimator heuristic.Estimator
	limit     int // of cuts
	keepGoing bool
}

// read reads all puzzles, and the answers to them.
func (r *reading) read(ctx context.Context) error {
	ps := make([]puzzle.Puzzle, 1)
	for r.cut(); ; {
		n, err := r.puzzles.Decode(ps)
		if n > 0 {
			if err := r.take(&ps[0]); err != nil {
				return err
			}
			if r.Puzzles%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		switch {
		case err == nil:
		case err == io.EOF:
			if r.Puzzles == 0 && len(r.answers) > 0 {
				r.Puzzles = 1 // check gives one verdict on an input without puzzles
			}
			return nil
		case !errors.Is(err, puzzle.ErrMalformed):
			return err
		case len(r.answers) > 0:
			r.Puzzles++ // the last verdict is on the malformed record
			return nil
		case !r.keepGoing:
			return err
		}
	}
}

// take counts a puzzle, reads the answers to it, and keeps the place behind it for a cut.
func (r *reading) take(p *puzzle.Puzzle) error {
	if r.Puzzles%r.apart == 0 {
		r.Sample = append(r.Sample, puzzle.Puzzle{
			Start: p.Start.Clone(), Goal: p.Goal, Bound: p.Bound, ID: p.ID,
		})
		if len(r.Sample) == 2*SampleSize {
			r.Sample, r.apart = everySecond(r.Sample), 2*r.apart
		}
	}
	if moves, err := r.estimator.Value(p); err == nil { // without an estimate it counts as easy
		last := &r.cuts[len(r.cuts)-1]
		last.hardest = max(last.hardest, moves)
	}
	r.Puzzles++
	for _, a := range r.answers {
		if _, err, _ := a.Decode(r.Puzzles, p, nil); err != nil && !judge.IsAnswer(err) {
			return err
		}
	}
	if r.Puzzles%r.spacing == 0 {
		r.cut()
	}
	return nil
}

// cut keeps the place behind the last puzzle, if reading can begin there.
func (r *reading) cut() {
	part := Part{First: r.Puzzles + 1}
	var ok bool
	if part.Puzzles, ok = r.puzzles.Place(); !ok {
		return
	}
	for _, a := range r.answers {
		place, ok := a.Place()
		if !ok {
			return
		}
		part.Answers = append(part.Answers, place)
	}
	if r.cuts = append(r.cuts, part); len(r.cuts) == r.limit {
		for i := 0; i+1 < len(r.cuts); i += 2 {
			r.cuts[i].hardest = max(r.cuts[i].hardest, r.cuts[i+1].hardest)
		}
		r.cuts, r.spacing = everySecond(r.cuts), 2*r.spacing
	}
}

// everySecond keeps the first, the third and so on.
func everySecond[T any](all []T) []T {
	for i := range (len(all) + 1) / 2 {
		all[i] = all[2*i]
	}
	return all[:(len(all)+1)/2]
}
