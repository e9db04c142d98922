package sandbox

import (
	"errors"
	"fmt"
	"runtime"

	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/landlock"
	"tilejudge/judge/program/sandbox/means"
)

// makeFilter makes the filter for programs, and makes sure that the kernel takes it.
func (h *helper) makeFilter() (err error) {
	if h.Missing[means.Privileges] != "" {
		return fmt.Errorf("needs %s", means.Privileges)
	}
	noRoot := h.Missing[means.Root] != ""
	version, _ := landlock.Version() // 0: the system has none, and files can be overwritten anyway
	h.filter, err = filter.New(filter.Options{
		Network: h.Network, Uncounted: h.Missing[means.Memory] != "",
		Shared:      noRoot && h.Owner == ourselves,
		Truncatable: noRoot && version > 0 && version < landlock.TruncateVersion, More: h.Calls,
	})
	if err != nil {
		return err
	}
	return onThread(func() error { return errors.Join(h.confine(), h.filterCalls()) })
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

// confine takes all rights from this thread, and from the programs that it starts, for good.
func (h *helper) confine() error {
	if h.Missing[means.Privileges] != "" {
		return nil
	}
	return h.dropPrivileges()
}

// filterCalls refuses system calls to the programs that this thread starts, and to the thread
// itself.
func (h *helper) filterCalls() error {
	if h.Missing[means.Filter] != "" {
		return nil
	}
	return h.filter.Install()
}
