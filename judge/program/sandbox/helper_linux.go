package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/scratch"
)

const (
	// helperArg, as the first argument, makes a process a helper.
	helperArg = "__runner"

	// helperEnv is set in a helper. Without it, a binary whose main does not call Main
	// would start helpers of helpers without end.
	helperEnv = "TILEJUDGE_RUNNER=1"

	helperConn = 3 // the file descriptor of a helper after the standard ones
)

// Main returns at once, unless this process was started as the helper of a Runner: then
// it serves the Runner and exits. Call it first in main: the kernel counts the memory that a
// helper uses before as memory of the programs.
func Main() {
	if len(os.Args) != 2 {
		return
	}
	switch os.Args[1] {
	case helperArg:
		if err := serve(conn{fd: helperConn}); err != nil {
			fmt.Fprintf(os.Stderr, "%s is for internal use: %v\n", helperArg, err)
			os.Exit(2)
		}
		os.Exit(0)
	case checkArg:
		os.Exit(0)
	}
}

// A helper runs one program at a time. Its first thread watches the program. Launchers have threads
// of their own, because programs inherit the rights of the thread that starts them.
type helper struct {
	config
	proc.Slimmer
	conn   conn
	dir    string // the scratch directory in use on the host; "": none
	links  string // directory of links to the files in linked, see link; "": programs have a root
	linked string
	own    int64 // peak of our own memory, which the kernel counts as the programs' memory
	lean   bool  // it should be small: the last program had no known peak of its own

	outputDir int // descriptor of the directory with the program's named output; or noFile

	lastPID     int           // file descriptor of what sets the next process ID
	runs        int           // that have ended
	limited     *Limits       // the limits that the group has; nil: unknown
	lowFiles    int64         // our own limit on files, if not above that of output; or 0
	filter      filter.Filter // for system calls of programs
	next        *launcher     // ready for the next program; nil: there is none
	files       cgroup.Files  // of the run, if a group counts memory
	view        int           // number of the view that the root shows
	bare        bool          // the root has no entries
	root        int           // file descriptor of the mount namespace with the root; or noFile
	outer       bool          // /proc shows the process IDs of another namespace than ours
	boundingSet []uintptr     // capabilities that programs must not get
	canNest     bool          // the kernel lets programs make namespaces
}

// serve runs programs until the judge closes the connection or ends.
func serve(c conn) error {
	runtime.LockOSThread()
	closeOnExec()
	// This process is the parent of the programs, and often process 1: no program may end it.
	// Signals are caught, not ignored: programs would inherit that they are ignored.
	signal.Notify(make(chan os.Signal, 1), fatal...)
	h := &helper{conn: c, canNest: true, outputDir: noFile, root: noFile}
	files, err := c.receive(&h.config)
	if err != nil {
		return err
	}
	if len(files) < 2 {
		return io.ErrUnexpectedEOF
	}
	h.Reset, h.lastPID = files[0], files[1]
	h.Cgroup.Receive(files[2:])
	defer func() {
		if h.dir != "" {
			scratch.RemoveAll(h.dir) // the judge may lack the rights
		}
	}()
	r := reply{Missing: h.Missing}
	if err := h.setUp(); err != nil {
		r.Fault = err.Error()
	}
	if h.lean = !h.asksPeak(); h.lean {
		h.Slim()
	}
	if err := c.send(r); err != nil {
		return err
	}
	h.runAll()
	return nil
}

// runAll runs programs until the connection is closed.
func (h *helper) runAll() {
	for {
		var q request
		files, err := h.conn.receive(&q)
		if err != nil {
			return // the judge has ended
		}
		if q.Cancel || len(files) < 2 {
			continue // the run to cancel had already ended
		}
		r := h.run(&q, files)
		for _, fd := range files {
			unix.Close(fd)
		}
		if h.conn.send(r) != nil {
			return
		}
		h.getReady()
	}
}

// fatal lists the signals that would end or stop a helper, and that can be caught.
var fatal = []os.Signal{
	unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGILL, unix.SIGTRAP, unix.SIGABRT,
	unix.SIGBUS, unix.SIGFPE, unix.SIGUSR1, unix.SIGSEGV, unix.SIGUSR2, unix.SIGPIPE,
	unix.SIGALRM, unix.SIGTERM, unix.SIGSTKFLT, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU,
	unix.SIGXCPU, unix.SIGXFSZ, unix.SIGVTALRM, unix.SIGIO, unix.SIGPWR, unix.SIGSYS,
}

