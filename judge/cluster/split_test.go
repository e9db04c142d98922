package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/stream"
)

// hard are nos. 15 and 13 of Korf's 100: the last iterations of the first are shared.
const hard = "15 13 11 4 12 1 8 9 15 6 5 14 2 7 3 10 0\n13 3 14 13 12 6 2 0 7 5 9 1 10 15 4 11 8\n"

// less is no. 15 alone.
var less = hard[:strings.IndexByte(hard, '\n')+1]

// createSplit makes a split batch in a directory.
func createSplit(
	t *testing.T, dir, text string, unit time.Duration, change ...func(*cluster.Spec),
) *cluster.Batch {
	t.Helper()
	in := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	spec := cluster.Spec{
		Version: "1", Command: "solve", Options: json.RawMessage("{}"), Format: "korf-15",
		Files: []cluster.File{{Name: "in.txt", Path: in}}, Unit: unit,
	}
	for _, c := range change {
		c(&spec)
	}
	input, err := cluster.Read(t.Context(), filepath.Join(dir, "night"), spec, cluster.MaxParts, false)
	if err != nil {
		t.Fatal(err)
	}
	b, err := input.Create(cluster.MaxParts)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// answerer searches with one core, from the first node on with pattern databases.
func answerer(t testing.TB) *stream.Answerer {
	t.Helper()
	a, err := stream.New(stream.Options{Workers: 1, Algorithm: "idastar", Heuristic: "pdb"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// workSplit works on a split batch until all is done, or the context ends.
func workSplit(ctx context.Context, t *testing.T, b *cluster.Batch) error {
	t.Helper()
	w, a := b.NewSplitWorker(), answerer(t)
	a.Options.Share = w
	f, err := formats.Lookup(b.Format)
	if err != nil {
		t.Fatal(err)
	}
	return w.Work(ctx, func(ctx context.Context, at *cluster.Attempt) error {
		return at.Solve(ctx, a, f)
	})
}

// checkSplit compares the merged answers and nodes with those of one process.
func checkSplit(t *testing.T, b *cluster.Batch, text string) {
	t.Helper()
	f, err := formats.Lookup(b.Format)
	if err != nil {
		t.Fatal(err)
	}
	solve := func(a *stream.Answerer) (string, int64) {
		var out bytes.Buffer
		stats, err := a.Run(t.Context(), strings.NewReader(text), "in.txt", f, f, &out)
		if err != nil {
			t.Fatal(err)
		}
		return out.String(), stats.Nodes
	}
	r, err := b.Records(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	merged := answerer(t)
	merged.Batch.Recorded = r
	got, nodes := solve(merged)
	want, all := solve(answerer(t))
	if got != want || nodes != all {
		t.Errorf("merge = %q in %d nodes, want %q in %d", got, nodes, want, all)
	}
	if units := cluster.UnitsTook(t, b); r.Time() < units {
		t.Errorf("the puzzles took %v, and their units %v", r.Time(), units)
	}
	units, _ := filepath.Glob(filepath.Join(b.Dir(), "split", "000", "000001", "*.done"))
	if len(units) == 0 {
		t.Error("no iteration was shared")
	}
}

// Workers that come and go find together what one process finds.
func TestSplit(t *testing.T) {
	t.Run("units", func(t *testing.T) { testSplit(t, hard) })
	t.Run("smallUnits", func(t *testing.T) {
		cluster.SmallUnits(t)
		testSplit(t, less)
	})
}

func testSplit(t *testing.T, text string) {
	b := createSplit(t, t.TempDir(), text, 20*time.Millisecond)
	ended, end := context.WithCancel(t.Context())
	done := make(chan error)
	for i := range 3 {
		ctx := t.Context()
		if i == 0 {
			ctx = ended
		}
		go func() { done <- workSplit(ctx, t, b) }()
	}
	waitFor(t, b, "*-*.done")
	end()
	for range 3 {
		if err := <-done; err != nil && ended.Err() == nil {
			t.Error(err)
		}
	}
	checkSplit(t, b, text)
}

// Workers that have to end early, at any moment, leave to others what they have found, however long
// a unit may be.
func TestSplitInterrupted(t *testing.T) {
	cluster.SmallUnits(t)
	b := createSplit(t, t.TempDir(), less, time.Hour)
	for patience := time.Millisecond; ; patience *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		err := workSplit(ctx, t, b)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	checkSplit(t, b, less)
}

// Units whose files a machine has lost as it failed are searched again.
func TestSplitTorn(t *testing.T) {
	cluster.SmallUnits(t)
	b := createSplit(t, t.TempDir(), less, 20*time.Millisecond)
	done := make(chan error)
	for range 2 {
		go func() { done <- workSplit(t.Context(), t, b) }()
	}
	for i, pattern := range []string{"*.part", "*-*.done"} {
		waitFor(t, b, pattern)
		found, _ := filepath.Glob(filepath.Join(b.Dir(), "split", "*", "*", "*", pattern))
		for _, name := range found {
			err := os.Truncate(name, int64(20*i))
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // the iteration has just ended
				t.Fatal(err)
			}
		}
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	checkSplit(t, b, less)
}

// waitFor waits for a file of a unit with a name, or for the end of the batch.
func waitFor(t *testing.T, b *cluster.Batch, pattern string) {
	t.Helper()
	for {
		found, _ := filepath.Glob(filepath.Join(b.Dir(), "split", "*", "*", "*", pattern))
		if todo, err := b.Todo(); err != nil || len(found) > 0 || len(todo) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// killed names the variable that makes this test a worker of the batch in it.
const killed = "TEST_SPLIT_BATCH"

// Workers that are killed leave claims behind. Others do their units after a while.
func TestSplitKilled(t *testing.T) {
	if dir := os.Getenv(killed); dir != "" {
		b, err := cluster.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := workSplit(t.Context(), t, b); err != nil {
			t.Error(err)
		}
		return
	}
	b := createSplit(t, t.TempDir(), hard, 50*time.Millisecond)
	for range 3 {
		worker := exec.Command(os.Args[0], "-test.run", "^TestSplitKilled$")
		worker.Env = append(os.Environ(), killed+"="+b.Dir())
		if err := worker.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, b, "*.claim0")
		worker.Process.Kill()
		worker.Wait()
		if s, err := b.Status(time.Now()); err != nil || s.Running > 0 && runtime.GOOS == "linux" {
			t.Errorf("after its worker was killed, the status is %+v, %v", s, err)
		}
	}
	if err := workSplit(t.Context(), t, b); err != nil {
		t.Fatal(err)
	}
	checkSplit(t, b, hard)
}

// A worker that has to cut an iteration in another way than another worker is told so.
func TestSplitTables(t *testing.T) {
	b := createSplit(t, t.TempDir(), hard, 20*time.Millisecond)
	for bound := range 80 {
		cluster.OpenOtherwise(t, b, 1, bound)
	}
	err := workSplit(t.Context(), t, b)
	if err == nil || !strings.Contains(err.Error(), "need the same tables") {
		t.Errorf("Work = %v, want an error about tables", err)
	}
}

// All puzzles must be parts.
func TestSplitParts(t *testing.T) {
	b := createSplit(t, t.TempDir(), strings.Repeat(hard, 50), time.Minute)
	if b.Parts != 100 {
		t.Errorf("%d parts, want 100", b.Parts)
	}
}

// The status tells how far a search is that many workers share.
func TestSplitStatus(t *testing.T) {
	b := createSplit(t, t.TempDir(), hard, time.Minute)
	cluster.Outcomes(t, b, 1, 50, 52)
	s, err := b.Status(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	want := []cluster.SplitStatus{{
		Part: 1, First: 1, Bound: 52, Units: 3, Done: 1, Nodes: 2250, Took: 4 * time.Second,
		Left: 100 * time.Second, Next: 404 * time.Second,
	}}
	if !slices.Equal(s.Split, want) {
		t.Errorf("Split = %+v, want %+v", s.Split, want)
	}
}

// What several workers need is made by one of them. If that one died, another one makes it.
func TestKeep(t *testing.T) {
	b := createSplit(t, t.TempDir(), less, time.Minute)
	var made atomic.Int32
	keep := func() {
		if got := string(b.Keep("it", func() []byte {
			made.Add(1)
			time.Sleep(20 * time.Millisecond)
			return []byte("made")
		})); got != "made" {
			t.Errorf("Keep = %q", got)
		}
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(keep)
	}
	workers.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("was made %d times", n)
	}
	cluster.DieKeeping(t, b, "it")
	if keep(); made.Load() != 2 {
		t.Errorf("was made %d times", made.Load())
	}
}
