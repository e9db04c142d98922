// Package filter refuses the system calls that a judged program never needs, and those with
// which it could get out of its sandbox. The list of rules is in rules_linux.go.
package filter

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Options say what programs need, or what must be refused besides.
type Options struct {
	// Network allows sockets of the internet protocols.
	Network bool

	// Uncounted refuses calls that take memory that only a control group counts.
	Uncounted bool

	// Shared refuses to change modes, owners, times and attributes of files: programs have
	// the rights of a user to whose files they find the way. Landlock does not know of this.
	Shared bool
}

// A Filter decides about system calls. New makes one.
type Filter []unix.SockFilter

// Install makes this thread, and all that it starts, obey the filter for ever. The thread
// must have no privileges, or have set no_new_privs.
func (f Filter) Install() error {
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
