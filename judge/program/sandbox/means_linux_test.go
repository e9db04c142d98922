package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"net"
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

func init() {
	// A program that talks to itself over the loopback device, or to a server.
	zoo["zoo-loopback"] = func(args []string) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			_, err = net.Dial("tcp", listener.Addr().String())
		}
		if err == nil {
			fmt.Print("itself")
		}
		if _, err := net.Dial("tcp", args[1]); err == nil {
			fmt.Print(" and others")
		}
	}
	// It leaves a port that the kernel keeps in use for a minute.
	zoo["zoo-port"] = func([]string) {
		server, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		at := &unix.SockaddrInet4{Port: 5000, Addr: [4]byte{127, 0, 0, 1}}
		err = errors.Join(err, unix.Bind(server, at), unix.Listen(server, 1))
		client, err2 := net.Dial("tcp", "127.0.0.1:5000")
		accepted, _, err3 := unix.Accept(server)
		if errors.Join(err, err2, err3, unix.Close(accepted)) != nil {
			os.Exit(1)
		}
		client.Read(make([]byte, 1))
		client.Close()
	}
	// A program that fills connections which nobody accepts, and prints how many bytes they hold.
	zoo["zoo-connect"] = func([]string) {
		server, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		at := &unix.SockaddrInet4{Port: 5000, Addr: [4]byte{127, 0, 0, 1}}
		unix.SetsockoptInt(server, unix.SOL_SOCKET, unix.SO_RCVBUF, 64<<20)
		if errors.Join(err, unix.Bind(server, at), unix.Listen(server, 4096)) != nil {
			os.Exit(1)
		}
		held, block := 0, make([]byte, 1<<20)
		for range 60 {
			client, _ := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_NONBLOCK, 0)
			unix.SetsockoptInt(client, unix.SOL_SOCKET, unix.SO_SNDBUF, 64<<20)
			unix.Connect(client, at)
			for n, err := 1, error(nil); n > 0 && err == nil; {
				n, err = unix.Write(client, block)
				held += max(n, 0)
			}
		}
		fmt.Print(held)
	}
	// A judge where parts of /proc are hidden, as in most containers.
	zoo["zoo-masked"] = func([]string) {
		if err := unix.Mount("tmpfs", "/proc/fs", "tmpfs", unix.MS_RDONLY, ""); err != nil {
			fmt.Print("cannot hide a part of /proc: ", err)
			return
		}
		checkRoot()
	}
	// A judge in a chroot, or where something is missing.
	zoo["zoo-chroot"] = func(args []string) {
		err := enterChroot(args[1], args[2])
		if err == nil && args[2] == "no /dev/full" {
			err = makeDevices("null", "zero", "random", "urandom")
		}
		if err != nil {
			fmt.Print("cannot make a chroot: ", err)
			return
		}
		checkRoot()
	}
	// A judge in a process namespace that has the /proc of the outer one.
	zoo["zoo-outer"] = func(args []string) {
		r, err := sandbox.Start(sandbox.Without(isolating...))
		if err != nil {
			fmt.Print(err)
			return
		}
		result, err := r.Run(context.Background(), sandbox.Command{
			Args:   []string{"sh", "-c", "sleep $0 & exec sleep $0", args[0]},
			Limits: sandbox.Limits{Wall: 200 * time.Millisecond},
		})
		fmt.Print(result.Exceeded, result.Memory < 4<<20, err)
	}
	// A judge where /proc hides the processes that a user may not trace.
	zoo["zoo-hiding"] = func(args []string) {
		dir := args[1]
		// A program that nobody may read cannot be traced.
		modes := map[string]os.FileMode{"shown": 0o555, "hidden": 0o111}
		sleep, err := os.ReadFile("/bin/sleep")
		for name, mode := range modes {
			name = filepath.Join(dir, name)
			err = errors.Join(err, os.WriteFile(name, sleep, 0o700), os.Chmod(name, mode))
		}
		err = errors.Join(err, unix.Mount("proc", "/proc", "proc", 0, "hidepid=2"))
		err = errors.Join(err, syscall.Setgroups(nil), syscall.Setgid(anybody), syscall.Setuid(anybody))
		if err != nil {
			fmt.Print("cannot hide processes: ", err)
			return
		}
		r, err := sandbox.Start(sandbox.Without(isolating[:len(isolating)-1]...)) // but with Landlock
		if err != nil {
			fmt.Print(err)
			return
		}
		for _, name := range []string{"shown", "hidden"} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"sh", "-c", "./$0 1", name}, Dir: dir,
				Limits: sandbox.Limits{Wall: 8 * time.Second},
			})
			fmt.Printf("%d %v ", result.Exit, err)
		}
	}
}

