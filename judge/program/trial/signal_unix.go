//go:build unix

package trial

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// signal describes a signal by its name: "signal 11 (segmentation fault)".
func signal(name string) string {
	n := unix.SignalNum(name)
	if n == 0 {
		return name
	}
	return fmt.Sprintf("signal %d (%v)", int(n), n)
}
