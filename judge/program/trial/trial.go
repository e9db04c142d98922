// Package trial judges programs: it runs a program on cases, under limits, and gives a
// verdict on each. It reads no answers: the caller passes a Check that does.
//
//	t := trial.Trial{Command: []string{"./eight"}, Runners: runners, Check: check, Each: print}
//	tally, err := t.Run(ctx, cases)
package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/sourcegraph/conc/stream"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/scratch"
)

// A Trial runs a program on cases.
type Trial struct {
	Command []string
	Dir     string   // as in sandbox.Command
	Own     []string // as in sandbox.Command
	Limits  sandbox.Limits
	Runners []*sandbox.Runner // at least one; each runs one case at a time

	// ByName gives the input to the program as a file: sandbox.InputMark stands for its name in
	// Command. If Command has sandbox.OutputMark, the program must write its output to a file of
	// that name; a program that does not gets WA, even where the right output is empty, as in CMS.
	ByName bool

	// Repeat is how often each case is run, until a verdict is not AC. 0 means once.
	Repeat int

	FailFast bool // skip all cases after the first that is not accepted

	// Check judges the content of the program's output.
	Check Check

	// CheckCase says in one line what is wrong with a case itself, or returns "". It is
	// called once for each case on which the program fails before Check can judge its output:
	// if the case is wrong, that is the judge's fault and not the program's. May be nil. An
	// error means that reading failed.
	CheckCase func(ctx context.Context, input, answer io.Reader) (string, error)

	// Each is called once for each case, in the order of the cases. Cases that FailFast skips
	// have the verdict SK, and so have the cases that are not judged because the trial ends.
	// An error of Each ends the trial. If the program can't be started for the first case,
	// Each is not called; if for a later one, the cases that are not judged have the verdict RE.
	Each func(*judge.Result) error
}

// A Check judges the answers in output to the puzzles in input. It returns one verdict on all
// answers, with the reason in one line, and with the puzzle that decides, if there is one. The
// reader answer has the judge's own answers, or is nil. An error means that reading failed.
type Check func(ctx context.Context, input, output, answer io.Reader) (*judge.Finding, error)

// Run judges the program and counts the verdicts. It returns an error if the program
// can't be started, if a file can't be read or written, if Each fails, or if ctx ends.
// The tally has the verdicts until then.
func (t *Trial) Run(ctx context.Context, cases []judge.Case) (tally judge.Tally, err error) {
	dir, err := scratch.New("run")
	if err != nil {
		return tally, err
	}
	defer dir.Remove()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	free := make(chan *runner, len(t.Runners))
	for i, r := range t.Runners {
		free <- &runner{r, filepath.Join(dir.Path, fmt.Sprint(i))}
	}
	var alone sync.RWMutex
	results := stream.New().WithMaxGoroutines(len(t.Runners))
	for _, c := range cases {
		results.Go(func() stream.Callback {
			s := <-free
			defer func() { free <- s }()
			result, err := t.judge(ctx, s, &c, &alone)
			if err != nil && ctx.Err() == nil {
				cancel(err)
			}
			return func() { t.deliver(ctx, cancel, result, &tally) }
		})
	}
	results.Wait()
	if err := context.Cause(ctx); err != errFailFast {
		return tally, err
	}
	return tally, nil
}

// deliver counts a result and passes it to Each. It ends the trial by cancel if Each fails, and
// after a failure with FailFast.
func (t *Trial) deliver(
	ctx context.Context, cancel context.CancelCauseFunc, r *judge.Result, tally *judge.Tally,
) {
	cause, broken := context.Cause(ctx), (*sandbox.StartError)(nil)
	if tally.Cases() == 0 && errors.As(cause, &broken) {
		return
	}
	switch {
	case cause == errFailFast: // the case may have been run at the same time as the one that failed
		r.Verdict, r.Message, r.Run, r.Finding = judge.SK, "", nil, nil
	case r.Verdict == judge.SK && errors.As(cause, &broken): // it could be started before
		r.Verdict, r.Message = judge.RE, broken.Error()
	case r.Verdict == judge.SK:
		r.Message = "the run was stopped"
	}
	tally[r.Verdict]++
	if err := t.Each(r); err != nil {
		cancel(err)
	}
	if t.FailFast && r.Verdict != judge.AC && r.Verdict != judge.SK {
		cancel(errFailFast)
	}
}

// RunInput judges the program on one input, which has no expected answers. It does not call
// Each.
func (t *Trial) RunInput(ctx context.Context, input []byte) (r *judge.Result, err error) {
	one := *t
	one.Each = func(result *judge.Result) error {
		r = result
		return nil
	}
	c := judge.Case{Name: "input", Input: "input.in"}
	c.Opener = func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(input)), nil
	}
	_, err = one.Run(ctx, []judge.Case{c})
	return r, err
}

// errFailFast is the cause of the end of a trial with FailFast.
var errFailFast = errors.New("a case has failed")

