package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// startTime is how long a helper may take to get ready, and graceTime how long
// it may take beyond a run's limits before it is taken for broken.
const (
	startTime = 10 * time.Second
	graceTime = killTime + 5*time.Second
)

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
	var err error
	for _, flags := range isolation(r.options) {
		for _, ns := range namespaces {
			if err != nil && flags&ns.flag == 0 && missing[ns.means] == "" {
				missing[ns.means] = refusal(err)
			}
		}
		if err = r.startIn(flags, maps.Clone(missing)); err == nil {
			return nil
		}
		r.stop()
	}
	return fmt.Errorf("sandbox: start helper: %w", err)
}

// refusal says why there are no namespaces.
func refusal(err error) string {
	switch err {
	case unix.ENOSPC, unix.EUSERS:
		return "the system allows no more of them: see user.max_*_namespaces"
	case unix.EPERM, unix.EACCES:
		return "the system, or a container, does not permit it"
	default:
		return err.Error()
	}
}

// startIn starts a helper in namespaces, and adds what else is missing.
func (r *Runner) startIn(flags uintptr, missing map[string]string) error {
	ours, theirs, err := newPair()
	if err != nil {
		return err
	}
	socket := os.NewFile(uintptr(theirs), "helper")
	defer socket.Close()
	cmd := &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{os.Args[0], helperArg},
		// A small heap: it is charged to programs.
		Env:         []string{helperEnv, "GOMAXPROCS=1", "GOGC=10", "GODEBUG=disablethp=1"},
		ExtraFiles:  []*os.File{socket},
		SysProcAttr: attributes(flags),
	}
	if dir := r.makeCgroup(missing); dir != nil {
		defer dir.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, dir)
	}
	if err := cmd.Start(); err != nil {
		ours.close()
		r.stop()
		return errors.Unwrap(err)
	}
	r.cmd, r.conn = cmd, ours
	for _, ns := range namespaces {
		if flags&ns.flag == 0 && missing[ns.means] == "" {
			missing[ns.means] = "needs a " + MeansUser
		}
	}
	return r.greet(config{
		Sandbox: !r.options.NoSandbox, Namespaces: flags, Missing: missing,
		KeepRun: usesRun(), Cgroup: len(cmd.ExtraFiles) > 1,
	})
}

// greet tells a helper what to do and waits until it is ready.
func (r *Runner) greet(c config) error {
	defer killAfter(startTime, r.cmd.Process).Stop()
	hidden, err := r.options.hidden()
	if err != nil {
		return err
	}
	defer hidden.Close()
	files := []int{int(hidden.Fd())}
	if peak, err := openPeak(r.cmd.Process.Pid); err == nil {
		defer peak.Close()
		files = append(files, int(peak.Fd()))
	}
	if err := r.conn.send(c, files...); err != nil {
		return err
	}
	var answer reply
	if _, err := r.conn.receive(&answer); err != nil {
		return err
	}
	r.means = answer.Missing
	if !c.Sandbox || r.means[MeansFiles] == "" {
		return nil
	}
	r.dir, err = os.MkdirTemp("", "tilejudge-")
	return err
}

// makeCgroup makes a group for programs and opens its directory, or notes why
// there is none.
func (r *Runner) makeCgroup(missing map[string]string) *os.File {
	var dir *os.File
	if missing[MeansCgroup] == "" {
		var err error
		if r.cgroup, err = newCgroup(); err == nil {
			dir, err = os.Open(r.cgroup)
		}
		if err != nil {
			missing[MeansCgroup] = err.Error()
		}
	}
	for means, file := range map[string]string{MeansMemory: "memory.max", MeansProcesses: "pids.max"} {
		if _, err := os.Stat(filepath.Join(r.cgroup, file)); missing[means] == "" && err != nil {
			missing[means] = "there is no such controller in our group of version 2"
		}
	}
	return dir
}

// usesRun reports whether programs or files that we use may lie in /run.
func usesRun() bool {
	dir, _ := os.Getwd()
	paths := append(filepath.SplitList(os.Getenv("PATH")), dir, os.TempDir())
	return slices.ContainsFunc(paths, func(path string) bool {
		return strings.HasPrefix(filepath.Clean(path)+"/", "/run/")
	})
}

// killAfter ends a helper that is no use.
func killAfter(d time.Duration, p *os.Process) *time.Timer {
	return time.AfterFunc(d, func() { p.Kill() })
}

// stop ends the helper, which ends by itself when it finds that we are gone, and
// removes what it has not.
func (r *Runner) stop() {
	if r.cmd != nil {
		r.conn.close()
		timer := killAfter(graceTime, r.cmd.Process)
		r.cmd.Wait()
		timer.Stop()
		r.cmd = nil
	}
	if r.cgroup != "" {
		removeCgroup(r.cgroup)
		r.cgroup = ""
	}
	if r.dir != "" {
		removeAll(r.dir)
		r.dir = ""
	}
}
