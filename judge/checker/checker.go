// Package checker judges the answers to puzzles of a format by replaying them. It joins
// the decoders of the format, the rules of package judge, and a solver as the referee
// for what replaying does not tell.
//
//	k, err := checker.New(format, "", 4)
//	tally, err := k.Run(ctx, input, output, nil, func(f *judge.Finding) { fmt.Println(f.Verdict) })
package checker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// A Checker judges answers in one format. It is read-only after it is made.
type Checker struct {
	Format  *formats.Format
	Rules   judge.Rules
	Workers int // answers judged at once

	// Keep is how many bytes of the text of each answer a finding keeps.
	Keep int

	// LongSearch is called once if a search would have given up with expected answers, and goes on
	// without them. It may be nil.
	LongSearch func()

	// Tolerance says which differences from the format do not matter in answers. The judge's
	// own answers have none.
	Tolerance answers.Tolerance
}

// New returns a checker of answers in a format. Require replaces the rule of the format:
// it is "any", "shortest", "least" or the largest number of moves allowed; "" keeps the
// rule.
func New(f *formats.Format, require string, workers int) (*Checker, error) {
	k := &Checker{Format: f, Rules: RulesOf(f), Workers: workers}
	return k, k.require(require)
}

// Limit limits the searches for what a replay does not tell.
func (k *Checker) Limit(l Limits) { k.Rules.Solver = newJudge(k.Format, l) }

// ScoreAnswers makes findings have the scores that the format's formula gives.
func (k *Checker) ScoreAnswers() error {
	formula := k.Format.Score
	if formula == "" {
		return fmt.Errorf("%s has no formula for scores", k.Format.Name)
	}
	k.Rules.Score = func(p *puzzle.Puzzle, end puzzle.Board, moves int) (float64, error) {
		left := distance(p.Goal, end)
		if left > 0 && !strings.Contains(string(formula), "{distance}") {
			return 0, errors.New("only paths to the goal have a score")
		}
		return formula.Of(formats.Scored{Rows: end.Rows, Moves: moves, Distance: left})
	}
	return nil
}

// distance returns the Manhattan distances of all tiles of a board to their cells in a goal.
func distance(goal *puzzle.Goal, b puzzle.Board) (sum int) {
	for cell, t := range b.Tiles {
		if t == puzzle.Blank || t == puzzle.Wall {
			continue
		}
		to := goal.Cell(t)
		sum += max(cell/b.Cols-to/b.Cols, to/b.Cols-cell/b.Cols)
		sum += max(cell%b.Cols-to%b.Cols, to%b.Cols-cell%b.Cols)
	}
	return sum
}

// RulesOf returns the rules by which a format tells right answers from wrong ones.
func RulesOf(f *formats.Format) judge.Rules {
	return judge.Rules{
		Want: f.Answer.Wants(), Rule: f.Rule, TooLong: f.Answer.TooLong != "",
		Unsaid: f.Answer.WithinBound(),
		Solver: newJudge(f, UsualLimits),
		Board:  f.Board.Draw,
		Path: func(p *puzzle.Puzzle, path puzzle.Path) string {
			return answers.Path(f, p, path)
		},
	}
}

// require replaces the rule by what the text says.
func (k *Checker) require(what string) error {
	if what == "" {
		return nil
	}
	rule, known := puzzle.ParseRule(what)
	limit, err := strconv.Atoi(what)
	if !known && (err != nil || limit < 0 || limit >= 1<<30) {
		return fmt.Errorf(
			"require: found %q, expected any, shortest, least or a number of moves", what)
	}
	if err := k.Format.Admits(rule); err != nil {
		return fmt.Errorf("require: %w", err)
	}
	if known {
		k.Rules.Rule = rule
	} else {
		k.Rules.Bound = puzzle.AtMost(limit)
	}
	return nil
}

// Run judges the answers in output to the puzzles in input, and calls each with every
// finding, in order. expected has the judge's own answers; nil: there are none. The error
// is one of reading, or ctx.Err(); the tally has the verdicts until then.
func (k *Checker) Run(
	ctx context.Context, input, output protocol.File, expected *protocol.File,
	each func(*judge.Finding),
) (judge.Tally, error) {
	return k.RunInBrief(ctx, input, output, expected, each, nil)
}

// RunInBrief is Run, but it may call accepted in place of each, as Check.Accepted says. That
// takes less time.
func (k *Checker) RunInBrief(
	ctx context.Context, input, output protocol.File, expected *protocol.File,
	each func(*judge.Finding), accepted AcceptedFunc,
) (judge.Tally, error) {
	in := puzzles.NewDecoder(input.Reader, input.Name, k.Format)
	in.AnswerAs(k.Format)
	in.TellLines()
	out := answers.NewDecoder(output.Reader, output.Name, k.Format)
	out.Tolerate(k.Tolerance)
	out.Keep(k.Keep)
	out.ReplayLong()
	if k.Rules.Score != nil {
		accepted = nil // each answer has a score of its own
	}
	check := Check{
		Rules: k.Rules, Workers: k.Workers, Each: each, Accepted: accepted,
		Puzzles: in, Answers: out,
	}
	if right, err := answers.NewEncoder(k.Format, k.Format); err == nil {
		check.Right = right
	}
	if expected != nil {
		right := answers.NewDecoder(expected.Reader, expected.Name, k.Format)
		right.Keep(k.Keep)
		right.ReplayLong()
		check.Expected = right
	} else {
		check.Solver = withoutExpected(k.Rules.Solver, k.LongSearch)
	}
	return check.Run(ctx)
}

