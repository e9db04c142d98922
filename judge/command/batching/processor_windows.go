package batching

import (
	"syscall"
	"time"
)

// processorTime returns how long all cores together have worked for this process. Other than the
// time of a clock, it does not grow while other processes have the cores.
func processorTime() time.Duration {
	var created, exited, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(self, &created, &exited, &kernel, &user)
	}
	if err != nil {
		panic(err) // a process may always ask for its own times
	}
	return ticks(kernel) + ticks(user)
}

// ticks returns a time that is counted in 100 ns.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32+int64(t.LowDateTime)) * 100
}
