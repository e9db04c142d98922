//go:build amd64 || arm64

package filter

import (
	_ "embed" // for allowed
	"math"
	"slices"

	"golang.org/x/sys/unix"
)

// allowed lists the calls that all programs may make.
//
//go:embed allowed.txt
var allowed string

// These calls depend on Options.
const (
	// sockets lead no further than the loopback device, see rules.
	sockets = "socket bind listen accept accept4 connect"

	// messages between sockets can send open files: the kernel keeps those, and their memory, even
	// if nobody can name the socket any more. Only a control group counts that.
	messages = "sendmsg sendmmsg"

	// counted take memory that only a control group counts.
	counted = "memfd_create"

	// changes change the mode, owner or times of a file, by its name or open.
	changes = `chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat
		utimensat`

	// attributes are extra ones of files, for which some file systems take space that counts for no
	// file. No file of a program can have them.
	attributes = "setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr"

	// readAttributes are of any file that can be named, which Landlock does not restrict.
	readAttributes = "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr"
)

// newNamespaces are the flags of clone that make namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
	unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// rules lists what programs may not do with the calls that they may make.
var rules = slices.Concat(archRules,
	// What else fcntl does: it gives leases and messages about files of others, signals to other
	// processes, and larger pipes in memory that a user's processes share.
	only(unix.SYS_FCNTL, unix.EINVAL, 1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD,
		unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETPIPE_SZ, unix.F_ADD_SEALS,
		unix.F_GET_SEALS, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK,
		unix.F_OFD_SETLK, unix.F_OFD_SETLKW),
	// What else ioctl does depends on the file: it reserves and shares blocks on a disk, changes
	// attributes, types for the user of a terminal, and more. SIOCGIFCONF would write to the caller's
	// memory while it keeps everyone on the system from changing networks: a page fault may sleep.
	only(unix.SYS_IOCTL, unix.ENOTTY, 1, unix.TCGETS, unix.TCGETS2, unix.TIOCGWINSZ,
		unix.TIOCGPGRP, unix.TIOCINQ, fioNonBlock, fioCloseOnExec, fioNotCloseOnExec,
		unix.SIOCGIFFLAGS, unix.SIOCGIFADDR, unix.SIOCGIFNETMASK, unix.SIOCGIFBRDADDR,
		unix.SIOCGIFMTU, unix.SIOCGIFINDEX, unix.SIOCGIFNAME, unix.SIOCGIFHWADDR),
	// prctl adds filters, among many other things. Some values are for other processors.
	only(unix.SYS_PRCTL, unix.EINVAL, 0, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA,
		unix.PR_SET_PDEATHSIG, unix.PR_GET_PDEATHSIG, unix.PR_SET_CHILD_SUBREAPER,
		unix.PR_GET_CHILD_SUBREAPER, unix.PR_SET_DUMPABLE, unix.PR_GET_DUMPABLE,
		unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_SECCOMP,
		unix.PR_CAPBSET_READ, unix.PR_SET_TIMERSLACK, unix.PR_GET_TIMERSLACK,
		unix.PR_SET_THP_DISABLE, unix.PR_GET_THP_DISABLE, unix.PR_SVE_GET_VL,
		unix.PR_SVE_SET_VL, unix.PR_PAC_RESET_KEYS, unix.PR_SET_TAGGED_ADDR_CTRL,
		unix.PR_GET_TAGGED_ADDR_CTRL),
	// Some systems hide a process that is not dumpable from its own user, and so from us.
	refuse(unix.SYS_PRCTL, 0, is(0, unix.PR_SET_DUMPABLE)),
	// The thread that starts a program needs four calls of ptrace, which are of little use without
	// the others: they let a process watch a child that agrees.
	only(unix.SYS_PTRACE, unix.EPERM, 0, unix.PTRACE_TRACEME, unix.PTRACE_SETOPTIONS,
		unix.PTRACE_CONT, unix.PTRACE_DETACH),
	refuse(unix.SYS_PTRACE, unix.EPERM, is(0, unix.PTRACE_SETOPTIONS), not(3, TraceOptions)),
	// Local sockets lead to servers that would run commands for the program.
	only(unix.SYS_SOCKET, unix.EPERM, 0, unix.AF_INET, unix.AF_INET6),
	// Other types and protocols are less tried, and the kernel may have to load them.
	refuse(unix.SYS_SOCKET, unix.ESOCKTNOSUPPORT, has(1, unix.SOCK_RDM|0x8)), // 4 to 15
	only(unix.SYS_SOCKET, unix.EPROTONOSUPPORT, 2, 0, unix.IPPROTO_TCP, unix.IPPROTO_UDP),
	// Java needs pairs of sockets.
	only(unix.SYS_SOCKETPAIR, unix.EPERM, 0, unix.AF_UNIX),

	// Limits of other processes, whose new values are at an address.
	unlessNull(unix.SYS_PRLIMIT64, unix.EPERM, 2, not(0, 0)),
	// The limit on memory dumps, which fixLimits sets to 1 byte: with a limit of 0, the kernel
	// would still pass dumps to the system's own program. Sanitizers need the call, which does
	// nothing. It is refused if it shall also tell the last limit, which it cannot do then.
	unlessNull(unix.SYS_PRLIMIT64, 0, 2, is(1, unix.RLIMIT_CORE), is(3, 0)),
	unlessNull(unix.SYS_PRLIMIT64, unix.EPERM, 2, is(1, unix.RLIMIT_CORE)),
	refuse(unix.SYS_SETRLIMIT, 0, is(0, unix.RLIMIT_CORE)),

	// A process that its parent's tracer traces would wait for that tracer, the thread that starts a
	// program, even after SIGKILL. It could ask for that as a child of that thread, too.
	refuse(unix.SYS_CLONE, unix.EPERM, has(0, newNamespaces|unix.CLONE_PTRACE|unix.CLONE_PARENT)),

	// Threads with open files of their own, which we would have to look for.
	refuse(unix.SYS_CLONE, unix.EPERM, has(0, unix.CLONE_THREAD), lacks(0, unix.CLONE_FILES)),
	refuse(unix.SYS_CLOSE_RANGE, unix.EINVAL, has(2, unix.CLOSE_RANGE_UNSHARE)),

	// A pair of streams leads nowhere else, but a pair of datagram sockets can send to any address.
	refuse(unix.SYS_SOCKETPAIR, unix.EPERM, has(1, unix.SOCK_DGRAM)),

	// Options of sockets: some others take memory that nobody counts, such as keys of TCP.
	only(unix.SYS_SETSOCKOPT, unix.ENOPROTOOPT, 1,
		unix.SOL_SOCKET, unix.IPPROTO_TCP, unix.IPPROTO_IP, unix.IPPROTO_IPV6),
	onlyIf(is(1, unix.IPPROTO_TCP), unix.SYS_SETSOCKOPT, unix.ENOPROTOOPT, 2, unix.TCP_NODELAY,
		unix.TCP_CORK, unix.TCP_KEEPIDLE, unix.TCP_KEEPINTVL, unix.TCP_KEEPCNT, unix.TCP_SYNCNT,
		unix.TCP_LINGER2, unix.TCP_DEFER_ACCEPT, unix.TCP_QUICKACK, unix.TCP_USER_TIMEOUT),
	onlyIf(is(1, unix.IPPROTO_IP), unix.SYS_SETSOCKOPT, unix.ENOPROTOOPT, 2, unix.IP_TOS,
		unix.IP_TTL, unix.IP_PKTINFO, unix.IP_MTU_DISCOVER, unix.IP_RECVERR, unix.IP_MULTICAST_IF,
		unix.IP_MULTICAST_TTL, unix.IP_MULTICAST_LOOP, unix.IP_MULTICAST_ALL),
	onlyIf(is(1, unix.IPPROTO_IPV6), unix.SYS_SETSOCKOPT, unix.ENOPROTOOPT, 2, unix.IPV6_V6ONLY,
		unix.IPV6_TCLASS, unix.IPV6_UNICAST_HOPS, unix.IPV6_RECVPKTINFO, unix.IPV6_RECVERR,
		unix.IPV6_MULTICAST_IF, unix.IPV6_MULTICAST_HOPS, unix.IPV6_MULTICAST_LOOP),
	// The sizes of buffers: larger ones would hold memory that nobody counts. The calls do nothing.
	refuse(unix.SYS_SETSOCKOPT, 0, is(1, unix.SOL_SOCKET), is(2, unix.SO_SNDBUF)),
	refuse(unix.SYS_SETSOCKOPT, 0, is(1, unix.SOL_SOCKET), is(2, unix.SO_RCVBUF)),
	// Programs of the kernel's filter machine that the kernel runs for each packet.
	refuse(unix.SYS_SETSOCKOPT, unix.EPERM, is(1, unix.SOL_SOCKET), is(2, unix.SO_ATTACH_FILTER)),
	refuse(unix.SYS_SETSOCKOPT, unix.EPERM,
		is(1, unix.SOL_SOCKET), is(2, unix.SO_ATTACH_REUSEPORT_CBPF)),

	// These would do as SIOCGIFCONF does.
	refuse(unix.SYS_GETSOCKOPT, unix.ENOPROTOOPT, not(1, unix.SOL_SOCKET), is(2, unix.IP_MSFILTER)),
	refuse(unix.SYS_GETSOCKOPT, unix.ENOPROTOOPT, not(1, unix.SOL_SOCKET), is(2, unix.MCAST_MSFILTER)),

	// No signal ends a program that waits for the disk, so that a slow disk would let it exceed its
	// limit of wall time. What would wait for the disk does nothing, or is refused.
	refuse(unix.SYS_FSYNC, 0), refuse(unix.SYS_FDATASYNC, 0), refuse(unix.SYS_SYNC_FILE_RANGE, 0),
	refuse(unix.SYS_MSYNC, 0, has(2, unix.MS_SYNC)),
	refuse(unix.SYS_OPENAT, unix.EINVAL, has(2, syncFlags)),
	refuse(unix.SYS_FCNTL, unix.EINVAL, is(1, unix.F_SETFL), has(2, syncFlags)),
	refuse(unix.SYS_PWRITEV2, unix.EOPNOTSUPP, has(5, math.MaxUint32)),

	// The kernel moves a range of many GiB, even of few pages, before it looks for signals.
	refuse(unix.SYS_MREMAP, unix.ENOMEM, hasUpper(2, ^uint32(3))),

	refuseLong(unix.SYS_GETDENTS64),

	// Go's linker goes on only if the file system seems to lack this.
	refuse(unix.SYS_FALLOCATE, unix.EOPNOTSUPP),

	// Flags of preadv2 tell which pages of the system's files are in memory, and so what the program
	// before has read; fadvise64 takes pages out of memory.
	refuse(unix.SYS_PREADV2, unix.EOPNOTSUPP, has(5, math.MaxUint32)),
	refuse(unix.SYS_FADVISE64, 0),

	// Java needs flock, and SQLite fcntl. Locks of files let programs talk to each other, and take
	// memory that nobody counts: these calls do nothing. Who asks for locks finds none of a program.
	refuse(unix.SYS_FLOCK, 0),
	refuse(unix.SYS_FCNTL, 0, is(1, unix.F_SETLK)), refuse(unix.SYS_FCNTL, 0, is(1, unix.F_SETLKW)),
	refuse(unix.SYS_FCNTL, 0, is(1, unix.F_OFD_SETLK)),
	refuse(unix.SYS_FCNTL, 0, is(1, unix.F_OFD_SETLKW)),

	// Priorities: a process that lowers its own would take long to end on a busy machine, and could
	// ask for longer turns than others have. These calls do nothing.
	refuse(unix.SYS_SETPRIORITY, 0), refuse(unix.SYS_SCHED_SETSCHEDULER, 0),
	refuse(unix.SYS_SCHED_SETPARAM, 0), refuse(unix.SYS_SCHED_SETATTR, 0),

	// Processors: many threads on one of several would keep locks of the kernel for longer, and those
	// of the helper are not the program's to choose.
	refuse(unix.SYS_SCHED_SETAFFINITY, 0),

	// Signals to the thread that starts a program, see Install. Calls that name a thread in other ways
	// are not allowed.
	refuse(unix.SYS_KILL, unix.EPERM, is(0, anyThread)),
	refuse(unix.SYS_TKILL, unix.EPERM, is(0, anyThread)),
	refuse(unix.SYS_RT_SIGQUEUEINFO, unix.EPERM, is(0, anyThread)),
	refuse(unix.SYS_TGKILL, unix.EPERM, is(1, anyThread)),
	refuse(unix.SYS_RT_TGSIGQUEUEINFO, unix.EPERM, is(1, anyThread)),

	// Files that run with their owner's rights.
	refuseSetID(unix.SYS_FCHMOD, 1), refuseSetID(unix.SYS_FCHMODAT, 2),
	refuseSetID(unix.SYS_FCHMODAT2, 2), refuseSetID(unix.SYS_OPENAT, 3),
	refuseSetID(unix.SYS_MKNODAT, 2),

	// What else madvise does: some of it goes through all pages of a range, which may have any length,
	// and takes a table for each 2 MiB, before it looks for a signal that ends the process. mincore
	// does too, and is not allowed at all.
	only(unix.SYS_MADVISE, unix.EINVAL, 2, unix.MADV_NORMAL, unix.MADV_RANDOM,
		unix.MADV_SEQUENTIAL, unix.MADV_WILLNEED, unix.MADV_DONTNEED, unix.MADV_FREE,
		unix.MADV_DONTFORK, unix.MADV_DOFORK, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE,
		unix.MADV_DONTDUMP, unix.MADV_DODUMP, unix.MADV_WIPEONFORK, unix.MADV_KEEPONFORK,
		unix.MADV_POPULATE_READ, unix.MADV_POPULATE_WRITE),

	// Huge pages, which no limit of memory counts.
	refuse(unix.SYS_MMAP, unix.ENOMEM, has(3, unix.MAP_HUGETLB)),
	refuse(unix.SYS_MEMFD_CREATE, unix.ENOMEM, has(1, unix.MFD_HUGETLB)),
)

