package filter

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	firstForeign = 0xffffffff // there is no second ABI
)

// archRules and archUnchanged refuse calls that only older machines have.
var archRules, archUnchanged []rule