// closeOnExec makes sure that programs inherit none of our files, not even those that the judge
// inherited.
func closeOnExec() {
	files, _ := os.ReadDir("/proc/self/fd")
	for _, file := range files {
		if fd, err := strconv.Atoi(file.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// setUp puts all means in force that the system allows, and notes in h.Missing why the others are
// missing. It is an error if programs would have capabilities.
func (h *helper) setUp() error {
	try := func(name string, f func() error) {
		if !h.has(name) {
			return
		}
		if err := f(); err != nil {
			h.Missing[name] = err.Error()
		}
	}
	if h.Sandbox { // programs must be able to search what we make, whatever the judge's umask is
		unix.Umask(0o022)
	}
	// If memory runs out, the kernel should kill programs, not the judge.
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	try(means.Root, h.lockHost)
	h.outer = proc.ShowsOuter()
	if h.Network {
		try(means.Network, func() error { return onThread(newNetwork) })
	}
	try(means.Names, func() error {
		apart := func() error { return unix.Unshare(unix.CLONE_NEWCGROUP) } // as each launcher will be
		return cmp.Or(unix.Sethostname([]byte("sandbox")), onThread(apart))
	})
	if h.Namespaces&syscall.CLONE_NEWPID == 0 {
		try(means.Subreaper, func() error {
			return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
		})
	}
	if h.Sandbox {
		try(means.Owner, h.tryOwner)
		h.boundingSet = boundingSet()
		try(means.Privileges, h.dropPrivileges)
	}
	err := onThread(func() error { // with a launcher's rights, on which Yama's answer may depend
		if h.Sandbox && h.has(means.Privileges) {
			h.dropPrivileges()
		}
		err := h.dropCapabilities()
		try(means.Limits, canTrace)
		return err
	})
	h.tryCgroup()
	if h.Sandbox && !h.has(means.Memory) {
		// A program may give back most of a huge page. That stays whole, but only the rest counts.
		unix.Prctl(unix.PR_SET_THP_DISABLE, 1, 0, 0, 0)
	}
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: noDump, Max: noDump})
	if h.Sandbox {
		try(means.Filter, h.makeFilter)
		try(means.Landlock, h.tryLandlock)
	}
	h.lackOthers()
	// Programs of the same user must not trace us. This comes last, because afterwards
	// files in /proc/self belong to root.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	return err
}

// has reports whether a means is in force, as far as is known.
func (h *helper) has(name string) bool { return h.Missing[name] == "" }

// lack notes why a means is missing, unless a reason is known already.
func (h *helper) lack(name, reason string) {
	if h.has(name) {
		h.Missing[name] = reason
	}
}

// lackOthers notes the means that are missing because they need others that are missing.
func (h *helper) lackOthers() {
	if !h.has(means.Root) {
		h.lack(means.Proc, "needs "+means.Root)
	}
	if !h.has(means.Landlock) {
		h.lack(means.Signals, "needs "+means.Landlock)
	}
	if !h.has(means.Filter) && h.canNest {
		h.lack(means.Nesting, "needs "+means.Filter)
	}
}

// partMeans has the means that each part of a control group is.
var partMeans = [cgroup.Parts]string{means.Memory, means.Processes, means.Cgroup}

// tryCgroup makes sure that programs can be moved into the group.
func (h *helper) tryCgroup() {
	err := onThread(h.moveProgram)
	if err == nil {
		return
	}
	for p, name := range partMeans {
		if h.Cgroup.Has(cgroup.Part(p)) {
			h.Missing[name] = err.Error()
		}
	}
	h.Cgroup = cgroup.Group{}
}

// moveProgram starts a program in the group, as launch does, and kills it.
func (h *helper) moveProgram() error {
	if err := h.Cgroup.Join(); err != nil || !h.Cgroup.InVersion2() {
		return err
	}
	if !h.has(means.Limits) { // the program could start others before it is moved
		return errors.New("needs " + means.Limits)
	}
	args := []string{os.Args[0], checkArg}
	pid, err := syscall.ForkExec("/proc/self/exe", args, &syscall.ProcAttr{
		Sys: &syscall.SysProcAttr{Ptrace: true},
	})
	if err != nil {
		return err
	}
	err = h.Cgroup.Enter(pid)
	unix.Kill(pid, unix.SIGKILL)
	for {
		var status unix.WaitStatus
		_, fault := unix.Wait4(pid, &status, unix.WALL, nil)
		if fault != unix.EINTR && !status.Stopped() {
			return err
		}
	}
}
