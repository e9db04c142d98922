package cluster_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilejudge/judge/cluster"
)

// Without hard links, workers find together what one finds, though one that was about to publish a
// part has died.
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
