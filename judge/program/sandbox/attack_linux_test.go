package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// rooted returns the runners of all settings in which programs have a root.
func rooted(t *testing.T, o sandbox.Options) map[string]*sandbox.Runner {
	found := make(map[string]*sandbox.Runner)
	for _, s := range settings() {
		s.options.Mount, s.options.Hide, s.options.Network = o.Mount, o.Hide, o.Network
		r, err := sandbox.Start(s.options)
		if err != nil {
			continue // the options ask for a network that there is not
		}
		t.Cleanup(func() { r.Close() })
		if slices.Contains(inForce(r), means.Root) {
			found[s.name] = r
		}
	}
	if len(found) == 0 {
		lack.Skip(t, means.Root, "see doctor")
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
	// A program sees what PATH names, so that the listings below hold for this one.
	t.Setenv("PATH", "/run/no/such:/usr/local/bin:/usr/bin:/bin")
	for name, r := range rooted(t, sandbox.Options{}) {
		for script, want := range map[string]string{
			"cat " + dir + "/data":       "own",
			"ls -A " + temp:              "contest\n",
			"ls -A " + temp + "/contest": "alice\n",
			"ls -A " + dir:               "data\n",
			"ls -A /run /home /boot /sys /srv": "/run:\n" +
				"tilejudge.below\ntilejudge.scratch\n",
			"ls /etc/shadow /etc/hostname":                   "",
			"cut -d: -f1 /etc/passwd | paste -sd +":          "program+root+nobody\n",
			"ls -d /proc/1/root/* /proc/1/fd/*":              "",
			"cat /proc/1/environ":                            "",
			"readlink /proc/1/exe /proc/1/cwd":               "",
			"find / $prune -type p -print -o -type s -print": "",
			"find / $prune -perm /222 -type f -writable -print": "" + // a copy
				"/run/tilejudge.scratch/home/data\n",
			"find /dev -type b": "",
			// If it has no user of its own, the program may write to /run/tilejudge.scratch as well.
			"find / $prune -type d -writable -print | grep -xv /run/tilejudge.scratch | sort": "" +
				"/run/tilejudge.scratch/home\n" +
				"/run/tilejudge.scratch/shm\n/run/tilejudge.scratch/tmp\n/run/tilejudge.scratch/vartmp\n",
			"echo x >/tmp/x && cat /tmp/x":       "x\n",
			"ls -A /tmp /var/tmp | grep -v Test": "/tmp:\n\n/var/tmp:\n",
		} {
			const prune = "prune='-path /usr -prune -o -path /dev -prune -o " +
				"-path /proc -prune -o -path /root -prune -o'; "
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
			lack.Skip(t, "binary of tests among temporary files", err)
		}
	}
	copied := filepath.Join(tools, filepath.Base(self))
	if err := os.Link(self, copied); err != nil {
		t.Fatal(err)
	}
	usual := filepath.Join(tools, "tilejudge") // another file: that of a package
	if err := os.WriteFile(usual, []byte("#!/bin/sh\necho other\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	renamed := filepath.Join(t.TempDir(), "quick")
	if text, err := os.ReadFile(self); err != nil || os.WriteFile(renamed, text, 0o755) != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":"+filepath.Dir(renamed)+":"+os.Getenv("PATH"))
	word := token(9)
	for name, r := range rooted(t, sandbox.Options{}) {
		for _, path := range []string{"./solver", dir + "/solver", self, copied, "fast", usual,
			renamed, "/proc/1/exe"} {
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
	if err := os.Chmod(filepath.Dir(home), 0o711); err != nil {
		t.Fatal(err)
	}
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
		if err != nil || result.Exit != 0 { // the command names it
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

// A program that has a user of its own can use its streams and scratch directory, but not
// read what only the judge may read.
func TestOwner(t *testing.T) {
	dir := t.TempDir()
	private := write(t, "secret", dir, "private")
	if err := os.Chmod(private, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, r := range rooted(t, sandbox.Options{}) {
		owned := slices.Contains(inForce(r), means.Owner)
		got := output(t, r, dir, "cat private >/dev/null && echo read; "+
			"echo x >/dev/stderr && : >>/dev/stdout && echo y >own && id -u && id -G && id -un")
		lines := strings.Fields(got)
		if owned && (len(lines) != 3 || lines[1] != lines[0]) {
			t.Errorf("%s: %q, with a user of its own", name, got)
		}
		if len(lines) == 0 || lines[len(lines)-1] != "program" {
			t.Errorf("%s: %q, want the name of the user", name, got)
		}
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

// A program that is beside more files than can be shown one by one is not started. There may be
// fewer files if they are a contestant's.
func TestManyFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("makes too many files")
	}
	dir := t.TempDir()
	program := write(t, "#!/bin/sh\n", dir, "program")
	write(t, "", dir, ".hidden")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	r := start(t, sandbox.Options{})
	if !slices.Contains(inForce(r), means.Root) {
		lack.Skip(t, means.Root, "see doctor")
	}
	made := 0
	for _, tt := range []struct {
		files  int
		own    []string
		starts bool
	}{{9000, nil, true}, {9000, []string{program, dir}, false}, {1 << 16, nil, false}} {
		for ; made < tt.files; made++ {
			if err := os.Symlink("program", filepath.Join(dir, fmt.Sprint(made))); err != nil {
				t.Fatal(err)
			}
		}
		_, err := r.Run(context.Background(), sandbox.Command{Args: []string{program}, Own: tt.own})
		if tt.starts && err != nil || !tt.starts && !errors.As(err, new(*sandbox.StartError)) {
			t.Errorf("%d files, own %q: %v, want that it starts: %v", tt.files, tt.own, err, tt.starts)
		}
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
}
