package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// A solution is the record of a puzzle that was solved, or given up.
type solution struct {
	Moves  int           `json:"m,omitempty"`
	Path   string        `json:"p,omitempty"` // letters of puzzle.Path
	Nodes  int64         `json:"n,omitempty"`
	Lower  int           `json:"b,omitempty"` // puzzle.Solution.LowerBound
	Rule   puzzle.Rule   `json:"r,omitempty"`
	Time   time.Duration `json:"t,omitempty"`
	Result string        `json:"e,omitempty"` // why there is no solution; "": there is one
}

// Solve solves the puzzles of the part that have no record yet, as if they were to be
// answered in the format to.
func (a *Attempt) Solve(ctx context.Context, ans *stream.Answerer, to *formats.Format) error {
	if a.complete() {
		return nil
	}
	src, err := a.source(ctx, to)
	if err != nil {
		return err
	}
	defer src.Close()
	ans.Batch.Before = a.preceding() + a.records
	from, err := declared.Lookup(a.Batch.Format)
	if err != nil {
		return err
	}
	_, err = ans.Record(ctx, src.puzzles, from, to, sink{a}, a)
	return err
}

// complete reports whether the part has all its records, but has not been published.
func (a *Attempt) complete() bool { return a.records == a.of.Records }

// last reports whether the part has the last puzzle of the input.
func (a *Attempt) last() bool { return a.preceding()+a.of.Records >= a.Batch.Puzzles }

// preceding returns how many puzzles stand before those of the part.
func (a *Attempt) preceding() int64 { return a.of.First - 1 }

// A sink is a judge.Sink that makes records of solutions.
type sink struct{ *Attempt }

// Encode implements judge.Sink. A malformed record has no solution: the merge reads it again.
func (s sink) Encode(
	w *bufio.Writer, _ int64, p *puzzle.Puzzle, sol puzzle.Solution, err error,
) {
	if p == nil {
		return
	}
	r := solution{
		Moves: sol.Moves, Path: sol.Path.String(), Nodes: sol.Nodes, Lower: sol.LowerBound,
		Rule: sol.Rule, Time: sol.Time,
	}
	if err != nil {
		r.Result = err.Error()
	}
	line, err := s.record(r)
	if err != nil {
		panic(err) // a struct of numbers and strings can always be encoded
	}
	w.Write(line)
}

// Solution returns the next recorded solution. Its path is in the memory of buf, if there is room.
func (r *Records) Solution(buf puzzle.Path) (puzzle.Solution, error) {
	var s solution
	if err := r.next(&s); err == io.EOF {
		return puzzle.Solution{}, errors.New("the input has more puzzles than there are records")
	} else if err != nil {
		return puzzle.Solution{}, err
	}
	path := puzzle.Path(nil)
	if s.Path != "" {
		path = append(buf[:0], puzzle.Path(s.Path)...)
	}
	return puzzle.Solution{
		Moves: s.Moves, Path: path, Nodes: s.Nodes, LowerBound: s.Lower, Rule: s.Rule, Time: s.Time,
	}, resultOf(s.Result)
}

// resultOf returns the error whose text was recorded.
func resultOf(text string) error {
	for _, err := range []error{puzzle.ErrUnsolvable, puzzle.ErrTooLong, puzzle.ErrGaveUp} {
		rest, ok := strings.CutPrefix(text, err.Error())
		switch {
		case text == "":
			return nil
		case ok && rest == "":
			return err
		case ok:
			return fmt.Errorf("%w%s", err, rest)
		}
	}
	return errors.New(text)
}
