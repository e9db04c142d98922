package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// A slimmer gives memory back that this process used: what we hold when a program is
// started, and have held at most, is the least that it is charged with. Where the
// system does not allow a step, programs are charged with more.
type slimmer struct {
	files []mapping // whose pages may be dropped
	peak  int       // our file in /proc that takes orders to forget the peak, or -1
}

// newSlimmer frees the memory that only the start of this process took. The files
// are none or the one for the peak, which only the judge can open for writing.
func newSlimmer(files []int) slimmer {
	text, _ := os.ReadFile("/proc/self/smaps")
	s := slimmer{files: cleanFiles(text), peak: -1}
	if len(files) == 1 {
		s.peak = files[0]
	}
	debug.FreeOSMemory()
	return s
}

// slim gives memory back. Pages of files that are used again come back.
func (s *slimmer) slim() {
	for _, m := range s.files {
		unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED)
	}
	unix.Write(s.peak, []byte("5"))
}

// openPeak opens the file that makes a process forget its peak of memory.
func openPeak(pid int) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("/proc/%d/clear_refs", pid), os.O_WRONLY, 0)
}

// A mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// cleanFiles returns the mappings of files, such as our code, that are in memory
// as they are on disk, and stay so.
func cleanFiles(smaps []byte) (list []mapping) {
	var last mapping
	fixed := false
	for line := range bytes.Lines(smaps) {
		switch {
		case bytes.Contains(line, []byte("-")): // the others are figures
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
