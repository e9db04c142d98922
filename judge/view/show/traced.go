package show

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/trace"
)

// Traced traces the search for the nth puzzle of an input. The error is one of reading, of a
// malformed puzzle, of a puzzle that can't be traced, or ctx.Err().
func Traced(
	ctx context.Context, in io.Reader, name string, f *formats.Format, n int64, o trace.Options,
) (*Trace, error) {
	d := puzzles.NewDecoder(in, name, f)
	d.AnswerAs(f)
	var ps [1]puzzle.Puzzle
	for at := int64(1); ; at++ {
		count, err := d.Decode(ps[:])
		switch {
		case count == 0 && err == io.EOF:
			return nil, fmt.Errorf("%s: found %s, expected puzzle %d",
				name, english.Plural(int(at-1), "puzzle", ""), n)
		case count == 0:
			return nil, err
		case at < n:
			continue
		}
		t := &Trace{Scene: (&Show{Format: f}).scene(n, d.Line(), name, &ps[0])}
		t.Trace, err = trace.Run(ctx, &ps[0], o)
		switch {
		case err == puzzle.ErrUnsolvable:
			t.Trace = &trace.Trace{Algorithm: o.Algorithm, Start: ps[0]}
			t.Note = "unsolvable: parity tells this before any search"
		case errors.Is(err, trace.ErrLong):
			t.Note = err.Error()
		case err != nil:
			return nil, fmt.Errorf("%s: %w", t.Scene.Title, err)
		}
		return t, nil
	}
}