// syncFlags make each write wait for the disk. O_SYNC includes the bit of O_DSYNC.
const syncFlags = unix.O_DSYNC | unix.O_SYNC | unix.O_DIRECT

// Controls that package unix lacks for Linux: FIONBIO, FIOCLEX and FIONCLEX.
const (
	fioNonBlock       = 0x5421
	fioCloseOnExec    = 0x5451
	fioNotCloseOnExec = 0x5450
)

// refuse returns a rule that refuses a call if all conditions are met.
func refuse(call uint32, errno unix.Errno, when ...condition) []rule {
	return []rule{{call, fail(errno), when}}
}

// only returns a rule that refuses a call unless an argument is one of some values.
func only(call uint32, errno unix.Errno, arg uint32, values ...uint32) []rule {
	var others []condition
	for _, value := range values {
		others = append(others, not(arg, value))
	}
	return refuse(call, errno, others...)
}

// onlyIf is only for calls that meet a condition.
func onlyIf(c condition, call uint32, errno unix.Errno, arg uint32, values ...uint32) []rule {
	list := only(call, errno, arg, values...)
	list[0].when = append(list[0].when, c)
	return list
}

// refuseSetID returns a rule that refuses a call if an argument is the mode of a file that runs
// with its owner's rights.
func refuseSetID(call, arg uint32) []rule {
	return refuse(call, unix.EPERM, has(arg, unix.S_ISUID|unix.S_ISGID))
}

