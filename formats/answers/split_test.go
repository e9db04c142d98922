package answers_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/internal/garble"
	"tilejudge/solver/puzzle"
)

// record returns what Decode returned, and where, as text.
func record(d *answers.Decoder, s puzzle.Solution, err, form error) string {
	return fmt.Sprint(d.Line(), " ", d.Begin(), ": ", s.Moves, " ", s.Path, ", ", err, ", ", form)
}

// inOrder returns the records of an input, read in order.
func inOrder(f *formats.Format, in io.Reader, ps []puzzle.Puzzle) (out []string) {
	d := answers.NewDecoder(in, "in", f)
	for i := range ps {
		s, err, form := d.Decode(int64(i+1), &ps[i], nil)
		out = append(out, record(d, s, err, form))
	}
	return append(out, fmt.Sprint(d.End()))
}

// A pending part is one that has been split off and not joined.
type pending struct {
	records []string
	first   int // index of its first puzzle
	part    *answers.Part
	read    *sync.WaitGroup
}

// inParts returns the records of an input, and how many parts were good. Up to 4 are read at
// once.
func inParts(
	f *formats.Format, in io.Reader, ps []puzzle.Puzzle, r *rand.Rand,
) (out []string, good int) {
	d := answers.NewDecoder(in, "in", f)
	var queue []*pending
	for taken := 0; len(out) < len(ps); {
		n := d.Ready(min(1+r.IntN(40), len(ps)-taken))
		if n > 0 && len(queue) < r.IntN(5) {
			part := d.Split(n)
			p := &pending{make([]string, n), taken, part, new(sync.WaitGroup)}
			p.read.Go(func() {
				for i := range n {
					s, err, form := part.Decode(int64(p.first+i+1), &ps[p.first+i], nil)
					p.records[i] = record(&part.Decoder, s, err, form)
				}
			})
			queue, taken = append(queue, p), taken+n
			continue
		}
		if len(queue) > 0 {
			p := queue[0]
			queue = queue[1:]
			p.read.Wait()
			if p.part.Join(p.part.IsWhole() && p.first == len(out) && r.IntN(50) > 0) {
				out = append(out, p.records...)
				good++
			}
			if len(queue) == 0 {
				taken = len(out)
			}
			continue
		}
		s, err, form := d.Decode(int64(len(out)+1), &ps[len(out)], nil)
		out = append(out, record(d, s, err, form))
		taken = len(out)
	}
	return append(out, fmt.Sprint(d.End())), good
}

// spoil changes some bytes and lines of a text.
func spoil(text string, r *rand.Rand) string {
	return garble.Text(text, "0123456789xXudlrUDLR ,[]\n\n\r#ab", r)
}

// manyAnswers returns the sample's puzzles n times, and the text of answers to them.
func manyAnswers(t testing.TB, f *formats.Format, n int) (ps []puzzle.Puzzle, text string) {
	t.Helper()
	in, out := example(t, f)
	some := decode(t, f, in)
	e, err := answers.NewEncoder(f, f)
	if err != nil {
		t.Fatal(err)
	}
	d := answers.NewDecoder(strings.NewReader(out), "out", f)
	var all bytes.Buffer
	w := bufio.NewWriter(&all)
	solutions, errs := make([]puzzle.Solution, len(some)), make([]error, len(some))
	for i := range some {
		solutions[i], errs[i], _ = d.Decode(int64(i+1), &some[i], nil)
	}
	for range n {
		for i := range some {
			p := some[i]
			p.Start = p.Start.Clone()
			ps = append(ps, p)
			e.Encode(w, int64(len(ps)), &p, solutions[i], errs[i])
		}
	}
	w.Flush()
	return ps, all.String()
}

// Parts that are read at once give the answers and the errors of reading in order, whatever the
// input is and wherever it is cut.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 16
	if testing.Short() {
		rounds = 4
	}
	split := 0
	for _, f := range formats.All {
		good := 0
		for round := range rounds { // the first of four is not spoilt
			ps, text := manyAnswers(t, f, 1+r.IntN(40))
			if round%4 > 0 {
				text = spoil(text, r)
			}
			good += sameAnswers(t, f, text, ps, r)
		}
		if good > 0 {
			split++
		}
	}
	if split < len(formats.All)/2 {
		t.Errorf("answers in %d formats of %d were split", split, len(formats.All))
	}
}

// sameAnswers fails at the first record that differs. It returns how many parts were good.
func sameAnswers(
	t *testing.T, f *formats.Format, text string, ps []puzzle.Puzzle, r *rand.Rand,
) (good int) {
	t.Helper()
	read := garble.Readers[r.IntN(len(garble.Readers))]
	want := inOrder(f, read(strings.NewReader(text)), ps)
	got, good := inParts(f, read(strings.NewReader(text)), ps, r)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: %q\nrecord %d of parts %q\nin order %q",
				f.Name, text, i, got[min(i, len(got)):], want[min(i, len(want)):])
		}
	}
	return good
}

// FuzzSplit is TestSplit on any input.
func FuzzSplit(f *testing.F) {
	for i, format := range formats.All {
		_, text := manyAnswers(f, format, 3)
		f.Add(uint8(i), uint64(i), []byte(text))
	}
	f.Fuzz(func(t *testing.T, i uint8, seed uint64, text []byte) {
		format := formats.All[int(i)%len(formats.All)]
		ps, _ := manyAnswers(t, format, 5)
		sameAnswers(t, format, string(text), ps, rand.New(rand.NewPCG(seed, 1)))
	})
}
