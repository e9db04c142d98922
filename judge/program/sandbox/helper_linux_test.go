package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// A program that sends its parent each signal that can be caught, or makes its output
// unreadable, harms neither its own run nor the next one.
func TestHelperStays(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		for _, script := range []string{
			"for s in 1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 20 21 22 24 25 26 29 30 31; do " +
				"kill -$s $PPID; done; echo 42",
			"echo 42; chmod 0 /proc/self/fd/1",
		} {
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{"/bin/sh", "-c", script}, Stdout: out,
				Limits: sandbox.Limits{Wall: 5 * time.Second},
			})
			info, _ := os.Stat(out)
			text, _ := os.ReadFile(out)
			if err != nil || result.Exceeded != sandbox.None || string(text) != "42\n" ||
				info.Mode()&0o600 != 0o600 {
				t.Errorf("%s: %s: %+v, %v, %v, %q", s.name, script, result, err, info.Mode(), text)
			}
			if err := r.Check(context.Background()); err != nil {
				t.Errorf("%s: %s: afterwards: %v", s.name, script, err)
			}
		}
	}
}

// Who kills all processes of the judge's name leaves the helper, which then ends the program.
func TestHelperName(t *testing.T) {
	start(t, sandbox.Options{})
	helpers := left("__runner")
	for _, pid := range helpers {
		args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		name, _, _ := strings.Cut(string(args), "\x00")
		if filepath.Base(name) == filepath.Base(os.Args[0]) {
			t.Errorf("the helper is called as the judge is: %q", args)
		}
	}
	if len(helpers) == 0 {
		t.Error("found no helper")
	}
}

// If a program kills or stops the helper where nothing prevents it, that is a failure of the
// program. The next run has a new helper. Children of the judge that no helper has started stay.
func TestHelperKilled(t *testing.T) {
	word, other := token(9), token(9)
	daemon := exec.Command("sleep", other)
	daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	defer daemon.Wait()
	defer daemon.Process.Kill()
	r := start(t, sandbox.Without(append(isolating, means.Signals)...))
	result, err := r.Run(context.Background(), sandbox.Command{
		Args: []string{"/bin/sh", "-c", "sleep " + word + " & kill -9 $PPID; sleep " + word},
	})
	if err != nil || !result.HelperKilled {
		t.Errorf("%+v, %v, want one whose helper was killed", result, err)
	}
	if pids := left(word); len(pids) > 0 {
		t.Errorf("processes %v are left", pids)
	}
	if pids := left(other); len(pids) != 1 {
		t.Errorf("processes %v of another session are left, want one", pids)
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
}
