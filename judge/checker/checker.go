// Package checker judges the answers to puzzles of a format by replaying them. It
// joins the decoders of a format, the rules of package judge, and a solver that
// gives up after some seconds as the referee where replaying does not tell.
//
//	k, err := checker.New(format, "", 4)
//	tally, err := k.Run(ctx, input, output, nil, func(f *judge.Finding) { fmt.Println(f.Verdict) })
package checker

import (
	"context"
	"fmt"
	"io"
	"os"
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
}

// New returns a checker of answers in a format. It applies the format's rule, or what
// require says instead: "any", "shortest", "least" or a limit on the number of moves;
// "" is the format's own rule.
func New(f *formats.Format, require string, workers int) (*Checker, error) {
	k := &Checker{Format: f, Rules: RulesOf(f), Workers: workers}
	return k, k.require(require)
}

// RulesOf returns what makes answers in a format right.
func RulesOf(f *formats.Format) judge.Rules {
	return judge.Rules{
		Want: f.Answer.Wants(), Rule: f.Rule, TooLong: f.Answer.TooLong != "", Solver: NewReferee(f),
	}
}

// require replaces the format's rule.
func (k *Checker) require(what string) error {
	named := map[string]puzzle.Rule{
		"any": puzzle.AnyPath, "shortest": puzzle.Shortest, "least": puzzle.Least,
	}
	rule, known := named[what]
	limit, err := strconv.Atoi(what)
	switch {
	case what == "":
	case !known && (err != nil || limit < 0 || limit >= 1<<30):
		return fmt.Errorf(
			"require: found %q, expected any, shortest, least or a number of moves", what)
	case k.Rules.Want == puzzle.WantDecision:
		return fmt.Errorf("require: answers of %s have no moves", k.Format.Name)
	case k.Rules.Want == puzzle.WantLength && what != "shortest":
		return fmt.Errorf("require: answers of %s are the least numbers of moves", k.Format.Name)
	case known:
		k.Rules.Rule = rule
	default:
		k.Rules.Bound = puzzle.AtMost(limit)
	}
	return nil
}

// Run judges the answers in output to the puzzles in input, and calls each with every
// verdict, in order. expected has the judge's own answers; nil: there are none. It
// returns an error of reading or ctx.Err(), and the verdicts counted until then.
func (k *Checker) Run(
	ctx context.Context, input, output protocol.File, expected *protocol.File,
	each func(*judge.Finding),
) (judge.Tally, error) {
	in := puzzles.NewDecoder(input, input.Name, k.Format)
	in.AnswerAs(k.Format)
	check := judge.Check{
		Rules: k.Rules, Workers: k.Workers, Each: each,
		Puzzles: in, Answers: answers.NewDecoder(output, output.Name, k.Format),
	}
	if expected != nil {
		check.Expected = answers.NewDecoder(expected, expected.Name, k.Format)
	}
	return check.Run(ctx)
}

// runFiles is Run on the input and the output of a program; "" is an empty output.
// answer has the judge's own answers, or is nil.
func (k *Checker) runFiles(
	ctx context.Context, input, output string, answer io.Reader, each func(*judge.Finding),
) (judge.Tally, error) {
	in, err := os.Open(input)
	if err != nil {
		return judge.Tally{}, err
	}
	defer in.Close()
	out := io.NopCloser(strings.NewReader(""))
	if output != "" {
		if out, err = os.Open(output); err != nil {
			return judge.Tally{}, err
		}
	}
	defer out.Close()
	var expected *protocol.File
	if answer != nil {
		expected = &protocol.File{Name: "answer", Reader: answer}
	}
	return k.Run(ctx, protocol.File{Name: "input", Reader: in},
		protocol.File{Name: "output", Reader: out}, expected, each)
}

// Judge judges the output of a program: it is a trial.Check. The output "" is empty.
func (k *Checker) Judge(
	ctx context.Context, input, output string, answer io.Reader,
) (judge.Verdict, string, error) {
	var first judge.Finding // that is wrong; the judge's errors come before all others
	wrong := int64(0)
	tally, err := k.runFiles(ctx, input, output, answer, func(f *judge.Finding) {
		if f.Verdict == judge.AC {
			return
		}
		if wrong++; wrong == 1 || f.Verdict == judge.JE && first.Verdict != judge.JE {
			first = *f
		}
	})
	switch {
	case err != nil:
		return 0, "", err
	case wrong == 0:
		return judge.AC, "", nil
	case tally.Cases() == 1:
		return first.Verdict, first.Message, nil
	}
	message := fmt.Sprintf("puzzle %d (line %d): %s", first.N, first.Line, first.Message)
	if wrong > 1 {
		message += fmt.Sprintf("; %s of %s are wrong",
			humanize.Comma(wrong), humanize.Comma(tally.Cases()))
	}
	return first.Verdict, message, nil
}

// CheckCase says what is wrong with the input or with the judge's own answers, or
// returns "". It is the CheckCase of a trial.Trial.
func (k *Checker) CheckCase(
	ctx context.Context, input string, answer io.Reader,
) (fault string, err error) {
	// Without answers to judge, only the judge's own errors take more than a replay.
	verdict, message, err := k.Judge(ctx, input, "", answer)
	if err != nil || verdict != judge.JE {
		return "", err
	}
	return message, nil
}

// Outcome judges answers for another judge: it is a protocol.Check.
func (k *Checker) Outcome(
	ctx context.Context, input, output protocol.File, expected *protocol.File,
) (o protocol.Outcome) {
	_, err := k.Run(ctx, input, output, expected, func(f *judge.Finding) {
		o.Cases++
		if f.Verdict == judge.AC {
			o.Right++
		} else if o.Verdict == 0 || f.Verdict == judge.JE && o.Verdict != judge.JE {
			o.Verdict, o.Message = f.Verdict, fmt.Sprintf("puzzle %d: %s", f.N, f.Message)
			if f.Unread && f.Verdict == judge.WA {
				o.Verdict = judge.PE // as testlib has it
			}
		}
	})
	switch {
	case err != nil:
		o.Verdict, o.Message = judge.JE, err.Error()
	case o.Verdict == 0:
		o.Verdict = judge.AC
	}
	return o
}

// KeepsPromise returns a function that returns an error for a puzzle that needs more
// moves than its judge promises. It tells that of small boards only, where it takes no
// search.
func KeepsPromise(ctx context.Context, f *formats.Format) func(*puzzle.Puzzle) error {
	distances := NewDistances(nil)
	return func(p *puzzle.Puzzle) error {
		if !f.PromisesBound() || !p.Start.Small() {
			return nil
		}
		s, err := distances.Solve(ctx, p, nil)
		if limit, _ := p.Bound.Moves(); err == nil && !p.Bound.Allows(s.Moves) {
			return fmt.Errorf("found one that needs %d moves, expected %d at most", s.Moves, limit)
		}
		return nil
	}
}
