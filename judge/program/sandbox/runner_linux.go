package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/disk"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/tasks"
	"tilejudge/judge/program/scratch"
)

// A Runner runs programs, one at a time. To run several at once, start several runners.
type Runner struct {
	options Options
	running sync.Mutex

	cmd    *exec.Cmd // the helper; nil: it has ended
	conn   conn
	means  map[string]string // missing means by name: why each is missing
	groups *cgroup.Dirs      // nil: none
	dir    string            // the scratch directory on the host; "": programs have a root
	runs   int               // with scratch directories on the host
	owner  owner             // of programs, as the helper sees it
	root   rootFile          // for the last command
	tasks  *tasks.Share      // that programs may have

	scratch *scratch.Dir // has dir
}

// Start starts a helper with as many means of protection as the system allows. It removes from PATH
// the directories in which programs can run nothing.
func Start(o Options) (*Runner, error) {
	if slices.Contains(os.Environ(), helperEnv) {
		return nil, errors.New("sandbox: main does not call sandbox.Main")
	}

	r := &Runner{options: o}
	var err error
	if r.tasks, err = tasks.Take(max(o.Runners, 1)); err != nil {
		return nil, err
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	r.tasks.Begin()
	if reason := r.means[means.Network]; o.Network && !o.NoSandbox && reason != "" {
		r.Close()
		return nil, fmt.Errorf("sandbox: the loopback device needs a %s: %s", means.Network, reason)
	}
	if err := cmp.Or(r.reachable(), r.trimPath()); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Means returns all means of protection, those in force and those that are missing.
func (r *Runner) Means() means.List { return means.Report(r.means) }

// has reports whether a means is in force.
func (r *Runner) has(name string) bool { return r.means[name] == "" }

// Run runs a program and returns when all its processes have ended.
//
// The error is a *StartError if the program could not be started. If ctx ends, it is
// ctx.Err(), and the result has what was known then. Any other error is a fault of the
// system or of this package, and the result means nothing.
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
	q, err := r.request(&c)
	if err != nil {
		return Result{}, err
	}
	stdout, err := c.openOutput()
	if err != nil {
		return Result{}, err
	}
	defer stdout.Close()
	restore, err := r.lend(stdout)
	if err != nil {
		return Result{}, err
	}
	defer restore()
	stderr, err := newMemoryFile("stderr")
	if err != nil {
		return Result{}, err
	}
	defer stderr.Close()
	ask := r.ask
	if disk.KeepsPieces(stdout) && !r.options.NoSandbox {
		ask = r.askInMemory
	}
	answer, err := ask(ctx, q, stdout, stderr)
	if err == nil && r.options.NoSandbox {
		err = c.collect(stdout, &answer.Result)
	}
	if err != nil {
		return Result{}, err
	}
	failed := answer.Result.Exit != 0 || answer.Result.Signal != ""
	if err := disk.Check(stdout, failed); err != nil && answer.Result.Exceeded == None {
		return Result{}, err // otherwise the limit counts
	}
	result, err := r.finish(c.Args[0], answer, stderr)
	return result, cmp.Or(err, ctx.Err())
}

// lend lets a program open its output as /dev/stdout. It returns a function that restores the
// mode of a plain file: the program can change the mode too, and we must be able to read the file.
func (r *Runner) lend(stdout *os.File) (restore func(), err error) {
	info, err := stdout.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return func() {}, err
	}
	if r.owner != ourselves {
		stdout.Chmod(info.Mode() | 0o002)
	}
	return func() { stdout.Chmod(info.Mode()) }, nil
}

// errNotReadable explains why a program can't be started in the sandbox, although lookUp found
// that this process could start it.
var errNotReadable = fmt.Errorf("%w: programs in the sandbox run as a user of their own, "+
	"without root's rights, who may not read the program, its directory or one of its files: "+
	"give others the right (chmod o+rX), judge a copy, as --programs does, or use no sandbox",
	unix.EACCES)

