//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"tilejudge/judge/program/sandbox/means"
)

// A Runner runs programs, one at a time. To run several at once, start several runners.
//
// This Runner is for systems other than Linux, and uses only what they have in common. It
// ends programs at their limits of wall time and output. It compares CPU time and memory
// with the limits afterwards.
type Runner struct{ running sync.Mutex }

// Main must be called first in main. On this system it only serves Runner.Check.
func Main() {
	if len(os.Args) == 2 && os.Args[1] == checkArg {
		os.Exit(0)
	}
}

// Start returns a runner.
func Start(Options) (*Runner, error) { return new(Runner), nil }

// Means returns the means of protection. None is in force.
func (r *Runner) Means() means.List {
	missing := make(map[string]string)
	for _, m := range means.Report(nil) {
		missing[m.Name] = runtime.GOOS + " has none"
	}
	return means.Report(missing)
}

// ReadPolicy returns an error: there is no filter of system calls.
func ReadPolicy(path string) ([]uint32, error) {
	return nil, errors.New(path + ": " + runtime.GOOS + " has no filter of system calls")
}

// OpenReal opens a file to read.
func OpenReal(path string) (*os.File, error) { return os.Open(path) }

// Hold opens a directory.
func Hold(path string) (*os.File, error) { return os.Open(path) }

// Enter opens a directory by its name in another one.
func Enter(dir *os.File, name string) (*os.File, error) { return OpenIn(dir, name) }

// OpenIn opens a file to read by its name in a directory.
func OpenIn(dir *os.File, name string) (*os.File, error) {
	return os.Open(filepath.Join(dir.Name(), name))
}

// WalkDir is filepath.WalkDir.
func WalkDir(root string, visit fs.WalkDirFunc) error { return filepath.WalkDir(root, visit) }

// Written returns nil: programs see all files.
func Written() []string { return nil }

// Root returns nil: programs see all files.
func (r *Runner) Root() []string { return nil }

// LetSearch does nothing: programs can search our directories.
func (r *Runner) LetSearch(dir string) error { return nil }

// Barrier returns "", because programs have our rights on this system.
func (r *Runner) Barrier(program string) string { return "" }

// Run runs a program and returns when it has ended.
//
// The error is a *StartError if the program could not be started. If ctx ends, it is
// ctx.Err(), and the result has what was known then.
func (r *Runner) Run(ctx context.Context, c Command) (Result, error) {
	r.running.Lock()
	defer r.running.Unlock()
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	cmd, err := c.prepare()
	if err != nil {
		return Result{}, err
	}
	defer closeAll(cmd)
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, &StartError{c.Args[0], errors.Unwrap(err)}
	}
	result := watch(ctx, cmd, &c.Limits)
	result.Wall = time.Since(begin)
	result.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	result.Memory = peakMemory(cmd.ProcessState)
	result.Exit, result.Signal = cmd.ProcessState.ExitCode(), signalName(cmd.ProcessState)
	result.measure(&c.Limits, cmd)
	result.Stderr = ends(cmd.Stderr.(*os.File))
	if err := c.collect(cmd.Stdout.(*os.File), &result); err != nil {
		return result, err
	}
	return result, ctx.Err()
}

// watch waits until the program ends. It kills the program if a limit is exceeded, which
// it notes in the result, or if ctx ends.
func watch(ctx context.Context, cmd *exec.Cmd, l *Limits) (result Result) {
	begin := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			killTree(cmd)
			return result
		case <-ctx.Done():
			killTree(cmd)
			<-ended
			return result
		case <-tick.C:
			result.Wall = time.Since(begin)
			if result.measure(l, cmd); result.Exceeded != None {
				killTree(cmd)
			}
		}
	}
}

// prepare prepares a program and its files.
func (c *Command) prepare() (cmd *exec.Cmd, err error) {
	path, dir, err := c.lookUp()
	if err != nil {
		return nil, err
	}
	if err := c.checkInput(); err != nil {
		return nil, err
	}
	args, err := c.ownNames()
	if err != nil {
		return nil, err
	}
	cmd = &exec.Cmd{Path: path, Args: args, Dir: dir}
	ownGroup(cmd)
	if c.Stdin != "" {
		stdin, err := os.Open(c.Stdin)
		if err != nil {
			return nil, err
		}
		cmd.Stdin = stdin
	}
	stdout, err := c.openOutput()
	if err == nil {
		cmd.Stdout = stdout
		var stderr *os.File
		if stderr, err = os.CreateTemp("", "tilejudge-"); err == nil {
			cmd.Stderr = stderr
			return cmd, nil
		}
	}
	closeAll(cmd)
	return nil, err
}

// closeAll closes the files of a program, and removes its standard error.
func closeAll(cmd *exec.Cmd) {
	for _, file := range []any{cmd.Stdin, cmd.Stdout, cmd.Stderr} {
		if f, ok := file.(*os.File); ok {
			f.Close()
		}
	}
	if f, ok := cmd.Stderr.(*os.File); ok {
		os.Remove(f.Name())
	}
}

// measure sets the size of the output, and notes the first limit that is exceeded.
func (r *Result) measure(l *Limits, cmd *exec.Cmd) {
	size := func(file any) int64 {
		info, err := file.(*os.File).Stat()
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		return info.Size()
	}
	r.Output = size(cmd.Stdout)
	r.judge(l, max(r.Output, size(cmd.Stderr)))
}

// Close does nothing.
func (r *Runner) Close() {}
