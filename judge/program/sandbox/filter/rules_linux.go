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
var rules = slices.Concat(archRules,
	// io_uring, userfaultfd and fanotify are where most flaws of kernels are found.
	refuse(unix.ENOSYS, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
		unix.SYS_IO_URING_REGISTER, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT),
	// So are BPF and perf. Keys outlive a run.
	refuse(unix.EPERM, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY),

	// Namespaces and mounts.
	refuse(unix.EPERM, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2,
		unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_TREE_ATTR, unix.SYS_FSOPEN, unix.SYS_FSPICK,
		unix.SYS_FSCONFIG,
		unix.SYS_FSMOUNT),
	// clone3 has its flags in memory, where a filter cannot look.
	refuse(unix.ENOSYS, unix.SYS_CLONE3),

	// Signals to a thread of another process, see Final.
	refuse(unix.ENOSYS, unix.SYS_PIDFD_SEND_SIGNAL),

	// The memory and the files of other processes.
	refuse(unix.EPERM, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
		unix.SYS_PROCESS_MADVISE, unix.SYS_PIDFD_GETFD),

	// openat2 has the mode of a new file in memory, see hasSetID.
	refuse(unix.ENOSYS, unix.SYS_OPENAT2),

	// Objects that outlive their processes. New namespaces for them would be slow.
	refuse(unix.ENOSYS, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN),

	// The kernel's own queues for files, whose number all processes share, and pages of memory in
	// pipes, which nobody counts.
	refuse(unix.ENOSYS, unix.SYS_IO_SETUP, unix.SYS_IO_SUBMIT, unix.SYS_VMSPLICE, unix.SYS_TEE),

	// What is in memory of the files of others, which mounts there are, and files by their numbers.
	refuse(unix.ENOSYS, unix.SYS_CACHESTAT, unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT,
		unix.SYS_LISTNS, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT),

	// What is for administrators, debuggers and programs that contain others.
	refuse(unix.EPERM, unix.SYS_ACCT, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
		unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_INIT_MODULE,
		unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KCMP, unix.SYS_KEXEC_LOAD,
		unix.SYS_FANOTIFY_MARK, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_LSM_SET_SELF_ATTR,
		unix.SYS_NFSSERVCTL, unix.SYS_PROCESS_MRELEASE, unix.SYS_QUOTACTL,
		unix.SYS_QUOTACTL_FD, unix.SYS_REBOOT, unix.SYS_SETDOMAINNAME, unix.SYS_SETHOSTNAME,
		unix.SYS_SWAPOFF, unix.SYS_SWAPON, unix.SYS_VHANGUP),

	// Everybody would have to wait for the disk. The call does nothing.
	refuse(0, unix.SYS_SYNC, unix.SYS_SYNCFS),

	// What other processes do with files, and messages of the kernel about them.
	refuse(unix.ENOSYS, unix.SYS_INOTIFY_INIT1),
	refuse(unix.EPERM, unix.SYS_SYSLOG),

	// Blocks on the disk that the limit of a file's size does not count.
	refuse(unix.EOPNOTSUPP, unix.SYS_FALLOCATE),
	refuseControls(unix.EOPNOTSUPP, reserve...),

	// Locks of files let programs talk to each other, and those of parts of a file take memory that
	// nobody counts. Java needs flock, which returns 0 and does nothing.
	refuse(0, unix.SYS_FLOCK),
	refuseLocks(),

	// Limits of other processes, whose new values are at an address.
	unlessNull(unix.SYS_PRLIMIT64, 2, not(0, 0)),

	// The limit on memory dumps, which fixLimits sets to 1 byte: with a limit of 0, the kernel
	// would still pass dumps to the system's own program.
	unlessNull(unix.SYS_PRLIMIT64, 2, is(1, unix.RLIMIT_CORE)),
	[]rule{
		{unix.SYS_SETRLIMIT, unix.EPERM, []condition{is(0, unix.RLIMIT_CORE)}},

		// Sockets, see onlyLoopback. Java needs pairs of sockets. A pair of streams leads nowhere
		// else, but a pair of datagram sockets can send to any address.
		{unix.SYS_SOCKETPAIR, unix.EPERM, []condition{not(0, unix.AF_UNIX)}},
		{unix.SYS_SOCKETPAIR, unix.EPERM, []condition{has(1, unix.SOCK_DGRAM)}},

		{unix.SYS_CLONE, unix.EPERM, []condition{has(0, newNamespaces)}},

		// More filters, see Final.
		{unix.SYS_PRCTL, unix.EPERM, []condition{is(0, unix.PR_SET_SECCOMP)}},

		// The thread that starts a program needs two calls of ptrace, which are of no use without
		// the others.
		{unix.SYS_PTRACE, unix.EPERM,
			[]condition{not(0, unix.PTRACE_TRACEME), not(0, unix.PTRACE_DETACH)}},

		// Priorities, processors and memory of other processes: 0 is the caller itself.
		{unix.SYS_SETPRIORITY, unix.EPERM, []condition{not(0, unix.PRIO_PROCESS)}},
		{unix.SYS_SETPRIORITY, unix.EPERM, []condition{not(1, 0)}},
		{unix.SYS_IOPRIO_SET, unix.EPERM, []condition{not(1, 0)}},
		{unix.SYS_SCHED_SETAFFINITY, unix.EPERM, []condition{not(0, 0)}},
		{unix.SYS_SCHED_SETPARAM, unix.EPERM, []condition{not(0, 0)}},
		{unix.SYS_SCHED_SETSCHEDULER, unix.EPERM, []condition{not(0, 0)}},
		{unix.SYS_SCHED_SETATTR, unix.EPERM, []condition{not(0, 0)}},
		{unix.SYS_MIGRATE_PAGES, unix.EPERM, []condition{not(0, 0)}},
		{unix.SYS_MOVE_PAGES, unix.EPERM, []condition{not(0, 0)}},

		// Pipes that use up memory that all processes of the user share, and files for which
		// other processes then have to wait.
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_SETPIPE_SZ)}},
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_SETLEASE)}},
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_NOTIFY)}},

		// Files that send signals to other processes.
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_SETSIG)}},
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_SETOWN)}},
		{unix.SYS_FCNTL, unix.EPERM, []condition{is(1, unix.F_SETOWN_EX)}},
		{unix.SYS_IOCTL, unix.EPERM, []condition{is(1, fioSetOwn)}},
		{unix.SYS_IOCTL, unix.EPERM, []condition{is(1, unix.SIOCSPGRP)}},

		// Files that run with their owner's rights.
		{unix.SYS_FCHMOD, unix.EPERM, hasSetID(1)},
		{unix.SYS_FCHMODAT, unix.EPERM, hasSetID(2)},
		{unix.SYS_FCHMODAT2, unix.EPERM, hasSetID(2)},
		{unix.SYS_OPENAT, unix.EPERM, hasSetID(3)},
		{unix.SYS_MKNODAT, unix.EPERM, hasSetID(2)},

		// Huge pages, which no limit of memory counts.
		{unix.SYS_MMAP, unix.ENOMEM, []condition{has(3, unix.MAP_HUGETLB)}},
		{unix.SYS_MEMFD_CREATE, unix.ENOMEM, []condition{has(1, unix.MFD_HUGETLB)}},

		// Characters that a terminal would take for typed ones.
		{unix.SYS_IOCTL, unix.EPERM, []condition{is(1, unix.TIOCSTI)}},
	},
)

