package running

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
	"tilejudge/judge/view/report"
)

// manyOptions are the options of run for several programs.
type manyOptions struct {
	programs, expected string          // a directory and a file; "": none
	suggest            bool            // suggest a limit
	rule               submission.Rule // of the limit
}

// flags are the flags of run about several programs.
func (o *manyOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "programs", Category: "Programs", Destination: &o.programs,
			Usage: "judge all programs below `DIR`: each binary or script that can be executed, and each" +
				" source in a known language; a directory in one such as accepted is one program",
		},
		&cli.StringFlag{
			Name: "expected", Category: "Programs", Destination: &o.expected,
			Usage: "`FILE` says which verdicts programs should get, in lines such as slow*.py TLE",
		},
		&cli.BoolFlag{
			Name: "suggest-limit", Category: "Programs", Destination: &o.suggest,
			Usage: "say which time limit a setter would choose, and why",
		},
		app.Read(o.readRule, &cli.StringFlag{
			// The rule of problem packages that do not state one is that of problemtools at a185fe9
			// of August 21, 2026.
			Name: "limit-rule", Category: "Programs", Value: "2,1.5,1",
			Usage: "the limit is `A,B,R`: a multiple of R seconds that is A times the time of the" +
				" slowest program that must be accepted; B times the limit is that of the fastest" +
				" that must exceed it",
		}),
	}
}

// readRule reads --limit-rule.
func (o *manyOptions) readRule(text string) error {
	var a, b, r float64
	n, err := fmt.Sscanf(text+"\n", "%g,%g,%g\n", &a, &b, &r)
	if n != 3 || err != nil || !(a >= 1 && a <= 1000 && b >= 1 && b <= 1000) ||
		!(r >= 0.001 && r <= 1e6) {
		return fmt.Errorf("found %q, expected two factors of at least 1 and a"+
			" number of seconds, such as 2,1.5,1", text)
	}
	o.rule = submission.Rule{
		FromAccepted: a, ToExceeded: b, Resolution: time.Duration(r * float64(time.Second)),
	}
	return nil
}

// any reports whether the command line names several programs, or asks about all of them.
func (o *manyOptions) any(c *cli.Context) bool {
	return c.IsSet("programs") || c.IsSet("expected") || o.suggest ||
		slices.Contains(c.Args().Slice(), "--")
}

// A contest is one run of the command run with several programs.
type contest struct {
	*trialJob
	programs []*submission.Submission
	rule     *submission.Rule // nil: no limit is suggested
	labelled bool             // something is expected of some program
	unclear  error            // a folder does not say what is expected, although others do
}

// runMany judges several programs.
func runMany(c *cli.Context, o *runOptions) (err error) {
	m, err := newContest(c, o)
	if err != nil {
		return err
	}
	defer func() { m.end() }()
	all, err := m.find(c, o)
	if err != nil {
		return err
	}
	details := m.details()
	details.Matrix = true
	r, err := o.reports.New(c, c.App.Writer, details, m.inputs)
	if err != nil {
		return err
	}
	s := report.Summary{Begin: time.Now()}
	run := submission.Contest{
		Programs: m.programs, Cases: m.cases, Trial: m.trial,
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			m.contestant.sandbox.Hide = hide
			return m.contestant.start(c, min(o.parallel, len(m.cases)))
		},
		Each: func(result *judge.Result) error {
			s.Add(result)
			err := r.Case(result)
			r.Progress.Show(&s.Tally, int64(len(m.cases)*len(m.programs)))
			return err
		},
	}
	run.Hide = func(command []string) []string { return o.hiddenFrom(c, all, command) }
	outcomes, err := run.Run(c.Context)
	if s.Time = time.Since(s.Begin); err != nil {
		s.Stopped = reporting.Stopped(err)
	}
	m.conclude(&s, outcomes)
	return cmp.Or(err, r.Close(s), m.verdict(&s))
}

// hiddenFrom returns the files of cases that a program must not see; nil: they are bundled.
func (o *runOptions) hiddenFrom(c *cli.Context, cases []judge.Case, command []string) []string {
	if !c.IsSet("cases") {
		return nil
	}
	return trial.Hidden(o.cases, cases, command)
}

