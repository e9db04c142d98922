package running

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
	"tilejudge/judge/view/report"
)

// runTrial judges a program.
func runTrial(c *cli.Context, o *runOptions) (err error) {
	j, err := newTrialJob(c, o, c.Args().Slice())
	if err != nil {
		return err
	}
	defer func() { j.close() }()
	if err := j.prepare(c, o); err != nil {
		return err
	}
	details := j.details()
	details.NameWidth = j.width
	r, err := o.reports.New(c, c.App.Writer, details, j.inputs)
	if err != nil {
		return err
	}
	j.checker.Keep = r.Failures.Keep()
	r.Failures.FindInputs(j.input)
	s, err := j.run(c.Context, r)
	if errors.As(err, new(*sandbox.StartError)) && s.Tally.Cases() == 0 {
		return errors.Join(err, r.Abandon())
	}
	return cmp.Or(r.End(c.Context, j.checker, s, err, nil), j.outcome(s.Tally))
}

// run runs the program on the cases, and reports the results.
func (j *trialJob) run(ctx context.Context, r *reporting.Reports) (s report.Summary, err error) {
	s.Begin = time.Now()
	each := func(result *judge.Result) error {
		s.Add(result)
		err := r.Case(result)
		r.Progress.Show(&s.Tally, int64(len(j.cases)))
		return err
	}
	j.trial.Each = func(result *judge.Result) error {
		if j.batch != nil { // its cases have the points: the whole is AC if the program ends well
			result.Points = &judge.Points{}
		}
		return each(result)
	}
	tally, err := j.trial.Run(ctx, j.cases)
	started := !errors.As(err, new(*sandbox.StartError)) || s.Tally.Cases() > 0
	if j.batch != nil && started {
		for _, result := range j.batch.Results(tally[judge.AC] > 0) {
			err = cmp.Or(err, each(&result))
		}
	}
	return s, err
}

// A trialJob is one run of the command run.
type trialJob struct {
	contestant *contestant
	checker    *checker.Checker
	trial      trial.Trial
	chosen     []judge.Case
	bundled    bool           // the chosen cases are bundled ones
	cases      []judge.Case   // the chosen cases, or one case with the puzzles of all of them
	batch      *checker.Batch // nil: the program runs once for each case
	end        func()         // of the cases
	width      int            // of the names of cases
	inputs     []string
	wanted     []judge.Verdict
}

// newTrialJob reads the flags for a program.
func newTrialJob(c *cli.Context, o *runOptions, command []string) (*trialJob, error) {
	j := &trialJob{end: func() {}}
	f, err := flags.NeedFormat(c)
	if err != nil {
		return nil, err
	}
	if j.contestant, err = newContestant(c, o.program, command); err != nil {
		return nil, err
	}
	if j.checker, err = checker.New(f, o.require, 1); err != nil {
		return nil, err
	}
	j.checker.Limit(flags.SearchLimits(o.nodeLimit, 0))
	j.checker.LongSearch = flags.LongSearch(stdio.Complainer(c))
	if j.wanted, err = expected(o.expect); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		flag string
		n    int
	}{{"parallel", o.parallel}, {"repeat", o.repeat}} {
		if f.n < 1 || f.n > 1000 {
			return nil, fmt.Errorf("--%s: found %d, expected 1 to 1000", f.flag, f.n)
		}
	}
	j.trial = trial.Trial{
		Command: j.contestant.words, ByName: j.contestant.byName, Limits: j.contestant.limits,
		Check: j.checker.Judge, CheckCase: j.checker.CheckCase,
		Repeat: o.repeat, FailFast: o.failFast,
	}
	return j, nil
}

// details returns what all reports on programs need.
func (j *trialJob) details() report.Options {
	return report.Options{
		Programs: true, Suite: j.checker.Format.Name, Scene: reporting.Scenes(j.checker.Format),
		CPULimit: j.contestant.limits.CPU, WallLimit: j.contestant.limits.Wall,
	}
}

// prepare finds the cases and starts the runners.
func (j *trialJob) prepare(c *cli.Context, o *runOptions) (err error) {
	var all []judge.Case
	if all, j.chosen, j.end, err = o.casesFor(c, j.checker.Format); err != nil {
		return err
	}
	j.cases = j.chosen
	if j.bundled = !c.IsSet("cases"); !j.bundled {
		j.contestant.sandbox.Hide = trial.Hidden(o.cases, all, j.contestant.words)
	}
	for _, tc := range j.cases {
		j.inputs = append(j.inputs, tc.Input, tc.Answer)
		j.width = max(j.width, len(tc.Name))
	}
	j.inputs = append(j.inputs, filesOf(j.contestant.words)...)
	if o.batch {
		if j.batch, err = checker.NewBatch(c.Context, j.checker, j.cases); err != nil {
			return fmt.Errorf("--batch: %w", err)
		}
		j.cases = []judge.Case{{
			Name: "batch", Input: j.batch.File,
			// Because of the Opener, the program gets a copy.
			Opener: func(name string) (io.ReadCloser, error) { return os.Open(name) },
		}}
		j.trial.Check, j.trial.CheckCase = j.batch.Judge, nil // NewBatch has read all cases
	}
	j.trial.Runners, err = j.contestant.start(c, min(o.parallel, len(j.cases)))
	return err
}

// filesOf returns the words of a command, which may be files, and the path of its program.
func filesOf(command []string) []string {
	if program, err := exec.LookPath(command[0]); err == nil {
		return append([]string{program}, command...)
	}
	return command
}

func (j *trialJob) close() {
	stopRunners(j.trial.Runners)
	if j.batch != nil {
		j.batch.Remove()
	}
	j.end()
}

// outcome returns nil if exactly the wanted verdicts were given or, if none are wanted
// in particular, if all cases were accepted.
func (j *trialJob) outcome(t judge.Tally) error {
	if j.wanted == nil || t[judge.JE] > 0 {
		return app.Outcome(t)
	}
	if j.batch != nil && t[judge.AC] > 0 {
		t[judge.AC]-- // the whole's, which says only that the program has ended well
	}
	for _, v := range judge.Verdicts() {
		if v != judge.SK && slices.Contains(j.wanted, v) != (t[v] > 0) {
			return app.ErrFailed
		}
	}
	return nil
}

// expected reads --expect.
func expected(text string) (wanted []judge.Verdict, err error) {
	if text == "" {
		return nil, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		v, err := judge.ParseVerdict(strings.ToUpper(strings.TrimSpace(name)))
		if err != nil {
			return nil, fmt.Errorf(
				"--expect: %w, expected some of AC, WA, PE, TLE, MLE, OLE, RE", err)
		}
		wanted = append(wanted, v)
	}
	return wanted, nil
}
