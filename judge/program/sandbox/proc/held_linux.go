package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// textMemory is the most memory that the kernel holds for an open file of a process in /proc, in
// bytes: a line with the path of another file, where each letter may take four bytes, or all lines
// of fdinfo. It holds less for most, but programs rarely keep them open.
const textMemory = 16 << 20

// The most memory that the kernel holds for what has been written to a pipe or a socket, and not
// yet read: the pages of a pipe, see pipe(7), and the usual size of a socket's buffer, see
// socket(7), with what it adds to it.
var (
	pipeMemory   = int64(16 * os.Getpagesize())
	socketMemory = sync.OnceValue(func() int64 {
		text, _ := read("/proc/sys/net/core/wmem_default") // not in each network namespace
		size, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		return max(256<<10, size+size/4)
	})
)

// dirMemory is the most memory that the kernel holds for an open directory, in bytes: a block of
// its names, once a process has read some of them. No control group counts the block.
const dirMemory = 24 << 10

// Held is what some processes have open for which the kernel may hold memory. No limit of a
// process, and no number of /proc, counts that.
type Held struct {
	Most    int   // files that a process may have open
	Largest int64 // bytes of memory of all processes, so far

	Pipes, Sockets int
	Closed         int // sockets for which threads may wait that are closed
	Dirs           int // directories, or files for which the kernel holds as little
	Texts          int // files of processes in /proc, see isLong
	Readers        int // threads that read, and wait in page faults, see Memory

	Before, Loads Loads // at the last look, and now

	// Threads that wait for their own memory, and keep a lock of the system, see locks. Their names
	// tell what they ask the kernel for: a thread that asks for something else has another name.
	Stuck map[string]Stuck

	seen map[[2]uint64]bool // pipes and sockets, which processes may have in common
}

// Loads has how many pages of files a thread had loaded in page faults when it was first seen to
// wait for a disk in a call that reads. The names are those of Stuck, with how many such calls came
// before.
type Loads map[string]int64

// loads reports whether a thread that reads, and waits for a disk, does so in page faults: it has
// loaded a page since the same call was first seen. Others wait for what they read.
func (h *Held) loads(call, thread string) bool {
	s, _ := ReadStat(thread)
	text, _ := read("/proc/" + thread + "/io")
	call += fmt.Sprint(" ", numberOf(text, "syscr:"))
	first, ok := h.Before[call]
	if !ok {
		first = s.Loads
	}
	if h.Loads == nil {
		h.Loads = make(Loads)
	}
	h.Loads[call] = first
	return s.Loads > first
}

// A Stuck is how often a thread has slept, and the CPU time that it has had.
type Stuck struct {
	Sleeps int64
	Ran    time.Duration
}

// Memory returns how much memory that may be, in bytes. While a thread reads from a file of /proc
// that has the memory of a process, such as environ, the kernel keeps all that memory, though the
// process may have ended, and the file be closed. Such a thread can wait for long only in a page
// fault. Others wait for a lock so, but rarely more than two at a time.
func (h *Held) Memory() int64 {
	return int64(h.Pipes)*pipeMemory + int64(h.Sockets+h.Closed)*socketMemory() +
		int64(h.Dirs)*dirMemory + int64(h.Texts)*textMemory +
		int64(max(h.Readers-2, 0))*(h.Largest+textMemory)
}

// AddDirs adds the directories, and the files of /proc, that a process has open: a group counts
// what the kernel holds for others. The caller and alive are as in Add.
func (h *Held) AddDirs(pid string) (alive bool) {
	h.polled(pid, 0)
	alive = h.withLiving(pid, func(thread string, _ []byte) {
		texts := h.Texts
		h.addAll(thread)
		h.Dirs, h.Texts = h.Dirs+h.Texts-texts, texts
	})
	h.Pipes, h.Sockets, h.Readers = 0, 0, 0
	return alive
}

