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
	err := os.WriteFile(input, []byte("1 2 3 4 5 6 7 x 8\n"), 0o666)
	if err = errors.Join(err, syscall.Mkfifo(output, 0o666)); err != nil {
		t.Fatal(err)
	}
	for judge, want := range map[string]int{"hustoj": 3, "ejudge": 6, "testlib": 3} {
		args := []string{judge, input, output, input}
		if judge == "hustoj" {
			args = []string{judge, input, input, output}
		}
		cmd := exec.Command(program, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waits, err := os.OpenFile(output, os.O_WRONLY, 0) // as soon as the checker opens it
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
