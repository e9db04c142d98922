package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tilejudge/solver"
)

// OpenOtherwise opens an iteration of a part as a worker with other tables would.
func OpenOtherwise(t *testing.T, b *Batch, part, bound int) {
	t.Helper()
	dir := filepath.Join(b.dir, splitDir, fmt.Sprintf("%06d", part), fmt.Sprintf("%04d", bound))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	c := cut{AtLeast: 100, Units: 1, Cut: solver.Cut{Subtrees: 101, Digest: 1}}
	if err := writeOnce(filepath.Join(dir, "open"), c); err != nil {
		t.Fatal(err)
	}
}
