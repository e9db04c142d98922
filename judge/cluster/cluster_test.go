package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

const few = "1 2 3 4 5 6 7 x 8\n2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 x 7 8 6\n"

// create makes a batch of puzzles in a directory.
func create(dir, text string, parts int) (*cluster.Batch, error) {
	in := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		return nil, err
	}
	spec := cluster.Spec{
		Version: "1", Command: "solve", Options: json.RawMessage("{}"), Format: "poj-1077",
		Files: []cluster.File{{Name: "in.txt", Path: in}},
	}
	input, err := cluster.Read(context.Background(), filepath.Join(dir, "night"), spec, parts, false)
	if err != nil {
		return nil, err
	}
	return input.Create(parts)
}

// work does a part.
func work(b *cluster.Batch, part int) error {
	a, err := b.Begin(part)
	if err != nil {
		return err
	}
	f, err := formats.Lookup(b.Format)
	if err != nil {
		return err
	}
	return a.End(a.Solve(context.Background(), stream.NewAnswerer(nil), f))
}

// merge returns the answers.
func merge(b *cluster.Batch) (string, error) {
	r, err := b.Records(context.Background())
	if err != nil {
		return "", err
	}
	defer r.Close()
	f, err := formats.Lookup(b.Format)
	if err != nil {
		return "", err
	}
	in, err := r.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	answerer := stream.NewAnswerer(nil)
	answerer.Batch.Recorded = r
	var out bytes.Buffer
	_, err = answerer.Run(context.Background(), in, "in.txt", f, f, &out)
	return out.String(), err
}

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	b, err := create(dir, few, 2)
	if err != nil {
		log.Fatal(err)
	}
	for part := range b.Parts {
		if err := work(b, part+1); err != nil {
			log.Fatal(err)
		}
	}
	answers, err := merge(b)
	fmt.Print(answers)
	fmt.Println(err, work(b, 1))
	// Output:
	// r
	// ullddrurdllurdruldr
	// unsolvable
	// d
	// <nil> the part is done
}

