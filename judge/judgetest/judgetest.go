// Package judgetest has what the tests of several packages of the judge need.
//
//	f := judgetest.Format("poj-1077")
package judgetest

import (
	"log"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// Format returns the format of a name. It ends the process if there is none, so that examples can
// call it too.
func Format(name string) *formats.Format {
	f, err := formats.Lookup(name)
	if err != nil {
		log.Fatal(err)
	}
	return f
}

// Sample returns the bundled sample of a format, and its puzzles.
func Sample(t testing.TB, f *formats.Format) (*cases.Example, []puzzle.Puzzle) {
	t.Helper()
	sample, err := cases.Lookup(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	ps, err := puzzles.DecodeAll(f, sample.Input, f.Name)
	if err != nil {
		t.Fatal(err)
	}
	return sample, ps
}