// reserve has FS_IOC_RESVSP, FS_IOC_RESVSP64 and FS_IOC_ZERO_RANGE, which package unix lacks, with
// the numbers that 32-bit programs have for them.
var reserve = []uint32{0x40305828, 0x4030582a, 0x40305839, 0x402c5828, 0x402c582a, 0x402c5839}

// attributes has the controls that change attributes of files: FS_IOC_SETFLAGS, also with the
// number of 32-bit programs, FS_IOC_SETVERSION and FS_IOC_FSSETXATTR.
var attributes = []uint32{0x40086602, 0x40046602, 0x40087602, 0x40047602, 0x401c5820}

// refuseControls returns rules that refuse calls of ioctl.
func refuseControls(errno unix.Errno, numbers ...uint32) (all []rule) {
	for _, number := range numbers {
		all = append(all, rule{unix.SYS_IOCTL, errno, []condition{is(1, number)}})
	}
	return all
}

// refuseLocks returns rules that refuse locks of parts of files.
func refuseLocks() (all []rule) {
	for _, command := range []uint32{
		unix.F_SETLK, unix.F_SETLKW, unix.F_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW,
		unix.F_OFD_GETLK,
	} {
		all = append(all, rule{unix.SYS_FCNTL, unix.ENOLCK, []condition{is(1, command)}})
	}
	return all
}

// fioSetOwn is FIOSETOWN, which package unix lacks.
const fioSetOwn = 0x8901

// final returns the rules of Final.
func final(thread int) []rule {
	first, second := []condition{is(0, uint32(thread))}, []condition{is(1, uint32(thread))}
	return append(refuse(unix.ENOSYS, unix.SYS_SECCOMP, unix.SYS_LANDLOCK_CREATE_RULESET,
		unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF),
		rule{unix.SYS_KILL, unix.EPERM, first},
		rule{unix.SYS_TKILL, unix.EPERM, first},
		rule{unix.SYS_RT_SIGQUEUEINFO, unix.EPERM, first},
		rule{unix.SYS_TGKILL, unix.EPERM, second},
		rule{unix.SYS_RT_TGSIGQUEUEINFO, unix.EPERM, second},
	)
}

// noSockets refuses all sockets. onlyLoopback refuses those that could lead further than the
// loopback device: local sockets lead to servers that would run commands for the program.
var (
	noSockets    = refuse(unix.EPERM, unix.SYS_SOCKET, unix.SYS_BIND)
	onlyLoopback = []rule{{unix.SYS_SOCKET, unix.EPERM,
		[]condition{not(0, unix.AF_INET), not(0, unix.AF_INET6)}}}
)

// uncounted lists the calls that take memory that only a control group counts.
var uncounted = append(refuse(unix.ENOSYS, unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET),
	// Shared memory is in no file, and in no process if all have unmapped it. In types of mappings,
	// the bit of MAP_SHARED is that of MAP_SHARED_VALIDATE, too.
	rule{unix.SYS_MMAP, unix.EPERM,
		[]condition{has(3, unix.MAP_SHARED), has(3, unix.MAP_ANONYMOUS)}})

// unchanged lists the calls that change the mode, owner, times or attributes of a file, by its
// name or open.
var unchanged = slices.Concat(archUnchanged,
	refuse(unix.EPERM, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN,
		unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
		unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR),
	refuse(unix.ENOSYS, unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT,
		unix.SYS_FILE_SETATTR),
	refuse(unix.EPERM, unix.SYS_UTIMENSAT),
	refuseControls(unix.EPERM, attributes...),
)

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
