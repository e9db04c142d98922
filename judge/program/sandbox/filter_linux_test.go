package sandbox_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// The filter refuses what a judged program must not do: above all to connect to a local
// server of the judge's user, which would run commands outside.
func TestFilter(t *testing.T) {
	calls := compile(t, "calls.c")
	server := filepath.Join(t.TempDir(), "server")
	listener, err := net.Listen("unix", server)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, s := range settings() {
		r := start(t, s.options)
		has := inForce(r)
		if !slices.Contains(has, means.Filter) {
			if !s.options.NoSandbox && (runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64") {
				t.Errorf("%s: there is no filter: %q", s.name, r.Means().Degraded())
			}
			continue
		}
		counted := ""
		if slices.Contains(has, means.Memory) {
			counted = "counted"
		}
		shared := "shared"
		if slices.Contains(has, means.Root) || slices.Contains(has, means.Owner) {
			shared = ""
		}
		out := filepath.Join(t.TempDir(), "out")
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: []string{calls, counted, server, shared}, Stdout: out,
			Limits: sandbox.Limits{Wall: 5 * time.Second},
		})
		text, _ := os.ReadFile(out)
		if err != nil || result.Exit != 0 || result.Signal != "" || len(text) > 0 {
			t.Errorf("%s: %+v, %v\n%s", s.name, result, err, text)
		}
	}
}

// What languages need at run time works in spite of the filter and the limits.
func TestLanguages(t *testing.T) {
	dir := t.TempDir()
	write(t, `class Sum { public static void main(String[] a) throws Exception {
		Thread t = new Thread(() -> System.out.println(6 * 7)); t.start(); t.join(); } }`,
		dir, "Sum.java")
	threads := compile(t, "threads.c")
	for _, args := range [][]string{
		{threads},
		animal(t, "threads", token(9)),
		{"python3", "-c",
			"import threading as t; h = t.Thread(target=print, args=(6*7,)); h.start(); h.join()"},
		{"perl", "-e", `print qx(echo 42)`},
		{"java", "-Xmx64m", "Sum.java"},
		{"node", "-e", "const {Worker} = require('worker_threads'); " +
			"new Worker('console.log(6*7)', {eval: true})"},
	} {
		if _, err := exec.LookPath(args[0]); err != nil {
			if t.Logf("no %s", args[0]); !lack.May(args[0]) {
				t.Error(err)
			}
			continue
		}
		if exec.Command(args[0], "-version").Run() != nil && args[0] == "java" {
			t.Log("java does not run here") // as on a machine with little memory
			continue
		}
		for _, s := range settings() {
			r := start(t, s.options)
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: args, Dir: dir, Stdout: out, Limits: sandbox.Limits{Wall: 20 * time.Second, Processes: 8},
			})
			text, _ := os.ReadFile(out)
			if err != nil || result.Exit != 0 || result.Signal != "" || string(text) != "42\n" {
				t.Errorf("%s, %q: %q, exit %d, %s, %v, %v\n%s", s.name, args[0], text,
					result.Exit, result.Signal, result.Exceeded, err, result.Stderr)
			}
		}
	}
}

func init() {
	// A program that sends its output and two sockets, through each of these.
	zoo["zoo-send"] = func([]string) {
		fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		for _, to := range fds {
			if err == nil {
				err = unix.Sendmsg(to, []byte("x"), unix.UnixRights(1, fds[0], fds[1]), nil, 0)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// The kernel does not keep files that a program has sent and nobody has received. Where no group
// counts what they hold, none can be sent.
func TestSentFiles(t *testing.T) {
	for name, r := range rooted(t, sandbox.Options{Network: true}) {
		counts := slices.Contains(inForce(r), means.Memory)
		out := filepath.Join(t.TempDir(), "out")
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: animal(t, "send", "token"), Stdout: out})
		if err != nil || (result.Exit == 0) != counts {
			t.Fatalf("%s: %+v, %v", name, result, err)
		}
		f, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		err = unix.EAGAIN
		for deadline := time.Now().Add(5 * time.Second); err == unix.EAGAIN; {
			// Only a file that nobody else has open can have a lease.
			_, err = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
			if time.Now().After(deadline) {
				break
			}
		}
		if err != nil {
			t.Errorf("%s: the output is still open: %v", name, err)
		}
	}
}
