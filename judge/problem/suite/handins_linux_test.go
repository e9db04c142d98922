package suite_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/problem/suite"
)

// A file or directory that becomes a pipe after it was listed does not keep the judge waiting for a
// writer.
func TestHandInPipe(t *testing.T) {
	dir := directory(t, "a.txt b/out.txt c.txt")
	h, err := suite.FindHandIns(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for i, name := range []string{"a.txt", "b"} {
		path := filepath.Join(dir, name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
		if f, err := h.Open(&h.All[i]); err == nil {
			f.Close()
			t.Errorf("%s, a pipe, was opened", name)
		}
	}
}
