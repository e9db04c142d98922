//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A rule refuses a system call with an error, if all its conditions are met.
type rule struct {
	call  uint32
	errno unix.Errno
	when  []condition
}

// A condition compares the lower or the upper half of an argument with a value.
type condition struct {
	arg   uint32
	upper bool
	jump  uint16 // BPF_JEQ: equal; BPF_JSET: with any of these bits
	value uint32
	not   bool
}

// not returns the condition that the lower half of an argument is not a value.
func not(arg, value uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JEQ, value: value, not: true}
}

// setID are the bits of a file's mode that make a program run with its owner's rights.
const setID = unix.S_ISUID | unix.S_ISGID

// hasSetID returns the condition that an argument is a mode with such bits.
func hasSetID(arg uint32) []condition {
	return []condition{{arg: arg, jump: unix.BPF_JSET, value: setID}}
}

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

// The fields of a seccomp_data, see seccomp(2). All our machines are little-endian.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// newFilter returns the rules as a program of the kernel's filter machine. A call of
// another machine's numbering ends the process.
func newFilter(rules []rule) []unix.SockFilter {
	const kill, allow = unix.SECCOMP_RET_KILL_PROCESS, unix.SECCOMP_RET_ALLOW
	f := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), end(kill),
		load(offsetCall), jump(unix.BPF_JGE, firstForeign, 0, 1), end(kill),
	}
	for _, r := range rules {
		body := uint8(2*len(r.when) + 1)
		if len(r.when) > 0 {
			body++
		}
		f = append(f, jump(unix.BPF_JEQ, r.call, 0, body))
		for i, c := range r.when {
			skip := uint8(2*(len(r.when)-1-i) + 1) // to the next rule
			yes, no := uint8(0), skip
			if c.not {
				yes, no = no, yes
			}
			offset := offsetArgs + 8*c.arg
			if c.upper {
				offset += 4
			}
			f = append(f, load(offset), jump(c.jump, c.value, yes, no))
		}
		f = append(f, end(unix.SECCOMP_RET_ERRNO|uint32(r.errno)))
		if len(r.when) > 0 {
			f = append(f, load(offsetCall))
		}
	}
	return append(f, end(allow))
}

// load returns the instruction that loads 4 bytes of the seccomp_data.
func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump returns the instruction that compares what was loaded with a value, and skips
// one of two numbers of instructions.
func jump(how uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | how, Jt: yes, Jf: no, K: value}
}

// end returns the instruction that ends the filter.
func end(result uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: result}
}

// makeFilter makes the filter for programs, and makes sure that the kernel takes it.
func (h *helper) makeFilter() error {
	if h.Missing[meansPrivileges] != "" {
		return fmt.Errorf("needs %s", meansPrivileges)
	}
	all := slices.Concat(rules, noSockets)
	if h.Network {
		all = slices.Concat(rules, onlyLoopback)
	}
	if h.Missing[meansMemory] != "" {
		all = slices.Concat(all, uncounted)
	}
	h.filter = newFilter(all)
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
	program := unix.SockFprog{Len: uint16(len(h.filter)), Filter: &h.filter[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