// finish turns the helper's answer into a result.
func (r *Runner) finish(name string, answer reply, stderr *os.File) (Result, error) {
	view, isOther := r.root.view, r.owner != ourselves
	switch {
	case answer.Errno == unix.EACCES && (isOther || os.Geteuid() == 0) && !r.options.NoSandbox:
		return Result{}, &StartError{name, errNotReadable}
	case answer.Errno == unix.ENOENT && view != nil && view.Lacks != "":
		return Result{}, &StartError{name, fmt.Errorf("its interpreter %s is not among the "+
			"files that it sees in the sandbox: see --mount", view.Lacks)}
	case answer.Fault == errUnread.Error():
		return Result{}, &StartError{name, errUnread}
	case answer.Errno != 0 && !answer.Errno.Temporary() && answer.Errno != unix.ENOMEM:
		return Result{}, &StartError{name, answer.Errno}
	case answer.Fault != "": // or the system lacks processes or memory
		return Result{}, fmt.Errorf("sandbox: run %q: %s", name, answer.Fault)
	}
	answer.Result.Stderr = ends(stderr)
	if view != nil && answer.Result.Exit != 0 {
		answer.Result.Unseen = view.Unseen(answer.Result.Stderr, isOther)
	}
	return answer.Result, nil
}

// askInMemory is ask for an output on a disk that short files could fill, see disk.KeepsPieces: the
// program writes to memory, which it can't read, and the output gets a copy.
func (r *Runner) askInMemory(
	ctx context.Context, q *request, stdout, stderr *os.File,
) (answer reply, err error) {
	memory, err := newMemoryFile("stdout")
	if err != nil {
		return answer, err
	}
	defer memory.Close()
	defer memory.Truncate(0) // the helper holds the file until the next run ends
	memory.Chmod(0o222)
	output, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", memory.Fd()), os.O_WRONLY, 0)
	if err != nil {
		return answer, err
	}
	defer output.Close()
	if answer, err = r.ask(ctx, q, output, stderr); err != nil {
		return answer, err
	}
	err = disk.CopySparse(stdout, memory)
	if answer.Result.Exceeded != None {
		err = nil // the limit counts
	}
	return answer, err
}

// ask sends a request to the helper and waits for the reply. It kills a helper that does
// not reply in time; then all processes that the helper has started end too.
func (r *Runner) ask(
	ctx context.Context, q *request, stdout, stderr *os.File,
) (answer reply, err error) {
	files := []int{int(stdout.Fd()), int(stderr.Fd())}
	if r.root.file != nil {
		files = append(files, int(r.root.file.Fd()))
	}
	if err := r.conn.send(q, files...); err != nil {
		if err == unix.EMSGSIZE {
			return answer, &StartError{q.Args[0], unix.E2BIG}
		}
		r.stop()
		return answer, fmt.Errorf("sandbox: helper: %w", err)
	}
	late := new(killer)
	if q.Limits.Wall > 0 {
		grace := graceTime
		if r.stoppable() { // the program may have stopped the helper: then nothing measures it
			grace = stopTime
		}
		late = killAfter(q.Limits.Wall+q.Limits.Wait+grace, r.cmd.Process)
		defer late.Stop()
	}
	canceled := make(chan *killer, 1)
	stop := context.AfterFunc(ctx, func() {
		canceled <- killAfter(graceTime, r.cmd.Process)
		r.conn.send(request{Cancel: true})
	})
	_, err = r.conn.receive(&answer)
	if !stop() {
		(<-canceled).Stop()
	}
	if err == nil {
		if answer.Fault != "" && answer.Errno == 0 && answer.Fault != errUnread.Error() {
			r.stop() // it may have processes left
		}
		if answer.Result.Exceeded != None { // the program has kept the kernel busy
			answer.Fault = ""
		}
		return answer, nil
	}
	ours := late.killed.Load() && !r.stoppable()
	if r.stop() && !ours {
		return reply{Result: Result{HelperKilled: true}}, nil
	}
	return answer, fmt.Errorf("sandbox: the helper ended while it ran %q: %w", q.Args[0], err)
}

// stoppable reports whether programs can stop the helper.
func (r *Runner) stoppable() bool {
	return !r.has(means.Process) && !r.has(means.Signals)
}

// Close ends the helper and removes its directories. Do not call it during Run.
func (r *Runner) Close() {
	r.tasks.End()
	r.stop()
	r.root.close()
}