// checkRoot is a judge that prints whether it works and programs have a root.
func checkRoot() {
	r, err := sandbox.Start(sandbox.Options{})
	if err == nil {
		err = r.Check(context.Background())
		defer r.Close()
	}
	fmt.Print(err)
	for _, m := range r.Means() {
		if m.Name == means.Proc || m.Name == means.Root {
			fmt.Printf(" %s %v", m.Name, m.InForce)
		}
	}
}

// enterChroot makes a chroot from this system in a directory. Its root is a mount, or a plain
// directory.
func enterChroot(dir, kind string) error {
	const bind = unix.MS_BIND | unix.MS_REC
	err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	if kind == "a mount" {
		err = errors.Join(err, unix.Mount("/", dir, "", bind, ""))
		return errors.Join(err, unix.Chroot(dir), unix.Chdir("/"))
	}
	entries, _ := os.ReadDir("/")
	for _, e := range entries {
		at, from := filepath.Join(dir, e.Name()), "/"+e.Name()
		target, isLink := os.Readlink(from)
		switch {
		case isLink == nil:
			err = errors.Join(err, os.Symlink(target, at))
		case e.IsDir() && (e.Name() != "sys" || kind != "no /sys"):
			err = errors.Join(err, os.Mkdir(at, 0o755), unix.Mount(from, at, "", bind, ""))
		}
	}
	return errors.Join(err, unix.Chroot(dir), unix.Chdir("/"))
}

// makeDevices makes a /dev that has some devices only.
func makeDevices(names ...string) error {
	minors := map[string]uint32{"null": 3, "zero": 5, "random": 8, "urandom": 9}
	err := unix.Mount("tmpfs", "/dev", "tmpfs", 0, "mode=755")
	for _, name := range names {
		device := int(unix.Mkdev(1, minors[name]))
		err = errors.Join(err, unix.Mknod("/dev/"+name, unix.S_IFCHR|0o666, device),
			os.Chmod("/dev/"+name, 0o666))
	}
	return err
}

// Programs have a root in a chroot, too. Where they can have none, they still run.
func TestChroot(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "run the tests as root")
	}
	for kind, want := range map[string]string{
		"a mount": "true", "a directory": "true", "no /dev/full": "true", "no /sys": "false",
	} {
		out, err := judgeIn(t, openDir(t), "zoo-chroot", token(9), openDir(t), kind).CombinedOutput()
		want = fmt.Sprintf("<nil> own /proc %s own root %[1]s", want)
		if err != nil || string(out) != want {
			t.Errorf("%s: %q, %v, want %q", kind, out, err, want)
		}
	}
}

// Processes are measured and ended where their numbers in /proc are those of another namespace.
func TestOuter(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "run the tests as root")
	}
	word := token(9)
	args := animal(t, "outer", word)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID}
	out, err := cmd.CombinedOutput()
	if want := "wall time true <nil>"; err != nil || string(out) != want || len(left(word)) > 0 {
		t.Errorf("%q, %v, want %q", out, err, want)
	}
}

// judgeIn makes a copy of this program in an open directory, where its temporary files are to be,
// too. It starts the copy with mounts of its own.
func judgeIn(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(copySelf(t, dir), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	return cmd
}

// A process that /proc hides is ended.
func TestHiding(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for a second")
	}
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "run the tests as root")
	}
	dir := openDir(t)
	out, err := judgeIn(t, dir, "zoo-hiding", token(9), dir).CombinedOutput()
	if want := "0 <nil> 137 <nil> "; err != nil || string(out) != want {
		t.Errorf("%q, %v, want %q", out, err, want)
	}
}

