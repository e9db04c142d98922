package filter

import (
	_ "embed" // for numbers

	"golang.org/x/sys/unix"
)

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	firstForeign = 0xffffffff // there is no second ABI
)

// numbers has the names of the calls, see filter_linux_amd64.go.
//
//go:embed calls_arm64.txt
var numbers string

// archRules, and those of Options.Shared and Truncatable, refuse calls that only older machines
// have.
var archRules, archTouching, archTruncating []rule
