package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/scratch"
)

// A first says how the first helper with some options was started.
type first struct {
	way     isolation
	lacks   map[string]string // means that it was to lack
	missing map[string]string // means that it lacks
}

// firsts has the first helpers of this process by their options. No later one shall have less: a
// program may have used up what the system has of a means. Nor is a later one started in other
// ways: Go leaves two files open each time that the system allows no user namespace.
var firsts = struct {
	sync.Mutex
	of map[string]first
}{of: make(map[string]first)}

// kind tells options apart with which helpers have other means.
func (o *Options) kind() string { return fmt.Sprint(o.NoSandbox, o.Network, o.without) }

// start starts a helper as the first one with the same options, which has as many means as the
// system allows. It tries that a few times: the kernel may free namespaces some time after their
// last process has ended.
func (r *Runner) start() (err error) {
	firsts.Lock()
	f, known := firsts.of[r.options.kind()]
	if !known {
		defer firsts.Unlock()
		if f, err = r.startFirst(); err == nil {
			firsts.of[r.options.kind()] = f
		}
		return err
	}
	firsts.Unlock()
	begin := time.Now()
	for _, pause := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond} {
		time.Sleep(pause)
		if err = r.startLike(f); err == nil || time.Since(begin) > startTime { // it hangs
			break
		}
	}
	return err
}

// startLike starts a helper in the way of another one. It is an error if the helper has less.
func (r *Runner) startLike(f first) error {
	if f.way.user != ourselves && !f.way.user.mapped { // the system has set aside one user to map
		var err error
		if f.way.user, err = newOwner(); err != nil {
			return fmt.Errorf("sandbox: start another helper: %w", err)
		}
	}
	if err := r.tryIn(f.way, f.lacks); err != nil {
		return fmt.Errorf("sandbox: start another helper: %s", refusal(err))
	}
	for name, reason := range r.means {
		if f.missing[name] == "" {
			r.stop()
			return fmt.Errorf("sandbox: a new helper has no %s: %s", name, reason)
		}
	}
	return nil
}

// startFirst starts a helper in the best set of namespaces that the system allows.
func (r *Runner) startFirst() (first, error) {
	missing := make(map[string]string)
	for _, m := range means.Report(nil) {
		switch {
		case r.options.NoSandbox && (m.Sandbox || m.Name == means.Landlock || m.Name == means.Signals):
			missing[m.Name] = "not wanted"
		case slices.Contains(r.options.without, m.Name):
			missing[m.Name] = "excluded"
		}
	}
	ways, noOwner := isolations(r.options)
	var err error
	for _, way := range ways {
		for _, ns := range namespaces {
			if err != nil && way.flags&ns.flag == 0 && missing[ns.means] == "" {
				missing[ns.means] = refusal(err)
			}
		}
		lacks := maps.Clone(missing)
		if way.user == ourselves && lacks[means.Owner] == "" {
			lacks[means.Owner] = refusal(cmp.Or(noOwner, err, errNoUsers))
		}
		if err = r.tryIn(way, lacks); err == nil {
			return first{way, lacks, r.means}, nil
		}
		if err == errKilled { // that does not say what the system allows
			break
		}
	}
	return first{}, fmt.Errorf("sandbox: start helper: %w", err)
}

// errKilled is the error of a helper that has not become ready.
var errKilled = fmt.Errorf("it was killed, or was not ready after %v", startTime)

// tryIn is startIn, and leaves nothing behind if that fails.
func (r *Runner) tryIn(way isolation, missing map[string]string) error {
	err := r.startIn(way, maps.Clone(missing))
	if err == nil {
		return nil
	}
	if r.stop() {
		return errKilled
	}
	return err
}

// startIn starts a helper in the namespaces of an isolation. It adds to missing the means that are
// missing there.
func (r *Runner) startIn(way isolation, missing map[string]string) error {
	ours, theirs, err := newPair()
	if err != nil {
		return err
	}
	cmd := way.command(theirs)
	var skip [cgroup.Parts]bool
	for p, name := range partMeans {
		skip[p] = missing[name] != ""
	}
	r.groups = cgroup.New(skip)
	adoptOrphans()
	proc.TakeTurns()
	err = cmd.Start()
	theirs.Close() // otherwise greet would wait for ever for a helper that has ended
	if err != nil {
		ours.file.Close()
		return errors.Unwrap(err)
	}
	r.cmd, r.conn = cmd, ours
	proc.RaisePriority(cmd.Process.Pid)
	if err := way.user.runMappers(cmd.Process.Pid); err != nil {
		return err
	}
	for _, ns := range namespaces {
		if way.flags&ns.flag == 0 && missing[ns.means] == "" {
			missing[ns.means] = errNoUsers.Error()
		}
	}
	group, faults := r.groups.Make(cmd.Process.Pid)
	for p, err := range faults {
		if err != nil {
			missing[partMeans[p]] = err.Error()
		}
	}
	owner := way.user.seen(way.flags)
	return r.greet(config{
		Sandbox: !r.options.NoSandbox, Namespaces: way.flags, Missing: missing,
		Owner: owner, Network: r.options.Network, Calls: r.options.Calls,
		Tasks: r.tasks.Limit, Machine: machineMemory(), Nice: proc.UsualNice(),
		Cgroup: group,
	}, r.groups.Files)
}

// machineMemory returns config.Machine: the memory of the machine, or of the judge's control group.
var machineMemory = sync.OnceValue(func() int64 {
	most, _ := memlimit.FromSystem()
	if group, err := memlimit.FromCgroup(); err == nil {
		most = min(most, group)
	}
	return int64(most)
})

// greet sends the configuration to a helper, with the directories of its control group, and waits
// until it is ready.
func (r *Runner) greet(c config, dirs []*os.File) error {
	defer killAfter(startTime, r.cmd.Process).Stop()
	var files []int
	for _, name := range []string{ // that only we can open for writing
		fmt.Sprintf("/proc/%d/clear_refs", r.cmd.Process.Pid), "/proc/sys/kernel/ns_last_pid",
	} {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil { // some systems lack the file: what the helper writes is lost
			f, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		}
		if err != nil {
			return err
		}
		defer f.Close()
		files = append(files, int(f.Fd()))
	}
	for _, dir := range dirs {
		files = append(files, int(dir.Fd()))
	}
	if err := r.conn.send(c, files...); err != nil {
		return err
	}
	var answer reply
	if _, err := r.conn.receive(&answer); err != nil {
		return err
	}
	if answer.Fault != "" {
		return errors.New(answer.Fault)
	}
	r.means, r.owner = answer.Missing, c.Owner
	if !r.has(means.Owner) {
		r.owner = ourselves
	}
	if !c.Sandbox || r.has(means.Root) {
		return nil
	}
	return r.makeScratch()
}

// makeScratch makes the directory for the scratch directories of programs that have no root.
func (r *Runner) makeScratch() (err error) {
	if r.scratch, err = scratch.New("home"); err != nil {
		return err
	}
	r.dir = filepath.Join(r.scratch.Path, "home-0")
	if r.owner != ourselves {
		return os.Chmod(r.scratch.Path, 0o711) // the owner of programs must reach r.dir
	}
	return nil
}
