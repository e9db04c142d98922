package making

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/scratch"
	"tilejudge/judge/program/trial"
)

// addSubmissions judges the setter's own programs in a directory on the cases of a problem, and
// adds them to it. They do not see the cases that were found at --cases. If a verdict is not the
// expected one, it prints a table, and returns app.ErrFailed.
func addSubmissions(c *cli.Context, dir string, p *export.Problem, found []judge.Case) error {
	all, err := findSubmissions(c, dir)
	if err != nil {
		return fmt.Errorf("--submissions: %w", err)
	}
	outcomes, messages, err := judgeSubmissions(c, all, p, found)
	if err != nil {
		return fmt.Errorf("--submissions: %w", err)
	}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Problem() != "" || o.Tally[judge.JE] > 0 {
			printSubmissions(c.App.ErrWriter, outcomes, messages)
			return app.ErrFailed
		}
		text, err := read(o.Source)
		if err != nil {
			return fmt.Errorf("--submissions: %w", err)
		}
		p.Programs = append(p.Programs,
			export.Program{Name: o.Name, Text: text, Verdict: verdictOf(o)})
	}
	return nil
}

// read returns the text of a source, which may have become a link since it was found.
func read(source string) ([]byte, error) {
	f, err := sandbox.OpenReal(source)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// findSubmissions returns the programs of a directory. If no program has an expected verdict, all
// are expected to be accepted.
func findSubmissions(c *cli.Context, dir string) ([]*submission.Submission, error) {
	all, others, err := submission.Find(dir)
	if err != nil {
		return nil, err
	}
	if len(others) > 0 {
		stdio.Complainer(c)(fmt.Errorf("warning: --submissions: %s no program, and not in the"+
			" package: %s", english.PluralWord(len(others), "this file is", "these files are"),
			english.OxfordWordSeries(others, "and")))
	}
	if err := submission.CheckFolders(all); err != nil {
		return nil, err
	}
	labelled := 0
	for _, s := range all {
		if _, err := s.Compiler(); err != nil {
			return nil, err
		}
		if len(s.More) > 0 {
			return nil, fmt.Errorf("%s: found %d sources, expected one", s.Name, 1+len(s.More))
		}
		if s.Expect != nil {
			labelled++
		}
	}
	for _, s := range all {
		switch {
		case labelled == 0:
			s.Expect = submission.Accepted()
		case s.Expect == nil:
			return nil, fmt.Errorf("nothing says what %s should get: put it into a folder such as"+
				" accepted or wrong_answer", s.Name)
		}
	}
	return all, nil
}

// judgeSubmissions judges programs on the cases of a problem, as addSubmissions says. It returns
// the first message on each program, too.
func judgeSubmissions(
	c *cli.Context, all []*submission.Submission, p *export.Problem, found []judge.Case,
) (outcomes []submission.Outcome, messages map[string]string, err error) {
	k, err := checker.New(p.Format, "", 1)
	if err != nil {
		return nil, nil, err
	}
	cpu, bytes := p.Limits()
	messages = make(map[string]string)
	warned := false
	scratch.Sweep()
	contest := submission.Contest{
		Programs: all, Cases: casesOf(p),
		Trial: trial.Trial{
			Limits: sandbox.Limits{
				CPU: cpu, Memory: bytes, Output: sandbox.UsualOutput, Processes: sandbox.UsualProcesses,
			},
			Check: k.Judge, CheckCase: k.CheckCase,
			FailFast: true, // a program that never ends would take its limit on each case
		},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			if err != nil {
				return nil, err
			}
			if gaps := r.Means().Degraded(); len(gaps) > 0 && !warned {
				warned = true
				stdio.Complainer(c)(errors.New(means.Incomplete(gaps)))
			}
			return []*sandbox.Runner{r}, nil
		},
		Each: func(r *judge.Result) error {
			if r.Message != "" && messages[r.Program] == "" {
				messages[r.Program] = fmt.Sprintf("%s: %v: %s", r.Name, r.Verdict, r.Message)
			}
			return nil
		},
	}
	if len(found) > 0 {
		contest.Hide = func(command []string) []string {
			return trial.Hidden(c.String("cases"), found, command)
		}
	}
	contest.Trial.Limits.SetWall()
	outcomes, err = contest.Run(c.Context)
	return outcomes, messages, err
}

// casesOf returns the cases of a problem as those of a trial.
func casesOf(p *export.Problem) (cases []judge.Case) {
	texts := make(map[string][]byte)
	open := func(name string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(texts[name])), nil
	}
	for _, c := range p.Cases {
		k := judge.Case{Name: c.Name, Input: c.Name + ".in", Answer: c.Name + ".ans", Opener: open}
		texts[k.Input], texts[k.Answer] = c.Input, c.Answer
		cases = append(cases, k)
	}
	return cases
}

// verdictOf returns the verdict that decides about a program: one that it must get and got, or else
// the first that it got other than AC, or else AC.
func verdictOf(o *submission.Outcome) judge.Verdict {
	for _, v := range slices.Concat(o.Expect.Required, judge.Verdicts()) {
		if v != judge.AC && v != judge.SK && o.Tally[v] > 0 {
			return v
		}
	}
	return judge.AC
}

// printSubmissions writes a table of what programs should get and got.
func printSubmissions(w io.Writer, all []submission.Outcome, messages map[string]string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "program\texpected\tgot")
	for i := range all {
		o := &all[i]
		why := o.Problem()
		if why == "" && o.Tally[judge.JE] > 0 {
			why = "a case is wrong"
		}
		if why != "" && messages[o.Name] != "" {
			why += "; " + messages[o.Name]
		}
		if why != "" {
			why = "\t" + why
		}
		fmt.Fprintf(t, "%s\t%s\t%s%s\n", o.Name, o.Expect.Name, o.Tally.String(), why)
	}
	t.Flush()
}
