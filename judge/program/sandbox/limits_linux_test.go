package sandbox_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/proc"
)

// No program is quick enough to lift a limit before it is fixed.
func TestLimitsBeforeStart(t *testing.T) {
	quick := compile(t, "lift.c")
	limits := sandbox.Limits{CPU: time.Second, Wall: 8 * time.Second, Output: 1 << 20, Processes: 8}
	runs := 50
	if testing.Short() {
		runs = 10
	}
	for _, s := range settings() {
		r := start(t, s.options)
		for range runs {
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{quick}, Stdout: out, Limits: limits,
			})
			text, _ := os.ReadFile(out)
			if err != nil || result.Exit != 0 || result.Signal != "" || len(text) > 0 {
				t.Fatalf("%s: lifted %q: %+v, %v", s.name, text, result, err)
			}
		}
	}
}

// The time of a program that ends while it is measured counts once.
func TestTimeCountsOnce(t *testing.T) {
	burns := compile(t, "burn.c")
	runs := 20
	if testing.Short() {
		runs = 2
	}
	for _, s := range settings() {
		r := start(t, s.options)
		for range runs {
			out := filepath.Join(t.TempDir(), "out")
			c := sandbox.Command{Args: []string{burns}, Stdout: out}
			result, err := r.Run(context.Background(), c)
			text, _ := os.ReadFile(out)
			own, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			if took := int64(result.CPU); err != nil || own == 0 || took > own+3*own/4 {
				t.Fatalf("%s: took %d ns: %+v, %v", s.name, own, result, err)
			}
		}
	}
}

// Killed threads may need seconds until their calls end: the run still has exceeded its limit.
func TestLateEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("it keeps all processors busy for many seconds")
	}
	zoo := filepath.Join(t.TempDir(), "zoo")
	build(t, zoo)
	input := write(t, "home port 0", t.TempDir(), "input")
	r := start(t, sandbox.Options{})
	result, err := r.Run(context.Background(), sandbox.Command{
		Args: []string{zoo, "seek_maps", token(9)}, Stdin: input,
		Limits: sandbox.Limits{CPU: time.Second, Wall: 2 * time.Second},
	})
	if err != nil || result.Exceeded != sandbox.CPU && result.Exceeded != sandbox.Wall {
		t.Errorf("%+v, %v, want that it exceeds its time", result, err)
	}
}

// A limit of memory may be below what the helper has.
func TestLowMemoryLimit(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		for range 5 {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"sh", "-c", "/bin/true; echo"}, Limits: sandbox.Limits{Memory: 6 << 20},
			})
			if err != nil || result.Exceeded != sandbox.None {
				t.Errorf("%s: %+v, %v", s.name, result, err)
			}
		}
	}
}

// A program may have 4N+64 threads, where those of the helper count as its own, too.
func TestManyThreads(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: animal(t, "many", token(0)), Limits: sandbox.Limits{Processes: 1},
		})
		if err != nil || result.Exceeded != sandbox.None || result.Exit != 0 {
			t.Errorf("%s: %+v, %s, %v", s.name, result, result.Stderr, err)
		}
	}
}

// What a program has open counts little if it holds little.
func TestOpenFiles(t *testing.T) {
	program := compile(t, "open.c")
	for _, s := range settings() {
		r := start(t, s.options)
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{program}, Limits: sandbox.Limits{Memory: 64 << 20, Processes: 64},
		})
		if err != nil || result.Exceeded != sandbox.None || result.Exit != 0 {
			t.Errorf("%s: %+v, %v", s.name, result, err)
		}
	}
}

// What sockets of a network hold counts, also where a control group does not count that.
func TestDatagrams(t *testing.T) {
	program := compile(t, "cork.c")
	for name, r := range rooted(t, sandbox.Options{Network: true}) {
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{program}, Limits: sandbox.Limits{Memory: 64 << 20, Processes: 64},
		})
		if err != nil || result.Exceeded != sandbox.Memory {
			t.Errorf("%s: %+v, %v, want that it exceeds its memory", name, result, err)
		}
	}
}

// A program ends soon if it keeps others from a directory.
func TestStuck(t *testing.T) {
	if testing.Short() {
		t.Skip("keeps the kernel busy for seconds")
	}
	begin := time.Now()
	result, err := start(t, settings()[0].options).Run(context.Background(), sandbox.Command{
		Args: []string{compile(t, "stuck.c")}, Limits: sandbox.Limits{Wall: 50 * time.Second},
	})
	if err != nil || result.Exceeded != sandbox.Wall || time.Since(begin) > 40*time.Second {
		t.Errorf("%+v, %v after %v", result, err, time.Since(begin))
	}
}

