package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
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

// requirement is the flag that overrides the rule of a format.
var requirement = &cli.StringFlag{
	Name: "require", Usage: "accept `WHAT`: any, shortest, least, or a most number of moves" +
		" (default: what the format asks for)",
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
		in := &files[0]
		if format, in.Reader, err = detect(c.Context, in.Reader, in.Name, "format", nil); err != nil {
			return err
		}
	}
	if err := atLeast(c, least{"workers", 1}); err != nil {
		return err
	}
	k, err := checker.New(format, c.String("require"), min(c.Int("workers"), maxWorkers))
	if err != nil {
		return err
	}
	r, err := newReports(c, report.Options{Suite: inputName(names[0])}, names)
	if err != nil {
		return err
	}
	return reportAnswers(c.Context, k, files, r)
}

// openFiles opens the files of the arguments, and returns a function that closes
// them.
func openFiles(c *cli.Context, names []string) (files []protocol.File, end func(), err error) {
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
		files = append(files, protocol.File{Name: inputName(name), Reader: f})
	}
	return files, end, nil
}

// reportAnswers judges answers, and reports the verdicts.
func reportAnswers(
	ctx context.Context, k *checker.Checker, files []protocol.File, r *reports,
) error {
	begin := time.Now()
	var expected *protocol.File
	if len(files) > 2 {
		expected = &files[2]
	}
	var seen judge.Tally
	var failed error // of a report
	tally, err := k.Run(ctx, files[0], files[1], expected, func(f *judge.Finding) {
		if seen[f.Verdict]++; f.N%4096 == 0 {
			r.progress.Show(&seen, 0)
		}
		if failed == nil && r.Wants(f.Verdict) {
			failed = r.Case(&judge.Result{
				Name: fmt.Sprint("puzzle ", f.N), File: files[0].Name, Line: f.Line,
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
