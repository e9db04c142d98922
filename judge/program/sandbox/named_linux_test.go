package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
)

func init() {
	zoo["zoo-direct"] = func(args []string) {
		os.WriteFile(args[1], []byte("text"), 0o644)
		unix.FcntlInt(1, unix.F_SETFL, unix.O_DIRECT)
	}
}

// A program cannot make the judge fail by flags of the file that is also the judge's.
func TestFileDirect(t *testing.T) {
	dir := t.TempDir()
	in, out := write(t, "", dir, "in"), filepath.Join(dir, "out")
	for _, s := range settings() {
		result, err := start(t, s.options).Run(context.Background(), sandbox.Command{
			Args: animal(t, "direct", token(9), "{output}"), File: in, Stdout: out,
		})
		text, _ := os.ReadFile(out)
		if err != nil || result.Exit != 0 || string(text) != "text" {
			t.Errorf("%s: %q, %+v, %v", s.name, text, result, err)
		}
	}
}

// In the sandbox the working directory has the input, whose name on the host may be any, and
// nothing of the directory where the input is.
func TestFileAlone(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in\xff"), filepath.Join(dir, "out")
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
