package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"tilejudge/judge/program/sandbox"
)

// In the sandbox the working directory has the input, and nothing of the directory where the
// input is.
func TestFileAlone(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for _, name := range []string{in, filepath.Join(dir, "in.ans")} {
		if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := start(t, sandbox.Options{})
	_, err := r.Run(context.Background(), sandbox.Command{
		Args: animal(t, "names", token(9), "{input}"), Dir: t.TempDir(), File: in, Stdout: out,
	})
	names, readErr := os.ReadFile(out)
	if err != nil || readErr != nil || string(names) != "case.in ----------\n" {
		t.Errorf("the working directory has %q, %v, %v", names, err, readErr)
	}
}
