package stream_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// answers returns what an answerer writes and counts for an input.
func answers(t *testing.T, a *stream.Answerer, from, to *formats.Format, in io.Reader) string {
	t.Helper()
	var out, reports bytes.Buffer
	a.Batch.Report = func(err error) { fmt.Fprintln(&reports, err) }
	stats, err := a.Run(t.Context(), in, "in", from, to, &out)
	stats.Time, stats.Nodes = 0, 0
	return fmt.Sprint(&out, &reports, stats, err)
}

// agree compares the answers to an input that comes at once, in parts that are packed where
// possible, with those to one that comes byte by byte and is decoded in order.
func agree(t *testing.T, a *stream.Answerer, from, to *formats.Format, text string) {
	t.Helper()
	if a.Check(from, to) != nil {
		return
	}
	want := answers(t, a, from, to, iotest.OneByteReader(strings.NewReader(text)))
	got := answers(t, a, from, to, strings.NewReader(text))
	if got != want {
		t.Fatalf("%s to %s, %d workers: %q becomes\n%s\nwant\n%s", from.Name, to.Name,
			a.Batch.Workers, text, got, want)
	}
}

// Each board of 3x3, and each unsolvable one, gets the same answer on both ways.
func TestPackedAll(t *testing.T) {
	from := judgetest.Format("hdu-1043")
	a := stream.NewAnswerer(nil)
	a.Algorithm = "table"
	for _, unsolvable := range []int{0, 100} {
		spec := recipe.NewSpec(from, 1, []puzzle.Shape{{Rows: 3, Cols: 3}})
		spec.Way, spec.Moves, spec.Unsolvable = generate.All, generate.AnyDistance, unsolvable
		g, err := generate.New(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		n, _ := g.Len()
		if testing.Short() {
			n /= 20
		}
		in := recipe.Input{Format: from, Puzzles: g.Puzzles(1, n), First: 1, N: n}
		if err := in.Write(&text); err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"hdu-1043", "boj-1525"} {
			agree(t, a, from, judgetest.Format(to), text.String())
		}
	}
}

// Both ways agree in all formats, whatever is wrong with an input.
func TestPacked(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i, from := range formats.All {
		if testing.Short() && i%8 > 0 {
			continue
		}
		_, ps := judgetest.Sample(t, from)
		if !from.Shapes.Max.Packable() {
			continue
		}
		for range 3 {
			f := *from
			f.MaxPuzzles = 0
			var many []puzzle.Puzzle
			for range 200 + rnd.IntN(200) {
				many = append(many, ps[rnd.IntN(len(ps))])
			}
			to := formats.All[rnd.IntN(len(formats.All))]
			if rnd.IntN(2) == 0 {
				to = from
			}
			a := &stream.Answerer{Algorithm: "table", Batch: stream.Batch{
				Workers: []int{1, 2, 3, 8, 64}[rnd.IntN(5)], Window: 1 + rnd.IntN(1000),
				KeepGoing: rnd.IntN(2) == 0,
			}}
			agree(t, a, &f, to, spoilt(puzzles.EncodeAll(&f, many), rnd))
		}
	}
}

// spoilt changes some bytes of a text, or none.
func spoilt(text string, rnd *rand.Rand) string {
	const junk = "0123456789xX ,[]\n\r#ab\x00\xff"
	b := []byte(text)
	for range rnd.IntN(4) {
		at := rnd.IntN(len(b))
		c := []byte{junk[rnd.IntN(len(junk))]}
		b = bytes.Join([][]byte{b[:at], c[:rnd.IntN(2)], b[min(at+rnd.IntN(2), len(b)):]}, nil)
	}
	return string(b)
}
