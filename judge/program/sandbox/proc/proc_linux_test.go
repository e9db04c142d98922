package proc

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Descendants are found on kernels that list children and on those that do not. They are processes
// of our user that have memory of their own.
func TestDescendants(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "for i in $(seq 40); do sleep 60 & done; echo; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // now there are 41 processes
	found, scanned := slices.Collect(Descendants("self")), scan("self")
	slices.Sort(found)
	slices.Sort(scanned)
	if len(found) != 41 || !slices.Equal(found, scanned) {
		t.Errorf("descendants %v, by scanning %v, want the same 41", found, scanned)
	}
	shell := strconv.Itoa(cmd.Process.Pid)
	if !slices.Contains(found, shell) {
		t.Errorf("descendants %v, want %s among them", found, shell)
	}
	if listed := slices.Sorted(Listed); !slices.Equal(listed, found) {
		t.Errorf("descendants %v, listed %v, want the same", found, listed)
	}
	for _, pid := range found {
		if isChild(pid, map[string]bool{shell: true}) != (pid != shell) {
			t.Errorf("process %s is taken for a child of %s, or is not", pid, shell)
		}
	}
	if n := UserTasks(os.Geteuid()); n < 41 {
		t.Errorf("our user has %d tasks, want 41 at least", n)
	}
	if waits := Waits(); waits[shell+"/task/"+shell].Turns == 0 { // others may not have run yet
		t.Errorf("waits %v, want that of %s", waits, shell)
	}
	for _, pid := range found {
		s, ok := ReadStat(pid)
		if !ok || s.Threads != 1 || s.Zombie || pid != shell && s.Parent != shell {
			t.Errorf("process %s: %+v, %v, want a child of %s with one thread", pid, s, ok, shell)
		}
		if pid != shell && SameMemory(pid, shell) {
			t.Errorf("process %s has the memory of its parent", pid)
		}
		if m := ReadMemory(pid); m.Peak < 100<<10 || m.Private == 0 {
			t.Errorf("process %s: %+v, want some memory", pid, m)
		}
	}
	for _, pid := range found {
		n, _ := strconv.Atoi(pid)
		p, _ := os.FindProcess(n)
		p.Kill()
	}
	cmd.Wait()
}

// endsFirst, in the environment, makes this program end its first thread, and wait.
const endsFirst = "PROC_TEST_ENDS_FIRST"

func init() { // runs in the first thread
	if os.Getenv(endsFirst) != "" {
		go func() {
			fmt.Println()
			time.Sleep(time.Minute)
			os.Exit(1)
		}()
		runtime.LockOSThread()
		unix.Syscall(unix.SYS_EXIT, 0, 0, 0)
	}
}

// A process lives, and has memory, while one of its threads does, though the first one has ended.
func TestEnded(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), endsFirst+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	pid := strconv.Itoa(cmd.Process.Pid)
	out.Read(make([]byte, 1))
	var s Stat
	for !s.Ended { // soon
		s, _ = ReadStat(pid)
	}
	if dir, _, ended := living(pid); s.Zombie || ended || dir == "/proc/"+pid || isEnded(dir) {
		t.Errorf("%+v: living thread %s, all have ended: %t", s, dir, ended)
	}
	if m := ReadMemory(pid); !isEnded("/proc/"+pid) || m.Ended || m.Peak < 100<<10 || m.Private == 0 {
		t.Errorf("memory %+v, want some, though the first thread has ended", m)
	}
	cmd.Process.Kill()
	for !s.Zombie { // soon
		s, _ = ReadStat(pid)
	}
	if m := ReadMemory(pid); !m.Ended || m.Peak != 0 || m.Private != 0 {
		t.Errorf("memory %+v of a process that has ended", m)
	}
}

// What processes have open counts, and what they have in common counts once.
func TestHeld(t *testing.T) {
	const script = "exec 3</proc/self/maps; sleep 60 | (sleep 60 & echo >&2; wait)"
	cmd := exec.Command("/bin/sh", "-c", script)
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1))
	var h Held
	found := slices.Collect(Descendants("self"))
	add := func() int64 {
		before := h.Memory()
		for _, pid := range found {
			h.Add(pid)
		}
		return h.Memory() - before
	}
	files, pipes := int64(4*textMemory), 2*pipeMemory // each has the file; one pipe is ours, too
	if first, again := add(), add(); len(found) != 4 || first < files+pipes || again != files {
		t.Errorf("%d processes may hold %d bytes, and %d more, want 4 and %d, and %d more",
			len(found), first, again, files+pipes, files)
	}
	for _, pid := range found {
		id, _ := strconv.Atoi(pid)
		p, _ := os.FindProcess(id)
		p.Kill()
	}
	cmd.Wait()
}

// A thread has loaded pages if it has more than when its call was first seen.
func TestLoads(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	for blocked := false; !blocked; time.Sleep(time.Millisecond) { // it no longer begins
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", cmd.Process.Pid))
		blocked = len(text) > 0 && text[0] != 'r'
	}
	thread := strconv.Itoa(cmd.Process.Pid)
	const call = "0 0x7 0xff000 0x1000"
	var first Held
	if first.loads(call, thread) {
		t.Error("a call that has not been seen before has loaded pages")
	}
	for _, tt := range []struct {
		call string
		more int64
		want bool
	}{
		{call, 0, false}, {call, 1, true}, {"17 0x7 0xff000 0x1000", 1, false},
	} {
		then := Held{Before: Loads{}}
		for name, pages := range first.Loads {
			then.Before[name] = pages - tt.more
		}
		if got := then.loads(tt.call, thread); got != tt.want {
			t.Errorf("%s, %d pages more: %t, want %t", tt.call, tt.more, got, tt.want)
		}
		if tt.call == call && !maps.Equal(then.Loads, then.Before) {
			t.Errorf("the next look compares with %v, want %v", then.Loads, then.Before)
		}
	}
}
