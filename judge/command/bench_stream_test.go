package command

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// This measures the table and the encoder alone, on one core: 8-puzzles in memory become
// the paths of POJ 1077.
func BenchmarkSolveAndEncode(b *testing.B) {
	f, err := formats.Lookup("hdu-1043")
	if err != nil {
		b.Fatal(err)
	}
	g, err := generate.New(b.Context(), generate.Spec{
		Shapes: []puzzle.Shape{f.Shapes.Min}, Goal: f.Goal.Goal, Seed: 1,
	})
	if err != nil {
		b.Fatal(err)
	}
	ps := make([]puzzle.Puzzle, 1<<16)
	if n, err := g.Puzzles(1, int64(len(ps))).Decode(ps); n < len(ps) {
		b.Fatal(n, err)
	}
	e, err := answers.NewEncoder(f, f)
	if err != nil {
		b.Fatal(err)
	}
	s := &table.Solver{}
	if _, err := s.Solve(b.Context(), &ps[0], nil); err != nil { // builds the table
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(io.Discard, 64<<10)
	path := make(puzzle.Path, 0, 64)
	for b.Loop() {
		for at := 0; at < len(ps); at += 4096 { // in chunks of stream.Batch
			n := int64(at)
			encode := func(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
				n++
				e.Encode(w, n, p, sol, err)
			}
			s.SolveMany(context.Background(), ps[at:at+4096], path, encode)
		}
	}
	b.ReportMetric(float64(len(ps))*float64(b.N)/b.Elapsed().Seconds()/1e6, "million/s")
}

// A timedSource measures how long the input is locked: only one worker at a time can do what
// it measures.
type timedSource struct {
	*puzzles.Decoder
	locked time.Duration
}

// Decode implements puzzle.Source.
func (s *timedSource) Decode(ps []puzzle.Puzzle) (int, error) {
	defer s.since(time.Now())
	return s.Decoder.Decode(ps)
}

// Split implements stream.Splitter.
func (s *timedSource) Split(n int) puzzles.Part {
	defer s.since(time.Now())
	if p := s.Decoder.Split(n); p != nil {
		return timedPart{p, s}
	}
	return nil
}

type timedPart struct {
	puzzles.Part
	source *timedSource
}

// Join implements puzzles.Part.
func (p timedPart) Join(keep bool) bool {
	defer p.source.since(time.Now())
	return p.Part.Join(keep)
}

func (s *timedSource) since(begin time.Time) { s.locked += time.Since(begin) }

// This measures the share of the time that only one worker at a time can spend, with one
// worker and random puzzles in memory.
func BenchmarkLocked(b *testing.B) {
	const n = 1_000_000
	for _, name := range []string{"hdu-1043", "leetcode-773", "princeton", "boj-1525", "uva-652"} {
		b.Run(name, func(b *testing.B) {
			f, err := formats.Lookup(name)
			if err != nil {
				b.Fatal(err)
			}
			in := randomInput(b, f, n)
			share := 0.0
			for b.Loop() {
				a := stream.NewAnswerer(nil)
				a.Batch.Workers = 1
				src := &timedSource{Decoder: puzzles.NewDecoder(bytes.NewReader(in), "in", f)}
				stats, err := a.Answer(b.Context(), src, f, f, io.Discard)
				if err != nil || stats.Puzzles() != n {
					b.Fatal(stats, err)
				}
				share = src.locked.Seconds() / stats.Time.Seconds()
			}
			b.ReportMetric(100*share, "%-locked")
		})
	}
}

// randomInput returns an input of random puzzles of 3x3, or of the smallest shape if the format
// has none of these.
func randomInput(b *testing.B, f *formats.Format, n int64) []byte {
	b.Helper()
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	if !f.Shapes.Allow(shape) {
		shape = f.Shapes.Min
	}
	g, err := generate.New(b.Context(), generate.Spec{
		Shapes: []puzzle.Shape{shape}, Goal: f.Goal.Goal, Seed: 1,
	})
	if err != nil {
		b.Fatal(err)
	}
	var in bytes.Buffer
	w := puzzles.NewWriter(&in, f, n)
	if err := puzzles.Copy(w, g.Puzzles(1, n)); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return in.Bytes()
}
