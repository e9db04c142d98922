package solving

import (
	"bytes"
	"testing"

	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// The hint names a table only if searches looked for it, and were long.
func TestHintAtTables(t *testing.T) {
	before := stored.All
	stored.All = stored.List{
		{Name: "slow", Size: 1 << 20, Version: 1, Speeds: "15-puzzles, a little"},
	}
	t.Cleanup(func() { stored.All = before })
	s := tables.New(t.TempDir())
	var stderr bytes.Buffer
	hintAtTables(&stderr, nil, muchSearch)
	hintAtTables(&stderr, s, muchSearch) // no search looked for a table
	if stored.All.In(s)("slow") != nil || stored.All.In(s)("none") != nil {
		t.Error("there are tables that were not built")
	}
	hintAtTables(&stderr, s, muchSearch-1)
	if stderr.Len() > 0 {
		t.Errorf("a hint after a short search: %q", &stderr)
	}
	hintAtTables(&stderr, s, muchSearch)
	want := `tilejudge: the searches expanded 300,000,000 boards; "tilejudge tables build slow"` +
		" (once, 1.0 MiB on the disk) speeds up 15-puzzles, a little\n"
	if got := stderr.String(); got != want {
		t.Errorf("hint %q, want %q", got, want)
	}
}
