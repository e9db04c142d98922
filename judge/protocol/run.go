package protocol

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime/debug"
	"strings"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/judge"
)

// A call is one run of a checker.
type call struct {
	*Protocol
	host     Host
	values   map[string]string // of roles, and of settings among the arguments
	settings Settings
	full     int // the full score; 0: the judge gives none
}

// Run checks one output for the protocol's judge and returns the exit code. Any
// failure on the way, including the end of ctx and a panic of the Check, is reported as
// the judge's error and not as a verdict.
func (p *Protocol) Run(ctx context.Context, host Host, prepare Prepare) int {
	if !p.signalIsOK {
		// A fatal error of the runtime must end the process by a signal. Its usual exit
		// code, 2, is a verdict in testlib.
		debug.SetTraceback("crash")
	}
	c := &call{Protocol: p, host: host}
	if o := guarded(c.configure); o.Verdict != 0 {
		return c.report(o)
	}
	done := make(chan Outcome, 1)
	go func() {
		done <- c.settle(guarded(func() Outcome { return c.judge(ctx, prepare) }))
	}()
	select {
	case o := <-done:
		return c.report(o)
	case <-ctx.Done(): // do not wait for the Check
		interrupted := *c
		interrupted.values = maps.Clone(c.values)
		return interrupted.report(failure(context.Cause(ctx)))
	}
}

// failure returns the outcome for an error that is not the contestant's.
func failure(err error) Outcome { return Outcome{Verdict: judge.JE, Message: err.Error()} }

// guarded returns the outcome of f, and turns a panic into a failure.
func guarded(f func() Outcome) (o Outcome) {
	var catcher panics.Catcher
	catcher.Try(func() { o = f() })
	if p := catcher.Recovered(); p != nil {
		o = failure(fmt.Errorf("internal fault: %v", p.Value))
		o.stack = p.Stack
	}
	return o
}

// settle turns the outcome of a Check into the outcome that is reported.
func (c *call) settle(o Outcome) Outcome {
	if always>>o.Verdict&1 == 0 {
		return failure(fmt.Errorf("internal fault: a checker has no verdict %d", o.Verdict))
	}
	if o.Verdict == judge.PE && c.settings["pe"] == "wa" {
		o.Verdict = judge.WA
	}
	if o.Message == "" {
		o.Message = fmt.Sprintf("%d of %d answers are right", o.Right, o.Cases)
	}
	return o
}

// configure reads the arguments, and the settings from all their sources. It returns
// the zero Outcome if all is well.
func (c *call) configure() Outcome {
	var err error
	if c.values, err = c.parse(c.host.Args); err != nil {
		return failure(err)
	}
	set, err := c.host.Settings()
	if err != nil {
		return failure(err)
	}
	c.settings = make(Settings)
	maps.Copy(c.settings, c.defaults)
	maps.Copy(c.settings, set)
	for _, key := range Keys {
		if value, ok := c.values[key]; ok {
			c.settings[key] = value
		}
	}
	c.full, err = fullScore(c.values)
	if err := cmp.Or(err, c.settings.valid(), c.checkScore(), CheckLimit()); err != nil {
		return failure(err)
	}
	return Outcome{}
}

// checkScore returns an error if fractions of a score are wanted and the judge has none.
func (c *call) checkScore() error {
	if c.settings["score"] != "fraction" || c.Protocol.scores {
		return nil
	}
	return fmt.Errorf("score: found fraction, but %s gets no scores from its checker", c.Judge)
}

// judge opens the files and passes them to the Check.
func (c *call) judge(ctx context.Context, prepare Prepare) Outcome {
	check, err := prepare(c.settings)
	if err != nil {
		return failure(err)
	}
	// The output comes first: it may be a link to a file that we have open, such as the answers.
	output, missing := c.open("output", "Output")
	if missing == nil {
		defer output.Close()
	}
	input, err := c.open("input", "Input")
	if err != nil {
		return failure(err)
	}
	defer input.Close()
	expected, end, err := c.expected()
	if err != nil {
		return failure(err)
	}
	defer end()
	switch {
	case errors.As(missing, new(noFile)):
		// Go on without an output: the puzzles may be wrong, which counts more.
		output = io.NopCloser(strings.NewReader(""))
	case missing != nil:
		return failure(missing)
	}
	o := check(ctx, File{"input", input}, File{"output", output}, expected)
	if missing != nil && o.Verdict != judge.JE {
		return Outcome{Verdict: judge.PE, Message: missing.Error()}
	}
	return o
}

// expected opens the judge's own answers, and returns a function that closes them. It
// returns nil if there are none. For most judges an empty file only fills the argument's
// place.
func (c *call) expected() (f *File, end func(), err error) {
	if c.values["answer"] == "" {
		return nil, func() {}, nil
	}
	answer, err := c.open("answer", "Answer")
	if err != nil {
		return nil, nil, err
	}
	end = func() { answer.Close() }
	r := bufio.NewReader(answer)
	if _, err := r.Peek(1); err == io.EOF && !c.strictAnswer {
		return nil, end, nil
	}
	return &File{"answer", r}, end, nil
}

// open opens the file of a role.
func (c *call) open(role, title string) (io.ReadCloser, error) {
	name, ok := c.values[role]
	if !ok { // parse has made sure that this role is standard input
		return io.NopCloser(c.host.Stdin), nil
	}
	if role == "output" {
		return openOutput(name)
	}
	f, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, notFound(title, name)
	case err != nil:
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, noFile(fmt.Sprintf("%s file is a directory: %q", title, name))
	}
	return f, nil
}
