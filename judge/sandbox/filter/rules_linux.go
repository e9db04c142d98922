//go:build amd64 || arm64

package filter

import (
	"slices"

	"golang.org/x/sys/unix"
)

// newNamespaces are the flags of clone that make namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
	unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// rules lists what programs may not do. EPERM is for what a judged program never needs.
// The other errors say that the kernel has no such call: then the language's run time does
// without it.
var rules = slices.Concat(archRules, []rule{
	// Sockets, see onlyLoopback. Java needs pairs;
	// a pair of streams leads nowhere else, but one of datagrams can send to any address.
	{call: unix.SYS_SOCKETPAIR, errno: unix.EPERM, when: []condition{not(0, unix.AF_UNIX)}},
	{call: unix.SYS_SOCKETPAIR, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JSET, value: unix.SOCK_DGRAM}}},

	// What most flaws of kernels are in, and keys, which outlive a run.
	{call: unix.SYS_IO_URING_SETUP, errno: unix.ENOSYS},
	{call: unix.SYS_IO_URING_ENTER, errno: unix.ENOSYS},
	{call: unix.SYS_IO_URING_REGISTER, errno: unix.ENOSYS},
	{call: unix.SYS_USERFAULTFD, errno: unix.ENOSYS},
	{call: unix.SYS_FANOTIFY_INIT, errno: unix.ENOSYS},
	{call: unix.SYS_BPF, errno: unix.EPERM},
	{call: unix.SYS_PERF_EVENT_OPEN, errno: unix.EPERM},
	{call: unix.SYS_KEYCTL, errno: unix.EPERM},
	{call: unix.SYS_ADD_KEY, errno: unix.EPERM},
	{call: unix.SYS_REQUEST_KEY, errno: unix.EPERM},

	// Namespaces and mounts. clone3 has its flags in memory, where a filter cannot look.
	{call: unix.SYS_CLONE3, errno: unix.ENOSYS},
	{call: unix.SYS_UNSHARE, errno: unix.EPERM},
	{call: unix.SYS_SETNS, errno: unix.EPERM},
	{call: unix.SYS_CLONE, errno: unix.EPERM,
		when: []condition{{arg: 0, jump: unix.BPF_JSET, value: newNamespaces}}},
	{call: unix.SYS_MOUNT, errno: unix.EPERM},
	{call: unix.SYS_UMOUNT2, errno: unix.EPERM},
	{call: unix.SYS_PIVOT_ROOT, errno: unix.EPERM},
	{call: unix.SYS_CHROOT, errno: unix.EPERM},
	{call: unix.SYS_OPEN_TREE, errno: unix.EPERM},
	{call: unix.SYS_MOVE_MOUNT, errno: unix.EPERM},
	{call: unix.SYS_MOUNT_SETATTR, errno: unix.EPERM},
	{call: unix.SYS_FSOPEN, errno: unix.EPERM},
	{call: unix.SYS_FSPICK, errno: unix.EPERM},
	{call: unix.SYS_FSCONFIG, errno: unix.EPERM},
	{call: unix.SYS_FSMOUNT, errno: unix.EPERM},

	// Other processes. The thread that starts a program needs two calls of ptrace, which
	// are of no use without the others.
	{call: unix.SYS_PTRACE, errno: unix.EPERM,
		when: []condition{not(0, unix.PTRACE_TRACEME), not(0, unix.PTRACE_DETACH)}},
	{call: unix.SYS_PROCESS_VM_READV, errno: unix.EPERM},
	{call: unix.SYS_PROCESS_VM_WRITEV, errno: unix.EPERM},
	{call: unix.SYS_PROCESS_MADVISE, errno: unix.EPERM},
	{call: unix.SYS_PRLIMIT64, errno: unix.EPERM, when: []condition{not(0, 0), not(2, 0)}},
	{call: unix.SYS_PRLIMIT64, errno: unix.EPERM, // of others, with new limits at an address
		when: []condition{not(0, 0), {arg: 2, upper: true, jump: unix.BPF_JEQ, not: true}}},
	{call: unix.SYS_PIDFD_GETFD, errno: unix.EPERM},
	{call: unix.SYS_SETPRIORITY, errno: unix.EPERM, when: []condition{not(0, unix.PRIO_PROCESS)}},
	{call: unix.SYS_SETPRIORITY, errno: unix.EPERM, when: []condition{not(1, 0)}},
	{call: unix.SYS_IOPRIO_SET, errno: unix.EPERM, when: []condition{not(1, 0)}},
	{call: unix.SYS_SCHED_SETAFFINITY, errno: unix.EPERM, when: []condition{not(0, 0)}},
	{call: unix.SYS_SCHED_SETPARAM, errno: unix.EPERM, when: []condition{not(0, 0)}},
	{call: unix.SYS_SCHED_SETSCHEDULER, errno: unix.EPERM, when: []condition{not(0, 0)}},
	{call: unix.SYS_SCHED_SETATTR, errno: unix.EPERM, when: []condition{not(0, 0)}},
	{call: unix.SYS_MIGRATE_PAGES, errno: unix.EPERM, when: []condition{not(0, 0)}},
	{call: unix.SYS_MOVE_PAGES, errno: unix.EPERM, when: []condition{not(0, 0)}},

	// Pipes that take memory from all of the user's, and files that others then wait for.
	{call: unix.SYS_FCNTL, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.F_SETPIPE_SZ}}},
	{call: unix.SYS_FCNTL, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.F_SETLEASE}}},
	{call: unix.SYS_FCNTL, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.F_NOTIFY}}},

	// Files that run with their owner's rights.
	{call: unix.SYS_FCHMOD, errno: unix.EPERM, when: hasSetID(1)},
	{call: unix.SYS_FCHMODAT, errno: unix.EPERM, when: hasSetID(2)},
	{call: unix.SYS_FCHMODAT2, errno: unix.EPERM, when: hasSetID(2)},
	{call: unix.SYS_OPENAT, errno: unix.EPERM, when: hasSetID(3)},
	{call: unix.SYS_MKNODAT, errno: unix.EPERM, when: hasSetID(2)},
	{call: unix.SYS_OPENAT2, errno: unix.ENOSYS}, // has the mode in memory

	// Objects that outlive their processes. New namespaces for them would be slow.
	{call: unix.SYS_SHMGET, errno: unix.ENOSYS},
	{call: unix.SYS_MSGGET, errno: unix.ENOSYS},
	{call: unix.SYS_SEMGET, errno: unix.ENOSYS},
	{call: unix.SYS_MQ_OPEN, errno: unix.ENOSYS},

	// What others do with files, and messages of the kernel about others.
	{call: unix.SYS_INOTIFY_INIT1, errno: unix.ENOSYS},
	{call: unix.SYS_SYSLOG, errno: unix.EPERM},

	// A limit of 1 byte forbids dumps of memory, see fixLimits: one of 0 allows those that the
	// system's own program takes and keeps.
	{call: unix.SYS_PRLIMIT64, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.RLIMIT_CORE}, not(2, 0)}},
	{call: unix.SYS_PRLIMIT64, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.RLIMIT_CORE},
			{arg: 2, upper: true, jump: unix.BPF_JEQ, not: true}}},
	{call: unix.SYS_SETRLIMIT, errno: unix.EPERM,
		when: []condition{{arg: 0, jump: unix.BPF_JEQ, value: unix.RLIMIT_CORE}}},

	// Huge pages, which no limit of memory counts.
	{call: unix.SYS_MMAP, errno: unix.ENOMEM,
		when: []condition{{arg: 3, jump: unix.BPF_JSET, value: unix.MAP_HUGETLB}}},
	{call: unix.SYS_MEMFD_CREATE, errno: unix.ENOMEM,
		when: []condition{{arg: 1, jump: unix.BPF_JSET, value: unix.MFD_HUGETLB}}},

	// Blocks of a disk that no limit of a file's size counts.
	{call: unix.SYS_FALLOCATE, errno: unix.EOPNOTSUPP},

	// Characters that a terminal takes for typed ones.
	{call: unix.SYS_IOCTL, errno: unix.EPERM,
		when: []condition{{arg: 1, jump: unix.BPF_JEQ, value: unix.TIOCSTI}}},
})

