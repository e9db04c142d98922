package sandbox

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// dropPrivileges makes sure that the programs that this thread starts have no capabilities, see
// dropCapabilities, too. The thread keeps its own, because it has to mount file systems; a program
// loses them when it is started.
func (h *helper) dropPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) // Linux 4.3
	clearInheritable()
	if os.Geteuid() != 0 && h.Namespaces&syscall.CLONE_NEWUSER == 0 {
		return nil // we have no capabilities
	}
	for _, capability := range h.boundingSet {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		if err == unix.EPERM { // in a container without CAP_SETPCAP, see dropCapabilities
			break
		}
		if err != nil {
			return fmt.Errorf("drop capabilities: %w", err)
		}
	}
	return nil
}

// dropCapabilities takes all capabilities from this thread if programs that it starts would get
// some: those of root get what the thread has and the bounding set, too, which we may not have been
// able to empty.
func (h *helper) dropCapabilities() error {
	if !h.Sandbox || h.Owner != ourselves || os.Geteuid() != 0 || len(boundingSet()) == 0 {
		return nil
	}
	if err := unix.Capset(&capabilityHeader, &new([2]unix.CapUserData)[0]); err != nil {
		const fault = "programs would have rights of root: capset: %w, and CAP_SETPCAP is missing"
		return fmt.Errorf(fault, err)
	}
	return nil
}

// boundingSet returns the bounding set of this thread: a program can't get a capability that is
// not in this set, even as root.
func boundingSet() (set []uintptr) {
	for capability := uintptr(0); ; capability++ {
		has, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0)
		if err != nil {
			return set // the kernel knows no more capabilities
		}
		if has != 0 {
			set = append(set, capability)
		}
	}
}

// clearInheritable clears the capabilities that a program would inherit from us if its file has
// inheritable capabilities. Where capset is forbidden, no_new_privs keeps all from the program that
// we do not have.
func clearInheritable() {
	if sets, err := capabilities(); err == nil {
		sets[0].Inheritable, sets[1].Inheritable = 0, 0
		unix.Capset(&capabilityHeader, &sets[0])
	}
}

var capabilityHeader = unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}

// capabilities returns the capabilities of this thread, 32 in each part.
func capabilities() (sets [2]unix.CapUserData, err error) {
	err = unix.Capget(&capabilityHeader, &sets[0])
	return sets, err
}
