package sandbox

import (
	"fmt"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/means"
)

// namespaces are the means that are namespaces, with their clone flags.
var namespaces = []struct {
	means string
	flag  uintptr
}{
	{means.User, syscall.CLONE_NEWUSER},
	{means.Process, syscall.CLONE_NEWPID},
	{means.Root, syscall.CLONE_NEWNS},
	{means.Network, syscall.CLONE_NEWNET},
	{means.IPC, syscall.CLONE_NEWIPC},
	{means.Names, syscall.CLONE_NEWUTS},
}

// An isolation is a set of namespaces and a user for programs.
type isolation struct {
	flags uintptr // of clone
	user  owner
}

// isolations returns the isolations to try, the best first. The error says why no isolation has a
// user of the programs' own; nil: some have one.
func isolations(o Options) ([]isolation, error) {
	all := uintptr(0)
	for _, ns := range namespaces {
		if !slices.Contains(o.without, ns.means) {
			all |= ns.flag
		}
	}
	if o.NoSandbox {
		return []isolation{{0, ourselves}}, nil
	}
	user, err := newOwner()
	if slices.Contains(o.without, means.Owner) {
		user = ourselves
	}
	const newUser = syscall.CLONE_NEWUSER
	var list []isolation
	if all&newUser != 0 {
		if list = append(list, isolation{all, user}); user != ourselves {
			list = append(list, isolation{all, ourselves})
		}
	}
	if os.Geteuid() == 0 { // others can make namespaces only together with a user namespace
		list = append(list, isolation{all &^ newUser, user}, isolation{0, user})
	}
	return append(list, isolation{0, ourselves}), err
}

// attributes returns the attributes of a process in new namespaces.
func (i isolation) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true, Cloneflags: i.flags}
	if i.flags&syscall.CLONE_NEWUSER != 0 {
		i.user.mapIDs(attr)
		attr.AmbientCaps = neededCapabilities
	}
	return attr
}

// neededCapabilities are those that a helper needs in its user namespace, to set up the other
// namespaces, and to start and watch programs of another user. A helper whose user is mapped by
// newuidmap has no others.
var neededCapabilities = []uintptr{
	unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE,
	unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_CHOWN, unix.CAP_KILL, unix.CAP_SYS_PTRACE,
	unix.CAP_NET_ADMIN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER,
}

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
