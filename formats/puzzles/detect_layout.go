package puzzles

import (
	"bytes"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// laidOut returns those formats whose judge would write the first puzzle of the window as it stands
// there. The formats must have found that puzzle as a whole. If they are alike, it returns all.
func laidOut(found []*formats.Format, window []byte, to *formats.Format) (fs []*formats.Format) {
	if alike(found, to) {
		return found
	}
	for _, f := range found {
		if hasLayout(f, window) {
			fs = append(fs, f)
		}
	}
	return fs
}

// hasLayout reports whether the first puzzle of an input keeps what the judge promises, to the byte
// apart from white space at the ends of lines. The number of puzzles does not matter, as people
// join the inputs of a judge.
//
// It looks at one puzzle only, so that the result does not depend on how much of the input has
// arrived.
func hasLayout(f *formats.Format, window []byte) bool {
	strict := *f
	strict.FreeSpace, strict.MaxPuzzles = false, 0
	v := &Validator{Format: &strict, Note: func(*formats.SyntaxError) {}}
	c := v.Open(bytes.NewReader(window), "")
	c.notes = true
	ps := make([]puzzle.Puzzle, 1)
	n, _ := c.dec.Decode(ps)
	return n == 1 && c.head() == nil && c.puzzle(&ps[0]) == nil
}
