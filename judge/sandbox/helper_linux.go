package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// helperArg, as the first argument, makes a process a helper.
	helperArg = "__runner"

	// helperEnv is set in a helper. A program that forgot to call Main would
	// otherwise start helpers of helpers without end.
	helperEnv = "TILEJUDGE_RUNNER=1"

	// The files of a helper beside the standard ones.
	helperConn   = 3
	helperCgroup = 4
)

// Main serves a Runner and does not return, if this process was started for
// that. It comes first in main: what is in memory before it is charged to the
// programs.
func Main() {
	switch {
	case len(os.Args) != 2 || os.Args[1] != helperArg && os.Args[1] != checkArg:
		return
	case os.Args[1] == checkArg:
		os.Exit(0)
	}
	if err := serve(conn(helperConn)); err != nil {
		fmt.Fprintf(os.Stderr, "%s is for internal use: %v\n", helperArg, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// A helper runs one program at a time. All of it happens on one thread, the
// one whose rights programs inherit.
type helper struct {
	config
	slimmer
	conn   conn
	cgroup cgroup
	dir    string // the scratch directory in use, if it is not the sandbox's own
	own    int64  // the peak of our memory, which is charged to programs

	hidden *os.File // paths, as in Options.Hide
}

// serve runs programs until the judge is gone. Then nothing of them is left.
func serve(c conn) error {
	runtime.LockOSThread()
	closeOnExec()
	h := &helper{conn: c, cgroup: noCgroup}
	files, err := c.receive(&h.config)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no list of what to hide")
	}
	h.hidden = os.NewFile(uintptr(files[0]), "hidden")
	h.slimmer = newSlimmer(files[1:])
	defer func() {
		if h.dir != "" {
			removeAll(h.dir) // the judge may not be able to
		}
	}()
	h.setUp()
	if err := c.send(reply{Missing: h.Missing}); err != nil {
		return err
	}
	for {
		var q request
		files, err := c.receive(&q)
		if err != nil {
			return nil // the judge is gone
		}
		if q.Cancel || len(files) != 2 {
			continue // of a run that ended by itself
		}
		r := h.run(&q, files[0], files[1])
		unix.Close(files[0])
		unix.Close(files[1])
		if err := c.send(r); err != nil {
			return nil
		}
	}
}

// closeOnExec keeps from programs what files we have, some of which may come from
// whoever started the judge.
func closeOnExec() {
	files, _ := os.ReadDir("/proc/self/fd")
	for _, file := range files {
		if fd, err := strconv.Atoi(file.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// setUp puts all means in force that can be, and notes why others are not.
func (h *helper) setUp() {
	try := func(means string, f func() error) {
		if h.Missing[means] != "" {
			return
		}
		if err := f(); err != nil {
			h.Missing[means] = err.Error()
		}
	}
	// When memory runs out the kernel is to end programs, not the judge.
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	if h.Namespaces&syscall.CLONE_NEWNS != 0 {
		try(MeansFiles, h.lockFiles)
	}
	if h.Missing[MeansFiles] == "" {
		try(MeansHidden, func() error { return hide(h.hidden) })
		try(MeansFiles, mountScratch)
	} else if h.Missing[MeansHidden] == "" {
		h.Missing[MeansHidden] = "needs " + MeansFiles
	}
	h.hidden.Close()
	if h.Namespaces&syscall.CLONE_NEWPID == 0 {
		try(MeansSubreaper, func() error {
			return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
		})
	}
	if h.Cgroup {
		try(MeansCgroup, h.joinCgroup)
	}
	raiseStack()
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if h.Sandbox {
		try(MeansPrivileges, h.dropPrivileges)
	}
	// Programs of the same user must not trace us. This comes last: it takes
	// files in /proc/self away.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// joinCgroup makes sure that programs can be started in the group: it takes
// Linux 5.7, and containers may refuse.
func (h *helper) joinCgroup() error {
	pid, err := syscall.ForkExec("/proc/self/exe", []string{os.Args[0], checkArg}, &syscall.ProcAttr{
		Sys: &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: helperCgroup},
	})
	if err != nil {
		h.Missing[MeansMemory], h.Missing[MeansProcesses] = "needs a "+MeansCgroup, "needs a "+MeansCgroup
		return err
	}
	h.cgroup = helperCgroup
	_, err = unix.Wait4(pid, nil, 0, nil)
	return err
}

// raiseStack gives programs all the stack that they may have: deep recursion is
// limited by memory.
func raiseStack() {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_STACK, &limit) == nil {
		limit.Cur = limit.Max
		unix.Setrlimit(unix.RLIMIT_STACK, &limit)
	}
}
