package pdb

import (
	"fmt"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Choice is the patterns that a search is to use. Their tables are stored or built in
// memory.
type Choice struct {
	Name    string // for messages
	Tables         // a *Partition if one can have these patterns, else a *Compound
	Spec    *Spec  // of the stored tables; nil: built in memory
	Entries int    // of all tables that are built in memory
}

// A NamedChoice is an entry in the list of choices.
type NamedChoice struct {
	Name    string // the numbers of tiles of the patterns, such as "5-5-5"
	Picture string // if the tables are built in memory: the patterns, as for ParsePicture
	Stored  string // if they are stored: the name of their Spec
}

// All lists the choices that have a name, smallest boards first. MEASUREMENTS.md tells
// how they compare.
var All = []NamedChoice{
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

// maxBuilt is the largest number of entries of tables that are built in memory. It is
// enough for 7 tiles of 4x4, which take seconds.
const maxBuilt = 1 << 26

// Choose returns the choice with a name in All, or nil.
func Choose(name string) *Choice {
	for _, n := range All {
		switch {
		case n.Name != name:
		case n.Picture != "":
			c, err := ParsePicture(n.Picture)
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

// ParsePicture returns the choice of the patterns in a picture of the goal such as
// ".baa:bbaa:bcca:bccc". Colons separate the rows; tiles with the same letter form a
// pattern; the dot is the blank. Pictures that turning and mirroring make of each other
// give the same choice. It returns an error if the picture is malformed, or if the
// tables would take more than seconds to build.
func ParsePicture(picture string) (*Choice, error) {
	at, patterns, err := readPicture(picture)
	if err != nil {
		return nil, err
	}
	goals, y := Canonical(at.Shape, at.Blank)
	for i, tiles := range patterns {
		patterns[i] = 0
		for _, cell := range tiles.list() {
			patterns[i] |= 1 << y.Cell(at.Shape, cell)
		}
	}
	if n := len(patterns); n == 0 || n > maxPatterns {
		return nil, fmt.Errorf("found %d patterns, expected 1 to %d", n, maxPatterns)
	}
	all := &Compound{GoalClass: goals, Partitions: [][]Tiles{patterns}}
	c := &Choice{Name: picture, Tables: all, Entries: all.Entries()}
	if goals.fitsPartition() && len(patterns) <= slots {
		p := newPartition(goals, patterns)
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

// maxPatterns is the largest number of patterns in a picture. With those of the
// transposed board they fill the slots of a CompoundHeuristic.
const maxPatterns = maxSlots / 2

// Canonical returns the class whose tables serve goals with the blank in a cell, and the
// symmetry that takes these goals there. The board becomes no wider than high, and the
// blank gets to the cell with the lowest number. Walls are turned and mirrored, too.
func Canonical(s puzzle.Shape, blank int) (goals GoalClass, best puzzle.Symmetry) {
	goals.Blank = s.Cells()
	for _, y := range puzzle.Symmetries {
		shape, cell := y.Shape(s), y.Cell(s, blank)
		if shape.Cols <= shape.Rows && cell < goals.Blank {
			goals, best = GoalClass{shape, cell}, y
		}
	}
	return goals, best
}
