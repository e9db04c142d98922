package puzzles

import (
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Source is where puzzles come from. Decode works as Decoder.Decode does.
type Source interface {
	Decode(ps []puzzle.Puzzle) (int, error)
}

// Tee returns a Source of the puzzles of src that writes each of them to w. If that
// fails, its Decode returns the error of w.
func Tee(src Source, w *Writer) Source { return &tee{src, w} }

type tee struct {
	src Source
	w   *Writer
}

func (t *tee) Decode(ps []puzzle.Puzzle) (int, error) {
	n, err := t.src.Decode(ps)
	for i := range ps[:n] {
		if werr := t.w.Write(&ps[i]); werr != nil && err == nil {
			err = werr
		}
	}
	return n, err
}

// Copy writes all puzzles of src to w, and stops at the first error. It flushes nothing.
func Copy(w *Writer, src Source) error {
	const maxCells, maxPuzzles = 1 << 16, 512 // to hold in memory at a time
	cells := w.format.Shapes.Max.Cells()
	ps := make([]puzzle.Puzzle, min(max(maxCells/cells, 1), maxPuzzles))
	src = Tee(src, w)
	for {
		switch _, err := src.Decode(ps); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// DecodeAll returns the puzzles of a text, each in memory of its own. With an error, it
// returns those before it. Messages call the text by the name.
func DecodeAll(f *formats.Format, text, name string) (all []puzzle.Puzzle, err error) {
	d := NewDecoder(strings.NewReader(text), name, f)
	for {
		ps := make([]puzzle.Puzzle, 16)
		n, err := d.Decode(ps)
		all = append(all, ps[:n]...)
		switch err {
		case nil:
		case io.EOF:
			return all, nil
		default:
			return all, err
		}
	}
}

// EncodeAll returns the text of an input with these puzzles.
func EncodeAll(f *formats.Format, ps []puzzle.Puzzle) string {
	var text strings.Builder
	w := NewWriter(&text, f, int64(len(ps)))
	for i := range ps {
		w.Write(&ps[i])
	}
	w.Close() // a strings.Builder takes all
	return text.String()
}
