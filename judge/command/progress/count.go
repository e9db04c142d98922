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
	"tilejudge/judge"
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
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || name == "stdin" {
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

// Source returns a source that shows on a bar how many puzzles it has given, of a total. Those
// before it have been given already; it adds its own.
func (b *Bar) Source(src judge.Source, before *int64, total int64) judge.Source {
	if b == nil {
		return src
	}
	return &watched{src, b, before, total}
}

type watched struct {
	judge.Source
	bar   *Bar
	done  *int64
	total int64
}

// Decode implements judge.Source. It takes few puzzles at once, since each may take long.
func (w *watched) Decode(ps []puzzle.Puzzle) (int, error) {
	n, err := w.Source.Decode(ps[:min(len(ps), 16)])
	*w.done += int64(n)
	w.bar.ShowCount(*w.done, w.total)
	return n, err
}