// refuseTruncating returns rules that refuse a call if an argument has the flags to truncate a file
// that is opened for reading alone, or for neither reading nor writing.
func refuseTruncating(call, arg uint32) []rule {
	return slices.Concat(
		refuse(call, unix.EPERM, has(arg, unix.O_TRUNC), lacks(arg, unix.O_WRONLY|unix.O_RDWR)),
		refuse(call, unix.EPERM, has(arg, unix.O_TRUNC), has(arg, unix.O_WRONLY), has(arg, unix.O_RDWR)))
}

// refuseTouch returns a rule that refuses to set the times of a file to now. name is the argument
// with the file's name, and the one after it has the times: 0. Who cannot touch a file creates it.
func refuseTouch(call, name uint32) []rule {
	return refuse(call, unix.ENOENT, not(name, 0), is(name+1, 0))
}

// refuseClocks returns rules that refuse the CPU time of other processes. That of the helper tells
// what the programs before have taken, and timers of it slow it down. A clock of process n is
// ^n<<3 and its kind, and -6 is the caller's own. Bit 2 marks those of threads: the kernel knows
// only the caller's.
func (o Options) refuseClocks() (all []rule) {
	const helper, own = 1<<32 - 16, 1<<32 - 6
	others := []condition{has(0, 1<<31), lacks(0, 1<<2), not(0, own)}
	if o.Init {
		others = []condition{atLeast(0, helper), lacks(0, 1<<3|1<<2)}
	}
	for _, call := range []uint32{unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES,
		unix.SYS_CLOCK_NANOSLEEP, unix.SYS_TIMER_CREATE} {
		all = append(all, refuse(call, unix.EINVAL, others...)...)
	}
	return all
}

