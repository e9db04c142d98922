package answers

import (
	"bytes"
	"slices"
	"strings"

	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// isPlain reports whether each answer is a line, and either a path of letters or a text that can't
// be read as a path. Then readPlain reads most answers.
func (d *Decoder) isPlain() bool {
	a := d.r.Answer
	return a.Solved == "{path}\n" && a.SolvedToo == "" && a.Between == "" && !a.Figures && !a.Spaced &&
		!slices.ContainsFunc(d.kinds, d.r.likePath)
}

// likePath reports whether the text of a kind could be read as a path.
func (r *reader) likePath(k kind) bool {
	if k.result == nil {
		return false
	}
	text := k.pieces[0].Text
	return len(k.pieces) != 1 || k.pieces[0].Field != pattern.Text ||
		!strings.ContainsFunc(text, func(c rune) bool {
			return !window.IsSpace(byte(c)) && r.letters[byte(c)] == 0
		})
}

// readPlain reads an answer that is plain and written as the judge writes it. It returns nil for
// any other answer, and if the end of the line has not arrived: then readAny tells what the answer
// is.
func (d *Decoder) readPlain() *kind {
	r := &d.r
	rest := r.Buf[r.Pos:]
	if path, ok := r.plainPath(rest); ok {
		r.Pos += len(path) + 1
		r.sol = puzzle.Solution{Path: path, Moves: len(path)}
		return d.solved
	}
	for i := range d.kinds {
		k := &d.kinds[i]
		text := k.pieces[0].Text
		if k != d.solved && len(rest) >= len(text) && string(rest[:len(text)]) == text {
			r.Pos += len(text)
			r.sol = puzzle.Solution{}
			return k
		}
	}
	return nil
}

// plainPath reads the first line of a text as a path. It returns false if the line is no path.
func (r *reader) plainPath(text []byte) (puzzle.Path, bool) {
	path := r.pathBuf
	if path == nil || len(text) > cap(path) && bytes.IndexByte(text[:cap(path)], '\n') < 0 {
		path = make(puzzle.Path, max(bytes.IndexByte(text, '\n'), 0))
	}
	path = path[:min(cap(path), len(text))]
	for i := range path {
		m := r.letters[text[i]]
		if m == 0 {
			return path[:i], text[i] == '\n'
		}
		path[i] = m
	}
	return path, len(path) < len(text) && text[len(path)] == '\n'
}
