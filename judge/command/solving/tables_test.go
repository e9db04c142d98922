package solving

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// A table is worth a line if searches would have used it, and took long.
func TestHintAtTables(t *testing.T) {
	before := stored.All
	stored.All = stored.List{{Name: "slow", Size: 1 << 20, Version: 1, Speeds: "15-puzzles, a little"}}
	t.Cleanup(func() { stored.All = before })
	s := tables.New(t.TempDir())
	var stderr bytes.Buffer
	hintAtTables(&stderr, nil, muchSearch)
	hintAtTables(&stderr, s, muchSearch) // by none of the tables
	if stored.All.In(s)("slow") != nil || stored.All.In(s)("none") != nil {
		t.Error("there are tables that were not built")
	}
	hintAtTables(&stderr, s, muchSearch-1)
	if stderr.Len() > 0 {
		t.Errorf("a hint at little: %q", &stderr)
	}
	hintAtTables(&stderr, s, muchSearch)
	want := `tilejudge: the searches took 300,000,000 boards; "tilejudge tables build slow"` +
		" (once, 1.0 MiB on the disk) speeds up 15-puzzles, a little\n"
	if got := stderr.String(); got != want {
		t.Errorf("hint %q, want %q", got, want)
	}
}

// What is drawn does not go back, nor more often than is worth it.
func TestBuildLine(t *testing.T) {
	var out strings.Builder
	var line buildLine
	line.show(1, 4) // there is no terminal yet
	line.clear()
	line.start(&out)
	line.show(1, 4) // too soon
	line.begin, line.next = time.Now().Add(-10*time.Second), time.Time{}
	line.show(1, 4)
	line.show(2, 4) // too soon
	line.next = time.Time{}
	line.show(1, 4) // late
	line.show(4, 4)
	line.clear()
	line.clear()
	const want = "\r\x1b[K25 %, 30s left\r\x1b[K100 %, 0s left\r\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}
