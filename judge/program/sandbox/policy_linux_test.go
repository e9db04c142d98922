package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

func init() {
	zoo["zoo-watch"] = func([]string) {
		if _, err := unix.InotifyInit1(0); err != nil {
			os.Exit(1)
		}
	}
}

// A program may make the calls that a policy adds, and without the policy may not.
func TestPolicy(t *testing.T) {
	path := write(t, "inotify_init1 # to wait for a file", t.TempDir(), "policy")
	calls, err := sandbox.ReadPolicy(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings() {
		for wanted, added := range [][]uint32{1: nil, 0: calls} {
			s.options.Calls = added
			r := start(t, s.options)
			if !slices.Contains(inForce(r), means.Filter) {
				continue
			}
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: animal(t, "watch", token(9))})
			if err != nil || result.Exit != wanted || result.Signal != "" {
				t.Errorf("%s, with %v: %+v, %v, want exit status %d", s.name, added, result, err, wanted)
			}
		}
	}
}

// What is no policy is an error with the name of the file.
func TestNoPolicy(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		dir, filepath.Join(dir, "none"), "/dev/zero", write(t, "read\nrede", dir, "wrong"),
		write(t, strings.Repeat("x", 1<<17), dir, "long"),
	} {
		if _, err := sandbox.ReadPolicy(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
