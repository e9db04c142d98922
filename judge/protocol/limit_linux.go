package protocol

import (
	"math"

	"golang.org/x/sys/unix"
)

// addressSpace returns the limit on the address space of this process, in bytes.
func addressSpace() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil {
		return math.MaxUint64
	}
	return limit.Cur
}
