package sandbox_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/sandbox"
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
	// A judge where parts of /proc are hidden, as in most containers.
	zoo["zoo-masked"] = func([]string) {
		if err := unix.Mount("tmpfs", "/proc/fs", "tmpfs", unix.MS_RDONLY, ""); err != nil {
			fmt.Print("cannot hide a part of /proc: ", err)
			return
		}
		r, err := sandbox.Start(sandbox.Options{})
		if err == nil {
			err = r.Check(context.Background())
		}
		fmt.Print(err)
		for _, m := range r.Means() {
			if m.Name == sandbox.MeansProc || m.Name == sandbox.MeansRoot {
				fmt.Printf(" %s %v", m.Name, m.InForce)
			}
		}
	}
}

// rooted returns the runners of all settings in which programs have a root.
func rooted(t *testing.T, o sandbox.Options) map[string]*sandbox.Runner {
	found := make(map[string]*sandbox.Runner)
	for _, s := range settings {
		s.options.Mount, s.options.Hide, s.options.Network = o.Mount, o.Hide, o.Network
		r, err := sandbox.Start(s.options)
		if err != nil {
			continue // a network is wanted that there is not
		}
		t.Cleanup(func() { r.Close() })
		if slices.Contains(inForce(r), sandbox.MeansRoot) {
			found[s.name] = r
		}
	}
	if len(found) == 0 {
		sandbox.Lack(t, sandbox.MeansRoot, "see doctor")
	}
	return found
}

// A program finds nothing of the host but the system and its own files.
func TestRoot(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	dir := filepath.Join(temp, "contest", "alice")
	write(t, "own", dir, "data")
	write(t, "secret", temp, "contest", "bob.out")
	write(t, "secret", temp, "tilejudge-run-1", "0.out")
	write(t, "secret", dir, ".git", "x")
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "/run/no/such:"+os.Getenv("PATH"))
	for name, r := range rooted(t, sandbox.Options{}) {
		for script, want := range map[string]string{
			"cat " + dir + "/data":                              "own",
			"ls -A " + temp:                                     "contest\n",
			"ls -A " + temp + "/contest":                        "alice\n",
			"ls -A " + dir:                                      "data\n",
			"ls -A /run /home /boot /sys /srv":                  "/run:\ntilejudge\ntilejudge.below\n",
			"ls /etc/shadow /etc/hostname":                      "",
			"cat /etc/passwd | wc -l":                           "1\n",
			"ls -d /proc/1/root/* /proc/1/fd/*":                 "",
			"cat /proc/1/environ":                               "",
			"readlink /proc/1/exe /proc/1/cwd":                  "",
			"find / $prune -type p -print -o -type s -print":    "",
			"find / $prune -perm /222 -type f -writable -print": "",
			"find /dev -type b":                                 "",
			// If it has no user of its own, the program may write to /run/tilejudge as well.
			"find / $prune -type d -writable -mindepth 3 -print | sort": "/run/tilejudge/home\n" +
				"/run/tilejudge/shm\n/run/tilejudge/tmp\n/run/tilejudge/vartmp\n",
			"echo x >/tmp/x && cat /tmp/x":       "x\n",
			"ls -A /tmp /var/tmp | grep -v Test": "/tmp:\n\n/var/tmp:\n",
		} {
			const prune = "prune='-path /usr -prune -o -path /dev -prune -o -path /proc -prune -o -path /root -prune -o'; "
			got := output(t, r, dir, prune+script+" 2>/dev/null")
			if got != want {
				t.Errorf("%s: %s: %q, want %q", name, script, got, want)
			}
		}
	}
}

// A file that replaces a hidden answer during a run stays hidden.
func TestReplacedAnswer(t *testing.T) {
	dir := t.TempDir()
	answer := write(t, "secret", dir, "cases", "1.out")
	alone := write(t, "secret", dir, "2.out")
	write(t, "", dir, "sub", "x")
	for name, r := range rooted(t, sandbox.Options{Hide: []string{filepath.Dir(answer), alone}}) {
		os.Remove(filepath.Join(dir, "sub", "go"))
		out := filepath.Join(t.TempDir(), "out")
		done := make(chan error, 1)
		go func() {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"sh", "-c", "echo ready; until test -e " + dir + "/sub/go; do :; done; " +
					"cat " + answer + " " + alone + "; ls " + dir}, Dir: dir, Stdout: out,
				Limits: sandbox.Limits{Wall: 20 * time.Second},
			})
			if err == nil && result.Exceeded != sandbox.None {
				err = fmt.Errorf("exceeded %v", result.Exceeded)
			}
			done <- err
		}()
		for text := ""; text != "ready\n"; {
			b, _ := os.ReadFile(out)
			text = string(b)
		}
		for _, path := range []string{answer, alone} {
			if err := os.Rename(write(t, "secret", dir, "new"), path); err != nil {
				t.Fatal(err)
			}
		}
		write(t, "", dir, "sub", "go")
		err := <-done
		text, _ := os.ReadFile(out)
		if err != nil || string(text) != "ready\nsub\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// The judge's own binary is nowhere to be found, unless it is the program.
