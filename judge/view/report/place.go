package report

import (
	"strconv"

	"tilejudge/judge"
)

// These are the maximum lengths of texts, in letters.
const (
	lineLetters = 200  // on a line
	bodyLetters = 4000 // in a field of its own
)

// place returns the origin of a case: "in.txt:17", "in.txt" or "".
func place(r *judge.Result) string {
	if r.File == "" || r.Line == 0 {
		return r.File
	}
	return r.File + ":" + strconv.Itoa(r.Line)
}
