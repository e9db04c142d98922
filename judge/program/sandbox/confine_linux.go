package sandbox

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/landlock"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/view"
)

// confine takes the rights that the program must not have from this thread, a launcher.
func (w *watch) confine(q *request, files []int, attr *syscall.ProcAttr) error {
	if w.has(means.Landlock) {
		if err := w.restrict(q, int(attr.Files[0]), files); err != nil {
			return err
		}
	}
	if !w.has(means.Root) { // now this thread cannot open what Landlock hides
		w.copyNewest(q, attr.Dir)
	}
	if err := w.dropCapabilities(); err != nil {
		return err
	}
	if !w.has(means.Filter) {
		return nil
	}
	return w.filter.Install() // from now on, the filter holds for this thread, too
}

// ReadPolicy returns the numbers of the system calls that a file names: words, and comments from #
// to the end of a line. Its error gives the line and the column of another word.
func ReadPolicy(path string) ([]uint32, error) { return filter.Read(path) }

// makeFilter makes the filter for programs, and makes sure that the kernel takes it.
func (h *helper) makeFilter() (err error) {
	if !h.has(means.Privileges) {
		return fmt.Errorf("needs %s", means.Privileges)
	}
	noRoot := !h.has(means.Root)
	version, _ := landlock.Version() // 0: the system has none, and files can be overwritten anyway
	h.filter, err = filter.New(filter.Options{
		Network: h.Network, Uncounted: !h.has(means.Memory),
		Shared:      noRoot && h.Owner == ourselves,
		Init:        h.isInit(),
		Truncatable: noRoot && version > 0 && version < landlock.TruncateVersion, More: h.Calls,
	})
	if err != nil {
		return err
	}
	return onThread(func() error { return errors.Join(h.dropPrivileges(), h.filter.Install()) })
}

// tryLandlock makes sure that the system has Landlock.
func (h *helper) tryLandlock() error {
	if !h.has(means.Privileges) {
		return fmt.Errorf("needs %s", means.Privileges)
	}
	s, err := landlock.New()
	if err != nil {
		return err
	}
	defer s.Close()
	if version, _ := landlock.Version(); version < landlock.ScopeVersion {
		h.lack(means.Signals, "needs Linux 6.12")
	}
	return nil
}

// restrict takes from this thread the rights to all files that a program does not need. input is
// the file of the program's input, and files are those that came with the request. Where nobody may
// make namespaces, only that keeps programs from our files. In a root it adds three things: a
// program cannot open the files of its input and output again with other rights, write to a pipe
// among its files, or signal its helper. An output in memory is not confined.
func (h *helper) restrict(q *request, input int, files []int) error {
	s, err := landlock.New()
	if err != nil {
		return err
	}
	defer s.Close()
	rules := map[string]uint64{scratchDir: s.All}
	switch {
	case !h.has(means.Root):
		rules = map[string]uint64{q.Scratch: s.All}
		err = allowEntries(s, files[2])
	case !h.has(means.Proc):
		err = allowRoot(rules)
	default:
		rules["/"] = landlock.TreeRights
	}
	if err != nil {
		return err
	}
	// A thread that lists a directory holds its lock, even while it sleeps in a page fault, and here
	// the helper reads the same /proc: programs may not list that.
	if !h.has(means.Proc) {
		rules["/proc"] = landlock.ReadRights
	}
	for _, name := range devices {
		rules["/dev/"+name] = landlock.DeviceRights
	}
	if !h.has(means.Memory) { // a mapping of it that can be written is shared memory
		rules["/dev/zero"] = unix.LANDLOCK_ACCESS_FS_READ_FILE
	}
	for path, rights := range rules {
		if err := s.Allow(path, rights); err != nil {
			return err
		}
	}
	if err := s.AllowFile(input, unix.LANDLOCK_ACCESS_FS_READ_FILE); err != nil {
		return err
	}
	if err := s.AllowFile(files[0], landlock.WriteRights); err != nil {
		return err
	}
	return s.Enforce()
}

// allowRoot allows what is in the root of programs, but not to list the root itself: Landlock would
// then allow to list all directories below.
func allowRoot(rules map[string]uint64) error {
	entries, err := os.ReadDir("/")
	for _, e := range entries {
		rules["/"+e.Name()] = landlock.TreeRights
	}
	return err
}

// allowEntries lets programs read the files that would be in their root, if they had one.
func allowEntries(s *landlock.Ruleset, fd int) error {
	return view.Read(fd, func(e view.Entry) error {
		switch e.Kind {
		case view.Host:
			return allowReal(s, e.Path, landlock.TreeRights)
		case view.Split:
			return allowReal(s, e.Path, unix.LANDLOCK_ACCESS_FS_READ_DIR)
		}
		return nil
	})
}

// allowReal allows a path that had no links when it was found, see view.Open.
func allowReal(s *landlock.Ruleset, path string, rights uint64) error {
	fd, err := view.Open(path, unix.O_PATH)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	return s.AllowFile(fd, rights)
}
