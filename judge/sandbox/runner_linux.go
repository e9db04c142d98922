package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A Runner runs programs, one at a time. Several run several at once.
type Runner struct {
	options Options
	running sync.Mutex

	cmd    *exec.Cmd // the helper; nil: it is gone
	conn   conn
	means  map[string]string // why those that are missing are
	cgroup string            // "": none
	dir    string            // ours, for the scratch directory; "": none is needed
}

// startTime is how long a helper may take to get ready, and graceTime how long
// it may take beyond a run's limits before it is taken for broken.
const (
	startTime = 10 * time.Second
	graceTime = killTime + 5*time.Second
)

// Start starts a helper, with as many of the means as the system allows.
func Start(o Options) (*Runner, error) {
	if slices.Contains(os.Environ(), helperEnv) {
		return nil, errors.New("sandbox: main does not call sandbox.Main")
	}
	for _, name := range o.Without {
		if !slices.ContainsFunc(allMeans, func(m Means) bool { return m.Name == name }) {
			return nil, fmt.Errorf("sandbox: unknown means %q", name)
		}
	}
	r := &Runner{options: o}
	return r, r.start()
}

// start starts a helper in the best namespaces that it can be in.
func (r *Runner) start() error {
	missing := make(map[string]string)
	for _, m := range allMeans {
		switch {
		case r.options.NoSandbox && m.Sandbox:
			missing[m.Name] = "not wanted"
		case slices.Contains(r.options.Without, m.Name):
			missing[m.Name] = "excluded"
		}
	}
	r.prepareCgroup(missing)
	var err error
	for _, flags := range isolation(r.options) {
		for _, ns := range namespaces {
			if err != nil && flags&ns.flag == 0 && missing[ns.means] == "" {
				missing[ns.means] = err.Error()
			}
		}
		if err = r.startIn(flags, missing); err == nil {
			return nil
		}
		r.stop()
	}
	r.Close()
	return fmt.Errorf("sandbox: start helper: %w", err)
}

// prepareCgroup makes a group for programs, or notes why there is none.
func (r *Runner) prepareCgroup(missing map[string]string) {
	if missing[MeansCgroup] == "" {
		path, err := newCgroup()
		if err != nil {
			missing[MeansCgroup] = err.Error()
		}
		r.cgroup = path
	}
	for means, file := range map[string]string{MeansMemory: "memory.max", MeansProcesses: "pids.max"} {
		if _, err := os.Stat(filepath.Join(r.cgroup, file)); missing[means] == "" && err != nil {
			missing[means] = "there is no such controller in our group of version 2"
		}
	}
}

// startIn starts a helper in namespaces.
func (r *Runner) startIn(flags uintptr, missing map[string]string) (err error) {
	ours, theirs, err := newPair()
	if err != nil {
		return err
	}
	r.conn = ours
	socket := os.NewFile(uintptr(theirs), "helper")
	defer socket.Close()
	r.cmd = &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{os.Args[0], helperArg},
		// A small heap: it is charged to programs.
		Env:         []string{helperEnv, "GOMAXPROCS=1", "GOGC=10"},
		ExtraFiles:  []*os.File{socket},
		SysProcAttr: attributes(flags),
	}
	if r.cgroup != "" {
		dir, err := os.Open(r.cgroup)
		if err != nil {
			return err
		}
		defer dir.Close()
		r.cmd.ExtraFiles = append(r.cmd.ExtraFiles, dir)
	}
	if err := r.cmd.Start(); err != nil {
		r.cmd = nil
		return errors.Unwrap(err)
	}
	c := config{
		Sandbox: !r.options.NoSandbox, Namespaces: flags, Missing: maps.Clone(missing),
		KeepRun: usesRun(), Cgroup: r.cgroup != "",
	}
	for _, ns := range namespaces {
		if flags&ns.flag == 0 && c.Missing[ns.means] == "" {
			c.Missing[ns.means] = "needs a " + MeansUser
		}
	}
	if c.Scratch, err = r.scratch(c); err != nil {
		return err
	}
	defer killAfter(startTime, r.cmd.Process).Stop()
	if err := r.conn.send(c); err != nil {
		return err
	}
	var answer reply
	if _, err := r.conn.receive(&answer); err != nil {
		return err
	}
	r.means = answer.Missing
	return nil
}

// scratch returns a name for the scratch directory. It is not used where files
// are read-only, but whether they are turns out later.
func (r *Runner) scratch(c config) (string, error) {
	if !c.Sandbox {
		return "", nil
	}
	if r.dir == "" {
		dir, err := os.MkdirTemp("", "tilejudge-")
		if err != nil {
			return "", err
		}
		r.dir = dir
	}
	return filepath.Join(r.dir, "scratch"), nil
}

