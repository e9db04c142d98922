package filter

import (
	_ "embed" // for numbers
	"slices"

	"golang.org/x/sys/unix"
)

const (
	auditArch = unix.AUDIT_ARCH_X86_64

	// firstForeign is the first number of a call of x32, the ABI with short pointers.
	firstForeign = 0x40000000
)

// numbers has the names of the calls in the order of their numbers. Where a line begins with a
// number, that is the number of the first name after it.
//
//go:embed calls_amd64.txt
var numbers string

// archRules refuse calls that newer machines do not have.
var archRules = slices.Concat(
	refuseSetID(unix.SYS_CHMOD, 1), refuseSetID(unix.SYS_OPEN, 2), refuseSetID(unix.SYS_CREAT, 1),
	refuseSetID(unix.SYS_MKNOD, 1), refuse(unix.SYS_OPEN, unix.EINVAL, has(1, syncFlags)),
	refuseLong(unix.SYS_GETDENTS),
)

// archTouching are further rules of Options.Shared.
var archTouching = slices.Concat(
	refuseTouch(unix.SYS_UTIME, 0), refuseTouch(unix.SYS_UTIMES, 0),
	refuseTouch(unix.SYS_FUTIMESAT, 1),
)

// archTruncating are further rules of Options.Truncatable.
var archTruncating = refuseTruncating(unix.SYS_OPEN, 1)
