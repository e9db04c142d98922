package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// A surrounding is a way to run the judge itself.
type surrounding struct {
	name  string
	lacks []string // means that it lacks, or lacks on some machines
	enter func(*syscall.SysProcAttr) error
	begin func() error // makes the rest in the judge, and starts it again; or nil

	mounts bool // it has mounts of its own, and may make more
}

// groupMeans has no spare capacity, so each append makes a copy.
var groupMeans = slices.Clip([]string{
	means.Cgroup, means.Memory, means.Processes,
})

// spaceMeans are groupMeans and the means that need namespaces.
var spaceMeans = slices.Clip(append(groupMeans, means.User, means.Process,
	means.Root, means.Proc, means.Network, means.IPC,
	means.Names))

// anybody is the user ID of the judge if it shall not be root's.
const anybody = 65534

var surroundings = []surrounding{
	{name: "root", enter: needRoot},
	{name: "user", lacks: append(groupMeans, means.Owner),
		enter: func(attr *syscall.SysProcAttr) error {
			if os.Geteuid() == 0 {
				attr.Credential = &syscall.Credential{Uid: anybody, Gid: anybody}
			}
			return nil
		}},
	{name: "root of a user namespace", lacks: append(groupMeans, means.Owner), mounts: true,
		enter: func(attr *syscall.SysProcAttr) error {
			attr.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS
			attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
			attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
			return nil
		}},
	{name: "user without user namespaces", lacks: append(spaceMeans, means.Owner),
		begin: forbidNamespaces,
		enter: func(attr *syscall.SysProcAttr) error {
			user, group := os.Getuid(), os.Getgid()
			if user == 0 { // whose processes the kernel does not limit
				user, group = anybody, anybody
			}
			attr.Cloneflags = unix.CLONE_NEWUSER
			attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: anybody, HostID: user, Size: 1}}
			attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: anybody, HostID: group, Size: 1}}
			attr.Credential = &syscall.Credential{Uid: anybody, Gid: anybody, NoSetGroups: true}
			attr.AmbientCaps = []uintptr{unix.CAP_SYS_RESOURCE}
			return nil
		}},
	{name: "root in a container", lacks: spaceMeans, begin: contain,
		enter: func(attr *syscall.SysProcAttr) error {
			attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC
			return needRoot(attr)
		}},
}

// needRoot returns an error unless this is root.
func needRoot(*syscall.SysProcAttr) error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("needs root")
	}
	return nil
}

// surroundEnv is set in a judge that TestAttacks starts: it has the number of the
// surrounding.
const surroundEnv = "TILEJUDGE_TEST_SURROUNDING"

// forbidNamespaces takes from this process the right that it was given to forbid user
// namespaces, after it has done so.
func forbidNamespaces() error {
	err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	if err == nil {
		err = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	}
	if err == nil {
		err = os.Setenv(surroundEnv+"_READY", "1")
	}
	if err == nil {
		err = unix.Exec("/proc/self/exe", os.Args, os.Environ())
	}
	return err
}

// TestAttacks runs the whole zoo in each surrounding.
func TestAttacks(t *testing.T) {
	for i := range surroundings {
		if s := &surroundings[i]; s.name == os.Getenv(surroundEnv) {
			attackAll(t, s)
			return
		}
	}
	bin := openDir(t)
	animals := filepath.Join(bin, "zoo")
	build(t, animals)
	compileTo(t, filepath.Join(bin, "vfork"), "testdata/vfork.c")
	plantPipe(t, filepath.Join(bin, "pipes"))
	write(t, "expected\n", bin, "jury", "1.out")
	judge := copySelf(t, bin)
	for _, s := range surroundings {
		t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
			attr := new(syscall.SysProcAttr)
			if err := s.enter(attr); err != nil {
				lack.Skip(t, "root", err)
			}
			cmd := exec.Command(judge, "-test.run=^TestAttacks$",
				fmt.Sprint("-test.short=", testing.Short()), fmt.Sprint("-test.v=", testing.Verbose()))
			cmd.SysProcAttr, cmd.Dir = attr, bin
			home := openDir(t)
			cmd.Env = append(os.Environ(), surroundEnv+"="+s.name, "TMPDIR="+home, "SECRET=secret",
				"PATH="+bin+":"+os.Getenv("PATH"))
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState == nil {
				lack.Skip(t, s.name, err)
			}
			if t.Logf("%s", out); err != nil {
				t.Error(err)
			}
		})
	}
}

