package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

func init() {
	// A program that tries to see another process, and to trace it.
	zoo["zoo-spy"] = func(args []string) {
		pid, _ := strconv.Atoi(args[1])
		if pid != os.Getpid() && (unix.Kill(pid, 0) == nil || unix.PtraceSeize(pid) == nil) {
			os.Exit(1)
		}
	}
	// A program that ends the process that started it.
	zoo["zoo-parricide"] = func([]string) {
		unix.Kill(os.Getppid(), unix.SIGKILL)
	}
	// A program that leaves shared memory.
	zoo["zoo-shm"] = func([]string) {
		_, err := unix.SysvShmGet(0x7115, 1, unix.IPC_CREAT|unix.IPC_EXCL|0o600)
		if err != nil && err != unix.ENOSYS { // ENOSYS: the filter refuses it
			os.Exit(1)
		}
	}
	// A program that spoils its input.
	zoo["zoo-reopen"] = func(args []string) {
		// It tries to open its input for writing.
		if f, err := os.OpenFile("/proc/self/fd/0", os.O_WRONLY, 0); err == nil {
			f.WriteString("spoilt")
			os.Exit(1)
		}
	}
}

// inForce returns the names of the means that are in force.
func inForce(r *sandbox.Runner) (names []string) {
	for _, m := range r.Means() {
		if m.InForce {
			names = append(names, m.Name)
		}
	}
	return names
}

// confined reports whether programs see only some of the host's files.
func confined(r *sandbox.Runner) bool {
	return slices.Contains(inForce(r), means.Root) ||
		slices.Contains(inForce(r), means.Landlock)
}

// A means that is in force stops the programs here. Without it they succeed, which shows
// that they do try.
func TestIsolation(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, s := range settings() {
		r := start(t, s.options)
		for _, tt := range []struct {
			name, means string
			args        []string // "MARKER" is a file that must stay
			exit        int      // exit code if the means is in force
		}{
			{"dial", means.Network, []string{listener.Addr().String()}, 1},
			{"remove", means.Root, []string{"MARKER"}, 1},
			{"spy", means.Signals, []string{strconv.Itoa(os.Getpid())}, 0},
			{"parricide", means.Signals, nil, 0},
			{"shm", means.IPC, nil, 0},
			{"reopen", means.Root, nil, 0},
		} {
			protected := slices.Contains(inForce(r), tt.means) ||
				tt.name == "dial" && slices.Contains(inForce(r), means.Filter) ||
				tt.means == means.Root && confined(r) ||
				tt.means == means.Signals && slices.Contains(inForce(r), means.Process)
			if tt.name == "shm" && !protected {
				continue // the shared memory would be left
			}
			marker := filepath.Join(t.TempDir(), "marker")
			if err := os.WriteFile(marker, []byte("stays"), 0o644); err != nil {
				t.Fatal(err)
			}
			args := animal(t, tt.name, token(9), tt.args...)
			if i := slices.Index(args, "MARKER"); i >= 0 {
				args[i] = marker
			}
			for range 2 { // the first run must leave nothing for the second
				result, err := r.Run(context.Background(), sandbox.Command{
					Args: args, Stdin: marker, Limits: sandbox.Limits{Wall: 20 * time.Second},
				})
				text, _ := os.ReadFile(marker)
				safe := err == nil && result.Exit == tt.exit && !result.HelperKilled &&
					result.Signal == "" && string(text) == "stays"
				if safe != protected {
					t.Errorf("%s, %s: %+v, %v, marker %q, want protected %v",
						s.name, tt.name, result, err, text, protected)
				}
				if !protected {
					break
				}
			}
			if err := r.Check(context.Background()); err != nil {
				t.Errorf("%s, %s: afterwards: %v", s.name, tt.name, err)
			}
		}
	}
}