// Neither the time nor the space of copying its input counts for a program.
func TestLargeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("copies large files")
	}
	input := write(t, "", t.TempDir(), "input")
	if err := os.Truncate(input, sandbox.MaxScratch+1<<20); err != nil {
		t.Fatal(err)
	}
	for _, s := range settings() {
		r := start(t, s.options)
		begin := ownCPU()
		os.ReadFile(input)
		reading := ownCPU() - begin // some 20 times that of the program
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{"sh", "-c", "sleep 0.2; : " + sandbox.InputMark}, File: input,
		})
		if err != nil || result.Exceeded != sandbox.None || result.CPU > reading/2 {
			t.Errorf("%s: %+v, %v; reading took %v", s.name, result, err, reading)
		}
	}
}

// ownCPU returns the CPU time of this process.
func ownCPU() time.Duration {
	var usage unix.Rusage
	unix.Getrusage(unix.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Time for which a program waits for a processor may not count as wall time.
func TestWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	burns := compile(t, "burn.c")
	runtime.LockOSThread() // the thread ends with the test, and so does its restriction
	if err := unix.SchedSetaffinity(0, &unix.CPUSet{1}); err != nil {
		lack.Skip(t, "processor 0", err)
	}
	r := start(t, sandbox.Options{})
	for range 6 {
		args := animal(t, "busy", token(9))
		busy := exec.Command(args[0], args[1:]...)
		busy.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // each session has its share of time
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		defer busy.Wait()
		defer busy.Process.Kill()
	}
	limits := sandbox.Limits{CPU: 2 * time.Second, Wall: 1500 * time.Millisecond, Wait: time.Minute}
	short := "for i in $(seq 8); do $0; done" // each takes some 20 ms
	for _, tt := range []struct {
		args []string
		want sandbox.Limit
	}{
		{[]string{burns, "3"}, sandbox.None},
		{[]string{"sh", "-c", short, burns}, sandbox.None},
		{[]string{"sleep", "60"}, sandbox.Wall},
	} {
		c := sandbox.Command{Args: tt.args, Limits: limits}
		if result, err := r.Run(context.Background(), c); err != nil || result.Exceeded != tt.want {
			t.Errorf("%q: %+v, %v, want limit %v", tt.args, result, err, tt.want)
		}
	}
}

// Time for which a program waits for a directory that another one has locked does not count either.
func TestLockedDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "it may handle page faults")
	}
	locks := compile(t, "lockdir.c")
	for _, s := range settings() {
		s.options.Mount = []string{openDir(t)}
		dir := filepath.Dir(write(t, "", s.options.Mount[0], "data", "1"))
		r := start(t, s.options)
		locker := exec.Command(locks, dir)
		if err := locker.Start(); err != nil {
			t.Fatal(err)
		}
		for blocked := false; !blocked; time.Sleep(10 * time.Millisecond) {
			threads := fmt.Sprintf("%d/task/", locker.Process.Pid)
			names, err := os.ReadDir("/proc/" + threads)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				s, _ := proc.ReadStat(threads + name.Name())
				blocked = blocked || s.Blocked
			}
		}
		for _, tt := range []struct {
			wait time.Duration
			want sandbox.Limit
		}{{0, sandbox.Wall}, {time.Minute, sandbox.None}} {
			if tt.wait > 0 {
				time.AfterFunc(time.Second, func() { locker.Process.Kill() })
			}
			result, err := r.Run(context.Background(), sandbox.Command{
				Args:   []string{"sh", "-c", "ls " + dir},
				Limits: sandbox.Limits{CPU: time.Second, Wall: 300 * time.Millisecond, Wait: tt.wait},
			})
			if err != nil || result.Exceeded != tt.want {
				t.Errorf("%s, %v: %+v, %v, want limit %v", s.name, tt.wait, result, err, tt.want)
			}
		}
		locker.Wait()
	}
}

// A short output takes a whole block of the disk, which is more than a low limit allows.
func TestLowOutputLimit(t *testing.T) {
	for _, s := range settings() {
		result, err := start(t, s.options).Run(context.Background(), sandbox.Command{
			Args: []string{"echo"}, Stdout: filepath.Join(t.TempDir(), "out"),
			Limits: sandbox.Limits{Output: 1},
		})
		if err != nil || result.Exceeded != sandbox.None {
			t.Errorf("%s: %+v, %v", s.name, result, err)
		}
	}
}