// runFiles is RunInBrief on the input and the output of a program. answer has the judge's own
// answers, or is nil.
func (k *Checker) runFiles(
	ctx context.Context, input, output, answer io.Reader,
	each func(*judge.Finding), accepted AcceptedFunc,
) (judge.Tally, error) {
	var expected *protocol.File
	if answer != nil {
		expected = &protocol.File{Name: "answer", Reader: short(answer)}
	}
	return k.RunInBrief(ctx, protocol.File{Name: "input", Reader: short(input)},
		protocol.File{Name: "output", Reader: short(output)}, expected, each, accepted)
}

// short returns a reader of the same text. If the text is short, the reader tells its length: so
// decoders need no large memory for the many small files of programs.
func short(in io.Reader) io.Reader {
	const limit = 64 << 10
	text, err := io.ReadAll(io.LimitReader(in, limit))
	if err != nil || len(text) == limit {
		return io.MultiReader(bytes.NewReader(text), in)
	}
	return bytes.NewReader(text)
}

// A summary is what a run has found: the counts, and the finding that decides. That is
// the first one that is not accepted, but a fault of the judge comes before all others.
type summary struct {
	cases, right int64
	earned       float64 // points, of one a case
	first        judge.Finding
}

func (s *summary) add(f *judge.Finding) {
	s.cases++
	s.earned += f.Earned()
	switch {
	case f.Verdict == judge.AC:
		s.right++
	case s.first.Verdict == 0 || f.Verdict == judge.JE && s.first.Verdict != judge.JE:
		s.first = *f.Clone()
	}
}

// addAccepted adds a number of answers that are accepted.
func (s *summary) addAccepted(_ int64, _, _ int, count int64) {
	s.cases += count
	s.right += count
	s.earned += float64(count)
}

// message returns the message of the finding that decides, with its place if there are several.
func (s *summary) message() string {
	if s.cases == 1 {
		return s.first.Message
	}
	return fmt.Sprintf("puzzle %d (line %d): %s", s.first.N, s.first.Line, s.first.Message)
}

// Judge judges the output of a program: it is a trial.Check. The finding is the first that is
// not accepted, with the verdict and the message on all puzzles.
func (k *Checker) Judge(
	ctx context.Context, input, output, answer io.Reader,
) (*judge.Finding, error) {
	var s summary
	if _, err := k.runFiles(ctx, input, output, answer, s.add, s.addAccepted); err != nil {
		return nil, err
	}
	return s.finding(), nil
}

// finding returns the first finding that is not accepted, with the verdict and the message on all.
func (s *summary) finding() *judge.Finding {
	wrong := s.cases - s.right
	if wrong == 0 {
		return &judge.Finding{Verdict: judge.AC}
	}
	f := s.first
	f.Message = s.message()
	if wrong > 1 {
		f.Message += fmt.Sprintf("; %s of %s are wrong",
			humanize.Comma(wrong), humanize.Comma(s.cases))
	}
	return &f
}

// CheckCase says what is wrong with the input or with the judge's own answers, or
// returns "". It is the CheckCase of a trial.Trial.
func (k *Checker) CheckCase(
	ctx context.Context, input, answer io.Reader,
) (fault string, err error) {
	var s summary // there are no answers to judge, so nothing is searched for them
	_, err = k.runFiles(ctx, input, strings.NewReader(""), answer, s.add, s.addAccepted)
	if err != nil || s.first.Verdict != judge.JE {
		return "", err
	}
	return s.message(), nil
}

// Outcome judges answers for another judge: it is a protocol.Check.
func (k *Checker) Outcome(
	ctx context.Context, input, output protocol.File, expected *protocol.File,
) protocol.Outcome {
	var s summary
	_, err := k.RunInBrief(ctx, input, output, expected, s.add, s.addAccepted)
	o := protocol.Outcome{Verdict: judge.AC, Right: s.right, Cases: s.cases}
	switch {
	case err != nil:
		o.Verdict, o.Message = judge.JE, err.Error()
	case s.right < s.cases:
		o.Verdict = s.first.Verdict
		if s.first.Unread && o.Verdict == judge.WA {
			o.Verdict = judge.PE // as testlib has it
		}
		o.Message = fmt.Sprintf("puzzle %d: %s", s.first.N, s.first.Message)
		o.At, o.ExpectedAt = s.first.At, s.first.ExpectedAt
	}
	return o
}
