package pdb

import (
	"context"
	"slices"

	"tilejudge/solver/puzzle"
)

// instantPartitions are the best known of the partitions whose tables are built fast
// enough for the first answer not to wait.
var instantPartitions = []*Partition{
	mustPartition(".baa:bbaa:bcca:bccc"),
	mustPartition("aabb:a.bb:aabc:cccc"),
}

// InstantPartition returns a partition for some goals whose tables are built in one or
// two tenths of a second and take less than two megabytes. It returns false for boards
// that are too large or have walls.
func InstantPartition(goals GoalClass) (*Partition, bool) {
	if !HasInstant(goals.Shape) || !goals.fitsPartition() || goals.Shape.Cells() > 16 {
		return nil, false
	}
	for _, p := range instantPartitions {
		if p.GoalClass == goals {
			return p, true
		}
	}
	const maxTiles = 5
	p := &Partition{GoalClass: goals}
	for i := range p.Sides {
		for chunk := range slices.Chunk(winding(p.side(i)), maxTiles) {
			p.Sides[i] = append(p.Sides[i], chunk)
		}
	}
	return p, true
}

// HasInstant reports whether InstantPartition or InstantCompound has tables for a shape:
// any of at least two rows and columns, at most 25 cells and, with walls, at most eight rows
// and columns.
func HasInstant(s puzzle.Shape) bool {
	return checkShape(s) == nil && min(s.Rows, s.Cols) > 1 &&
		(s.Walls == 0 || s.Open() > 1 && max(s.Rows, s.Cols) <= maxColumns)
}

// winding returns the tiles along a line that winds through the rows: the first from
// left to right, the second from right to left, and so on. It leaves walls out.
func winding(shape puzzle.Shape, blank int) (line []int) {
	for r := range shape.Rows {
		row := make([]int, shape.Cols)
		for c := range row {
			row[c] = r*shape.Cols + c
		}
		if r%2 != 0 {
			slices.Reverse(row)
		}
		line = append(line, row...)
	}
	return slices.DeleteFunc(line, func(cell int) bool { return cell == blank || shape.IsWall(cell) })
}

// InstantCompound returns a compound whose tables are built within a second. It cuts a
// line that winds through the rows into patterns, as large as that time allows: once
// from either end, or once in all if the goal is symmetric, since the transpose then
// makes a second partition. It returns false for boards that are too large and, without
// walls, for small ones and for 4x4, where searches with InstantPartition take half the time.
func InstantCompound(goals GoalClass) (*Compound, bool) {
	n := goals.Shape.Open()
	square4 := goals.Shape.Rows == 4 && goals.Shape.Cols == 4
	if !HasInstant(goals.Shape) || goals.Shape.Walls == 0 && (n < 12 || square4) {
		return nil, false
	}
	return newChunks(goals, maxInstantTiles, maxInstant), true
}

// LargerCompound returns a compound for a search that is long already: its patterns are larger than
// those of InstantCompound, and its tables take seconds to build. It returns nil if there is none
// for these goals.
func LargerCompound(goals GoalClass) *Compound {
	if !HasInstant(goals.Shape) {
		return nil
	}
	c := newChunks(goals, maxCompoundTiles, maxLarger)
	if instant, ok := InstantCompound(goals); ok && instant.Entries() >= c.Entries() {
		return nil
	}
	return c
}

// newChunks cuts the winding line of a goal into patterns of as many tiles as the limits allow.
func newChunks(goals GoalClass, maxTiles, maxEntries int) *Compound {
	n := goals.Shape.Open()
	line := winding(goals.Shape, goals.Blank)
	c := &Compound{GoalClass: goals}
	for k := maxTiles; ; k-- {
		first := (n - 1) % k
		if first == 0 {
			first = k / 2
		}
		c.Partitions = [][]Tiles{chunks(line, k, k), chunks(line, first, k)}
		if goals.symmetric() {
			c.Partitions = c.Partitions[:1]
		}
		if c.Entries() <= maxEntries {
			return c
		}
	}
}

const (
	maxInstantTiles = 6        // tiles of a pattern of InstantCompound
	maxInstant      = 24 << 20 // entries of all its tables
	maxLarger       = 1 << 28  // entries of those of LargerCompound
)

// chunks cuts a line of tiles into patterns: the first has the length first, the others
// have the length each.
func chunks(line []int, first, each int) (patterns []Tiles) {
	for len(line) > 0 {
		n := min(first, len(line))
		var t Tiles
		for _, cell := range line[:n] {
			t |= 1 << cell
		}
		patterns = append(patterns, t)
		line, first = line[n:], each
	}
	return patterns
}

// Entries returns the number of placements of all patterns.
func (c *Compound) Entries() (n int) {
	for _, t := range c.patterns() {
		n += Pattern{c.Shape, c.Blank, t.list()}.Entries()
	}
	return n
}

// InMemory builds tables and returns them. It panics if t is malformed.
func InMemory(t Tables) []byte {
	data := make([]byte, t.Bytes())
	if err := t.Build(context.Background(), data, nil); err != nil {
		panic(err) // the caller's bug: t is not a proper partition or compound
	}
	return data
}
