package sandbox

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// makeScope makes sure that scope works: it needs Landlock of Linux 6.12.
func (h *helper) makeScope() error {
	if h.Missing[meansPrivileges] != "" {
		return errors.New("needs " + meansPrivileges)
	}
	attr := unix.LandlockRulesetAttr{Scoped: unix.LANDLOCK_SCOPE_SIGNAL}
	const size = unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&attr)), size, 0)
	switch errno {
	case 0:
		h.scope = int(fd)
		return nil
	case unix.ENOSYS, unix.EOPNOTSUPP, unix.E2BIG, unix.EINVAL:
		return errors.New("the system has no Landlock of Linux 6.12 or later")
	default:
		return fmt.Errorf("landlock: %w", errno)
	}
}

// enterScope makes sure that the programs that this thread starts can signal each other,
// but no other processes: not us, and not the judge. The thread must be confined.
func (h *helper) enterScope() error {
	if h.Missing[meansScope] != "" {
		return nil
	}
	_, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(h.scope), 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	return nil
}