// Missing means are reported with the reason, and so are the gaps that they leave.
func TestMeans(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		names := inForce(r)
		for _, m := range r.Means() {
			if m.InForce == (m.Missing != "") || m.Protects == "" {
				t.Errorf("%s: %+v", s.name, m)
			}
			if m.InForce && (s.options.Excludes(m.Name) || s.options.NoSandbox && m.Sandbox) {
				t.Errorf("%s: %s is in force", s.name, m.Name)
			}
		}
		for _, m := range r.Means() {
			reported := slices.ContainsFunc(r.Means().Degraded(), func(text string) bool {
				names, _, _ := strings.Cut(text, " (")
				return slices.Contains(strings.Split(names, ", "), m.Name)
			})
			instead, ok := map[string]string{
				means.Owner: means.User, means.Landlock: means.Root, means.Signals: means.Process,
			}[m.Name]
			if reported != ((m.Sandbox || ok) && !m.InForce && !slices.Contains(names, instead)) {
				t.Errorf("%s: %+v, reported as missing: %v", s.name, m, reported)
			}
		}
		if ways := r.Means().Ways(); len(ways) != 4 || ways[0].What != "ended" ||
			strings.Contains(ways[0].How, "namespace") !=
				slices.Contains(names, means.Process) {
			t.Errorf("%s: with %q, ways are %v", s.name, names, ways)
		}
		open := strings.Join(r.Means().Gaps(), "\n")
		for name, gap := range map[string]string{
			means.Network: "network:", means.Root: "writing:",
			means.Signals: "signals:",
		} {
			covered := slices.Contains(names, name) || gap == "writing:" && confined(r) ||
				gap == "signals:" && slices.Contains(names, means.Process) ||
				gap == "network:" && slices.Contains(names, means.Filter)
			if covered == strings.Contains(open, gap) {
				t.Errorf("%s: with %q, gaps are\n%s", s.name, names, open)
			}
		}
		refused := strings.Join(r.Means().Refusals(), "\n")
		if hasTmp := !confined(r) || slices.Contains(names, means.Root); hasTmp ==
			strings.Contains(refused, "files:") {
			t.Errorf("%s: with %q, refused is\n%s", s.name, names, refused)
		}
	}
}

// A program can write over small files that are beside it: over copies. So each run finds the same.
func TestOldFiles(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{
		"log": 4, "large": 2 << 20, "tool": 0, "script": 0, "tool.out": 0,
	} {
		mode := os.FileMode(0o644)
		if strings.HasPrefix(name, "tool") {
			mode = 0o755
		}
		text := bytes.Repeat([]byte{'o', 'l', 'd', '\n'}, size/4)
		if err := os.WriteFile(filepath.Join(dir, name), text, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const script = `echo new >> log && cat log; [ -x tool.out ] && echo >> tool.out
		for f in *; do [ -L $f ] && echo $f; done; echo`
	for _, s := range settings() {
		if s.options.NoSandbox {
			continue
		}
		r := start(t, s.options)
		for range 2 {
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"/bin/sh", "-c", script, "script"}, Dir: dir, Stdout: out,
			})
			got, _ := os.ReadFile(out)
			const want = "old\nnew\nlarge\nscript\ntool\n\n"
			if err != nil || result.Exit != 0 || string(got) != want {
				t.Errorf("%s: %+v, %v: %q", s.name, result, err, got)
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "log")); err != nil || string(text) != "old\n" {
		t.Errorf("the host's file has %q, %v", text, err)
	}
}

