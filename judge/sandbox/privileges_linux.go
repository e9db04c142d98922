package sandbox

import (
	"fmt"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// nobody is the user ID that replaces root's in a user namespace.
const nobody = 65534

// namespaces are the means that are namespaces, with their clone flags.
var namespaces = []struct {
	means string
	flag  uintptr
}{
	{meansUser, syscall.CLONE_NEWUSER},
	{meansProcess, syscall.CLONE_NEWPID},
	{meansFiles, syscall.CLONE_NEWNS},
	{meansNetwork, syscall.CLONE_NEWNET},
	{meansIPC, syscall.CLONE_NEWIPC},
}

// isolation returns the sets of namespaces to try, the best one first.
func isolation(o Options) []uintptr {
	all := uintptr(0)
	for _, ns := range namespaces {
		if !slices.Contains(o.without, ns.means) {
			all |= ns.flag
		}
	}
	switch {
	case o.NoSandbox:
		return []uintptr{0}
	case os.Geteuid() == 0:
		return []uintptr{all, all &^ syscall.CLONE_NEWUSER, 0}
	case all&syscall.CLONE_NEWUSER == 0:
		return []uintptr{0} // without a user namespace only root can make the others
	default:
		return []uintptr{all, 0}
	}
}

// attributes returns the attributes of a process in new namespaces.
func attributes(flags uintptr) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true, Cloneflags: flags}
	if flags&syscall.CLONE_NEWUSER != 0 {
		user, group := os.Geteuid(), os.Getegid()
		if user == 0 {
			user, group = nobody, nobody
		}
		attr.UidMappings = []syscall.SysProcIDMap{
			{ContainerID: user, HostID: os.Geteuid(), Size: 1},
		}
		attr.GidMappings = []syscall.SysProcIDMap{
			{ContainerID: group, HostID: os.Getegid(), Size: 1},
		}
		// The helper needs these rights to set the namespaces up.
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE}
	}
	return attr
}

// dropPrivileges makes sure that the programs that this thread starts have no rights.
// The thread keeps its own, because it has to mount file systems; programs lose them when
// they are started.
func (h *helper) dropPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) // Linux 4.3
	if err := clearInheritable(); err != nil {
		return fmt.Errorf("capset: %w", err)
	}
	if os.Geteuid() != 0 && h.Namespaces&syscall.CLONE_NEWUSER == 0 {
		return nil // we have no capabilities
	}
	// A program can't get a capability that is not in the bounding set, even as root.
	for capability := uintptr(0); ; capability++ {
		has, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0)
		if err != nil {
			return nil // there are no more
		}
		if has == 0 {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0); err != nil {
			return fmt.Errorf("drop capabilities: %w", err)
		}
	}
}

// clearInheritable clears the capabilities that a program with inheritable file
// capabilities would get from us.
func clearInheritable() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return err
	}
	sets[0].Inheritable, sets[1].Inheritable = 0, 0
	return unix.Capset(&header, &sets[0])
}