// Whatever bytes an attempt leaves behind, the part is done, with the same records.
func TestTornJournals(t *testing.T) {
	dir := t.TempDir()
	b, err := create(dir, few, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := work(b, 1); err != nil {
		t.Fatal(err)
	}
	want, err := merge(b)
	if err != nil || strings.Count(want, "\n") != 4 {
		t.Fatalf("merged to %q, %v", want, err)
	}
	parts := filepath.Join(b.Dir(), "parts", "000")
	done := filepath.Join(parts, "000001.done")
	whole, err := os.ReadFile(done)
	if err != nil {
		t.Fatal(err)
	}
	try := func(t rapid.TB, text []byte) {
		os.RemoveAll(parts)
		os.Mkdir(parts, 0o777)
		if err := os.WriteFile(filepath.Join(parts, "000001.1.try"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := work(b, 1); err != nil {
			t.Fatal(err)
		}
		if got, err := merge(b); err != nil || got != want {
			t.Fatalf("after %q: %q, %v, want %q", text, got, err, want)
		}
		left, err := os.ReadFile(filepath.Join(parts, "000001.1.try"))
		if err != nil || !bytes.Equal(left, text) {
			t.Fatalf("the earlier attempt became %q, %v", left, err)
		}
	}
	for _, text := range []string{"", "\n", "00000000\n", "00000000 \n", "00000000 {}\n"} {
		try(t, []byte(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := slices.Clone(whole)
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		text = text[:cut]
		if cut > 0 && rapid.Bool().Draw(t, "spoil") {
			text[rapid.IntRange(0, cut-1).Draw(t, "at")] ^= rapid.Byte().Draw(t, "xor")
		}
		try(t, append(text, rapid.SliceOf(rapid.Byte()).Draw(t, "more")...))
	})
}

// A new attempt goes on behind the records of the longest one before it.
func TestResume(t *testing.T) {
	b, err := create(t.TempDir(), few, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := work(b, 1); err != nil {
		t.Fatal(err)
	}
	done := filepath.Join(b.Dir(), "parts", "000", "000001.done")
	whole, err := os.ReadFile(done)
	if err != nil {
		t.Fatal(err)
	}
	tries, _ := filepath.Glob(filepath.Join(b.Dir(), "parts", "000", "*.try"))
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for records, name := range []string{"a", "b", "c"} { // with none, one and two records
		text := bytes.Join(lines[:1+records], nil)
		name = filepath.Join(b.Dir(), "parts", "000", "000001."+name+".try")
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(done)
	os.Remove(tries[0])
	a, err := b.Begin(1)
	if err != nil || a.Records() != 2 {
		t.Fatalf("the attempt begins with %d records, %v, want 2", a.Records(), err)
	}
	twin, err := b.Begin(1)
	if err != nil || twin.Records() != 2 {
		t.Fatalf("its twin begins with %d records, %v, want 2", twin.Records(), err)
	}
	f, _ := formats.Lookup("poj-1077")
	for _, a := range []*cluster.Attempt{a, twin} {
		if err := a.End(a.Solve(t.Context(), stream.NewAnswerer(nil), f)); err != nil {
			t.Error(err)
		}
	}
	if got, err := merge(b); err != nil || strings.Count(got, "\n") != 4 {
		t.Errorf("merged to %q, %v", got, err)
	}
}

// A status counts parts and puzzles, and says why a part failed.
func TestStatus(t *testing.T) {
	b, err := create(t.TempDir(), few, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := work(b, 1); err != nil {
		t.Fatal(err)
	}
	long, err := b.Begin(2)
	if err != nil {
		t.Fatal(err)
	}
	cluster.GiveSign(long, 1234)
	a, err := b.Begin(3)
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	if err := a.End(boom); err != boom {
		t.Errorf("End = %v, want the error of the work", err)
	}
	s, err := b.Status(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if s.Parts != 4 || s.Done != 1 || s.Running != 1 || s.Failed != 1 || s.Puzzles != 4 ||
		s.Answered != 1 || len(s.Unfinished) != 2 || s.Unfinished[1].Failed != "boom" {
		t.Errorf("the status is %+v", s)
	}
	if u := s.Unfinished[0]; u.Nodes != 1234 || u.Searching <= 0 {
		t.Errorf("the search at hand has %d nodes in %v, want 1234", u.Nodes, u.Searching)
	}
	if s.Took <= 0 || s.Left() != 3*s.Took {
		t.Errorf("%v are left after %v, want three times as much", s.Left(), s.Took)
	}
	later, err := b.Status(time.Now().Add(10 * time.Minute))
	if err != nil || later.Running != 0 || later.Silent != 1 || later.Failed != 1 ||
		later.Unfinished[0].Searching != 0 {
		t.Errorf("ten minutes later the status is %+v, %v; want a silent part", later, err)
	}
	long.End(boom)
	if left, _ := filepath.Glob(filepath.Join(b.Dir(), "parts", "*", "*.live")); len(left) > 0 {
		t.Errorf("an attempt that has ended leaves %v", left)
	}
	todo, err := b.Todo()
	if err != nil || cluster.FormatParts(todo) != "2-4" {
		t.Errorf("missing are %v, %v, want 2 to 4", todo, err)
	}
}

// Solutions are read from records as they were written, and the quick decoder reads all of them that
// have no error. No text makes it panic.
func TestSolutionRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sol := puzzle.Solution{
			Moves:      rapid.IntRange(0, 100).Draw(t, "moves"),
			Path:       puzzle.Path(rapid.StringMatching("[udlr]*").Draw(t, "path")),
			Nodes:      rapid.Int64Min(0).Draw(t, "nodes"),
			LowerBound: rapid.IntRange(0, 100).Draw(t, "lower"),
			Rule:       puzzle.Rule(rapid.IntRange(0, 3).Draw(t, "rule")),
			Time:       time.Duration(rapid.Int64Min(0).Draw(t, "time")),
		}
		want := rapid.SampledFrom([]error{nil, puzzle.ErrUnsolvable}).Draw(t, "error")
		line := cluster.RecordOf(t, sol, want)
		got, rest, err := new(cluster.Records).Solution(append(line, "rest"...), nil)
		if fmt.Sprint(got) != fmt.Sprint(sol) || string(rest) != "rest" || err != want {
			t.Errorf("Solution(%s) = %+v, %q, %v", line, got, rest, err)
		}
		quick, ok := cluster.Quickly(line)
		if ok != (want == nil) || ok && fmt.Sprint(quick) != fmt.Sprint(sol) {
			t.Errorf("%s: quickly %+v, %v", line, quick, ok)
		}
		at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
		cluster.Quickly(append(slices.Clone(line[:at]), '\n'))
		torn := slices.Clone(line)
		torn[at] = rapid.Byte().Draw(t, "byte")
		cluster.Quickly(append(torn, '\n'))
	})
}
