package suite_test

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/suite"
)

// A student may have moved another's private file into the own directory, and would hand it in. So
// may a directory in which it is. A private directory is no part of the hand-in.
func TestPrivateHandIn(t *testing.T) {
	const own, alice = 0, 54321
	for _, tt := range []struct {
		owner, of int // of the directory and of the file
		mode      os.FileMode
		name      string // of the file
		want      bool
	}{
		{alice, alice, 0o600, "out.txt", true}, {alice, own, 0o644, "out.txt", true},
		{alice, own, 0o600, "out.txt", false}, {own, own, 0o600, "out.txt", true},
		{own, alice, 0o600, "out.txt", true}, {alice, own, 0o600, "own/out.txt", false},
		{alice, own, 0o644, "own/out.txt", true},
	} {
		dir := directory(t, "a/"+tt.name+" a/jury/feedback b/out.txt")
		a := filepath.Join(dir, "a")
		file, jury := filepath.Join(a, tt.name), filepath.Join(a, "jury") // no part of the hand-in
		err := cmp.Or(os.Chown(file, tt.of, tt.of), os.Chmod(file, tt.mode),
			os.Chmod(jury, 0o700), os.Chown(a, tt.owner, tt.owner))
		if err != nil {
			lack.Skip(t, "the rights of root", err)
		}
		h, err := suite.FindHandIns(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		f, err := h.Open(&h.All[0])
		if err == nil {
			f.Close()
		}
		if (err == nil) != tt.want {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

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
