package suite_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/problem/suite"
)

// A file that becomes a pipe after it was listed does not keep the judge waiting for a writer.
func TestHandInPipe(t *testing.T) {
	dir := directory(t, "a.txt b.txt")
	h, err := suite.FindHandIns(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	os.Remove(filepath.Join(dir, "a.txt"))
	if err := unix.Mkfifo(filepath.Join(dir, "a.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = h.Open(&h.All[0])
	if want := "is not a regular file"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
