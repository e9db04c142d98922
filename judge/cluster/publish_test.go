package cluster_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilejudge/judge/cluster"
)

// Without hard links, several workers find the same as one, even if a worker died when it was about
// to publish a part.
func TestNoLinks(t *testing.T) {
	cluster.ShortOwnership()
	b := createSplit(t, t.TempDir(), hard, 20*time.Millisecond, func(s *cluster.Spec) {
		s.NoLinks = true
	})
	done := filepath.Join(b.Dir(), "parts", "000", "000001.done")
	if err := os.WriteFile(done+".own0", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	for range 3 {
		go func() { ended <- workSplit(t.Context(), t, b) }()
	}
	for range 3 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	checkSplit(t, b, hard)
	if _, err := os.Stat(done + ".own1"); err != nil {
		t.Error("nobody took over the name of a part: ", err)
	}
}

// The time of the file system is that of a file written now. Where nothing can be written, there is
// a time all the same, and nothing is left behind.
func TestNow(t *testing.T) {
	b := createSplit(t, t.TempDir(), hard, time.Minute)
	before := b.Now()
	file := filepath.Join(b.Dir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if after := b.Now(); info.ModTime().Before(before) || after.Before(info.ModTime()) {
		t.Errorf("Now = %v and %v, and a file between them is of %v", before, after, info.ModTime())
	}
	left, err := filepath.Glob(filepath.Join(b.Dir(), ".now-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	if err := os.RemoveAll(b.Dir()); err != nil {
		t.Fatal(err)
	}
	if b.Now().IsZero() {
		t.Error("without a directory there is no time")
	}
}
