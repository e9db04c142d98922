package filter

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64

	// firstForeign is the first number of a call of x32, the ABI with short pointers.
	firstForeign = 0x40000000
)

// archRules are of the calls that newer machines do not have.
var archRules = []rule{
	{call: unix.SYS_MODIFY_LDT, errno: unix.ENOSYS},
	{call: unix.SYS_INOTIFY_INIT, errno: unix.ENOSYS},
	{call: unix.SYS_CHMOD, errno: unix.EPERM, when: hasSetID(1)},
	{call: unix.SYS_OPEN, errno: unix.EPERM, when: hasSetID(2)},
	{call: unix.SYS_CREAT, errno: unix.EPERM, when: hasSetID(1)},
	{call: unix.SYS_MKNOD, errno: unix.EPERM, when: hasSetID(1)},
}

// archUnchanged are such calls, too, see unchanged.
var archUnchanged = []rule{
	{call: unix.SYS_CHMOD, errno: unix.EPERM},
	{call: unix.SYS_CHOWN, errno: unix.EPERM},
	{call: unix.SYS_LCHOWN, errno: unix.EPERM},
	{call: unix.SYS_UTIME, errno: unix.EPERM},
	{call: unix.SYS_UTIMES, errno: unix.EPERM},
	{call: unix.SYS_FUTIMESAT, errno: unix.EPERM},
}
