package puzzles_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/internal/garble"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// A record is what one call of Decode returns for a puzzle or an error, as text.
func appendRecords(out []string, ps []puzzle.Puzzle, err error) []string {
	for i := range ps {
		p := &ps[i]
		out = append(out, fmt.Sprint(p.Line, ": ", p.Start, p.Start.Tiles, p.Goal.Tiles, p.Bound, p.ID))
	}
	if err != nil {
		out = append(out, err.Error())
	}
	return out
}

// inOrder returns the records of an input up to a number of puzzles, decoded in order.
func inOrder(f *formats.Format, in io.Reader, most int64) (out []string) {
	d := puzzles.NewDecoder(in, "in", f)
	d.TellLines()
	d.StopAfter(most)
	ps := make([]puzzle.Puzzle, 7)
	for {
		n, err := d.Decode(ps)
		out = appendRecords(out, ps[:n], err)
		if err != nil && !errors.Is(err, puzzle.ErrMalformed) {
			return out
		}
	}
}

// A pending part is one that has been split off and not joined.
type pending struct {
	ps      []puzzle.Puzzle
	part    puzzles.Part
	decoded *sync.WaitGroup
}

// inParts returns the records of an input up to a number of puzzles, and how many parts it was
// split into. Up to 4 parts are decoded at once.
func inParts(f *formats.Format, in io.Reader, most int64, r *rand.Rand) (out []string, parts int) {
	d := puzzles.NewDecoder(in, "in", f)
	d.TellLines()
	d.StopAfter(most)
	least := 1 + r.IntN(200)
	d.SplitFrom(least)
	var queue []pending
	for {
		ps := make([]puzzle.Puzzle, 1+r.IntN(40))
		if len(queue) < r.IntN(5) {
			if part := d.Split(len(ps)); part != nil {
				wait := new(sync.WaitGroup)
				wait.Go(func() {
					packed := make([]puzzle.Packed, len(ps))
					goal, line := part.Pack(packed)
					good := part.Decode(ps)
					if goal != nil && !(good && same(goal, line, packed, ps[:part.Len()])) {
						panic("a part that was packed has something else")
					}
				})
				queue = append(queue, pending{ps, part, wait})
				parts++
				continue
			}
		}
		if len(queue) > 0 {
			first := queue[0]
			queue = queue[1:]
			first.decoded.Wait()
			if ps = first.ps[:first.part.Len()]; first.part.Join(r.IntN(100) > 0) {
				out = appendRecords(out, ps, nil)
				continue
			}
		}
		n, err := d.Decode(ps)
		out = appendRecords(out, ps[:n], err)
		if err != nil && !errors.Is(err, puzzle.ErrMalformed) && len(queue) == 0 {
			return out, parts
		}
	}
}

// same reports whether puzzles are packed boards.
func same(goal *puzzle.Goal, line int, packed []puzzle.Packed, ps []puzzle.Puzzle) bool {
	for i := range ps {
		p := &ps[i]
		if p.Goal != goal || p.Start.Pack() != packed[i] || p.Bound != 0 || p.ID != 0 ||
			p.Line != line+i {
			return false
		}
	}
	return true
}

// mutate changes some bytes and lines of a text.
func mutate(text string, r *rand.Rand) string {
	return garble.Text(text, "0123456789xX ,[]\n\r#ab", r)
}

var readers = garble.Readers

// Parts that are decoded at once give the puzzles and the errors of decoding in order,
// whatever the input is and wherever it is cut.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	unsplit := 0
	for _, f := range formats.All {
		parts := 0
		for round := range rounds {
			text := many(t, f, 1+r.IntN(60))
			if round%4 > 0 {
				text = mutate(text, r)
			}
			read := readers[r.IntN(len(readers))]
			most := int64(math.MaxInt64)
			if round%5 == 0 {
				most = r.Int64N(60)
			}
			want := inOrder(f, read(strings.NewReader(text)), most)
			got, n := inParts(f, read(strings.NewReader(text)), most, r)
			parts += n
			sameRecords(t, f, text, got, want)
		}
		if parts == 0 && f.MaxPuzzles != 1 {
			unsplit++ // records of several sizes, in so few bytes
		}
	}
	if unsplit > 3 {
		t.Errorf("inputs of %d formats were not split", unsplit)
	}
}

// sameRecords fails at the first record that differs.
func sameRecords(t *testing.T, f *formats.Format, in string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: %q\nrecord %d of parts %q\nin order %q",
				f.Name, in, i, got[min(i, len(got)):], want[min(i, len(want)):])
		}
	}
}

// many returns an input of a format with the sample's puzzles n times.
func many(t testing.TB, f *formats.Format, n int) string {
	t.Helper()
	ps := decode(t, f, example(t, f))
	if f.MaxPuzzles == 1 {
		n = 1
	}
	var all []puzzle.Puzzle
	for range n {
		all = append(all, ps...)
	}
	var out strings.Builder
	w := puzzles.NewWriter(&out, f, int64(len(all)))
	for i := range all {
		if err := w.Write(&all[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// FuzzSplit is TestSplit on any input.
func FuzzSplit(f *testing.F) {
	for i, format := range formats.All {
		f.Add(uint8(i), uint64(i), []byte(many(f, format, 3)))
	}
	f.Fuzz(func(t *testing.T, i uint8, seed uint64, in []byte) {
		format := formats.All[int(i)%len(formats.All)]
		r := rand.New(rand.NewPCG(seed, 1))
		read := readers[r.IntN(len(readers))]
		most := int64(seed%100) + 1
		want := inOrder(format, read(bytes.NewReader(in)), most)
		got, _ := inParts(format, read(bytes.NewReader(in)), most, r)
		sameRecords(t, format, string(in), got, want)
	})
}

// This measures both ways to read a part of 8-puzzles in their usual layout.
func BenchmarkPart(b *testing.B) {
	f, err := formats.Lookup("hdu-1043")
	if err != nil {
		b.Fatal(err)
	}
	const n = 4000
	text := strings.Repeat("2 3 4 1 5 x 7 6 8\n", n+3)
	ps, boards := make([]puzzle.Puzzle, n), make([]puzzle.Packed, n)
	for _, packed := range []bool{false, true} {
		b.Run(fmt.Sprint("packed=", packed), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				d := puzzles.NewDecoder(strings.NewReader(text), "in", f)
				d.Split(n)
				d.Decode(ps[:2]) // measures the lines
				part := d.Split(n)
				b.StartTimer()
				good := part.Len() == n
				if packed {
					goal, _ := part.Pack(boards)
					good = good && goal != nil
				} else {
					good = good && part.Decode(ps)
				}
				if !good {
					b.Fatal(part.Len())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/puzzle")
		})
	}
}
