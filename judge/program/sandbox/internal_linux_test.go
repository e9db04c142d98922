package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/tasks"
	"tilejudge/judge/program/sandbox/view"
)

// To measure the processes of a run ends early if that takes long, or if there are too many.
func TestMeasureTree(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "for i in $(seq 40); do sleep 9 & done; echo; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // now there are 41 processes
	found := slices.Collect(proc.Descendants("self"))
	late := func(time.Duration) bool { return true }
	if n := measureTree(new(Limits), nil, late).processes; n >= len(found) {
		t.Errorf("measureTree: %d processes, want fewer if it is late", n)
	}
	if n := measureTree(&Limits{Processes: 3}, nil, late).processes; n != 4 {
		t.Errorf("measureTree: %d processes, want 4: one too many", n)
	}
	seen := measureTree(new(Limits), nil, func(time.Duration) bool { return false })
	if seen.processes != len(found) || seen.peak < 100<<10 || seen.memory < 50<<10 {
		t.Errorf("measureTree: %+v, want %d processes that have some memory", seen, len(found))
	}
	for _, pid := range found {
		n, _ := strconv.Atoi(pid)
		p, _ := os.FindProcess(n)
		p.Kill()
	}
	cmd.Wait()
	for err = nil; err != unix.ECHILD; { // after other tests, orphans become ours
		_, err = unix.Wait4(-1, nil, 0, nil)
	}
}

