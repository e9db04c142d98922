package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// isolating lists the means that a machine may forbid.
var isolating = []string{
	means.User, means.Process, means.Root,
	means.Network, means.IPC, means.Owner,
	means.Names, means.Landlock,
}

// A setting is a way to run programs.
type setting struct {
	name    string
	options sandbox.Options
	full    bool // run the whole zoo, not only the programs for which settings matter
}

// allSettings lists the ways to run programs. All tests must pass in each.
var allSettings = []setting{
	{"best", sandbox.Options{}, true},
	{"no user namespace", sandbox.Without(means.User), false},
	{"no cgroup", sandbox.Without(means.Cgroup), false},
	{"no namespaces", sandbox.Without(isolating...), false},
	{"neither", sandbox.Without(append(isolating, means.Cgroup)...), true},
	{"no sandbox", sandbox.Options{NoSandbox: true}, false},
}

// settings returns all settings; with -short, the best and the worst of the sandbox.
func settings() []setting {
	if testing.Short() {
		return slices.DeleteFunc(slices.Clone(allSettings), func(s setting) bool { return !s.full })
	}
	return allSettings
}

// Each program gets the right result soon after it exceeds its limit, and none of its
// processes is left.
func TestZoo(t *testing.T) {
	bss := buildBSS(t)
	sh := func(script string) func(string) []string {
		return func(word string) []string {
			return []string{"/bin/sh", "-c", strings.ReplaceAll(script, "TIME", word)}
		}
	}
	own := func(name string) func(string) []string {
		return func(word string) []string { return animal(t, name, word) }
	}
	for _, s := range settings() {
		r := start(t, s.options)
		for _, tt := range []struct {
			name  string
			args  func(word string) []string
			want  sandbox.Limit
			ended string // exit status or signal; "": it does not matter
			alone bool   // a lone process: settings make no difference
		}{
			{"busy children", sh("(while :; do :; done) & (while :; do :; done) & wait; : TIME"),
				sandbox.CPU, "SIGKILL", false},
			{"answers, then hangs", own("hangs"), sandbox.Wall, "SIGKILL", true},
			{"fork bomb", sh("i=0; while [ $i -lt 200 ]; do sleep TIME & i=$((i+1)); done; wait"),
				sandbox.Processes, "", false}, // or the shell notices that it can start no more
			{"leaves a process", sh("sleep TIME & sleep 0.1"), sandbox.None, "0", false},
			{"leaves a process that holds output and ignores signals",
				sh("trap '' HUP INT TERM; " +
					"sh -c 'trap \"\" HUP INT TERM; sleep TIME; sleep TIME' & exit 3"),
				sandbox.None, "3", false},
			{"forks as it ends", sh("f() { [ $1 -gt 0 ] && f $(($1-1)) & }; f 2000; : TIME"),
				sandbox.None, "0", false},
			{"orphans that are busy",
				sh("(sh -c 'while :; do :; done; : TIME' &); sleep TIME"),
				sandbox.CPU, "SIGKILL", false},
			{"answer", own("answer"), sandbox.None, "0", true},
			{"exits 7", own("exit"), sandbox.None, "7", true},
			{"closes standard input", own("closes"), sandbox.None, "0", true},
			{"NUL bytes", own("nul"), sandbox.None, "0", true},
			{"busy", own("busy"), sandbox.CPU, "SIGKILL", true},
			{"sleeps", own("sleep"), sandbox.Wall, "SIGKILL", true},
			{"ignores signals", own("proof"), sandbox.Wall, "SIGKILL", true},
			{"stops itself", sh("kill -STOP $$; : TIME"), sandbox.Wall, "SIGKILL", true},
			{"is stopped for a while", sh("(sleep 0.1; kill -CONT $$) & kill -STOP $$; exit 4; : TIME"),
				sandbox.None, "4", true},
			{"endless output", own("endless"), sandbox.Output, "", true},
			{"endless standard error", own("endless-stderr"), sandbox.Output, "", true},
			{"endless output, ignoring SIGXFSZ", own("endless-stubborn"), sandbox.Output, "", true},
			{"2 GB of heap", own("heap"), sandbox.Memory, "SIGKILL", true},
			{"2 GB of bss", func(word string) []string { return []string{bss, word} },
				sandbox.Memory, "SIGKILL", true},
			{"memory in two processes",
				sh("dd if=/dev/zero of=/dev/null bs=160M & " +
					"dd if=/dev/zero of=/dev/null bs=160M; : TIME"),
				sandbox.Memory, "SIGKILL", true},
		} {
			if tt.alone && !s.full {
				continue
			}
			word := token(9)
			out := filepath.Join(t.TempDir(), "out")
			limits := limitsFor(tt.want)
			begin := time.Now()
			result, err := r.Run(context.Background(),
				sandbox.Command{Args: tt.args(word), Stdout: out, Limits: limits})
			took := time.Since(begin)
			what := s.name + ", " + tt.name
			ended := end(result)
			if err != nil || result.Exceeded != tt.want || tt.ended != "" && ended != tt.ended {
				t.Errorf("%s: %+v, %v, want limit %q, end %s", what, result, err, tt.want, tt.ended)
			}
			late := lateness()
			if took > limits.Wall+late || limits.CPU > 0 && result.CPU > limits.CPU+late {
				t.Errorf("%s: ended after %v, %v of CPU time", what, took, result.CPU)
			}
			if info, err := os.Stat(out); err != nil || info.Size() > limits.Output+1 {
				t.Errorf("%s: wrote %v, %v", what, info, err)
			}
			if pids := left(word); len(pids) > 0 {
				t.Errorf("%s: processes %v are left", what, pids)
			}
		}
	}
}

