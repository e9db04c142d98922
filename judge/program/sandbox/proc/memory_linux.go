package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"sync"
)

// A Memory is the memory of a process, in bytes.
type Memory struct {
	Peak    int64 // of resident memory
	Private int64 // including copy-on-write pages, what is swapped out, and Tables
	Tables  int64 // of its pages
	Shared  int64 // resident, of files and shared memory
	Ended   bool  // all threads have

	Parent string
}

// ReadMemory reads the memory of a process.
func ReadMemory(pid string) Memory {
	_, text, ended := living(pid)
	tables := kilobytes(text, "VmPTE:")
	return Memory{
		Ended: ended, Parent: strconv.FormatInt(numberOf(text, "PPid:"), 10),
		Peak:    kilobytes(text, peakKey),
		Private: kilobytes(text, "RssAnon:") + kilobytes(text, "VmSwap:") + tables, Tables: tables,
		Shared: kilobytes(text, "RssFile:") + kilobytes(text, "RssShmem:"),
	}
}

// A Machine has bytes of memory of the whole machine, with swap.
type Machine struct {
	available int64 // that it can still give
	anonymous int64 // that processes have written, also what they say they no longer need
}

// ReadMachine reads the machine's memory.
func ReadMachine() Machine {
	text := make([]byte, 4096)
	n, _ := meminfo().ReadAt(text, 0)
	text = text[:n]
	return Machine{
		available: kilobytes(text, "MemAvailable:") + kilobytes(text, "SwapFree:"), // Linux 3.14
		anonymous: kilobytes(text, "AnonPages:"),
	}
}

// Lost returns how many bytes the machine has lost since.
func (m Machine) Lost() int64 {
	now := ReadMachine()
	return max(m.available-now.available, now.anonymous-m.anonymous)
}

// meminfo stays open: to open a file of /proc may take long.
var meminfo = sync.OnceValue(func() *os.File {
	file, _ := os.Open("/proc/meminfo")
	return file
})

// peakKey stands before the peak of a process's memory in its status.
const peakKey = "VmHWM:"

// living returns the directory and the status of a living thread of a process: the first one, if
// that lives. Only such a thread tells what all threads have: memory, and open files. Threads may
// end while we look, so it goes on with the newest one. Those that another process traces stay
// when they have ended: ended says that all have.
func living(pid string) (dir string, status []byte, ended bool) {
	const tries = 8
	first := "/proc/" + pid
	status, _ = read(first + "/status")
	var before []string
	for range tries {
		if hasMemory(status) {
			break
		}
		threads := threadsOf(pid)
		if before != nil && slices.Equal(threads, before) {
			status, _ = read(first + "/status") // says if the list lacks one
			return first, status, numberOf(status, "Threads:") == int64(len(threads))
		}
		before = threads
		for _, thread := range slices.Backward(threads) {
			dir = first + "/task/" + thread
			if isEnded(dir) {
				continue
			}
			before = nil
			status, _ = read(dir + "/status")
			if hasMemory(status) {
				return dir, status, false
			}
		}
	}
	return first, status, false
}

// isEnded reports whether a thread has ended. It has no memory then, but statm, which is shorter
// than status, may say so of one that has unmapped all: that one still has a program.
func isEnded(thread string) bool {
	size, _ := read(thread + "/statm")
	if len(size) > 0 && !bytes.Equal(size, []byte("0 0 0 0 0 0 0\n")) {
		return false
	}
	_, err := os.Readlink(thread + "/exe") // its path may be too long
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return err != nil
	}
	status, _ := read(thread + "/status")
	return !hasMemory(status)
}

// hasMemory reports whether a thread has memory, by its status: it has none once it has ended.
func hasMemory(status []byte) bool {
	return bytes.Contains(status, []byte("\n"+peakKey)) // the first line has the program's name
}

// threadsOf returns the threads of a process in the order in which they have begun.
func threadsOf(pid string) []string {
	threads, _ := list("/proc/" + pid + "/task")
	return threads
}

// kilobytes returns the number of bytes in the line that begins with a key.
func kilobytes(text []byte, key string) int64 { return numberOf(text, key) << 10 }

// numberOf returns the number in the line that begins with a key.
func numberOf(text []byte, key string) int64 {
	_, text, _ = bytes.Cut(text, []byte("\n"+key))
	line, _, _ := bytes.Cut(text, []byte("\n"))
	n, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(" kB"))), 10, 64)
	return n
}

// SameMemory reports whether a process has all its memory in common with its parent, as a child of
// vfork has until it starts a program. Containers forbid kcmp, which could tell. But the kernel
// keeps with the memory what a core dump would contain: so it changes that setting of the child,
// and looks whether the parent's has changed. Programs end without a dump, and cannot write to
// /proc. The child's first thread must not have ended: it would have no memory.
func SameMemory(pid, parent string) bool {
	const setting, anonymous = "/coredump_filter", 1
	number := func(pid string) uint64 {
		text, _ := read("/proc/" + pid + setting)
		n, _ := strconv.ParseUint(string(bytes.TrimSpace(text)), 16, 64)
		return n
	}
	write := func(n uint64) error {
		return os.WriteFile("/proc/"+pid+setting, fmt.Appendf(nil, "%#x", n), 0)
	}
	before := number(pid)
	if number(parent) != before || write(before^anonymous) != nil {
		return false
	}
	same := number(parent) != before
	return write(before) == nil && same
}
