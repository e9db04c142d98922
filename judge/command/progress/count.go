package progress

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver/puzzle"
)

// Puzzles returns how many puzzles an input has. It reads the input once more: a file, or the
// bundled puzzles "cases/NAME". It returns 0 for what can't be read twice, and if ctx ends.
func Puzzles(ctx context.Context, name string, f *formats.Format) int64 {
	if bundled, ok := strings.CutPrefix(name, "cases/"); ok {
		if e, err := cases.Lookup(bundled); err == nil {
			return count(ctx, strings.NewReader(e.Input), f)
		}
	}
	if name == "stdin" || !stdio.ReadsTwice(name) {
		return 0
	}
	in, err := os.Open(name)
	if err != nil {
		return 0
	}
	defer in.Close()
	return count(ctx, in, f)
}

func count(ctx context.Context, in io.Reader, f *formats.Format) (n int64) {
	d := puzzles.NewDecoder(in, "", f)
	ps := make([]puzzle.Puzzle, 256)
	for ctx.Err() == nil {
		decoded, err := d.Decode(ps)
		n += int64(decoded)
		switch {
		case err == nil:
		case errors.Is(err, puzzle.ErrMalformed):
			n++
		case err == io.EOF:
			return n
		default:
			return 0
		}
	}
	return 0
}