// A program has four environment variables, no capabilities, no core files, no open
// files, and a directory with only links to its files, or copies.
func TestSurroundings(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "data.txt"), []byte("found\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	inherited, err := unix.Open(dir, unix.O_RDONLY, 0) // not close-on-exec
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(inherited)
	t.Setenv("LANG", "POSIX")
	t.Setenv("SECRET", "secret")
	for _, s := range settings() {
		if s.options.NoSandbox {
			continue
		}
		r := start(t, s.options)
		run := func(args ...string) string {
			t.Helper()
			out := filepath.Join(t.TempDir(), "out")
			c := sandbox.Command{Args: args, Dir: dir, Stdout: out}
			result, err := r.Run(context.Background(), c)
			if err != nil || result.Exit != 0 || result.Signal != "" {
				t.Errorf("%s: %q: %+v, %v", s.name, args, result, err)
			}
			text, _ := os.ReadFile(out)
			return string(text)
		}
		var names []string
		for line := range strings.Lines(run("/usr/bin/env")) {
			name, _, _ := strings.Cut(line, "=")
			names = append(names, name)
			if name == "LANG" && line != "LANG=C.UTF-8\n" {
				t.Errorf("%s: %q, want C.UTF-8 everywhere", s.name, line)
			}
		}
		slices.Sort(names)
		names = slices.DeleteFunc(names, func(s string) bool { return s == "TMPDIR" }) // see environment
		if want := []string{"HOME", "LANG", "LSAN_OPTIONS", "PATH"}; !slices.Equal(names, want) {
			t.Errorf("%s: environment %q, want %q", s.name, names, want)
		}
		for range 2 {
			got := run("/bin/sh", "-c", "cat data.txt && ls && echo x >own && "+
				`mkdir -p a/b && (chmod 0 a || :) && [ "$(pwd)" = "$HOME" ]`)
			if got != "found\ndata.txt\n" {
				t.Errorf("%s: the directory of programs has %q", s.name, got)
			}
		}
		status := run(animal(t, "status", "token")...)
		for _, want := range []string{
			"\nNoNewPrivs:\t1\n", "\nCapEff:\t0000000000000000\n", "\nCapBnd:\t0000000000000000\n",
		} {
			if strings.HasPrefix(want, "\nCapBnd") && os.Geteuid() != 0 &&
				!slices.Contains(inForce(r), means.User) {
				continue // only root can clear the bounding set
			}
			if !strings.Contains(status, want) {
				t.Errorf("%s: want %q in %s", s.name, want, status)
			}
		}
		if got := run("/bin/sh", "-c", "ulimit -c"); got != "0\n" {
			t.Errorf("%s: core files of %q", s.name, got)
		}
		if got := run("/bin/echo", "\xff", "", "z"); got != "\xff  z\n" {
			t.Errorf("%s: arguments %q", s.name, got)
		}
		if got := run("/bin/ls", "/proc/self/fd"); got != "0\n1\n2\n3\n" { // 3 is the directory
			t.Errorf("%s: open files %q", s.name, got)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the program's directory has %v, %v", left, err)
	}
}

// The judge's umask may take all rights from others.
func TestUmask(t *testing.T) {
	defer unix.Umask(unix.Umask(0o077))
	for _, s := range settings() {
		want := "0022\n"
		if s.options.NoSandbox {
			want = "0077\n"
		}
		if got := output(t, start(t, s.options), "", "umask"); got != want {
			t.Errorf("%s: umask %q, want %q", s.name, got, want)
		}
	}
}

// Programs wait for the helper: it has a higher priority, or they have a lower one.
func TestNice(t *testing.T) {
	const ours, lower = 3, 13
	runtime.LockOSThread() // this thread starts the helpers, and ends with the test
	unix.Setpriority(unix.PRIO_PROCESS, 0, ours)
	want := ours
	if unix.Setpriority(unix.PRIO_PROCESS, 0, ours-1) != nil {
		want = lower
	}
	unix.Setpriority(unix.PRIO_PROCESS, 0, ours)
	for _, s := range settings() {
		if got := output(t, start(t, s.options), "", "nice"); got != fmt.Sprintln(want) {
			t.Errorf("%s: nice value %s, want %d", s.name, got, want)
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	unix.Capget(&header, &sets[0])
	sets[0].Effective &^= 1 << unix.CAP_SYS_NICE
	unix.Capset(&header, &sets[0])
	got := output(t, start(t, sandbox.Options{}), "", "nice")
	if got != fmt.Sprintln(lower) {
		t.Errorf("without the right to a higher priority: nice value %s, want %d", got, lower)
	}
}

// The judge may have been started with blocked signals. Programs begin with none.
func TestBlockedSignals(t *testing.T) {
	const inner = "TILEJUDGE_TEST_BLOCKED"
	if os.Getenv(inner) != "" {
		result, err := start(t, sandbox.Options{}).Run(t.Context(), sandbox.Command{
			Args: []string{"/bin/grep", "SigBlk:.0*$", "/proc/self/status"}, // sh unblocks signals
		})
		if err != nil || result.Exit != 0 {
			t.Errorf("%+v, %v: signals are blocked", result, err)
		}
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	alarm, before := new(unix.Sigset_t), new(unix.Sigset_t)
	alarm.Val[0] = 1 << (unix.SIGALRM - 1)
	unix.PthreadSigmask(unix.SIG_BLOCK, alarm, before)
	defer unix.PthreadSigmask(unix.SIG_SETMASK, before, nil)
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestBlockedSignals$")
	cmd.Env = append(os.Environ(), inner+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// An argument may lead to a file that is not below the working directory.
func TestBeside(t *testing.T) {
	dir := openDir(t)
	write(t, "fine\n", dir, "b", "file")
	for _, s := range settings() {
		here := filepath.Join(dir, "a")
		if err := os.MkdirAll(here, 0o755); err != nil {
			t.Fatal(err)
		}
		result, err := start(t, s.options).Run(t.Context(), sandbox.Command{
			Args: []string{"/bin/grep", "-q", "fine", "../b/file"}, Dir: here,
		})
		if err != nil || result.Exit != 0 {
			t.Errorf("%s: %+v, %v", s.name, result, err)
		}
	}
}

// A closed runner leaves no directory and no control group.
func TestClose(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, s := range settings() {
		r, err := sandbox.Start(s.options)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Check(context.Background()); err != nil {
			t.Error(err)
		}
		groups := r.Groups()
		r.Close()
		noneLeft(t, groups)
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v are left", s.name, left, err)
		}
	}
}

// noneLeft checks that the directories of a closed runner's control group are gone.
func noneLeft(t *testing.T, groups []string) {
	t.Helper()
	for _, dir := range groups {
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("control group %s is left: %v", dir, err)
		}
	}
}