// With a network a program reaches itself and nobody else.
func TestLoopback(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, network := range []bool{false, true} {
		for name, r := range rooted(t, sandbox.Options{Network: network}) {
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: animal(t, "loopback", token(9), listener.Addr().String()), Stdout: out})
			text, _ := os.ReadFile(out)
			if err != nil || result.Exit != 0 || (string(text) == "itself") != network {
				t.Errorf("%s, network %v: %q, %+v, %v", name, network, text, result, err)
			}
		}
	}
	o := sandbox.Without(means.Network)
	o.Network = true
	if r, err := sandbox.Start(o); err == nil {
		r.Close()
		t.Error("programs can have the network of the host")
	}
}

// The network of a program has nothing of the program before.
func TestNetworkIsNew(t *testing.T) {
	for name, r := range rooted(t, sandbox.Options{Network: true}) {
		for i := range 2 {
			result, err := r.Run(context.Background(), sandbox.Command{Args: animal(t, "port", token(9))})
			if err != nil || result.Exit != 0 {
				t.Errorf("%s, run %d: %+v, %v", name, i, result, err)
			}
		}
	}
}

// Connections hold little memory, whatever buffers they ask for, and if nobody accepts them.
func TestFullConnections(t *testing.T) {
	for name, r := range rooted(t, sandbox.Options{Network: true}) {
		out := filepath.Join(t.TempDir(), "out")
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: animal(t, "connect", token(9)), Stdout: out})
		text, _ := os.ReadFile(out)
		held, _ := strconv.Atoi(string(text))
		const least, most = 64 << 10, 8 << 20
		if err != nil || result.Exit != 0 || held < least || held > most {
			t.Errorf("%s: %q bytes, %+v, %v, want %d to %d", name, text, result, err, least, most)
		}
	}
}

// A program cannot open its input or output again with other rights.
func TestReopen(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		has := inForce(r)
		if !slices.Contains(has, means.Landlock) {
			continue
		}
		dir := t.TempDir()
		input := write(t, "input", dir, "1.in")
		out := filepath.Join(dir, "out")
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{"sh", "-c", "echo out; (echo x <>/proc/self/fd/1); (echo x >>/proc/self/fd/0); " +
				"(cat </proc/self/fd/1); cat /proc/self/fd/0"}, Stdin: input, Stdout: out,
		})
		text, _ := os.ReadFile(out)
		if err != nil || result.Exit != 0 || string(text) != "out\ninput" {
			t.Errorf("%s: %+v, %v, %q", s.name, result, err, text)
		}
	}
}

// Landlock alone keeps a program from the files and processes of others.
func TestLandlock(t *testing.T) {
	var without []string
	for _, name := range isolating {
		if name != means.Landlock {
			without = append(without, name)
		}
	}
	r := start(t, sandbox.Without(without...))
	if !slices.Contains(inForce(r), means.Landlock) {
		lack.Skip(t, means.Landlock, "see doctor")
	}
	dir, other := t.TempDir(), t.TempDir()
	write(t, "own", dir, "data")
	answer := write(t, "secret", dir, "cases", "1.out")
	secret := write(t, "secret", other, "secret")
	if err := os.Chmod(other, 0o777); err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		"cat data && echo x >own && cat own":                   "ownx\n",
		"cat " + secret + "; ls " + other:                      "",
		"echo x >" + secret + " || echo x >" + other + "/x; :": "",
		"cat " + answer: "secret",
		"kill -9 $PPID; kill -9 " + fmt.Sprint(os.Getpid()):      "",
		"cd /; echo $TMPDIR >&2; mktemp >/dev/null && echo made": "made\n",
	} {
		if got := output(t, r, dir, script); got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
	o := sandbox.Without(without...)
	o.Hide = []string{filepath.Dir(answer)}
	if got := output(t, start(t, o), dir, "cat data "+answer); got != "own" {
		t.Errorf("hidden: %q", got)
	}
	if text, _ := os.ReadFile(secret); string(text) != "secret" {
		t.Errorf("written: %q", text)
	}
}

// Where parts of /proc are hidden, programs see other processes, and the report says so.
func TestMaskedProc(t *testing.T) {
	args := animal(t, "masked", token(9))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.Output()
	if err != nil || strings.HasPrefix(string(out), "cannot") {
		lack.Skip(t, means.User, fmt.Sprintf("%v %s", err, out))
	}
	if want := "<nil> own /proc false own root true"; string(out) != want {
		t.Errorf("%q, want %q", out, want)
	}
}
