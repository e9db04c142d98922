package filter

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64

	// firstForeign is the first number of a call of x32, the ABI with short pointers.
	firstForeign = 0x40000000
)

// archRules are of the calls that newer machines do not have.
var archRules = []rule{
	{call: unix.SYS_CHMOD, errno: unix.EPERM, when: hasSetID(1)},
	{call: unix.SYS_OPEN, errno: unix.EPERM, when: hasSetID(2)},
	{call: unix.SYS_CREAT, errno: unix.EPERM, when: hasSetID(1)},
	{call: unix.SYS_MKNOD, errno: unix.EPERM, when: hasSetID(1)},
}