// unlessNull returns rules that refuse a call if an argument is an address other than 0 and all
// conditions are met.
func unlessNull(call uint32, errno unix.Errno, arg uint32, when ...condition) []rule {
	upper := condition{arg: arg, upper: true, jump: unix.BPF_JEQ, not: true}
	return append(refuse(call, errno, append(slices.Clone(when), not(arg, 0))...),
		refuse(call, errno, append(slices.Clone(when), upper)...)...)
}

// uncounted refuses shared memory: it is in no file, and in no process if all have unmapped it. In
// types of mappings, the bit of MAP_SHARED is that of MAP_SHARED_VALIDATE, too. It also refuses to
// put pages of files into pipes: each keeps all of a piece of the page cache, which may have 2 MiB,
// even when the file is gone. A thread that ends would write to 2,048 pages of its robust list, see
// set_robust_list(2), and no signal stops it. Programs go on to have no huge pages, see prctl(2).
var uncounted = slices.Concat(
	refuse(unix.SYS_PRCTL, 0, is(0, unix.PR_SET_THP_DISABLE)),
	refuse(unix.SYS_MMAP, unix.EPERM, has(3, unix.MAP_SHARED), has(3, unix.MAP_ANONYMOUS)),
	refuse(unix.SYS_SPLICE, unix.EINVAL), refuse(unix.SYS_SENDFILE, unix.EINVAL),
	refuse(unix.SYS_SET_ROBUST_LIST, unix.ENOSYS),
)

