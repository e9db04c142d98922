package filter

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64

	// firstForeign is the first number of a call of x32, the ABI with short pointers.
	firstForeign = 0x40000000
)

// archRules refuse calls that newer machines do not have.
var archRules = append(refuse(unix.ENOSYS, unix.SYS_MODIFY_LDT, unix.SYS_INOTIFY_INIT),
	rule{unix.SYS_IOPERM, unix.EPERM, nil}, rule{unix.SYS_IOPL, unix.EPERM, nil},
	rule{unix.SYS_CHMOD, unix.EPERM, hasSetID(1)},
	rule{unix.SYS_OPEN, unix.EPERM, hasSetID(2)},
	rule{unix.SYS_CREAT, unix.EPERM, hasSetID(1)},
	rule{unix.SYS_MKNOD, unix.EPERM, hasSetID(1)},
)

// archUnchanged are those of them that unchanged lists.
var archUnchanged = refuse(unix.EPERM, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN,
	unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT)
