package sandbox_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
)

// If a program may not be started, or its files read, by the user that programs have of
// their own, the error explains that.
func TestNotRoots(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root can try")
	}
	r := start(t, sandbox.Options{})
	if !covered([]string{sandbox.MeansOwner, sandbox.MeansRoot}, inForce(r)) {
		lack.Skip(t, sandbox.MeansOwner, "or no own root")
	}
	dir := filepath.Join(t.TempDir(), "private")
	script := write(t, "#!/bin/sh\n", dir, "script")
	run := func(args ...string) error {
		t.Helper()
		_, err := r.Run(context.Background(), sandbox.Command{Args: args, Dir: dir})
		return err
	}
	steps := []struct {
		change func() error
		fails  bool
	}{
		{func() error { return os.Chmod(script, 0o700) }, true},
		{func() error { return os.Chown(script, 1, 1) }, true},
		{func() error { return os.Chmod(script, 0o755) }, false},
		{func() error { return errors.Join(os.Chown(dir, 1, 1), os.Chmod(dir, 0o700)) }, true},
	}
	for i, step := range steps {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"./script"}, {"sh", "script"}} {
			var start *sandbox.StartError
			err := run(args...)
			told := errors.As(err, &start) &&
				strings.Contains(err.Error(), "may not read the program")
			if told != step.fails || !step.fails && err != nil {
				t.Errorf("step %d: %q: %v, want an error: %v", i, args, err, step.fails)
			}
		}
	}
}
