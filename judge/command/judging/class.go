package judging

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/suite"
	"tilejudge/judge/program/scratch"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/report"
)

// classFlags declares the flags of check about points and many hand-ins.
func (o *CheckOptions) classFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "answers", Category: "Class",
			Usage: "grade all hand-ins in `PATH`, a directory or a zip archive: each file in it is" +
				" one, and so is each directory",
		},
		&cli.StringFlag{
			Name: "only", Category: "Class",
			Usage: "take only files whose paths, or last elements of paths, match `PATTERN`, such" +
				" as *.txt",
		},
		app.OneOf("way", scoreNames, &cli.StringFlag{
			Name: "score", Category: "Class", Value: scoreNames()[0], Destination: &o.Score,
			Usage: "give points `BY`: correct, one for each accepted answer, or moves, for any path" +
				" the moves of a shortest path divided by its own; or, without --answers, judge: show the" +
				" score that the judge's formula gives to each answer, and their sum",
		}),
	}
}

func scoreNames() []string { return []string{"correct", "moves", "judge"} }

// A class is one run of check with --answers.
type class struct {
	*checker.Class
	checker *checker.Checker
	handIns *suite.HandIns
	reports *reporting.Reports
	maximum float64 // points of a hand-in; 0: one a puzzle
	kept    int     // bytes of the first mistakes that are kept, about
}

// maxKept is how many bytes of first mistakes are kept, for the reports that show them.
const maxKept = 32 << 20

// checkClass grades the hand-ins of a class.
func checkClass(c *cli.Context, o *CheckOptions) (err error) {
	defer app.EndCleanly(c)()
	inputs, remove, err := classInputs(c)
	if err != nil {
		return err
	}
	defer remove()
	k, err := o.classChecker(c, inputs[0])
	if err != nil {
		return err
	}
	if k.Rules.Score != nil {
		return errors.New("--score: found judge with --answers, expected correct or moves")
	}
	if o.Reports.ShowFailures > 0 {
		k.Keep = reporting.KeptAnswer
	}
	job := &class{checker: k, maximum: o.Reports.Points}
	job.handIns, err = suite.FindHandIns(c.String("answers"), c.String("only"))
	switch {
	case errors.Is(err, suite.ErrChoice):
		return fmt.Errorf("--answers: %w: take one of them with --only", err)
	case err != nil:
		return fmt.Errorf("--answers: %w", err)
	}
	defer job.handIns.Close()
	var fault string
	if job.Class, fault, err = checker.NewClass(c.Context, k, inputs[0], inputs[1]); err != nil {
		return err
	}
	if fault != "" {
		stdio.Complainer(c)(errors.New(fault))
		return app.ErrJudge
	}
	details := report.Options{
		Class: true, Suite: inputs[0].Name, Scene: reporting.Scenes(k.Format),
	}
	names := []string{inputs[0].Path, inputs[1].Path}
	for _, h := range job.handIns.All {
		details.NameWidth, names = max(details.NameWidth, len([]rune(h.Name))), append(names, h.File)
	}
	if job.reports, err = o.Reports.New(c, c.App.Writer, details, names); err != nil {
		return err
	}
	if o.Reports.ShowFailures < 0 {
		job.reports.Failures = nil // by default they would show a mistake of one student
	}
	return job.run(c.Context)
}

// classInputs returns the files of the arguments: the puzzles, and the expected answers if there
// are some. It copies those that can't be read twice to files; remove removes the copies.
func classInputs(c *cli.Context) (inputs [2]checker.Input, remove func(), err error) {
	names := c.Args().Slice()
	if len(names) < 1 || len(names) > 2 || slices.Equal(names, []string{"-", "-"}) {
		return inputs, nil, fmt.Errorf("check: expected the file of the puzzles and perhaps that of"+
			" the expected answers, beside --answers; found %d", len(names))
	}
	remove = func() {}
	for i, name := range names {
		inputs[i] = checker.Input{Name: stdio.Name(name), Path: name}
		if stdio.ReadsTwice(name) {
			continue
		}
		scratch.Sweep()
		dir, err := scratch.New("class")
		if err != nil {
			return inputs, nil, err
		}
		before := remove
		remove = func() { dir.Remove(); before() }
		inputs[i].Path = filepath.Join(dir.Path, "in")
		if err := copyInput(c, name, inputs[i].Path); err != nil {
			remove()
			return inputs, nil, err
		}
	}
	return inputs, remove, nil
}

// copyInput copies an input that can't be read twice to a file.
func copyInput(c *cli.Context, name, path string) error {
	from, err := stdio.Open(c, name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return cmp.Or(err, to.Close())
}

// classChecker returns the checker for a class, and refuses an archive of puzzles.
func (o *CheckOptions) classChecker(
	c *cli.Context, puzzles checker.Input,
) (*checker.Checker, error) {
	f, err := os.Open(puzzles.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := stdio.Text(f).Read(make([]byte, 16)); err != nil && err != io.EOF {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return o.checkerFor(c, &protocol.File{Name: puzzles.Name, Reader: f})
}

// run grades all hand-ins, and reports them by their points.
func (j *class) run(ctx context.Context) error {
	s := report.Summary{Begin: time.Now()}
	var results []*judge.Result
	var err error
	for i := range j.handIns.All {
		var r *judge.Result
		if r, err = j.grade(ctx, &j.handIns.All[i]); err != nil {
			break
		}
		s.Add(r)
		results = append(results, r)
		j.reports.Progress.Show(&s.Tally, int64(len(j.handIns.All)))
	}
	slices.SortStableFunc(results, func(a, b *judge.Result) int {
		return cmp.Compare(b.Points.Given, a.Points.Given)
	})
	var failed error // of a report
	for _, r := range results {
		failed = cmp.Or(failed, j.reports.Case(r))
	}
	return cmp.Or(j.reports.End(ctx, j.checker, s, err, failed), app.Outcome(s.Tally))
}

// grade grades one hand-in.
func (j *class) grade(ctx context.Context, h *suite.HandIn) (*judge.Result, error) {
	g, err := j.read(ctx, h)
	if err != nil {
		return nil, err
	}
	if j.maximum > 0 && g.Points.Of > 0 {
		g.Points = judge.Points{
			Given: g.Points.Given * j.maximum / g.Points.Of, Of: j.maximum,
		}
	}
	r := &judge.Result{
		Name: h.Name, File: h.File, Verdict: g.Finding.Verdict, Message: g.Finding.Message,
		Points: &g.Points, Right: g.Right, Answers: g.Cases,
	}
	if f := g.Finding; f.Puzzle != nil {
		j.kept += len(f.Puzzle.Start.Tiles) + len(f.Answer.Path) + len(f.Text) + len(f.Expected)
		if j.kept <= maxKept {
			r.Finding = f
		}
	}
	return r, nil
}

// read reads the answers of a hand-in, and grades them.
func (j *class) read(ctx context.Context, h *suite.HandIn) (checker.Grade, error) {
	if h.Err != nil {
		return j.Unread(h.Err), nil
	}
	f, err := j.handIns.Open(h)
	if err != nil {
		return j.Unread(err), nil
	}
	defer f.Close()
	return j.Grade(ctx, protocol.File{
		Name: filepath.Base(h.File), Reader: stdio.Text(f),
	})
}
