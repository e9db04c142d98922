package puzzles

import (
	"bytes"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// laidOut returns those of the formats whose judge lays out puzzles as the first one in the window
// is. They have found it there as a whole. If they are alike, it returns all of them.
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

// hasLayout reports whether the first puzzle of an input is to the byte one that the judge
// promises, apart from white space at the ends of lines. How many puzzles there are does not
// matter, as people join the inputs of a judge.
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
