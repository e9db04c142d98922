package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// No file of a worker is written through a link that another user of the batch has put there.
func TestLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(outside, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(outside)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	link := func(name string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(outside, name); err != nil {
			t.Skip("no links here:", err)
		}
		return name
	}
	link("journal.try.live")
	s := signs{journal: link("journal.try"), now: func() time.Time { return time.Unix(0, 0) }}
	s.searching(nil)
	s.give()
	if err := touch(link("000001.claim0")); err == nil {
		t.Error("touch followed a link")
	}
	link("found")
	if err := (&shared{dir: dir}).addSolution(); err == nil {
		t.Error("addSolution followed a link")
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "precious" {
		t.Errorf("found %q outside, %v", text, err)
	}
	if after, err := os.Stat(outside); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the time of the file outside has changed to %v, %v", after.ModTime(), err)
	}
}

// A pipe in the place of a file has no writer, and a device has no end: nobody may wait for one.
func TestPipes(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "pipe"), os.DevNull} {
		if name != os.DevNull {
			if err := exec.Command("mkfifo", name).Run(); err != nil {
				t.Skip("no pipes here:", err)
			}
		}
		var v any
		_, _, err := new(Batch).openJournal(name, 0)
		_, err2 := lastSeconds(name)
		if err3 := read(name, &v); err == nil || err2 == nil || err3 == nil {
			t.Errorf("%s: %v, %v, %v; want errors", name, err, err2, err3)
		}
		if text, ok := readKept(name); ok {
			t.Errorf("%s: found %q, want nothing", name, text)
		}
	}
}
