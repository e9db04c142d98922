package command

import (
	"bufio"
	"context"
	"io"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge/generate"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
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
	s := &solver.Table{}
	if _, err := s.Solve(b.Context(), &ps[0], nil); err != nil { // builds the table
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(io.Discard, 64<<10)
	path := make(puzzle.Path, 0, 64)
	for b.Loop() {
		for at := 0; at < len(ps); at += 4096 { // in chunks of judge.Batch
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
