package submission

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/scratch"
	"tilejudge/judge/program/trial"
)

// A Contest judges several programs on the same cases.
type Contest struct {
	Programs []*Submission
	Cases    []judge.Case
	Trial    trial.Trial // Run sets its Command, Dir, Own, Runners and Each for each program

	// Start starts the runners for a program that must not see some paths. The runners are
	// closed when the program is judged.
	Start func(hide []string) ([]*sandbox.Runner, error)

	// Hide returns the paths that a program must not see, besides those of the others. May be nil.
	Hide func(command []string) []string

	// Each is called once for each case of each program, in order. An error ends the contest.
	Each func(*judge.Result) error

	started bool // runners have been started
}

// An Outcome is a program with the verdicts that it got.
type Outcome struct {
	*Submission
	Tally   judge.Tally
	Slowest time.Duration // processor time on its slowest case
	Case    string        // name of the slowest case; "": the program ran on none
}

// Run judges all programs. If a program can't be compiled or started, the verdict on each case
// says so: it is JE if the compiler, or the sandbox, does not work. An error, of a file, of Each or
// of ctx, ends the contest; the outcomes are those until then.
func (c *Contest) Run(ctx context.Context) (all []Outcome, err error) {
	for _, s := range c.Programs {
		all = append(all, Outcome{Submission: s})
		if err := c.run(ctx, &all[len(all)-1]); err != nil {
			return all, err
		}
	}
	return all, nil
}

// run compiles a program in a directory of its own, and judges it. Then it removes the directory:
// or compilers could fill the disk.
func (c *Contest) run(ctx context.Context, o *Outcome) error {
	dir, err := scratch.New("program")
	if err != nil {
		return c.lacking(o, err)
	}
	defer dir.Remove()
	hide := c.hidden(o.Submission)
	runners, err := c.Start(hide)
	if err != nil {
		return c.lacking(o, err)
	}
	c.started = true
	defer func() {
		for _, r := range runners {
			r.Close()
		}
	}()
	if err := runners[0].LetSearch(dir.Path); err != nil {
		return err
	}
	left := append(slices.Clone(hide), sandbox.Written()...) // of copies
	message, err := o.settle(runners[0], dir.Path, left)
	if message == "" && err == nil {
		o.memory = c.Trial.Limits.Memory
		message, err = o.Compile(ctx, runners[0], dir.Path, left)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return c.fill(o, judge.JE, err.Error())
	case message != "":
		return c.fill(o, judge.CE, message)
	}
	t := c.Trial
	t.Command, t.Own, t.Runners = o.Command, o.own, runners
	if o.Source != "" { // or the program would get links to the files in our own directory
		t.Dir = cmp.Or(o.home, filepath.Dir(o.Source))
	}
	t.Each = func(r *judge.Result) error { return c.add(o, r) }
	_, err = t.Run(ctx, c.Cases)
	switch broken := (*sandbox.StartError)(nil); {
	case errors.As(err, &broken):
		return c.fill(o, judge.RE, broken.Error())
	case o.Tally.Cases() == 0 && isAny(err, ours):
		return c.lacking(o, err)
	}
	return err
}

// lacking is for an error that may pass, such as a disk that another user has filled. The program
// gets JE, and the contest goes on. Before the first program, lacking returns the error.
func (c *Contest) lacking(o *Outcome, err error) error {
	if !c.started {
		return err
	}
	return c.fill(o, judge.JE, err.Error())
}

// hidden returns what a program must not see: the sources of the other programs, and of directories
// beside the program those that have such sources, with all that is in them. Of a command it is the
// first file that the command names and that the program's own command does not name.
func (c *Contest) hidden(s *Submission) (paths []string) {
	command := s.Command
	if s.Source != "" {
		command = []string{s.Source}
	}
	if c.Hide != nil {
		paths = c.Hide(command)
	}
	own := named(command)
	for _, other := range c.Programs {
		switch {
		case other == s:
		case other.Source == "":
			theirs := named(other.Command)
			isTheirs := func(name string) bool { return !slices.Contains(own, name) }
			if i := slices.IndexFunc(theirs, isTheirs); i >= 0 {
				paths = append(paths, theirs[i])
			}
		default:
			paths = append(paths, beside(filepath.Dir(s.Source), cmp.Or(other.folder, other.Source)))
		}
	}
	return paths
}

// beside returns the entry of a directory that leads to a file, or the file if that is elsewhere.
func beside(dir, file string) string {
	rest, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rest) {
		return file
	}
	first, _, _ := strings.Cut(rest, string(filepath.Separator))
	return filepath.Join(dir, first)
}

// named returns the files that a command names, without links, except programs in PATH.
func named(command []string) (files []string) {
	for i, word := range command {
		real, err := filepath.EvalSymlinks(word)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		info, err2 := os.Stat(real)
		if err != nil || err2 != nil || !info.Mode().IsRegular() ||
			i == 0 && filepath.Base(word) == word || inPath(info) {
			continue
		}
		files = append(files, real)
	}
	return files
}

// inPath reports whether a file is a program in PATH.
func inPath(file os.FileInfo) bool {
	found, err := exec.LookPath(file.Name())
	if err != nil {
		return false
	}
	info, err := os.Stat(found)
	return err == nil && os.SameFile(info, file)
}

// fill gives the same verdict to all cases that have none yet.
func (c *Contest) fill(o *Outcome, v judge.Verdict, message string) error {
	for _, tc := range c.Cases[o.Tally.Cases():] {
		err := c.add(o, &judge.Result{
			Name: tc.Name, File: tc.Input, Answer: tc.Answer, Strict: tc.Strict,
			Verdict: v, Message: message,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// add counts a result and passes it on.
func (c *Contest) add(o *Outcome, r *judge.Result) error {
	r.Program = o.Name
	o.Tally[r.Verdict]++
	if r.Run != nil && (o.Case == "" || r.Run.CPU > o.Slowest) {
		o.Slowest, o.Case = r.Run.CPU, r.Name
	}
	return c.Each(r)
}

// Problem says how the verdicts differ from the expected ones; "": they do not, or nothing is
// expected.
func (o *Outcome) Problem() string {
	if o.Expect == nil {
		return ""
	}
	return o.Expect.Problem(&o.Tally)
}
