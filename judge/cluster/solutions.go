package cluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// newSolution returns the record of a solution, or of the error in its place.
func newSolution(sol puzzle.Solution, err error) solution {
	s := solution{
		Moves: sol.Moves, Path: sol.Path.String(), Nodes: sol.Nodes, Lower: sol.LowerBound,
		Rule: sol.Rule, Time: sol.Time,
	}
	if err != nil {
		s.Result = err.Error()
	}
	return s
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
	a.signs.searching(ans.Options.Live)
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
	line, err := s.record(newSolution(sol, err))
	if err != nil {
		panic(err) // a struct of numbers and strings can always be encoded
	}
	w.Write(line)
}

// Solution implements stream.Recorded. Its text is that of Append.
func (r *Records) Solution(text []byte, buf puzzle.Path) (
	sol puzzle.Solution, rest []byte, err error,
) {
	end := bytes.IndexByte(text, '\n') + 1
	line, rest := text[:end], text[end:]
	if sol, ok := solved(line, buf); ok {
		return sol, rest, nil
	}
	var s solution
	if err := json.Unmarshal(line, &entry{Record: &s}); err != nil {
		return puzzle.Solution{}, rest, err
	}
	return puzzle.Solution{
		Moves: s.Moves, Path: puzzle.Path(s.Path), Nodes: s.Nodes, LowerBound: s.Lower, Rule: s.Rule,
		Time: s.Time,
	}, rest, resultOf(s.Result)
}

// solved decodes the line of a solution as encoding/json writes it, in a tenth of the time that
// json.Unmarshal takes. It returns false if the line has something else.
func solved(line []byte, buf puzzle.Path) (sol puzzle.Solution, ok bool) {
	_, text, ok := bytes.Cut(line, []byte(`,"r":{`))
	for ok && text[0] != '}' {
		text = bytes.TrimPrefix(text, []byte{','})
		if len(text) < len(`"m":0}}`) || text[0] != '"' || text[2] != '"' || text[3] != ':' {
			return sol, false
		}
		key, value := text[1], text[4:]
		if key == 'p' {
			sol.Path = buf[:0]
			for value = value[1:]; value[0] >= 'a'; value = value[1:] { // the letter of a move
				sol.Path = append(sol.Path, puzzle.Move(value[0]))
			}
			text, ok = bytes.CutPrefix(value, []byte{'"'})
			continue
		}
		n := int64(0)
		for ; '0' <= value[0] && value[0] <= '9'; value = value[1:] {
			n = 10*n + int64(value[0]-'0')
		}
		text = value
		switch key {
		case 'm':
			sol.Moves = int(n)
		case 'n':
			sol.Nodes = n
		case 'b':
			sol.LowerBound = int(n)
		case 'r':
			sol.Rule = puzzle.Rule(n)
		case 't':
			sol.Time = time.Duration(n)
		default:
			return sol, false
		}
	}
	return sol, ok && string(text) == "}}\n"
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
