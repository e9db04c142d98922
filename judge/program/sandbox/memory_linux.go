package sandbox

import (
	"bytes"
	"os"
	"strconv"
)

// A memory is the memory of a process, in bytes.
type memory struct {
	peak    int64 // of resident memory
	private int64 // including copy-on-write pages, what is swapped out, and the tables of its pages
	shared  int64 // resident, of files and shared memory
}

// readMemory reads the memory of a process.
func readMemory(pid string) memory {
	text := readStatus(pid)
	return memory{
		peak: kilobytes(text, peakKey),
		private: kilobytes(text, "RssAnon:") + kilobytes(text, "VmSwap:") +
			kilobytes(text, "VmPTE:"),
		shared: kilobytes(text, "RssFile:") + kilobytes(text, "RssShmem:"),
	}
}

// peakKey stands before the peak of a process's memory in its status.
const peakKey = "VmHWM:"

// readStatus reads the status of a process, or of one of its other threads if the first thread has
// ended: only a living thread tells the memory that all threads have. Threads may end while we look.
func readStatus(pid string) (text []byte) {
	const tries = 64
	all := "/proc/" + pid
	dir := all
	for range tries {
		text, _ = os.ReadFile(dir + "/status")
		if bytes.Contains(text, []byte(peakKey)) {
			break
		}
		threads, _ := os.ReadDir(all + "/task") // in the order of their names, as text
		if len(threads) == 0 {
			break
		}
		name := threads[len(threads)-1].Name()
		if name == pid {
			name = threads[0].Name()
		}
		dir = all + "/task/" + name
	}
	return text
}

// kilobytes returns the number of bytes in the line that begins with a key.
func kilobytes(text []byte, key string) int64 {
	_, text, _ = bytes.Cut(text, []byte("\n"+key))
	number, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte(" kB"))
	n, _ := strconv.ParseInt(string(number), 10, 64)
	return n << 10
}