// copySelf copies this program to a directory, where other users can start it.
func copySelf(t *testing.T, dir string) (path string) {
	t.Helper()
	path = filepath.Join(dir, "judge")
	self, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		err = os.WriteFile(path, self, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// openDir makes a temporary directory that every user can use.
func openDir(t *testing.T) string {
	dir := t.TempDir()
	for path := dir; ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err != nil || info.Mode()&0o1 != 0 && path != dir {
			break
		}
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// plantPipe makes a pipe that everybody may use, in a directory below that of the attacks.
func plantPipe(t *testing.T, dir string) {
	path := filepath.Join(dir, "fifo")
	err := os.Mkdir(dir, 0o755)
	err = errors.Join(err, unix.Mkfifo(path, 0o600), os.Chmod(path, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
}

// build builds the attacks in C.
func build(t *testing.T, path string) {
	t.Helper()
	sources, err := filepath.Glob("testdata/zoo/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("found %d sources, %v", len(sources), err)
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		lack.Skip(t, "gcc", "install the package gcc")
	}
	compileTo(t, path, sources...)
}

// compileTo compiles a C program.
func compileTo(t *testing.T, path string, sources ...string) {
	t.Helper()
	args := append([]string{"-O1", "-w", "-pthread", "-o", path}, sources...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}

// attackAll is the judge in a surrounding. SANDBOX_ATTACK names one attack to run, and
// SANDBOX_RUNS says how often.
func attackAll(t *testing.T, s *surrounding) {
	if s.begin != nil && os.Getenv(surroundEnv+"_READY") == "" {
		t.Fatal(s.begin())
	}
	runtime.LockOSThread() // or the helper, started by another thread, has the usual priority
	unix.Setpriority(unix.PRIO_PROCESS, 0, -1)
	for _, resource := range []int{unix.RLIMIT_NICE, unix.RLIMIT_RTPRIO} {
		unix.Setrlimit(resource, &unix.Rlimit{Cur: 20, Max: 20}) // root may do this
	}
	z := newTarget(t)
	options := sandbox.Options{Hide: []string{
		filepath.Join(z.home, "cases"), filepath.Join(filepath.Dir(z.animals), "jury"),
	}}
	r, err := sandbox.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	has := inForce(r)
	for _, m := range r.Means() {
		if !m.InForce && !slices.Contains(s.lacks, m.Name) && m.Name != "sub-reaper" {
			if t.Logf("no %s: %s", m.Name, m.Missing); !lack.May(m.Name) {
				t.Errorf("this machine may not lack the %s", m.Name)
			}
		}
	}
	_, noPython := exec.LookPath("python3")
	if noPython != nil && !lack.May("python3") {
		t.Error(noPython)
	}
	count, wanted, runs := 0, os.Getenv("SANDBOX_ATTACK"), 1
	if n, err := strconv.Atoi(os.Getenv("SANDBOX_RUNS")); err == nil && wanted != "" {
		runs = n
	}
	for i := range attacks {
		a := &attacks[i]
		if wanted != "" && a.name != wanted {
			continue
		}
		if noPython != nil && strings.HasPrefix(a.source, "#") {
			continue
		}
		if covered(a.needs, has) && (wanted != "" || !testing.Short() || i%16 == 5) { // quick ones
			for range runs {
				z.attack(r, a)
			}
			count++
		}
	}
	if slices.Contains(has, means.User) && s.mounts {
		fullDisk(t, r)
	}
	result, err := r.Run(context.Background(), sandbox.Command{ // see TestVfork
		Args:   []string{filepath.Join(filepath.Dir(z.animals), "vfork")},
		Limits: sandbox.Limits{Wall: 8 * time.Second, Memory: 64 << 20},
	})
	if err != nil || result.Exceeded != sandbox.None || result.Exit != 0 {
		t.Errorf("vfork: %+v, %v", result, err)
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
	groups := r.Groups()
	r.Close()
	noneLeft(t, groups)
	files := openFiles(t)
	if r, err = sandbox.Start(options); err != nil {
		t.Fatalf("start another helper: %v", err)
	}
	r.Close()
	if n := openFiles(t); n > files {
		t.Errorf("a helper leaves %d files open", n-files)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "tilejudge-*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	t.Logf("%s: %d of %d attacks in %v", s.name, count, len(attacks), z.took.Round(time.Millisecond))
}

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// covered reports whether the means have all that is needed.
func covered(needs, means []string) bool {
	return !slices.ContainsFunc(needs, func(need string) bool {
		return !slices.ContainsFunc(strings.Split(need, "|"), func(one string) bool {
			return slices.Contains(means, one)
		})
	})
}
