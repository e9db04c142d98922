package proc

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// A Slimmer reduces the memory of this process before a program is started: the kernel counts
// the memory that we have then, and our peak, as the program's. If the system forbids a step, the
// memory of programs is reported too high.
type Slimmer struct {
	files []mapping // whose pages can be dropped; nil: Slim has not been called
	Reset int       // file descriptor of our clear_refs, which resets the peak
}

// Slim frees memory and resets the peak. The kernel reads dropped pages again when we use them.
func (s *Slimmer) Slim() {
	if s.files == nil {
		debug.SetGCPercent(10)
		text, _ := os.ReadFile("/proc/self/smaps")
		s.files = cleanFiles(text)
		debug.FreeOSMemory()
	}
	for _, m := range s.files {
		unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED)
	}
	unix.Write(s.Reset, []byte("5"))
}

// A mapping is a range of addresses; to is excluded.
type mapping struct{ from, to uintptr }

// cleanFiles returns the mappings of files, such as our code, that are read-only and have no
// changed pages.
func cleanFiles(smaps []byte) (list []mapping) {
	var last mapping
	fixed := false
	for line := range bytes.Lines(smaps) {
		switch {
		case bytes.Contains(line, []byte("-")): // the first line of a mapping
			var rights, offset, device string
			var inode uint64
			n, _ := fmt.Sscanf(string(line), "%x-%x %s %s %s %d",
				&last.from, &last.to, &rights, &offset, &device, &inode)
			fixed = n == 6 && rights[1] == '-' && inode != 0
		case fixed && string(line) == "Anonymous:             0 kB\n":
			list = append(list, last)
		}
	}
	return list
}
