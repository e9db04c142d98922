package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-shellwords"
	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
)

// A target is what programs attack, and what shows afterwards whether they could.
type target struct {
	t       *testing.T
	home    string // a directory of the judge: with secret, cases, fifo, server, marker
	animals string // the attacks in C
	port    string
	took    time.Duration
}

func newTarget(t *testing.T) *target {
	bin, _ := os.Getwd()
	z := &target{t: t, home: t.TempDir(), animals: filepath.Join(bin, "zoo")}
	for name, text := range map[string]string{
		"secret": "secret", "other.out": "42\n", "marker": "stays", "cases/1.out": "expected\n",
		"cases/1.in": "1\n", "solution": "#!/bin/sh\nexit 1\n",
	} {
		write(t, text, filepath.Dir(filepath.Join(z.home, name)), filepath.Base(name))
	}
	os.Chmod(filepath.Join(z.home, "secret"), 0o600)
	os.Chmod(filepath.Join(z.home, "solution"), 0o755)
	if err := unix.Mkfifo(filepath.Join(z.home, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(filepath.Join(z.home, "fifo"), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	const session = unix.KEY_SPEC_SESSION_KEYRING
	key, err := unix.AddKey("user", "the judge's", []byte("secret"), session)
	if err == nil {
		t.Cleanup(func() { unix.KeyctlInt(unix.KEYCTL_UNLINK, key, session, 0, 0) })
	} else if err != unix.ENOSYS && err != unix.EPERM {
		t.Fatal(err)
	}
	z.port = z.listen("tcp", "127.0.0.1:0")
	z.listen("unix", "@"+z.port)
	write(t, fmt.Sprintln(z.home, z.port, os.Getpid()), z.home, "input")
	link := filepath.Join(os.TempDir(), "s"+strconv.Itoa(os.Getpid())) // addresses are short
	z.listen("unix", link)
	if err := os.Rename(link, filepath.Join(z.home, "server")); err != nil {
		t.Fatal(err)
	}
	return z
}

// listen serves one of the judge's addresses, and reports every connection.
func (z *target) listen(network, address string) (port string) {
	l, err := net.Listen(network, address)
	if err != nil {
		z.t.Fatal(err)
	}
	z.t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			z.t.Errorf("a program has connected to %s %s", network, address)
			c.Close()
		}
	}()
	if tcp, ok := l.Addr().(*net.TCPAddr); ok {
		return strconv.Itoa(tcp.Port)
	}
	return ""
}

// attack runs a program and checks its verdict and what it has left.
func (z *target) attack(r *sandbox.Runner, a *attack) {
	z.t.Helper()
	word := token(15)
	limits := sandbox.Limits{Wall: 8 * time.Second, Memory: 64 << 20, Output: 1 << 20, Processes: 24}
	switch a.limit {
	case sandbox.CPU:
		limits.CPU, limits.Processes, limits.Memory = 100*time.Millisecond, 1000, 512<<20
	case sandbox.Wall:
		limits.Wall = 250 * time.Millisecond
	case sandbox.Scratch:
		limits.Memory, limits.Output = 1<<30, 512<<20
	case sandbox.Memory:
		limits.Output, limits.Processes = 512<<20, 64
	case sandbox.Processes:
		limits.Memory = 512 << 20
	}
	out := filepath.Join(os.TempDir(), "out")
	before := z.traces("")
	begin := time.Now()
	c := sandbox.Command{
		Args: z.command(a, word), Dir: os.TempDir(), Stdin: filepath.Join(z.home, "input"),
		Stdout: out, Limits: limits,
	}
	if a.line != "" {
		c.Own = []string{}
	}
	result, err := r.Run(context.Background(), c)
	if start := new(sandbox.StartError); a.cannot && errors.As(err, &start) {
		err = nil
	} else if a.cannot {
		z.t.Errorf("%s: %s%s: started: %v", a.promise, a.line, a.source, err)
	}
	took := time.Since(begin)
	z.took += took
	what := fmt.Sprintf("%s: %s%s%s", a.promise, a.name, a.line,
		strings.Join(strings.Fields(a.source), " "))
	if stderr := result.Stderr[:min(len(result.Stderr), 200)]; err != nil || !a.allows(&result) {
		result.Stderr = nil
		z.t.Errorf("%s: %+v, %v, want limit %q (or refused: %v)\n%s", what, result, err, a.limit,
			a.refused, stderr)
	}
	late := lateness()
	lateCPU := late * time.Duration(runtime.NumCPU())
	if took > limits.Wall+late || limits.CPU > 0 && result.CPU > limits.CPU+lateCPU {
		z.t.Errorf("%s: ended after %v, %v of CPU time", what, took, result.CPU)
	}
	var info unix.Stat_t
	if unix.Stat(out, &info) != nil || info.Size > limits.Output+1 ||
		info.Blocks*512 > 4*limits.Output {
		z.t.Errorf("%s: its output has %d bytes, %d blocks", what, info.Size, info.Blocks)
	}
	if after := z.traces(word); after != before {
		z.t.Errorf("%s: afterwards\n%s\nbefore\n%s", what, after, before)
	}
}

// allows reports whether a program may end with a result.
func (a *attack) allows(r *sandbox.Result) bool {
	switch {
	case r.HelperKilled:
		return false
	case r.Exceeded != sandbox.None:
		return r.Exceeded == a.limit || r.Exceeded == a.or
	default:
		return a.fails || r.Exit == 0 && r.Signal == "" && (a.refused || a.limit == sandbox.None)
	}
}

// command returns the command line of an attack.
func (z *target) command(a *attack, word string) []string {
	text := strings.NewReplacer("TOKEN", word, "HOME", z.home, "JUDGE", strconv.Itoa(os.Getpid())).
		Replace(a.source)
	switch {
	case a.line != "":
		words, err := shellwords.Parse(strings.ReplaceAll(a.line, "HOME", z.home))
		if err != nil {
			z.t.Fatal(err)
		}
		return words
	case strings.HasPrefix(text, "#!"):
		script := write(z.t, text, os.TempDir(), "script")
		if err := os.Chmod(script, 0o755); err != nil {
			z.t.Fatal(err)
		}
		return []string{script}
	case strings.HasPrefix(text, "#"):
		return []string{"python3", "-c", text, word}
	case text != "":
		return []string{"/bin/sh", "-c", text, word}
	default:
		return []string{z.animals, a.name, word}
	}
}

// lateness returns how late a run may end after its limit: on a busy machine, where the helper has
// to wait for a processor too, as long as killed processes may take to end.
func lateness() time.Duration {
	text, _ := os.ReadFile("/proc/loadavg")
	var load, load5, load15 float64
	var running int
	fmt.Sscanf(string(text), "%g %g %g %d/", &load, &load5, &load15, &running)
	if load > 2 || running > 2 {
		return sandbox.KillTime
	}
	return slack
}

// traces describes all that a program could have changed: files, mounts, IPC objects, keys,
// and processes and files with its word.
func (z *target) traces(word string) string {
	var b strings.Builder
	filepath.WalkDir(z.home, func(path string, d fs.DirEntry, _ error) error {
		info, err := d.Info()
		if err == nil && info.Mode().IsRegular() {
			text, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %v %q\n", path, info.Mode(), text)
		} else if err == nil {
			fmt.Fprintf(&b, "%s %v\n", path, info.Mode())
		}
		return nil
	})
	for _, name := range []string{"shm", "sem", "msg"} {
		text, _ := os.ReadFile("/proc/sysvipc/" + name)
		fmt.Fprintf(&b, "%d lines of %s\n", bytes.Count(text, []byte("\n")), name)
	}
	for _, name := range []string{"/proc/keys", "/proc/self/mountinfo"} {
		if text, _ := os.ReadFile(name); bytes.Contains(text, []byte("tilejudge-zoo")) {
			fmt.Fprintf(&b, "%s has something new\n", name)
		}
	}
	if word == "" {
		return b.String()
	}
	for _, dir := range []string{"/tmp", "/var/tmp", "/dev/shm", "/run", "/etc", os.TempDir()} {
		if found, _ := filepath.Glob(filepath.Join(dir, "*"+word+"*")); len(found) > 0 {
			fmt.Fprintf(&b, "files %q\n", found)
		}
	}
	if pids := left(word); len(pids) > 0 {
		fmt.Fprintf(&b, "processes %v\n", pids)
	}
	return b.String()
}

// fullDisk runs programs whose output does not fit on the judge's disk. Whether they notice
// or not, that is an error of the system, not of the program.
func fullDisk(t *testing.T, r *sandbox.Runner) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=256k"); err != nil {
		t.Fatal(err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	out := filepath.Join(disk, "out")
	for script, fails := range map[string]bool{
		"head -c 1M /dev/zero":       true,
		"head -c 1M /dev/zero; true": true,
		"head -c 64K /dev/zero":      false,
		"exit 1":                     false,
	} {
		_, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{"/bin/sh", "-c", script}, Stdout: out,
			Limits: sandbox.Limits{Wall: 8 * time.Second, Output: 8 << 20},
		})
		named := err != nil && strings.Contains(err.Error(), out)
		if fails != errors.Is(err, unix.ENOSPC) || fails != named {
			t.Errorf("%s: %v, want an error with %s: %v", script, err, out, fails)
		}
	}
}
