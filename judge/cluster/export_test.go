package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// OpenOtherwise opens an iteration of a part as a worker with other tables would.
func OpenOtherwise(t *testing.T, b *Batch, part, bound int) {
	t.Helper()
	dir := filepath.Join(b.folder(splitDir, part), fmt.Sprintf("%06d/%04d", part, bound))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	c := cut{AtLeast: 100, Units: 1, Cut: solver.Cut{Subtrees: 101, Digest: 1}}
	if err := b.writeOnce(filepath.Join(dir, "open"), c); err != nil {
		t.Fatal(err)
	}
}

// Outcomes writes the outcomes of an iteration that has ended, of an earlier one with a fourth of
// its nodes, and of the only unit of one that has not ended. The unit leaves its last 100 subtrees
// to two others.
func Outcomes(t *testing.T, b *Batch, part, ended, open int) {
	t.Helper()
	OpenOtherwise(t, b, part, open)
	effort, fourth := solver.Counts{Expanded: 1000}, solver.Counts{Expanded: 250}
	first := unit{End: at(1), Cuts: []solver.Place{at(51)}, Effort: effort, Seconds: 1}
	dir := filepath.Join(b.folder(splitDir, part), fmt.Sprintf("%06d", part))
	for name, v := range map[string]any{
		fmt.Sprintf("%04d.done", ended-2):            outcome{Effort: fourth, Seconds: 1, Units: 2},
		fmt.Sprintf("%04d.done", ended):              outcome{Effort: effort, Seconds: 2, Units: 7},
		fmt.Sprintf("%04d/000000-000101.part", open): first,
	} {
		if err := b.writeOnce(filepath.Join(dir, name), v); err != nil {
			t.Fatal(err)
		}
	}
}

// UnitsTook returns how long the units that have ended took, in all iterations.
func UnitsTook(t *testing.T, b *Batch) time.Duration {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(b.dir, splitDir, "*", "*", "*.done"))
	if err != nil {
		t.Fatal(err)
	}
	seconds := 0.0
	for _, name := range names {
		var out outcome
		if err := read(name, &out); err != nil {
			t.Fatal(err)
		}
		seconds += out.Seconds
	}
	return time.Duration(seconds*1000) * time.Millisecond
}

// SmallUnits makes units small, and subtrees large, until the test ends.
func SmallUnits(t *testing.T) {
	was := splitting
	splitting.whole, splitting.step = 1<<30, 1
	splitting.tooLarge, splitting.large = 0, 1<<15
	t.Cleanup(func() { splitting = was })
}

// Parts returns all parts of a batch.
func Parts(t *testing.T, b *Batch) []Part {
	t.Helper()
	parts, err := b.parts()
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// ShortOwnership makes the owner of a name count as dead soon.
func ShortOwnership() { ownedFor = 20 * time.Millisecond }

// DieKeeping leaves what Batch.Keep leaves if its worker is killed. No worker waits for that one
// any more.
func DieKeeping(t *testing.T, b *Batch, name string) {
	t.Helper()
	file := filepath.Join(b.dir, keptDir, name)
	os.Remove(file)
	if err := os.WriteFile(file+".making", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	old := makeFor
	makeFor = 0
	t.Cleanup(func() { makeFor = old })
}

// GiveSign has an attempt give a sign of life after some nodes of its search.
func GiveSign(a *Attempt, nodes int64) {
	live := new(atomic.Int64)
	a.signs.searching(live)
	live.Add(nodes)
	a.signs.give()
}

// RecordOf returns the line that Records.Append returns of a solution.
func RecordOf(t rapid.TB, sol puzzle.Solution, err error) []byte {
	t.Helper()
	line, err := appendLine(nil, entry{Seconds: 0.25, Record: newSolution(sol, err)})
	if err != nil {
		t.Fatal(err)
	}
	return line[checksumLen:]
}

// Quickly decodes a solution without encoding/json.
func Quickly(line []byte) (puzzle.Solution, bool) { return solved(line, nil) }