// newContest reads the flags, and finds programs and cases.
func newContest(c *cli.Context, o *runOptions) (m *contest, err error) {
	m = new(contest)
	for _, flag := range []string{"expect", "batch", "command"} {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("--%s: found several programs, expected one", flag)
		}
	}
	switch {
	case o.many.suggest:
		m.rule = &o.many.rule
	case c.IsSet("limit-rule"):
		return nil, errors.New("--limit-rule: found no --suggest-limit to which it applies")
	}
	if m.programs, err = programsOf(c, o); err != nil {
		return nil, err
	}
	first := m.programs[0].Command
	if first == nil {
		first = []string{m.programs[0].Name}
	}
	if m.trialJob, err = newTrialJob(c, o, first); err != nil {
		return nil, err
	}
	for _, s := range m.programs {
		p := *m.contestant
		if p.words = s.Command; p.words == nil {
			continue
		}
		if err := p.checkWay(c); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return m, m.expect(c, o.many.expected)
}

// expect reads --expected. If neither it nor a folder says what programs should get, those without
// a comment should be accepted: the comment of one contestant is not about the others.
func (m *contest) expect(c *cli.Context, name string) error {
	if name != "" {
		f, err := stdio.Open(c, name)
		if err != nil {
			return fmt.Errorf("--expected: %w", err)
		}
		defer f.Close()
		if err := submission.ReadExpected(f, stdio.Name(name), m.programs); err != nil {
			return fmt.Errorf("--expected: %w", err)
		}
	}
	said := submission.FoldersSay(m.programs)
	if said { // otherwise they may be those of teams
		if m.unclear = submission.CheckFolders(m.programs); m.unclear != nil {
			stdio.Complainer(c)(fmt.Errorf("--programs: %w", m.unclear))
		}
	}
	for _, s := range m.programs {
		m.labelled = m.labelled || s.Expect != nil
		if s.Expect == nil && name == "" && !said {
			s.Expect = submission.Accepted()
		}
	}
	return nil
}

// find finds the cases. It returns all of them, even those that --only leaves out.
func (m *contest) find(c *cli.Context, o *runOptions) (all []judge.Case, err error) {
	all, m.cases, m.end, err = o.casesFor(c, m.checker.Format)
	for _, tc := range m.cases {
		m.inputs = append(m.inputs, tc.Input, tc.Answer)
	}
	for _, s := range m.programs {
		m.inputs = append(append(m.inputs, s.Source), s.More...)
		if s.Command != nil {
			m.inputs = append(m.inputs, filesOf(s.Command)...)
		}
	}
	return all, err
}

// conclude adds to the summary what verdicts the programs got and should have got, and the time
// limit that follows.
func (m *contest) conclude(s *report.Summary, outcomes []submission.Outcome) {
	for _, o := range outcomes {
		p := report.Program{Name: o.Name, Tally: o.Tally}
		if o.Expect != nil {
			p.Expected = o.Expect.Name
		}
		if s.Stopped == "" {
			p.Problem = o.Problem()
		}
		s.Programs = append(s.Programs, p)
	}
	if m.rule == nil || s.Stopped != "" {
		return
	}
	for i := range outcomes {
		if !m.labelled { // then a limit follows from what programs got
			outcomes[i].Expect = nil
		}
	}
	limit, err := m.rule.Suggest(outcomes)
	if err != nil {
		s.Notes = []string{"no limit can be suggested: " + err.Error()}
		return
	}
	s.Notes = []string{fmt.Sprintf("suggested limit: %g s: %s", limit.Limit.Seconds(), limit.Why)}
	for _, w := range limit.Warnings {
		s.Notes = append(s.Notes, "warning: "+w)
	}
}

// verdict returns the error that stands for the exit status.
func (m *contest) verdict(s *report.Summary) error {
	hasProblem := func(p report.Program) bool { return p.Problem != "" }
	switch {
	case s.Tally[judge.JE] > 0:
		return app.ErrJudge
	case m.unclear != nil || slices.ContainsFunc(s.Programs, hasProblem):
		return app.ErrFailed
	default:
		return nil
	}
}