// noSockets refuses all sockets, and onlyLoopback those that could lead further than the
// loopback device: local ones lead to servers that would run commands for us.
var (
	noSockets    = []rule{{call: unix.SYS_SOCKET, errno: unix.EPERM}}
	onlyLoopback = []rule{{call: unix.SYS_SOCKET, errno: unix.EPERM,
		when: []condition{not(0, unix.AF_INET), not(0, unix.AF_INET6)}}}
)

// uncounted lists the calls that take memory that only a control group counts.
var uncounted = []rule{
	{call: unix.SYS_MEMFD_CREATE, errno: unix.ENOSYS},
	{call: unix.SYS_MEMFD_SECRET, errno: unix.ENOSYS},
}

// unchanged lists the calls that change what is known of a file, by its name or open. Times of
// an open file can be changed, since it is the program's own.
var unchanged = slices.Concat(archUnchanged, []rule{
	{call: unix.SYS_FCHMOD, errno: unix.EPERM},
	{call: unix.SYS_FCHMODAT, errno: unix.EPERM},
	{call: unix.SYS_FCHMODAT2, errno: unix.EPERM},
	{call: unix.SYS_FCHOWN, errno: unix.EPERM},
	{call: unix.SYS_FCHOWNAT, errno: unix.EPERM},
	{call: unix.SYS_UTIMENSAT, errno: unix.EPERM, when: []condition{not(1, 0)}},
	{call: unix.SYS_UTIMENSAT, errno: unix.EPERM,
		when: []condition{{arg: 1, upper: true, jump: unix.BPF_JEQ, not: true}}},
	{call: unix.SYS_SETXATTR, errno: unix.EPERM},
	{call: unix.SYS_LSETXATTR, errno: unix.EPERM},
	{call: unix.SYS_FSETXATTR, errno: unix.EPERM},
	{call: unix.SYS_SETXATTRAT, errno: unix.ENOSYS},
	{call: unix.SYS_REMOVEXATTR, errno: unix.EPERM},
	{call: unix.SYS_LREMOVEXATTR, errno: unix.EPERM},
	{call: unix.SYS_FREMOVEXATTR, errno: unix.EPERM},
	{call: unix.SYS_REMOVEXATTRAT, errno: unix.ENOSYS},
})

// rules returns the rules that hold.
func (o Options) rules() []rule {
	all := slices.Concat(rules, noSockets)
	if o.Network {
		all = slices.Concat(rules, onlyLoopback)
	}
	if o.Uncounted {
		all = slices.Concat(all, uncounted)
	}
	if o.Shared {
		all = slices.Concat(all, unchanged)
	}
	return all
}