// limitsFor returns limits with a low one. The others are high, because on a busy
// machine a program takes time to exceed its limit.
func limitsFor(low sandbox.Limit) sandbox.Limits {
	limits := sandbox.Limits{Wall: 8 * time.Second, Memory: 256 << 20,
		Output: 1 << 20, Processes: 64}
	switch low {
	case sandbox.CPU:
		limits.CPU = 200 * time.Millisecond
	case sandbox.Wall:
		limits.Wall = 250 * time.Millisecond
	}
	return limits
}

// end returns how a program ended: its signal or exit status.
func end(r sandbox.Result) string {
	if r.Signal != "" {
		return r.Signal
	}
	return strconv.Itoa(r.Exit)
}

// buildBSS builds a program with a large uninitialised variable, and returns its path.
func buildBSS(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "bss")
	build := exec.Command("go", "build", "-o", path, "testdata/bss.go")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// If a program ends itself by a signal, the result has the signal and no limit.
func TestSignals(t *testing.T) {
	r := start(t, sandbox.Options{})
	for s := syscall.Signal(1); s <= 64; s++ {
		want, name := sandbox.None, unix.SignalName(s)
		if name == "" {
			name = fmt.Sprintf("SIG%d", s)
		}
		switch s {
		case unix.SIGCHLD, unix.SIGCONT, unix.SIGURG, unix.SIGWINCH: // are ignored
			continue
		case 32, 33: // the C library's own: a judge with threads of C may ignore them
			continue
		case unix.SIGSTOP, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU:
			continue // they stop a program; TestZoo has SIGSTOP, the others need a terminal
		case unix.SIGXFSZ:
			want = sandbox.Output
		}
		result, err := r.Run(context.Background(), sandbox.Command{
			Args:   []string{"/bin/sh", "-c", fmt.Sprintf("kill -%d $$", s)},
			Limits: sandbox.Limits{CPU: time.Second, Wall: 2 * time.Second, Memory: 64 << 20},
		})
		if err != nil || result.Exceeded != want || result.Signal != name {
			t.Errorf("%v: %+v, %v", name, result, err)
		}
	}
}

// After many runs no process is left.
func TestOrphans(t *testing.T) {
	for _, s := range settings() {
		runs := 25
		if s.full && !testing.Short() {
			runs = 100
		}
		if n, err := strconv.Atoi(os.Getenv("SANDBOX_RUNS")); err == nil {
			runs = n
		}
		r := start(t, s.options)
		word := token(9)
		for range runs {
			leftovers := "sleep " + word + " & sleep " + word + " &"
			for _, script := range []string{":", leftovers} {
				_, err := r.Run(context.Background(),
					sandbox.Command{Args: []string{"/bin/sh", "-c", script}})
				if err != nil {
					t.Fatalf("%s: %v", s.name, err)
				}
			}
		}
		if pids := left(word); len(pids) > 0 {
			t.Errorf("%s: processes %v are left of %d runs", s.name, pids, runs)
		}
	}
}

