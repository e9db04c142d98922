package proc

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The most memory that the kernel holds for an open file, in bytes.
const (
	pipeMemory   = 64 << 10  // what has been written, and not yet read
	socketMemory = 256 << 10 // the same, with what the kernel adds to it
	textMemory   = 4 << 20   // of a file in /proc: a line, which has the path of a file
)

// Held is what some processes have open for which the kernel may hold memory. No limit of a
// process, and no number of /proc, counts that.
type Held struct {
	Pipes, Sockets, Texts int // Texts are files in /proc

	seen map[[2]uint64]bool // pipes and sockets, which processes may have in common
}

// Memory returns how much memory that may be, in bytes.
func (h *Held) Memory() int64 {
	return int64(h.Pipes)*pipeMemory + int64(h.Sockets)*socketMemory + int64(h.Texts)*textMemory
}

// Add adds what a process has open. All its threads have the same open files. The caller needs the
// rights of the process's user: else each file counts as a socket.
func (h *Held) Add(pid string) {
	thread, _ := living(pid)
	files := thread + "/fd"
	var names []string
	dir, err := os.Open(files)
	if err == nil {
		names, err = dir.Readdirnames(-1)
		dir.Close()
	}
	var info unix.Stat_t
	if err != nil && unix.Stat(files, &info) == nil {
		h.Sockets += int(info.Size) // Linux 6.2 and later tell how many files are open
	}
	own := make(map[[2]uint64]bool)
	for _, name := range names {
		name = files + "/" + name
		if unix.Stat(name, &info) == nil {
			h.add(name, &info, own)
		}
	}
	h.Sockets += max(polled(pid)-len(own), 0)
}

// add adds an open file, and the pipes and sockets to those of its process.
func (h *Held) add(name string, info *unix.Stat_t, own map[[2]uint64]bool) {
	count := &h.Pipes
	switch info.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		var system unix.Statfs_t
		if unix.Statfs(name, &system) == nil && system.Type == unix.PROC_SUPER_MAGIC {
			h.Texts++
		}
		return
	case unix.S_IFSOCK:
		count = &h.Sockets
	case unix.S_IFIFO:
	default:
		return
	}
	id := [2]uint64{uint64(info.Dev), info.Ino}
	own[id] = true
	if !h.seen[id] {
		*count++
	}
	if h.seen == nil {
		h.seen = make(map[[2]uint64]bool)
	}
	h.seen[id] = true
}

// waits has the numbers of system calls that wait for files, and which of their arguments says for
// how many.
var waits = map[string]map[string]int{
	"amd64": {"7": 1, "271": 1, "23": 0, "270": 0}, // poll, ppoll, select, pselect6
	"arm64": {"73": 1, "72": 0},                    // ppoll, pselect6
}

// polled returns for how many files the threads of a process wait, not counting two for each: if
// these are more pipes and sockets than it has open, it has closed some since, which the kernel
// keeps until the threads go on.
func polled(pid string) (n int) {
	threads := "/proc/" + pid + "/task/"
	entries, _ := os.ReadDir(threads)
	for _, e := range entries {
		text, _ := os.ReadFile(threads + e.Name() + "/syscall") // see proc_pid_syscall(5)
		fields := strings.Fields(string(text))
		if len(fields) < 3 {
			continue // it runs
		}
		if arg, ok := waits[runtime.GOARCH][fields[0]]; ok {
			files, _ := strconv.ParseInt(fields[1+arg], 0, 64)
			n += max(int(files)-2, 0)
		}
	}
	return n
}

// Sockets returns how many sockets a network namespace has. file is net/sockstat of a thread there.
// It may be nil, for 0.
func Sockets(file *os.File) (n int) {
	text := make([]byte, 64)
	k, _ := file.ReadAt(text, 0)
	fmt.Sscanf(string(text[:k]), "sockets: used %d", &n)
	return n
}
