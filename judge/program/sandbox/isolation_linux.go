package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
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

// errNoUsers is why others than root can have no namespaces, and no user for programs.
var errNoUsers = errors.New("needs a " + means.User)

// refusal explains the error of a system that allows no namespaces.
func refusal(err error) string {
	switch err {
	case unix.ENOSPC, unix.EUSERS:
		return "the system allows no more namespaces: see user.max_*_namespaces"
	case unix.EPERM, unix.EACCES:
		const setting = "kernel.apparmor_restrict_unprivileged_userns" // of Ubuntu since 23.10
		text, _ := os.ReadFile("/proc/sys/" + strings.ReplaceAll(setting, ".", "/"))
		if strings.TrimSpace(string(text)) == "1" && os.Geteuid() != 0 {
			return "AppArmor does not permit it: see " + setting
		}
		return "the system, or a container, does not permit it"
	default:
		return err.Error()
	}
}

// command returns the command that starts a helper, with its end of a connection.
func (i isolation) command(conn *os.File) *exec.Cmd {
	return &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{os.Args[0] + "-helper", helperArg}, // "pidof NAME" shall not find both
		// While a launcher waits for a program, the main thread watches it. GORACE is for tests.
		Env: []string{
			helperEnv, "GOMAXPROCS=2", "GODEBUG=disablethp=1", "GORACE=" + os.Getenv("GORACE"),
		},
		ExtraFiles:  []*os.File{conn}, // helperConn
		SysProcAttr: i.attributes(),
	}
}
