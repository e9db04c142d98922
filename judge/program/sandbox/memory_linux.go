package sandbox

import (
	"bytes"
	"os"
	"slices"
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
// ended: only a living thread tells the memory that all threads have. Threads may end while we
// look, so it begins with the newest one. Those that another process traces stay when they have
// ended.
func readStatus(pid string) []byte {
	const tries = 8
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	for range tries {
		if bytes.Contains(text, []byte("\n"+peakKey)) { // the first line has the program's name
			break
		}
		var threads []string
		if dir, err := os.Open("/proc/" + pid + "/task"); err == nil {
			threads, _ = dir.Readdirnames(-1) // in the order in which they have begun
			dir.Close()
		}
		for _, thread := range slices.Backward(threads) {
			text, _ = os.ReadFile("/proc/" + pid + "/task/" + thread + "/status")
			if bytes.Contains(text, []byte("\n"+peakKey)) {
				return text
			}
		}
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
