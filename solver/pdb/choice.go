package pdb

import (
	"fmt"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Choice is the patterns that a search is to use: those of stored tables, or
// some that are built in memory.
type Choice struct {
	Name    string // for messages
	Tables         // a *Partition if it can be one, or else a *Compound
	Spec    *Spec  // of the stored tables; nil: built in memory
	Entries int    // of tables that are built in memory
}

// A Named is an entry in the list of the choices that have a name.
type Named struct {
	Name    string // after the numbers of tiles
	Picture string // of tables that are built in memory, as Draw takes it, or:
	Stored  string // the name of the Spec of stored ones
}

// All lists the choices that have a name, smallest boards first. See the package's
// documentation for what they are worth.
var All = []Named{
	{Name: "4-4", Picture: ".ab:aab:abb"},
	{Name: "8", Picture: ".aa:aaa:aaa"},
	{Name: "5-6", Picture: ".abb:aabb:aabb"},
	{Name: "5-5-4", Picture: ".aabb:aaabb:ccccb"},
	{Name: "4-4-4-3", Picture: ".aab:aabb:ccdb:ccdd"},
	{Name: "5-5-5", Picture: ".baa:bbaa:bcca:bccc"},
	{Name: "6-6-3", Picture: ".ccc:aabb:aabb:aabb"},
	{Name: "4-6-5", Picture: ".aab:aabb:ccbb:cccb"},
	{Name: "7-5-3", Picture: ".aac:aaac:aabc:bbbb"},
	{Name: "7-8", Stored: "4x4"},
	{Name: "6-6-7", Stored: "4x5"},
	{Name: "6-6-6-6", Stored: "5x5"},
}

// maxBuilt is how many entries the tables that Draw has built in memory have
// at most: enough for 7 tiles of 4x4, which takes seconds.
const maxBuilt = 1 << 26

// Choose returns the choice of a name in All, or nil.
func Choose(name string) *Choice {
	for _, n := range All {
		switch {
		case n.Name != name:
		case n.Picture != "":
			c, err := Draw(n.Picture)
			if err != nil {
				panic(err)
			}
			c.Name = name
			return c
		default:
			i := slices.IndexFunc(Specs, func(s Spec) bool { return s.Name == n.Stored })
			return &Choice{Name: name, Tables: Specs[i].Tables, Spec: &Specs[i]}
		}
	}
	return nil
}

// Draw returns the choice of the patterns in a picture such as
// ".baa:bbaa:bcca:bccc": rows with colons between, each letter a pattern's tile at
// its goal cell, the dot the blank. It stands for all pictures that turning and
// mirroring make of it. It returns an error if the picture is no such one, or the
// tables would be too large to build in seconds.
func Draw(picture string) (*Choice, error) {
	at, patterns, err := read(picture)
	if err != nil {
		return nil, err
	}
	to, y := Canonical(at.Shape, at.Blank)
	for i, tiles := range patterns {
		patterns[i] = 0
		for _, cell := range tiles.list() {
			patterns[i] |= 1 << y.Cell(at.Shape, cell)
		}
	}
	if n := len(patterns); n == 0 || n > maxPatterns {
		return nil, fmt.Errorf("found %d patterns, expected 1 to %d", n, maxPatterns)
	}
	all := &Compound{Corner: to, Partitions: [][]Tiles{patterns}}
	c := &Choice{Name: picture, Tables: all, Entries: all.entries()}
	if to.fitsHeuristic() && len(patterns) <= slots {
		p := partition(to, patterns)
		c.Tables, err = p, p.check()
	} else {
		err = all.check()
	}
	switch {
	case err != nil:
		return nil, err
	case c.Entries > maxBuilt:
		return nil, fmt.Errorf("the tables would have %d entries, expected %d at most",
			c.Entries, maxBuilt)
	default:
		return c, nil
	}
}

// maxPatterns is how many patterns a picture can have: with those of the exchanged
// board they are slots of Phases.
const maxPatterns = maxSlots / 2

// Canonical returns the corner whose tables serve goals that have the blank in a
// cell, and the symmetry that takes them there: to the first cell on a board no
// wider than high. The shape has no walls.
func Canonical(s puzzle.Shape, blank int) (at Corner, best puzzle.Symmetry) {
	at.Blank = s.Cells()
	for _, y := range puzzle.Symmetries {
		shape, cell := y.Shape(s), y.Cell(s, blank)
		if shape.Cols <= shape.Rows && cell < at.Blank {
			at, best = Corner{shape, cell}, y
		}
	}
	return at, best
}
