//go:build unix

package export_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/judgetest"
)

// A checker that takes too long ends with the code of a judge's error, not by the signal.
func TestLateChecker(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a checker of its own")
	}
	t.Parallel()
	program := compileFor(t, "checker", []*formats.Format{judgetest.Format("poj-1077")}, "-O0")
	dir := t.TempDir()
	input, output := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	err := os.WriteFile(output, []byte("r\n"), 0o666)
	if err = errors.Join(err, syscall.Mkfifo(input, 0o666)); err != nil {
		t.Fatal(err)
	}
	for judge, want := range map[string]int{"hustoj": 3, "ejudge": 6, "testlib": 3} {
		cmd := exec.Command(program, judge, input, output, output)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waits, err := os.OpenFile(input, os.O_WRONLY, 0) // as soon as the checker opens it
		if err == nil {
			err = cmd.Process.Signal(syscall.SIGALRM)
		}
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); err != nil || code != want {
			t.Errorf("%s: %v, %v, want exit code %d", judge, cmd.ProcessState, err, want)
		}
		waits.Close()
	}
}