func TestOwnBinary(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, tools := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(dir, "solver"), filepath.Join(tools, "fast")} {
		if err := os.Link(self, path); err != nil {
			sandbox.Lack(t, "binary of tests among temporary files", err)
		}
	}
	copied := filepath.Join(tools, filepath.Base(self))
	if err := os.Link(self, copied); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	word := token(9)
	for name, r := range rooted(t, sandbox.Options{}) {
		for _, path := range []string{"./solver", dir + "/solver", self, copied, "fast", "/proc/1/exe"} {
			if got := output(t, r, dir, path+" zoo-answer "+word); got != "" {
				t.Errorf("%s: %s answers %q", name, path, got)
			}
		}
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{"./solver", "zoo-exit", word}, Dir: dir})
		if err != nil || result.Exit != 7 {
			t.Errorf("%s: as the program: %+v, %v", name, result, err)
		}
	}
}

// Programs see what is mounted, and cannot change it.
func TestMount(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("TMPDIR", t.TempDir()) // or the home is hidden as a temporary file
	file := write(t, "table", home, "data", "table")
	write(t, "secret", home, "mail")
	for name, r := range rooted(t, sandbox.Options{Mount: []string{filepath.Dir(file)}}) {
		got := output(t, r, home, "cat "+file+"; echo x >"+file+"; ls "+home+"; cat data/table")
		if got != "tabledata\ntable" {
			t.Errorf("%s: %q", name, got)
		}
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{"cat", filepath.Join(home, "mail", "..", "mail")}, Dir: "/"})
		if err != nil || result.Exit != 0 { // it is named
			t.Errorf("%s: %+v, %v", name, result, err)
		}
		result, err = r.Run(context.Background(), sandbox.Command{
			Args: []string{"sh", "-c", "cat " + home + "/mail"}, Dir: home})
		if err != nil || result.Exit != 1 || result.Unseen != home+"/mail" {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
	for _, path := range []string{"/", "/proc/1", "/dev", home + "/none"} {
		if sandbox.CheckMount(path) == nil {
			t.Errorf("%s can be mounted", path)
		}
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
	o := sandbox.Without(sandbox.MeansNetwork)
	o.Network = true
	if r, err := sandbox.Start(o); err == nil {
		r.Close()
		t.Error("programs can have the network of the host")
	}
}

// A program that has a user of its own can use its streams and scratch directory, but not
// read what only the judge may read.
func TestOwner(t *testing.T) {
	dir := t.TempDir()
	private := write(t, "secret", dir, "private")
	if err := os.Chmod(private, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, r := range rooted(t, sandbox.Options{}) {
		owned := slices.Contains(inForce(r), sandbox.MeansOwner)
		got := output(t, r, dir, "cat private >/dev/null && echo read; "+
			"echo x >/dev/stderr && : >>/dev/stdout && echo y >own && id -u && id -G && id -un")
		lines := strings.Fields(got)
		if owned && (len(lines) != 3 || lines[0] == fmt.Sprint(os.Getuid()) || lines[1] != lines[0]) {
			t.Errorf("%s: %q, with a user of its own", name, got)
		}
		if len(lines) == 0 || lines[len(lines)-1] != "program" {
			t.Errorf("%s: %q, want the name of the user", name, got)
		}
	}
}

// A program cannot open its input or output again with other rights.
func TestReopen(t *testing.T) {
	for _, s := range settings {
		r := start(t, s.options)
		means := inForce(r)
		if !slices.Contains(means, sandbox.MeansLandlock) {
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
	for _, means := range isolating {
		if means != sandbox.MeansLandlock {
			without = append(without, means)
		}
	}
	r := start(t, sandbox.Without(without...))
	if !slices.Contains(inForce(r), sandbox.MeansLandlock) {
		sandbox.Lack(t, sandbox.MeansLandlock, "see doctor")
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
		sandbox.Lack(t, sandbox.MeansUser, fmt.Sprintf("%v %s", err, out))
	}
	if want := "<nil> own /proc false own root true"; string(out) != want {
		t.Errorf("%q, want %q", out, want)
	}
}

// Nothing is left of a run for the next one.
func TestNothingStays(t *testing.T) {
	for name, r := range rooted(t, sandbox.Options{}) {
		for range 2 {
			got := output(t, r, t.TempDir(), "for d in . /tmp /var/tmp /dev/shm; do "+
				"test -e $d/left && echo $d; mkdir -p $d/left/a; chmod 0 $d/left; done")
			if got != "" {
				t.Errorf("%s: %q is left", name, got)
			}
		}
	}
}
