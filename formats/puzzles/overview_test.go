package puzzles_test

import (
	"os"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// The log of testlib has the bounds that were hit, the bounds, and the variables.
func ExampleOverview() {
	f, _ := formats.Lookup("poj-2224")
	e, _ := cases.Lookup(f.Name)
	o := puzzles.NewOverview(f)
	ps, _ := puzzles.DecodeAll(f, e.Input, f.Name)
	for i := range ps {
		o.Add(&ps[i])
	}
	os.Stdout.WriteString(o.Text(int64(len(ps))))
	// Output:
	// "bound": min-value-hit
	// "n": min-value-hit
	// "puzzles":
	// constant-bounds "bound": 0 15
	// constant-bounds "n": 3 10
	// constant-bounds "puzzles": 1 10
	// variable "bound"
	// variable "n"
	// variable "puzzles"
}
