//go:build unix

package trial

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// signal describes a signal by its name: "signal 11 (segmentation fault)", or "signal 34".
func signal(name string) string {
	n := unix.SignalNum(name)
	if n == 0 {
		return "signal " + strings.TrimPrefix(name, "SIG")
	}
	return fmt.Sprintf("signal %d (%v)", int(n), n)
}
