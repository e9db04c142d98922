package pddl_test

import (
	"fmt"
	"slices"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/internal/pddl"
	"tilejudge/solver/puzzle"
)

func Example() {
	f, _ := formats.Lookup("pddl-strips-sliding-tile")
	tiles, cells := pddl.Names(f.PDDL, puzzle.Shape{Rows: 2, Cols: 3})
	fmt.Println(len(tiles), tiles["t5"], len(cells), cells["p3 p2"])
	// Output: 5 5 6 5
}

// The objects of a board are as many as their count, and have the names of its tiles and cells.
func TestObjects(t *testing.T) {
	for _, f := range formats.All {
		if f.PDDL == nil {
			continue
		}
		s := puzzle.Shape{Rows: 3, Cols: 3}
		kinds := pddl.Kinds(f.PDDL, s)
		tiles, cells := pddl.Names(f.PDDL, s)
		if n := pddl.Objects(f.PDDL, s); n != len(kinds) || len(tiles) != 8 || len(cells) != 9 {
			t.Errorf("%s: %d objects, %d kinds, %d tiles, %d cells", f.Name, n, len(kinds), len(tiles),
				len(cells))
		}
		for name := range tiles {
			if _, ok := kinds[name]; !ok {
				t.Errorf("%s: no object %s", f.Name, name)
			}
		}
		facts := pddl.Layout(f.PDDL, s)
		slices.Sort(facts)
		if n := len(slices.Compact(slices.Clone(facts))); n != len(facts) || n == 0 {
			t.Errorf("%s: %d facts, %d of them different", f.Name, len(facts), n)
		}
	}
}
