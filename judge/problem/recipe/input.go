package recipe

import (
	"cmp"
	"context"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// An Input is consecutive puzzles that make one input of a judge.
type Input struct {
	Format   *formats.Format
	Layout   *formats.Format // as Format, for writing; nil: Format
	Puzzles  puzzle.Source
	First, N int64 // number of the first puzzle, and count
}

// Write writes the input. After an error of the source, w has the puzzles until then.
func (in *Input) Write(w io.Writer) error {
	out := in.writer(w)
	if err := puzzles.Copy(out, in.Puzzles); err != nil {
		return cmp.Or(err, out.Flush())
	}
	return out.Close()
}

// WriteGenerated writes the input in place of Write, with the puzzles of a generator. They are made
// by a number of workers. written is called with the number of puzzles each time that some have
// been written; it may be nil.
func (in *Input) WriteGenerated(
	ctx context.Context, w io.Writer, g *generate.Generator, workers int, written func(int64),
) error {
	out := in.writer(w)
	making := &generating{
		Generator: g, out: out, packs: g.Packs() && out.Encoder().Packs(), quick: g.Quick(),
		next: in.First, end: in.First + in.N, written: written,
	}
	err := pipeline.Run(ctx, making, pipeline.Options{
		Workers: int(min(int64(workers), in.N)), Window: window, Flush: out.Flush,
	})
	if err != nil {
		return cmp.Or(err, out.Flush())
	}
	return out.Close()
}

// WriteAnswered writes the input, and the answers to its puzzles, and counts what became of
// them.
func (in *Input) WriteAnswered(
	ctx context.Context, w, answers io.Writer, a *stream.Answerer,
) (stream.Stats, error) {
	out := in.writer(w)
	stats, err := a.Answer(ctx, puzzles.Tee(in.Puzzles, out), in.Format, in.Format, answers)
	if err != nil {
		return stats, cmp.Or(err, out.Flush())
	}
	return stats, out.Close()
}

func (in *Input) writer(w io.Writer) *puzzles.Writer {
	out := puzzles.NewWriter(w, cmp.Or(in.Layout, in.Format), in.N)
	out.NumberFrom(in.First)
	return out
}