// judge runs the program on a case as often as Repeat says. It returns the first result
// that is not AC, or else the last one. The verdict is SK if ctx ends or with an error.
func (t *Trial) judge(
	ctx context.Context, s *runner, c *judge.Case, alone *sync.RWMutex,
) (*judge.Result, error) {
	r := &judge.Result{
		Name: c.Name, File: c.Input, Answer: c.Answer, Strict: c.Strict, Verdict: judge.SK,
	}
	var err error
	for range max(t.Repeat, 1) {
		if ctx.Err() != nil {
			r.Verdict, r.Message = judge.SK, ""
			return r, nil
		}
		if err = t.retried(ctx, s, c, r, alone); err != nil || r.Verdict != judge.AC {
			break
		}
	}
	if err == nil && r.Verdict > judge.PE && r.Verdict < judge.JE { // Check has not judged it
		err = onCase(r, t.blameCase(ctx, s, c, r))
	}
	if err != nil {
		r.Verdict, r.Message = judge.SK, ""
	}
	return r, err
}

// trials is how often a program has to be accepted alone that was too slow beside others.
const trials = 3

// retried runs the program on a case and sets the result. If the program exceeds a limit of time,
// perhaps because other programs slow it down, it is run again, and only these runs count: all of
// them, or a program that is too slow now and then had another chance. No other program runs
// meanwhile, because they lock alone for writing.
func (t *Trial) retried(
	ctx context.Context, s *runner, c *judge.Case, r *judge.Result, alone *sync.RWMutex,
) error {
	before := r.Run
	alone.RLock()
	err := t.once(ctx, s, c, r)
	alone.RUnlock()
	if err != nil || r.Verdict != judge.TLE || len(t.Runners) == 1 {
		return err
	}
	alone.Lock()
	defer alone.Unlock()
	r.Run = before
	for range trials {
		if err = t.once(ctx, s, c, r); err != nil || r.Verdict != judge.AC {
			break
		}
	}
	return err
}

// blameCase sets the verdict JE if the case itself is wrong.
func (t *Trial) blameCase(
	ctx context.Context, s *runner, c *judge.Case, r *judge.Result,
) error {
	if t.CheckCase == nil {
		return nil
	}
	return withFiles(c, func(input, answer io.Reader) error {
		fault, err := t.CheckCase(ctx, input, answer)
		if fault != "" && err == nil {
			r.Verdict, r.Message = judge.JE, fault
		}
		return err
	})
}

// once runs the program on a case and sets the result.
func (t *Trial) once(ctx context.Context, s *runner, c *judge.Case, r *judge.Result) error {
	input, err := s.input(c)
	if err != nil {
		return onCase(r, err)
	}
	command := sandbox.Command{
		Args: t.Command, Dir: t.Dir, Own: t.Own, Stdin: input, Stdout: s.path + ".out",
		Limits: t.Limits,
	}
	if t.ByName {
		command.Stdin, command.File = "", input
	}
	result, err := s.Run(ctx, command)
	switch {
	case ctx.Err() != nil, errors.As(err, new(*sandbox.StartError)):
		r.Verdict, r.Message = judge.SK, ""
		return err
	case err != nil:
		r.Verdict, r.Message = judge.JE, err.Error()
		return nil
	}
	r.Finding = nil // of an earlier run
	r.Verdict, r.Message = t.verdict(&result)
	switch {
	case r.Verdict == judge.AC && result.Unwritten != "":
		r.Verdict, r.Message = judge.WA, result.Unwritten
		err = t.blameCase(ctx, s, c, r)
	case r.Verdict == judge.AC:
		err = t.check(ctx, s, c, r)
	}
	err = onCase(r, err)
	if result.Output == 0 && (r.Verdict == judge.WA || r.Verdict == judge.PE) {
		r.Message += t.hints(&result) // why, if only a thread of it has failed
	}
	r.Run = usage(&result, r.Run)
	if r.Run.Head == "" || r.Verdict != judge.AC {
		r.Run.Head = head(s.path + ".out")
	}
	return err
}

// onCase returns an error that ends the trial. If the disk or the user's share of it is full, which
// the program may have caused, the error is only that of a case, which gets JE.
func onCase(r *judge.Result, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		r.Verdict, r.Message = judge.JE, err.Error()
		return nil
	}
	return err
}

// check judges the output of the program and sets the result.
func (t *Trial) check(ctx context.Context, s *runner, c *judge.Case, r *judge.Result) error {
	name := s.path + ".out"
	if !isRegular(name) {
		r.Verdict, r.Message = judge.RE, "the program has removed the file of its output"
		return nil
	}
	output, err := os.Open(name)
	if err != nil {
		return err
	}
	defer output.Close()
	return withFiles(c, func(input, answer io.Reader) error {
		f, err := t.Check(ctx, input, output, answer)
		if err != nil {
			return err
		}
		r.Verdict, r.Message = f.Verdict, f.Message
		if f.Puzzle != nil {
			r.Finding = f
		}
		return nil
	})
}
