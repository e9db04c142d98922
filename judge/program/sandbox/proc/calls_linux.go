package proc

import (
	"bytes"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

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