// Neither the judge's memory counts as a program's nor, if the program can be traced, the helper's.
func TestOwnMemory(t *testing.T) {
	heap := make([]byte, 300<<20)
	for i := 0; i < len(heap); i += 4096 {
		heap[i] = 1
	}
	for _, s := range settings() {
		r, least, most := start(t, s.options), int64(4<<10), int64(maxHelperMemory)
		if !s.options.NoSandbox && slices.Contains(inForce(r), means.Limits) {
			least, most = 100<<10, 4<<20 // the helper's memory does not count either
		}
		for _, args := range [][]string{{"true"}, {"sh", "-c", "kill -SEGV $$"}} {
			result, err := r.Run(context.Background(), sandbox.Command{Args: args})
			if err != nil || result.Memory > most || result.Memory < least {
				t.Errorf("%s: %q: %+v, %v, want %d to %d bytes", s.name, args, result, err, least, most)
			}
		}
	}
	heap[0]++
}

// Memory that two processes have in common counts once.
func TestVfork(t *testing.T) {
	program := compile(t, "vfork.c")
	// Its processes have other numbers in /proc than in their namespace.
	outer := setting{name: "the host's /proc", options: sandbox.Without(
		means.Cgroup, means.Root, means.Owner)}
	for _, s := range append(settings(), outer) {
		r := start(t, s.options)
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{program}, Limits: sandbox.Limits{Wall: 8 * time.Second, Memory: 64 << 20},
		})
		if err != nil || result.Exceeded != sandbox.None || result.Exit != 0 {
			t.Errorf("%s: %+v, %v", s.name, result, err)
		}
	}
}

// Signals that a program ignores do not interrupt it.
func TestIgnored(t *testing.T) {
	program := compile(t, "epoll.c")
	for _, s := range settings() {
		result, err := start(t, s.options).Run(context.Background(), sandbox.Command{
			Args: []string{program},
		})
		if err != nil || result.Exit != 0 {
			t.Errorf("%s: %+v, %v", s.name, result, err)
		}
	}
}

// If the judge is killed, all programs end.
func TestJudgeKilled(t *testing.T) {
	for i, s := range allSettings {
		word := token(9)
		ready, theirs, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		args := animal(t, "judge", "judge", strconv.Itoa(i), word)
		judge := &exec.Cmd{Path: args[0], Args: args, Stdout: theirs, Stderr: os.Stderr}
		if err := judge.Start(); err != nil {
			t.Fatal(err)
		}
		theirs.Close()
		if _, err := ready.Read(make([]byte, 1)); err != nil {
			t.Fatalf("%s: the judge is not ready: %v", s.name, err)
		}
		ready.Close()
		seen := 0
		for deadline := time.Now().Add(3 * time.Second); seen < 4 && time.Now().Before(deadline); {
			seen = max(seen, len(left(word)))
		}
		if seen < 4 {
			t.Errorf("%s: %d processes run, want the judge and 3", s.name, seen)
		}
		judge.Process.Kill()
		judge.Wait()
		deadline := time.Now().Add(3 * time.Second)
		for len(left(word)) > 0 && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
		}
		if pids := left(word); len(pids) > 0 {
			t.Errorf("%s: processes %v outlive the judge", s.name, pids)
		}
	}
}

func init() {
	// A judge that runs a program whose child leaves its session.
	zoo["zoo-judge"] = func(args []string) {
		i, _ := strconv.Atoi(args[1])
		r, err := sandbox.Start(allSettings[i].options)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Print("r")
		r.Run(context.Background(), sandbox.Command{
			Args: []string{"/bin/sh", "-c",
				strings.ReplaceAll("sleep TIME & sleep TIME & wait", "TIME", args[2])},
		})
	}
}

// compile builds a C program of testdata, and returns its path. Without a compiler it
// skips the test.
func compile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), strings.TrimSuffix(name, ".c"))
	if _, err := exec.LookPath("cc"); err != nil {
		lack.Skip(t, "cc", "install the package gcc")
	}
	build := exec.Command("cc", "-O1", "-pthread", "-o", path, filepath.Join("testdata", name))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return path
}
