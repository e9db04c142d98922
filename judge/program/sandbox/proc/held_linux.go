package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// The most memory that the kernel holds for an open file, in bytes.
const (
	pipeMemory   = 64 << 10      // what has been written, and not yet read
	socketMemory = 2 * 208 << 10 // the same, with what the kernel adds to it
	textMemory   = 4 << 20       // of a file in /proc: a line, which has the path of a file
)

// Held is how much memory the kernel may hold for what some processes have open. No limit of a
// process, and no number of /proc, counts that.
type Held struct {
	Memory int64
	seen   map[[2]uint64]bool // pipes and sockets, which processes may have in common
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
		h.Memory += info.Size * socketMemory // Linux 6.2 and later tell how many files are open
	}
	for _, name := range names {
		name = files + "/" + name
		if unix.Stat(name, &info) == nil {
			h.add(name, &info)
		}
	}
}

// add adds an open file.
func (h *Held) add(name string, info *unix.Stat_t) {
	switch info.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		var system unix.Statfs_t
		if unix.Statfs(name, &system) == nil && system.Type == unix.PROC_SUPER_MAGIC {
			h.Memory += textMemory
		}
		return
	case unix.S_IFIFO, unix.S_IFSOCK:
	default:
		return
	}
	id := [2]uint64{uint64(info.Dev), info.Ino}
	if h.seen[id] {
		return
	}
	if h.seen == nil {
		h.seen = make(map[[2]uint64]bool)
	}
	h.seen[id] = true
	if info.Mode&unix.S_IFMT == unix.S_IFIFO {
		h.Memory += pipeMemory
	} else {
		h.Memory += socketMemory
	}
}