// Add adds what a process has open. The filter of system calls sees to it that its threads have the
// same open files. The caller needs the rights of the process's user. Of a process that nobody may
// read, as many files as it may have open count as files of /proc. It is alive if it has memory.
func (h *Held) Add(pid string) (alive bool) {
	before, room := *h, 0
	alive = h.withLiving(pid, func(thread string, status []byte) {
		h.addAll(thread)
		room = min(int(numberOf(status, "FDSize:")), h.Most) // the kernel looks at no more
	})
	pipes := int64(h.Pipes-before.Pipes) * pipeMemory / socketMemory()
	h.Closed += max(h.polled(pid, room)-(h.Sockets-before.Sockets)-int(pipes), 0)
	return alive
}

// withLiving calls add with a living thread of a process, and with its status. If the thread has
// ended then, add may have missed something, so that withLiving takes another one: files may count
// twice then. Of a process whose threads always end too soon, as many files as it may have open
// count as files of /proc.
func (h *Held) withLiving(pid string, add func(thread string, status []byte)) (alive bool) {
	const tries = 4
	for range tries {
		thread, status, _ := living(pid)
		add(thread, status)
		if !hasMemory(status) {
			return false
		}
		if !isEnded(thread) {
			return true
		}
	}
	h.Texts += h.Most
	return true
}

// addAll adds the open files that a thread has.
func (h *Held) addAll(thread string) {
	files := thread + "/fd"
	names, err := list(files)
	if isHidden(thread, err) {
		h.Texts += h.Most
	}
	var info unix.Statx_t
	const how, what = unix.AT_STATX_DONT_SYNC, unix.STATX_BASIC_STATS // a server may be slow
	for _, name := range names {
		name = files + "/" + name
		if unix.Statx(unix.AT_FDCWD, name, how, what, &info) == nil {
			h.add(name, &info)
		}
	}
}

// add adds an open file.
func (h *Held) add(name string, info *unix.Statx_t) {
	count := &h.Pipes
	switch info.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		var system unix.Statfs_t
		switch {
		case info.Size > 0: // those of /proc have 0
		case unix.Statfs(name, &system) != nil || system.Type != unix.PROC_SUPER_MAGIC:
		case isLong(name):
			h.Texts++
		default:
			h.Dirs++
		}
		return
	case unix.S_IFDIR:
		h.Dirs++
		return
	case unix.S_IFSOCK:
		count = &h.Sockets
	case unix.S_IFIFO:
	default:
		return
	}
	id := [2]uint64{unix.Mkdev(info.Dev_major, info.Dev_minor), info.Ino}
	if !h.seen[id] {
		*count++
	}
	if h.seen == nil {
		h.seen = make(map[[2]uint64]bool)
	}
	h.seen[id] = true
}

// isLong reports whether the kernel may hold much for an open file of /proc: one that tells of a
// process, which may have ended, unless it is known to be short.
func isLong(name string) bool {
	target, _ := os.Readlink(name)
	parts := strings.Split(target, "/")
	return !slices.Contains(shortFiles, parts[len(parts)-1]) &&
		slices.ContainsFunc(parts, func(part string) bool {
			_, err := strconv.Atoi(part)
			return err == nil
		})
}

// shortFiles has the names of short files, which programs keep open to measure themselves.
var shortFiles = []string{"stat", "statm", "status", "io", "schedstat"}

// Hidden reports whether nobody may see what a process has open: its program may be run, but not
// read. The caller needs the rights of the process's user.
func Hidden(pid string) bool {
	_, err := list("/proc/" + pid + "/fd")
	return isHidden("/proc/"+pid, err)
}

// isHidden reports whether an error of reading about a thread says that nobody may: but those that
// end have given back their memory, and are root's then.
func isHidden(thread string, err error) bool {
	if !errors.Is(err, fs.ErrPermission) {
		return false
	}
	status, _ := read(thread + "/status")
	return hasMemory(status)
}

// Sockets returns how many sockets a network namespace has. file is net/sockstat of a thread there.
// It may be nil, for 0.
func Sockets(file *os.File) (n int) {
	text := make([]byte, 64)
	k, _ := file.ReadAt(text, 0)
	fmt.Sscanf(string(text[:k]), "sockets: used %d", &n)
	return n
}
