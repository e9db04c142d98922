package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/protocol"
	"tilejudge/judge/report"
)

func checkCommand() *app.Command {
	return &app.Command{
		Name:      "check",
		Usage:     "judge the answers to puzzles, by replaying them",
		ArgsUsage: "INPUT ANSWERS [EXPECTED]",
		Action:    check,
		Flags: append([]cli.Flag{
			formatNamed(&cli.StringFlag{
				Name: "format", Aliases: []string{"f"},
				Usage: "`FORMAT` of input and answers (see formats); detected if not given",
			}),
			requirement,
			workersFlag,
			app.OneOf("protocol", protocol.Names, &cli.StringFlag{
				Name: "protocol", Usage: "be the checker that the judge of that `NAME` calls: it comes" +
					" first, and then what that judge says (see protocols)",
			}),
		}, reportFlags(40)...),
	}
}

// check judges a file of answers.
func check(c *cli.Context) error {
	names := c.Args().Slice()
	files, end, err := openFiles(c, names)
	if err != nil {
		return err
	}
	defer end()
	format, err := formatFlag(c, "format")
	if err != nil {
		return err
	}
	if format == nil {
		if format, files[0], err = detect(c.Context, files[0], inputName(names[0]), "format", nil); err != nil {
			return err
		}
	}
	if err := atLeast(c, least{"workers", 1}); err != nil {
		return err
	}
	k, err := newChecker(format, c.String("require"), min(c.Int("workers"), maxWorkers))
	if err != nil {
		return err
	}
	r, err := newReports(c, report.Options{Suite: inputName(names[0])}, names)
	if err != nil {
		return err
	}
	return k.report(c.Context, names, files, r)
}

// openFiles opens the files of the arguments, and returns a function that closes
// them.
func openFiles(c *cli.Context, names []string) (files [3]io.Reader, end func(), err error) {
	if len(names) < 2 || len(names) > 3 {
		return files, nil, fmt.Errorf("check: found %d files, expected those of the puzzles and the answers,"+
			" and perhaps the expected answers", len(names))
	}
	var opened []io.Closer
	end = func() {
		for _, f := range opened {
			f.Close()
		}
	}
	for i, name := range names {
		if name == "-" && slices.Contains(names[:i], "-") {
			end()
			return files, nil, errors.New("check: only one of the files can be standard input")
		}
		f, err := openInput(c, name)
		if err != nil {
			end()
			return files, nil, err
		}
		opened = append(opened, f)
		files[i] = f
	}
	return files, end, nil
}

// report judges answers, and reports the verdicts.
func (k *checker) report(ctx context.Context, names []string, files [3]io.Reader, r *reports) error {
	begin := time.Now()
	var seen judge.Tally
	var failed error // of a report
	tally, err := k.run(ctx, names, files, func(f *judge.Finding) {
		if seen[f.Verdict]++; f.N%4096 == 0 {
			r.progress.Show(&seen, 0)
		}
		if failed == nil && r.Wants(f.Verdict) {
			failed = r.Case(&judge.Result{
				Name: fmt.Sprint("puzzle ", f.N), File: inputName(names[0]), Line: f.Line,
				Verdict: f.Verdict, Message: f.Message,
			})
		}
	})
	s := report.Summary{Tally: tally, Begin: begin, Time: time.Since(begin)}
	if err != nil {
		s.Stopped = stopped(err)
	}
	return cmp.Or(err, failed, r.Close(s), outcome(tally))
}

// stopped says why not all cases were judged.
func stopped(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return err.Error()
}

// outcome returns nil if all cases are accepted, and an error that stands for
// the exit status if not.
func outcome(t judge.Tally) error {
	switch t.Worst() {
	case judge.AC:
		return nil
	case judge.JE:
		return app.JudgeError
	default:
		return app.Failed
	}
}

// newChecker returns a checker of answers in a format, but for what is read.
func newChecker(f *formats.Format, what string, workers int) (*checker, error) {
	r := rulesOf(f)
	if err := require(&r, f, what); err != nil {
		return nil, err
	}
	return &checker{f, judge.Check{Rules: r, Workers: workers}}, nil
}

// A checker judges files of one format.
type checker struct {
	format *formats.Format
	judge.Check
}

// run judges answers, and calls each for every verdict, in order: files are the
// puzzles, the answers, and the expected answers or nil.
func (k *checker) run(
	ctx context.Context, names []string, files [3]io.Reader, each func(*judge.Finding),
) (judge.Tally, error) {
	check := k.Check
	check.Each = each
	dec := puzzles.NewDecoder(files[0], inputName(names[0]), k.format)
	dec.AnswerAs(k.format)
	check.Puzzles = dec
	check.Answers = answers.NewDecoder(files[1], inputName(names[1]), k.format)
	if files[2] != nil {
		check.Expected = answers.NewDecoder(files[2], inputName(names[2]), k.format)
	}
	return check.Run(ctx)
}

// runFiles is run on the input and the output of a program; answer has the
// expected answers, or is nil.
func (k *checker) runFiles(
	ctx context.Context, input, output string, answer io.Reader, each func(*judge.Finding),
) (judge.Tally, error) {
	files := [3]io.Reader{2: answer}
	for i, name := range []string{input, output} {
		f, err := os.Open(name)
		if err != nil {
			return judge.Tally{}, err
		}
		defer f.Close()
		files[i] = f
	}
	return k.run(ctx, []string{"input", "output", "answer"}, files, each)
}
