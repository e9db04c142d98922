package cluster

import (
	"context"
	"io"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// Check judges the answers of the part that have no record yet. The record of an answer is its
// judge.Finding. Records of accepted answers leave out what was judged, since reports draw failures
// only.
func (a *Attempt) Check(ctx context.Context, k *checker.Checker) error {
	if a.complete() {
		return nil
	}
	src, err := a.source(ctx, k.Format)
	if err != nil {
		return err
	}
	defer src.Close()
	src.puzzles.TellLines()
	var failed error
	check := checker.Check{
		Rules: k.Rules, Workers: k.Workers, Before: a.preceding() + a.records, Puzzles: src.puzzles,
		More: !a.last(),
		Each: func(f *judge.Finding) {
			record := *f
			if f.Verdict == judge.AC {
				record.Puzzle, record.Answer = nil, puzzle.Solution{}
			}
			line, err := a.record(record)
			if err == nil && failed == nil {
				_, err = a.Write(line)
			}
			if err != nil && failed == nil {
				failed = err
			}
		},
	}
	for _, d := range src.answers {
		d.Keep(k.Keep)
	}
	if check.Answers = src.answers[0]; len(src.answers) > 1 {
		check.Expected = src.answers[1]
	}
	if _, err := check.Run(ctx); err != nil {
		return err
	}
	return failed
}

// Finding returns the next finding, and io.EOF after the last.
func (r *Records) Finding() (*judge.Finding, error) {
	f := new(judge.Finding)
	if err := r.next(f); err != nil {
		return nil, err
	}
	return f, nil
}

// Findings calls each with every finding, in order, and counts the verdicts.
func (r *Records) Findings(each func(*judge.Finding)) (tally judge.Tally, err error) {
	for {
		f, err := r.Finding()
		if err == io.EOF {
			return tally, nil
		}
		if err != nil {
			return tally, err
		}
		tally[f.Verdict]++
		each(f)
	}
}
