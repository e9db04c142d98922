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

	"tilejudge/judge/scratch"
)

// A helper that exceeds these times is killed.
const (
	startTime = 10 * time.Second         // until it is ready
	graceTime = killTime + 5*time.Second // after a run has exceeded its limits
)

// start starts a helper in the best set of namespaces that the system allows.
func (r *Runner) start() error {
	missing := make(map[string]string)
	for _, m := range allMeans {
		switch {
		case r.options.NoSandbox && m.Sandbox:
			missing[m.Name] = "not wanted"
		case slices.Contains(r.options.without, m.Name):
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

// refusal explains the error of a system that allows no namespaces.
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

// startIn starts a helper in namespaces. It adds to missing the means that are missing
// too.
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
		// The heap must be small: it counts as the programs' memory.
		Env:         []string{helperEnv, "GOMAXPROCS=1", "GOGC=10", "GODEBUG=disablethp=1"},
		ExtraFiles:  []*os.File{socket},
		SysProcAttr: attributes(flags),
	}
	var group cgroup
	r.groups, group = makeGroups(missing, helperCgroup)
	cmd.ExtraFiles = append(cmd.ExtraFiles, r.groups.dirs...)
	if err := cmd.Start(); err != nil {
		ours.close()
		r.stop()
		return errors.Unwrap(err)
	}
	r.cmd, r.conn = cmd, ours
	for _, ns := range namespaces {
		if flags&ns.flag == 0 && missing[ns.means] == "" {
			missing[ns.means] = "needs a " + meansUser
		}
	}
	return r.greet(config{
		Sandbox: !r.options.NoSandbox, Namespaces: flags, Missing: missing,
		KeepRun: usesRun(), Cgroup: group,
	})
}

// greet sends the configuration to a helper and waits until it is ready.
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
	if !c.Sandbox || r.means[meansFiles] == "" {
		return nil
	}
	if r.scratch, err = scratch.New("home"); err != nil {
		return err
	}
	r.dir = filepath.Join(r.scratch.Path, "home")
	return os.Mkdir(r.dir, 0o700)
}

// usesRun reports whether programs or files that we use may be in /run.
func usesRun() bool {
	dir, _ := os.Getwd()
	paths := append(filepath.SplitList(os.Getenv("PATH")), dir, os.TempDir())
	return slices.ContainsFunc(paths, func(path string) bool {
		return strings.HasPrefix(filepath.Clean(path)+"/", "/run/")
	})
}

// killAfter kills a helper after a time, unless the timer is stopped before.
func killAfter(d time.Duration, p *os.Process) *time.Timer {
	return time.AfterFunc(d, func() { p.Kill() })
}

// stop closes the connection, which makes the helper end, and removes its groups
// and scratch directory.
func (r *Runner) stop() {
	if r.cmd != nil {
		r.conn.close()
		timer := killAfter(graceTime, r.cmd.Process)
		r.cmd.Wait()
		timer.Stop()
		r.cmd = nil
	}
	if r.groups != nil {
		r.groups.remove()
		r.groups = nil
	}
	if r.dir != "" {
		removeAll(r.dir)
		r.scratch.Remove()
		r.dir = ""
	}
}