// A standard output that is in memory does not count as the program's memory, and what earlier
// programs have left there, or in the scratch directory, does not, either. But a long file that
// takes no memory hides none, nor does what an earlier program has written to standard error.
func TestOutputInMemory(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "tilejudge-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, s := range settings() {
		r := start(t, s.options)
		for _, most := range []int64{64 << 20, 0} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args:   []string{"dd", "if=/dev/zero", "bs=1M", "count=50"},
				Stdout: filepath.Join(dir, fmt.Sprint(s.name, most)),
				Limits: sandbox.Limits{Wall: 20 * time.Second, Memory: 24 << 20, Output: most},
			})
			if err != nil || result.Exit != 0 || result.Exceeded != sandbox.None {
				t.Errorf("%s, at a limit of output of %d: %+v, %v", s.name, most, result, err)
			}
		}
		const hog = "dd if=/dev/zero bs=16M count=1 | sleep " // dd waits for sleep
		for _, tt := range []struct {
			script string
			limit  int64 // MiB
			want   sandbox.Limit
		}{
			{"head -c 50M /dev/zero >&2", 24, sandbox.None},
			{hog + "5 & " + hog + "5; wait", 24, sandbox.Memory},
			{"truncate -s 50M /dev/stdout; " + hog + "5 & " + hog + "5; wait", 24, sandbox.Memory},
			{"head -c 200M /dev/zero > left", 256, sandbox.None},
			{hog + "1", 24, sandbox.None},
		} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"sh", "-c", tt.script}, Dir: t.TempDir(),
				Stdout: filepath.Join(dir, s.name),
				Limits: sandbox.Limits{
					Wall: 20 * time.Second, Memory: tt.limit << 20, Output: 256 << 20},
			})
			if err != nil || result.Exit != 0 || result.Exceeded != tt.want {
				t.Errorf("%s: %s: %+v, %v", s.name, tt.script, result, err)
			}
		}
	}
}

// On a disk that short files could fill, programs write their output to memory, and can't use that
// as memory: it would not count.
func TestOutputCopied(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("", dir, "tmpfs", 0, "nr_inodes=0"); err != nil { // looks like btrfs
		lack.Skip(t, "mounts", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	for _, part := range []string{"disk", "lower", "upper", "work"} {
		if err := os.Mkdir(filepath.Join(dir, part), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	disk := filepath.Join(dir, "disk")
	options := fmt.Sprintf("lowerdir=%s/lower,upperdir=%[1]s/upper,workdir=%[1]s/work", dir)
	if err := unix.Mount("", disk, "overlay", 0, options); err != nil {
		lack.Skip(t, "mounts", err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	for _, s := range settings() {
		r := start(t, s.options)
		out := filepath.Join(disk, s.name)
		for _, tt := range []struct{ script, want string }{
			{"printf a; truncate -s 3 /dev/stdout; printf b >> /dev/stdout", "a\x00\x00b"},
			{"printf a; if cat <&1; then printf b; fi 2> /dev/null", "a"},
			{"head -c 100000 /dev/zero; : > /dev/stdout", ""},
		} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"sh", "-c", tt.script}, Stdout: out,
				Limits: sandbox.Limits{Wall: 20 * time.Second, Output: 64 << 20},
			})
			got, _ := os.ReadFile(out)
			if err != nil || result.Exit != 0 || string(got) != tt.want {
				t.Errorf("%s: %s: %q, want %q: %+v, %v", s.name, tt.script, got, tt.want, result, err)
			}
		}
	}
}

// The error for something that cannot be a program says what it is.
func TestOddPrograms(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o755); err != nil {
		t.Fatal(err)
	}
	server, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if err := os.Symlink("pipe", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, o := range []sandbox.Options{{}, {NoSandbox: true}} {
		r := start(t, o)
		for name, want := range map[string]string{
			"./pipe": "a pipe", "./link": "a pipe", "./socket": "a socket",
			"/dev/null": "a device", dir: "a directory",
		} {
			_, err := r.Run(context.Background(), sandbox.Command{Args: []string{name}, Dir: dir})
			want = "cannot start \"" + name + "\": found " + want + ", expected a program"
			if err == nil || err.Error() != want {
				t.Errorf("%v: %v, want %s", o, err, want)
			}
		}
	}
}