// refuseLong refuses to list more than 1 MiB of a directory at once: meanwhile others wait for the
// directory, and a page fault at each page may sleep. C libraries ask for less, or for as much.
func refuseLong(call uint32) []rule {
	const most = 1 << 20
	return slices.Concat(refuse(call, unix.EINVAL, has(2, ^uint32(2*most-1))),
		refuse(call, unix.EINVAL, has(2, most), not(2, most)))
}

// rules returns the rules that hold.
func (o Options) rules() []rule {
	known := table()
	all, calls := slices.Concat(rules, o.refuseClocks()), usual(known, allowed)
	if o.Network {
		calls = append(calls, usual(known, sockets)...)
	}
	if o.Uncounted {
		all = append(all, uncounted...)
	} else {
		calls = append(calls, usual(known, counted)...)
		if o.Network {
			calls = append(calls, usual(known, messages)...)
		}
	}
	if o.Truncatable {
		all = slices.Concat(all, refuse(unix.SYS_TRUNCATE, unix.EPERM),
			refuseTruncating(unix.SYS_OPENAT, 2), archTruncating)
	}
	refused := attributes
	if o.Shared {
		refused += " " + readAttributes
	}
	for _, call := range usual(known, refused) {
		all = append(all, refuse(call, unix.EOPNOTSUPP)...)
	}
	if o.Shared {
		all = slices.Concat(all, refuseTouch(unix.SYS_UTIMENSAT, 1), archTouching)
	}
	for _, call := range usual(known, changes) {
		if o.Shared {
			all = append(all, refuse(call, 0)...)
		} else {
			calls = append(calls, call)
		}
	}
	for _, call := range append(calls, o.More...) {
		all = append(all, rule{call, allow, nil})
	}
	return all
}
