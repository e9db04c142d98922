package cluster

import (
	"context"
	"errors"
	"io"

	"tilejudge/formats/declared"
	"tilejudge/judge"
	"tilejudge/solver/compare"
	"tilejudge/solver/puzzle"
)

// A comparison is the record of a puzzle that was run through several searches.
type comparison struct {
	Runs []compare.Run // nil: it is unsolvable
}

// Compare runs the puzzles of the part that have no record yet through a race.
func (a *Attempt) Compare(ctx context.Context, race *compare.Race) error {
	if a.complete() {
		return nil
	}
	format, err := declared.Lookup(a.Batch.Format)
	if err != nil {
		return err
	}
	src, err := a.source(ctx, format)
	if err != nil {
		return err
	}
	defer src.Close()
	ps := make([]puzzle.Puzzle, 1)
	for {
		n, err := src.puzzles.Decode(ps)
		if n > 0 {
			if err := a.compare(ctx, race, &ps[0]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, puzzle.ErrMalformed):
			return err
		}
	}
}

// compare makes the record of one puzzle.
func (a *Attempt) compare(ctx context.Context, race *compare.Race, p *puzzle.Puzzle) error {
	runs, err := race.Measure(ctx, p)
	if err != nil {
		return err
	}
	if err := race.Figures.Add(runs); err != nil {
		return &judge.Fault{Puzzle: a.preceding() + a.records + 1, Start: p.Start, Value: err}
	}
	line, err := a.record(comparison{runs})
	if err != nil {
		return err
	}
	_, err = a.Write(line)
	return err
}

// Runs returns the next record of Compare, and io.EOF after the last.
func (r *Records) Runs() ([]compare.Run, error) {
	var c comparison
	err := r.next(&c)
	return c.Runs, err
}