// What a program has left in its scratch directory is gone when its run ends: a group counts it.
func TestScratchFreed(t *testing.T) {
	r, err := Start(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.means[means.Memory] != "" || r.means[means.Root] != "" {
		lack.Skip(t, means.Memory, "nothing counts the scratch directory")
	}
	result, err := r.Run(context.Background(), Command{
		Args: []string{"sh", "-c", "head -c 200M /dev/zero > left"}, Dir: t.TempDir(),
		Limits: Limits{Wall: 20 * time.Second, Memory: 256 << 20, Output: 256 << 20},
	})
	if err != nil || result.Exit != 0 || result.Exceeded != None {
		t.Errorf("%+v, %v", result, err)
	}
	for _, dir := range r.groups.Files {
		for _, name := range []string{"memory.usage_in_bytes", "memory.current"} { // versions 1 and 2
			text, _ := os.ReadFile(filepath.Join(dir.Name(), name))
			if n, _ := strconv.Atoi(strings.TrimSpace(string(text))); n > 100<<20 {
				t.Errorf("%s has %d bytes of memory", dir.Name(), n)
			}
		}
	}
}

// The judge removes the files of the last program before it asks the helper to run the next one:
// removing many takes longer than the next program may run.
func TestLastScratchGone(t *testing.T) {
	r, err := Start(Without(means.Root))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	script := "mkdir -p a/b; touch a/b/c; chmod 0 a/b"
	result, err := r.Run(context.Background(), Command{Args: []string{"/bin/sh", "-c", script}})
	if err != nil || result.Exit != 0 && r.means[means.Filter] != "" {
		t.Fatal(result, err)
	}
	last := r.dir
	if _, err := os.Stat(filepath.Join(last, "a/b")); os.IsNotExist(err) { // it may be another user's
		t.Fatal(err)
	}
	if _, err := r.request(&Command{Args: []string{"true"}}); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 && r.owner != ourselves {
		return // only the helper can remove what another user has left
	}
	if _, err := os.Stat(last); !os.IsNotExist(err) || r.dir == last {
		t.Errorf("%s is left, %v", last, err)
	}
}

// A helper that ends before it is ready is an error, and one that replaces another never protects
// from less.
func TestNewHelper(t *testing.T) {
	r, err := Start(Without())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.stop()
	was := firsts.of[r.options.kind()]
	less := was
	less.lacks = map[string]string{means.Filter: "excluded"}
	for range 2 {
		if err := r.startLike(less); err == nil || r.cmd != nil {
			t.Errorf("a helper without a filter took the place of one with a filter: %v", err)
		}
	}
	if err := r.start(); err != nil {
		t.Error(err)
	}
	r.stop()
	ours, theirs, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	r.conn, r.cmd = ours, exec.Command("true")
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	if err := r.greet(config{}, nil); err == nil {
		t.Error("a helper that has ended greets")
	}
}

// IDs for programs are those that nobody uses.
func TestSpare(t *testing.T) {
	for _, tt := range []struct {
		uidMap    string
		lot, want int
	}{
		{"         0          0 4294967295\n", 7, spareID + 7},
		{"0 1000 1\n1 100000 65536\n", 0, 49152},
		{"0 1000 1\n1 100000 65536\n", 7, 49145},
		{"0 1000 1\n1 100000 65536\n", 16384, 32768},
		{"0 1000 1\n1 100000 65536\n", 16385, 49152},
		{"0 1000 1\n", 7, 0},
		{"", 7, 0},
	} {
		file := filepath.Join(t.TempDir(), "uid_map")
		if err := os.WriteFile(file, []byte(tt.uidMap), 0o644); err != nil {
			t.Fatal(err)
		}
		got, _, err := spare(file, tt.lot)
		if got != tt.want || (err != nil) != (tt.want == 0) {
			t.Errorf("spare of %q: %d, %v, want %d", tt.uidMap, got, err, tt.want)
		}
	}
}

// Programs together must not have more tasks than the system leaves for them.
func TestMostTasks(t *testing.T) {
	for _, tt := range []struct {
		owner owner
		want  uint64
	}{
		{owner{Users: spareIDs}, 50}, {owner{Users: 4}, 50}, {owner{Users: 3}, 100},
		{owner{Users: 1}, 200}, {ourselves, 300},
	} {
		h := &helper{config: config{Owner: tt.owner}}
		h.Tasks = tasks.Limit{Program: 50, User: 300, Runners: 4}
		if got := (&watch{helper: h}).mostTasks(); got != tt.want {
			t.Errorf("%+v: %d tasks, want %d", tt.owner, got, tt.want)
		}
	}
}

// A contestant has fewer files beside a program than others, and shorter paths.
func TestTooMany(t *testing.T) {
	for _, tt := range []struct {
		entries, letters, target int
		own                      string
		want                     bool
	}{
		{4000, 100, 0, "/x", false}, {4000, 200, 0, "/x", true}, {9000, 10, 0, "/x", true},
		{4000, 200, 0, "/y", false}, {9000, 10, 0, "/y", false}, {1<<16 + 1, 10, 0, "/y", true},
		{9000, 10, 100, "/y", false}, {13000, 10, 200, "/y", true},
	} {
		entries := slices.Repeat([]view.Entry{{
			Path: "/x/" + strings.Repeat("x", tt.letters), Target: strings.Repeat("x", tt.target),
		}}, tt.entries)
		if got := areTooMany(entries, []string{tt.own}); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

// Whether a program or the system is why the program does not start.
func TestStartErrors(t *testing.T) {
	for _, errno := range []unix.Errno{
		unix.ENOENT, unix.ENOEXEC, unix.EAGAIN, unix.ENFILE, unix.ENOMEM,
	} {
		r := reply{Errno: errno, Fault: errno.Error()}
		_, err := new(Runner).finish("./x", r, nil)
		want := errno == unix.ENOENT || errno == unix.ENOEXEC
		if got := errors.As(err, new(*StartError)); got != want || err == nil {
			t.Errorf("%v: %v, want a StartError: %v", errno, err, want)
		}
	}
}

// A helper is not killed if its reply is read soon after the time is over.
func TestKiller(t *testing.T) {
	for _, stops := range []bool{true, false} {
		if testing.Short() && !stops {
			continue
		}
		cmd := exec.Command("cat")
		pipe, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		k := killAfter(0, cmd.Process)
		if stops {
			time.Sleep(100 * time.Millisecond) // as if the reply were read now
			k.Stop()
			pipe.Close()
		}
		if err := cmd.Wait(); (err == nil) != stops || k.killed.Load() == stops {
			t.Errorf("stopped %v: %v, killed %v", stops, err, k.killed.Load())
		}
	}
}

// Programs of a user whose IDs newuidmap and newgidmap map see the files beside them, also below
// /tmp. The helper then has only the rights that we give it.
func TestMappedOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root can map all IDs without newuidmap")
	}
	dir := t.TempDir()
	for name, file := range map[string]string{"newuidmap": "uid_map", "newgidmap": "gid_map"} {
		script := "#!/bin/sh\nprintf '%s %s %s\\n' $2 $3 $4 $5 $6 $7 >/proc/$1/" + file + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	if err := os.WriteFile(filepath.Join(dir, "data"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	flags := uintptr(0)
	for _, ns := range namespaces {
		flags |= ns.flag
	}
	r := &Runner{tasks: new(tasks.Share)}
	defer r.Close()
	way := isolation{flags, owner{UID: spareID, GID: spareID, Users: 1, mapped: true}}
	if err := r.startIn(way, make(map[string]string)); err != nil || r.means[means.Root] != "" {
		lack.Skip(t, means.Root, r.means)
	}
	c := Command{Args: []string{"/bin/sh", "-c", "cat data"}, Dir: dir}
	result, err := r.Run(context.Background(), c)
	if err != nil || result.Exit != 0 || r.owner == ourselves {
		t.Errorf("%+v, %s, %v, user %+v", result, result.Stderr, err, r.owner)
	}
}

// Where the system forbids programs to be traced, they are started without.
func TestCannotTrace(t *testing.T) {
	const number, first = 0, 16 // where a filter finds the number of a call, and its first argument
	refused := filter.Filter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: number},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 3, K: unix.SYS_PTRACE},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: first},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.PTRACE_TRACEME},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	err := onThread(func() error {
		err := errors.Join(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), refused.Install())
		if err != nil {
			t.Error(err)
		}
		return canTrace()
	})
	if !errors.Is(err, unix.EPERM) {
		t.Errorf("%v, want EPERM", err)
	}
}