// usesRun reports whether programs or files that we use may lie in /run.
func usesRun() bool {
	dir, _ := os.Getwd()
	paths := append(filepath.SplitList(os.Getenv("PATH")), dir, os.TempDir())
	return slices.ContainsFunc(paths, func(path string) bool {
		return strings.HasPrefix(filepath.Clean(path)+"/", "/run/")
	})
}

// Means returns the means of protection, whether they are in force or not.
func (r *Runner) Means() []Means { return report(r.means) }

// Run runs a program and returns when nothing of it is left.
//
// The error is a *StartError if it could not be started. If ctx ends it is
// ctx.Err(), and the result is what was known then. Any other error is a fault
// of the system or ours, and the result means nothing.
func (r *Runner) Run(ctx context.Context, c Command) (Result, error) {
	r.running.Lock()
	defer r.running.Unlock()
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if r.cmd == nil {
		if err := r.start(); err != nil {
			return Result{}, err
		}
	}
	path, dir, err := c.lookUp()
	if err != nil {
		return Result{}, err
	}
	if err := c.checkInput(); err != nil {
		return Result{}, err
	}
	stdout, err := c.openOutput()
	if err != nil {
		return Result{}, err
	}
	defer stdout.Close()
	fd, err := unix.MemfdCreate("stderr", unix.MFD_CLOEXEC)
	if err != nil {
		return Result{}, fmt.Errorf("memfd_create: %w", err)
	}
	stderr := os.NewFile(uintptr(fd), "stderr")
	defer stderr.Close()
	q := request{
		Path: path, Args: c.Args, Env: r.environment(), Dir: dir, Limits: c.Limits,
	}
	if c.Stdin != "" {
		if q.Stdin, err = filepath.Abs(c.Stdin); err != nil {
			return Result{}, err
		}
	}
	answer, err := r.ask(ctx, &q, stdout, stderr)
	if err != nil {
		return Result{}, err
	}
	return finish(ctx, c.Args[0], answer, stderr)
}

// finish makes a result of an answer.
func finish(ctx context.Context, name string, answer reply, stderr *os.File) (Result, error) {
	switch {
	case answer.Errno != 0:
		return Result{}, &StartError{name, answer.Errno}
	case answer.Fault != "":
		return Result{}, fmt.Errorf("sandbox: run %q: %s", name, answer.Fault)
	}
	text := make([]byte, maxStderr)
	n, _ := stderr.ReadAt(text, 0)
	answer.Result.Stderr = text[:n:n]
	return answer.Result, ctx.Err()
}

// ask sends a request to the helper and waits for the reply. A helper that does
// not keep to the limits is ended, and what it has started with it.
func (r *Runner) ask(ctx context.Context, q *request, stdout, stderr *os.File) (answer reply, err error) {
	if err := r.conn.send(q, int(stdout.Fd()), int(stderr.Fd())); err != nil {
		if err == unix.EMSGSIZE {
			return answer, &StartError{q.Args[0], unix.E2BIG}
		}
		r.stop()
		return answer, fmt.Errorf("sandbox: helper: %w", err)
	}
	if q.Limits.Wall > 0 {
		defer killAfter(q.Limits.Wall+graceTime, r.cmd.Process).Stop()
	}
	canceled := make(chan *time.Timer, 1)
	stop := context.AfterFunc(ctx, func() {
		canceled <- killAfter(graceTime, r.cmd.Process)
		r.conn.send(request{Cancel: true})
	})
	_, err = r.conn.receive(&answer)
	if !stop() {
		(<-canceled).Stop()
	}
	if err != nil {
		r.stop()
		return answer, fmt.Errorf("sandbox: the helper has ended while it ran %q: %w", q.Args[0], err)
	}
	return answer, nil
}

// environment returns what programs find in theirs.
func (r *Runner) environment() []string {
	if r.options.NoSandbox {
		return os.Environ()
	}
	home := sandboxScratch
	if r.means[MeansFiles] != "" {
		home = filepath.Join(r.dir, "scratch")
	}
	return []string{
		"PATH=" + cmp.Or(os.Getenv("PATH"), "/usr/local/bin:/usr/bin:/bin"),
		"HOME=" + home,
		"LANG=" + cmp.Or(os.Getenv("LANG"), "C.UTF-8"),
	}
}

// killAfter ends a helper that is no use.
func killAfter(d time.Duration, p *os.Process) *time.Timer {
	return time.AfterFunc(d, func() { p.Kill() })
}

// stop ends the helper: it ends by itself when it finds that we are gone.
func (r *Runner) stop() {
	r.conn.close()
	if r.cmd == nil {
		return
	}
	defer killAfter(graceTime, r.cmd.Process).Stop()
	r.cmd.Wait()
	r.cmd = nil
}

// Close ends the helper and removes its directories. It must not be called
// during Run.
func (r *Runner) Close() error {
	if r.cmd != nil {
		r.stop()
	}
	if r.cgroup != "" {
		removeCgroup(r.cgroup)
	}
	if r.dir == "" {
		return nil
	}
	return os.RemoveAll(r.dir)
}
