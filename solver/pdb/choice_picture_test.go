package pdb

import (
	"testing"

	"tilejudge/solver/puzzle"
)

// Every picture is refused, or its tables can be built in memory and looked up.
func FuzzDraw(f *testing.F) {
	for _, n := range All {
		f.Add(n.Picture)
	}
	for _, picture := range []string{
		"", ":", ".", ".a", "a:.", ".ab:abc", ".aaaabbbbccccddddeeeefffff", "\xff:.", ".é", "..",
		".aaaa:aaaaa:aaaaa:aaaaa:aaaaa", ".aaaa:bbbbb:ccccc:ddddd:eeeee", "zz.:aab:abb",
	} {
		f.Add(picture)
	}
	f.Fuzz(func(t *testing.T, picture string) {
		c, err := ParsePicture(picture)
		if err != nil {
			return
		}
		at := c.Serves()
		if to, _ := Canonical(at.Shape, at.Blank); to != at {
			t.Errorf("%q serves %v, whose canonical class is %v", picture, at, to)
		}
		if c.Entries <= 0 || c.Entries > maxBuilt || c.Spec != nil {
			t.Errorf("%q: %d entries", picture, c.Entries)
		}
		if c.Entries > 1<<12 {
			return // takes too long
		}
		data := InMemory(c.Tables)
		switch tables := c.Tables.(type) {
		case *Partition:
			_, err = NewPartitionHeuristic(tables, data)
		case *Compound:
			_, err = NewCompoundHeuristic(tables, data)
		}
		if err != nil {
			t.Errorf("%q: %v", picture, err)
		}
	})
}

// Among walls, a compound has each tile once in each partition, whatever the cell of the blank.
func TestInstantAmongWalls(t *testing.T) {
	for _, rows := range [][]string{
		{"##", "##", ".#"}, {"########", "#..#...#", "########"},
		{"####", "#.##", "####", "####"}, {"#####", "#.#.#", "#####", "#.#.#", "#####"},
		{"#####", "#####", "#####", "#####", "####."},
	} {
		shape := puzzle.Picture(rows...)
		for blank := range shape.Cells() {
			if shape.IsWall(blank) {
				continue
			}
			at, _ := Canonical(shape, blank)
			c, ok := InstantCompound(at)
			if !ok || !HasInstant(at.Shape) || c.check() != nil || c.Entries() > maxInstant {
				t.Errorf("%v, blank in cell %d: %v, %v", rows, blank, c, ok)
			}
			if _, ok := InstantPartition(at); ok {
				t.Errorf("%v have tables of values", rows)
			}
		}
	}
}

// HasInstant agrees with InstantPartition and InstantCompound.
func TestHasInstant(t *testing.T) {
	for n := range 31 * 31 {
		shape := puzzle.Shape{Rows: 1 + n/31, Cols: 1 + n%31}
		for blank := range min(shape.Cells(), 30) {
			at, _ := Canonical(shape, blank)
			_, partition := InstantPartition(at)
			_, compound := InstantCompound(at)
			if has := HasInstant(at.Shape); has != (partition || compound) {
				t.Errorf("%v: has instant tables: %v, want %v", at, has, partition || compound)
			}
		}
	}
}
