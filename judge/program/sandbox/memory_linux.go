package sandbox

import (
	"bytes"
	"os"
	"strconv"
)

// A memory is the memory of a process, in bytes.
type memory struct {
	peak    int64 // of resident memory
	private int64 // resident, including copy-on-write pages, and the tables of its pages
	shared  int64 // resident, of files and shared memory
}

// readMemory reads the memory of a process.
func readMemory(pid string) memory {
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	return memory{
		peak:    kilobytes(text, "VmHWM:"),
		private: kilobytes(text, "RssAnon:") + kilobytes(text, "VmPTE:"),
		shared:  kilobytes(text, "RssFile:") + kilobytes(text, "RssShmem:"),
	}
}

// readPeak returns the peak of a process's resident memory.
func readPeak(pid string) int64 { return readMemory(pid).peak }

// readProportion returns a process's part of the memory that it shares: each page counts
// once, divided among the processes that have it. That is slow, and a process can make the file
// unreadable: then all its shared memory counts.
func readProportion(pid string) int64 {
	text, err := os.ReadFile("/proc/" + pid + "/smaps_rollup")
	if err != nil {
		return readMemory(pid).shared
	}
	return kilobytes(text, "Pss_File:") + kilobytes(text, "Pss_Shmem:")
}

// kilobytes returns the number of bytes in the line that begins with a key.
func kilobytes(text []byte, key string) int64 {
	_, text, _ = bytes.Cut(text, []byte("\n"+key))
	number, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte(" kB"))
	n, _ := strconv.ParseInt(string(number), 10, 64)
	return n << 10
}
