//go:build unix

package batching

import (
	"syscall"
	"time"
)

// processorTime returns how long all cores together have worked for this process. Other than the
// time of a clock, it does not grow while other processes have the cores.
func processorTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // which can't fail for these arguments
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
