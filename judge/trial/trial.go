// Package trial judges programs: it runs one on cases, under limits, and gives
// a verdict on each. It solves nothing and reads no answers: it is handed a
// Check that does.
//
//	t := trial.Trial{Command: []string{"./eight"}, Runners: runners, Check: check, Each: print}
//	tally, err := t.Run(ctx, cases)
package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/stream"

	"tilejudge/judge"
	"tilejudge/judge/sandbox"
)

// A Trial runs a program on cases.
type Trial struct {
	Command []string
	Limits  sandbox.Limits
	Runners []*sandbox.Runner // at least one; so many cases run at once

	Repeat   int  // how often each case is run, at most: up to the first verdict but AC; 0: once
	FailFast bool // skip the cases behind the first that is not accepted

	// Check judges an output of the program, as far as what it says goes.
	Check Check

	// Each is told every verdict, in the order of the cases. Those that FailFast
	// skips are SK. If it returns an error the trial ends with that.
	Each func(*judge.Result) error
}

// A Check returns the verdict on the answers in a file to the puzzles in another,
// and why, in one line. The third has the judge's own answers; "": there are
// none. An error is one of reading.
type Check func(ctx context.Context, input, output, answer string) (judge.Verdict, string, error)

// A Case is an input of the program.
type Case struct {
	Name   string
	Input  string // file
	Answer string // file with the judge's own answers; "": there is none

	// Open opens the input or the answer, where these are no files of the
	// system; nil: they are.
	Open func(name string) (io.ReadCloser, error)
}

// Run judges the program and counts the verdicts. It returns an error if the
// program can't be started, if a file can't be read or written, or that of ctx,
// and the verdicts until then.
func (t *Trial) Run(ctx context.Context, cases []Case) (tally judge.Tally, err error) {
	dir, err := os.MkdirTemp("", "tilejudge-run-")
	if err != nil {
		return tally, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	seats := make(chan *seat, len(t.Runners))
	for i, r := range t.Runners {
		seats <- &seat{r, filepath.Join(dir, fmt.Sprint(i))}
	}
	var alone sync.RWMutex
	results := stream.New().WithMaxGoroutines(len(t.Runners))
	for _, c := range cases {
		results.Go(func() stream.Callback {
			s := <-seats
			defer func() { seats <- s }()
			result, err := t.judge(ctx, s, &c, &alone)
			if err != nil && ctx.Err() == nil {
				cancel(err)
			}
			return func() {
				if result.Verdict == judge.SK && context.Cause(ctx) != errFailFast {
					return // the trial has ended
				}
				tally[result.Verdict]++
				if err := t.Each(result); err != nil {
					cancel(err)
				}
				if t.FailFast && result.Verdict != judge.AC && result.Verdict != judge.SK {
					cancel(errFailFast)
				}
			}
		})
	}
	results.Wait()
	if err := context.Cause(ctx); err != errFailFast {
		return tally, err
	}
	return tally, nil
}

var errFailFast = errors.New("a case has failed")

// A seat is where one program at a time runs.
type seat struct {
	*sandbox.Runner
	path string // of its files, but for what they end on
}

// judge runs the program on a case as often as is wanted, and returns the first
// result that is not AC, or the last. Its verdict is SK if ctx ends, or an error
// ends the trial.
func (t *Trial) judge(ctx context.Context, s *seat, c *Case, alone *sync.RWMutex) (*judge.Result, error) {
	r := &judge.Result{Name: c.Name, File: c.Input, Answer: c.Answer, Verdict: judge.SK}
	for range max(t.Repeat, 1) {
		if ctx.Err() != nil {
			r.Verdict, r.Message = judge.SK, ""
			return r, nil
		}
		alone.RLock()
		err := t.once(ctx, s, c, r)
		alone.RUnlock()
		if err == nil && r.Verdict == judge.TLE && len(t.Runners) > 1 {
			alone.Lock() // perhaps the others took the time
			err = t.once(ctx, s, c, r)
			alone.Unlock()
		}
		if err != nil {
			r.Verdict, r.Message = judge.SK, ""
			return r, err
		}
		if r.Verdict != judge.AC {
			break
		}
	}
	return r, nil
}

// once runs the program on a case and sets the result.
func (t *Trial) once(ctx context.Context, s *seat, c *Case, r *judge.Result) error {
	input, err := s.file(c, c.Input, ".in")
	if err != nil {
		return err
	}
	result, err := s.Run(ctx, sandbox.Command{
		Args: t.Command, Stdin: input, Stdout: s.path + ".out", Limits: t.Limits,
	})
	switch {
	case ctx.Err() != nil, errors.As(err, new(*sandbox.StartError)):
		r.Verdict, r.Message = judge.SK, ""
		return err
	case err != nil:
		r.Verdict, r.Message = judge.JE, err.Error()
		return nil
	}
	if r.Verdict, r.Message = t.verdict(&result); r.Verdict == judge.AC {
		r.Verdict, r.Message, err = t.check(ctx, s, c)
	}
	r.Run = usage(&result, r.Run)
	if r.Run.Head == "" || r.Verdict != judge.AC {
		r.Run.Head = head(s.path + ".out")
	}
	return err
}

// check judges what the program has written. Without a sandbox it may have
// written to its input too, or even put other files in the place of its own, and
// could have read the answer if that had been there. So both are written now.
func (t *Trial) check(ctx context.Context, s *seat, c *Case) (judge.Verdict, string, error) {
	output := s.path + ".out"
	if !isRegular(output) {
		return judge.RE, "the program has removed the file of its output", nil
	}
	input, err := s.file(c, c.Input, ".in")
	if err != nil {
		return 0, "", err
	}
	answer, err := s.file(c, c.Answer, ".ans")
	if err != nil {
		return 0, "", err
	}
	defer os.RemoveAll(s.path + ".ans")
	return t.Check(ctx, input, output, answer)
}

// isRegular reports whether there is a file of that name that is no link, and
// no pipe, which would never end.
func isRegular(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// file returns a file of the system for a file of a case, of which it may have
// to make a copy.
func (s *seat) file(c *Case, name, ext string) (string, error) {
	if name == "" || c.Open == nil {
		return name, nil
	}
	from, err := c.Open(name)
	if err != nil {
		return "", err
	}
	defer from.Close()
	if err := os.RemoveAll(s.path + ext); err != nil { // it may be a program's by now
		return "", err
	}
	to, err := os.Create(s.path + ext)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return to.Name(), errors.Join(err, to.Close())
}

// head returns how a file begins.
func head(name string) string {
	if !isRegular(name) {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
