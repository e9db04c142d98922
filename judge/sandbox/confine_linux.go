package sandbox

import (
	"fmt"
	"runtime"

	"tilejudge/judge/sandbox/filter"
)

// makeFilter makes the filter for programs, and makes sure that the kernel takes it.
func (h *helper) makeFilter() (err error) {
	if h.Missing[meansPrivileges] != "" {
		return fmt.Errorf("needs %s", meansPrivileges)
	}
	h.filter, err = filter.New(filter.Options{
		Network: h.Network, Uncounted: h.Missing[meansMemory] != "",
		Shared: h.Missing[MeansRoot] != "" && h.Owner == ourselves,
	})
	if err != nil {
		return err
	}
	tried := make(chan error)
	go func() {
		runtime.LockOSThread() // without end, so that the thread ends with the filter
		tried <- h.confine()
	}()
	return <-tried
}

// confine takes all rights from this thread and the programs that it starts, for ever.
func (h *helper) confine() error {
	if h.Missing[meansPrivileges] == "" {
		if err := h.dropPrivileges(); err != nil {
			return err
		}
	}
	if h.Missing[meansFilter] != "" {
		return nil
	}
	return h.filter.Install()
}
