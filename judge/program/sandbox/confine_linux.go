package sandbox

import (
	"errors"
	"fmt"
	"runtime"

	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/landlock"
	"tilejudge/judge/program/sandbox/means"
)

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
		Truncatable: noRoot && version > 0 && version < landlock.TruncateVersion, More: h.Calls,
	})
	if err != nil {
		return err
	}
	return onThread(func() error { return errors.Join(h.dropPrivileges(), h.filter.Install()) })
}

// onThread calls a function on a thread of its own, which ends when the function returns. What
// the function changes for its thread alone ends with the thread: rights, root, user, group.
func onThread(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: so the thread ends with the goroutine
		done <- f()
	}()
	return <-done
}
