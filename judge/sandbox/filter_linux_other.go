//go:build linux && !amd64 && !arm64

package sandbox

import "errors"

// makeFilter says that there is no filter for this machine.
func (h *helper) makeFilter() error { return errors.New("not made for this processor") }

// confine takes the rights from this thread that can be taken without a filter.
func (h *helper) confine() error {
	if h.Missing[meansPrivileges] != "" {
		return nil
	}
	return h.dropPrivileges()
}
