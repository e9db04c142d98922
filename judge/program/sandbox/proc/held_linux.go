package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
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

// polls has the numbers of system calls that wait for files, and which of their arguments, of 32
// bits, says for how many. For select, that is the highest number of a file and one more. The
// kernel may go on with a call that has been interrupted, such as poll, as with restart_syscall.
var polls = map[string]map[string]int{
	"amd64": {"7": 1, "271": 1, "219": 1, "23": 0, "270": 0}, // poll, ppoll, restart; selects
	"arm64": {"73": 1, "128": 1, "72": 0},                    // ppoll, restart; pselect6
}

// reads has the numbers of system calls that read: read, pread64, readv, preadv and preadv2.
var reads = map[string][]string{
	"amd64": {"0", "17", "19", "295", "327"},
	"arm64": {"63", "67", "65", "69", "286"},
}

// locks has those of calls that write to the caller's memory, and keep a lock for which others may
// wait, also on the host: getdents and getdents64 that of a directory, and epoll_wait, epoll_pwait
// and epoll_pwait2 that of a file of epoll. Another thread that nests such files waits for that
// lock, and keeps one that the system has but once.
var locks = map[string][]string{
	"amd64": {"78", "217", "232", "281", "441"}, "arm64": {"61", "22", "441"},
}

// names has those of calls that look for names in directories, or list them. Such a call waits for
// whoever has locked the directory, and for the disk.
var names = map[string][]string{
	"amd64": {"2", "4", "6", "21", "78", "80", "82", "83", "84", "85", "86", "87", "88", "89", "217",
		"257", "258", "262", "263", "264", "265", "266", "267", "269", "316", "332", "439"},
	"arm64": {"34", "35", "36", "37", "38", "48", "49", "56", "61", "78", "79", "276", "291", "439"},
}

// LooksForName reports whether a thread is in a call that looks for a name. The caller needs the
// rights of its user.
func LooksForName(thread string) bool {
	text, _ := read("/proc/" + thread + "/syscall")
	call, _, _ := strings.Cut(string(text), " ")
	return isIn(names, call)
}

// isIn reports whether a system call is one of some of our processor.
func isIn(calls map[string][]string, call string) bool {
	return slices.Contains(calls[runtime.GOARCH], call)
}

// seesCalls reports whether we may see in which system calls the threads of our user wait: Yama,
// which some systems have, may forbid that.
var seesCalls = sync.OnceValue(func() bool {
	scope, _ := read("/proc/sys/kernel/yama/ptrace_scope")
	return string(bytes.TrimSpace(scope)) < "2"
})

// polled returns for how many files the threads of a process wait, at most, not counting two for
// each thread. If these are more than the process has open, it may have closed some since, which
// the kernel keeps until the threads go on. None waits for more files than there is room for; one
// that nobody may see counts as if it did. polled also notes those that are stuck.
func (h *Held) polled(pid string, room int) (n int) {
	for _, id := range threadsOf(pid) {
		thread := "/proc/" + pid + "/task/" + id
		text, err := read(thread + "/syscall") // see proc_pid_syscall(5)
		if seesCalls() && isHidden(thread, err) {
			n += max(room-2, 0)
		}
		fields := strings.Fields(string(text))
		if len(fields) < 3 {
			continue // it runs
		}
		if arg, ok := polls[runtime.GOARCH][fields[0]]; ok {
			files, _ := strconv.ParseUint(fields[1+arg], 0, 64)
			n += max(min(int(uint32(files)), room)-2, 0)
		}
		switch call := thread + " " + string(text); {
		case isIn(reads, fields[0]) && isStuck(thread):
			if !waitsForDisk(thread) || h.loads(call, pid+"/task/"+id) {
				h.Readers++
			}
		case isIn(locks, fields[0]) && isFaulting(thread):
			if h.Stuck == nil {
				h.Stuck = make(map[string]Stuck)
			}
			status, _ := read(thread + "/status")
			h.Stuck[call] = Stuck{numberOf(status, "voluntary_ctxt_switches:"), readWait(thread).Ran}
		}
	}
	return n
}

// isFaulting reports whether a thread sleeps in a page fault because another one is changing their
// mappings. wchan has the function of the kernel that sleeps: since Linux 6.5, and before. Before
// 5.16 it has none on x86.
func isFaulting(thread string) bool {
	function, _ := read(thread + "/wchan")
	return string(function) == "lock_mm_and_find_vma" || bytes.Contains(function, []byte("fault"))
}

// waitsForDisk reports whether a thread waits for pages of a file: since Linux 5.17, and before.
func waitsForDisk(thread string) bool {
	function, _ := read(thread + "/wchan")
	return bytes.Contains(function, []byte("folio")) || bytes.Contains(function, []byte("page_bit"))
}

// isStuck reports whether a thread waits so that no signal but SIGKILL would wake it.
func isStuck(thread string) bool {
	status, _ := read(thread + "/status")
	return bytes.Contains(status, []byte("\nState:\tD"))
}

// WaitsForLock reports whether our first thread waits for a lock. When it asks for the system call
// of a thread that is about to sleep, it may wait likewise, some 4 ms for each.
func WaitsForLock() bool {
	function, _ := read("/proc/self/wchan")
	return isStuck("/proc/self") && string(function) != "wait_task_inactive"
}

// WaitsForDirectory reports whether our first thread waits for the lock of a directory, such as
// /proc. wchan has the function that looks up the name.
func WaitsForDirectory() bool {
	function, _ := read("/proc/self/wchan")
	return slices.ContainsFunc([]string{"lookup", "walk", "path_open", "iterate_dir"},
		func(part string) bool { return bytes.Contains(function, []byte(part)) })
}

// Sockets returns how many sockets a network namespace has. file is net/sockstat of a thread there.
// It may be nil, for 0.
func Sockets(file *os.File) (n int) {
	text := make([]byte, 64)
	k, _ := file.ReadAt(text, 0)
	fmt.Sscanf(string(text[:k]), "sockets: used %d", &n)
	return n
}
