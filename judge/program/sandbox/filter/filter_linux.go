// Package filter lets a judged program make only the system calls that programs need: those in
// allowed.txt, which rules_linux.go refuses with some arguments. All others fail as if the kernel
// did not have them.
//
// The package assembles the filter itself. The library go-seccomp-bpf compares arguments only as 64
// bits, so that a program gets around a rule by setting a bit that the kernel ignores, and fills
// tables of names for 0.2 ms at every start.
package filter

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Options say which calls programs need, and which must be refused besides the usual ones.
type Options struct {
	// Network allows sockets of the internet protocols.
	Network bool

	// Uncounted refuses calls that take memory which only a control group counts.
	Uncounted bool

	// Shared lets calls that change modes, owners and times of files do nothing: programs run as a
	// user whose files they can reach, and Landlock does not restrict such changes. An error would
	// end programs that copy files of their own. To touch a file fails: a program then creates it.
	Shared bool

	// Truncatable says that programs see files which are not theirs, and that the system's Landlock
	// does not restrict calls that truncate a file by its name. The filter refuses these.
	Truncatable bool

	// Init says that the helper is the first process of a namespace, and all others there are the
	// program's.
	Init bool

	// More has the numbers of calls that are allowed besides the usual ones, see Parse.
	More []uint32
}

// TraceOptions are the options that programs may set for processes that they trace.
const TraceOptions = unix.PTRACE_O_TRACEEXIT | unix.PTRACE_O_TRACEEXEC |
	unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK

// A Filter decides about system calls. New makes one.
type Filter []unix.SockFilter

// anyThread stands in a filter for the thread that installs it. No thread has that number.
const anyThread = 1<<31 - 1

// Install makes this thread, and all processes that it starts, obey the filter for good. The
// thread must be privileged, or have set no_new_privs.
//
// The filter refuses signals to the thread, which are signals to its whole process: Landlock lets a
// program signal the thread that has started it, because the program has inherited its
// restrictions.
func (f Filter) Install() error {
	f = slices.Clone(f)
	for i := range f {
		if f[i].K == anyThread {
			f[i].K = uint32(unix.Gettid())
		}
	}
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
