package pdb

import (
	"context"
	"slices"

	"tilejudge/solver/puzzle"
)

// instants are the best partitions known whose tables take no more time than
// one wants to wait for the first answer.
var instants = []*Partition{
	drawn(".baa:bbaa:bcca:bccc"),
	drawn("aabb:a.bb:aabc:cccc"),
}

// Instant returns a partition for a shape and the goal cell of the blank whose
// tables are built in one or two tenths of a second and take less than two megabytes,
// and false for boards that are too large or have walls.
func Instant(at Corner) (*Partition, bool) {
	if !HasInstant(at.Shape) || !at.fitsHeuristic() || at.Shape.Cells() > 16 {
		return nil, false
	}
	for _, p := range instants {
		if p.Corner == at {
			return p, true
		}
	}
	const most = 5
	p := &Partition{Corner: at}
	for i := range p.Sides {
		for chunk := range slices.Chunk(winding(p.side(i)), most) {
			p.Sides[i] = append(p.Sides[i], chunk)
		}
	}
	return p, true
}

// HasInstant reports whether Instant or InstantCompound has tables for boards of a
// shape: all without walls, of two rows and columns at least and 25 cells at most.
func HasInstant(s puzzle.Shape) bool {
	return checkShape(s) == nil && min(s.Rows, s.Cols) > 1
}

// winding returns the tiles along a line that winds through the rows.
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
	return slices.DeleteFunc(line, func(cell int) bool { return cell == blank })
}

// InstantCompound returns a compound whose tables are built within a second: two
// partitions along a line that winds through the rows, into as large patterns as
// that allows, from either end; one, if a mirror takes the goal to itself and so
// makes another. It returns false for boards that are small, too
// large or have walls, and for 4x4, where an Instant partition takes half the time.
func InstantCompound(at Corner) (*Compound, bool) {
	n := at.Shape.Cells()
	if !HasInstant(at.Shape) || n < 12 || at.Shape.Rows == 4 && at.Shape.Cols == 4 {
		return nil, false
	}
	line := winding(at.Shape, at.Blank)
	c := &Compound{Corner: at}
	for k := largest; ; k-- {
		first := (n - 1) % k
		if first == 0 {
			first = k / 2
		}
		c.Partitions = [][]Tiles{chunks(line, k, k), chunks(line, first, k)}
		if at.selfSame() {
			c.Partitions = c.Partitions[:1]
		}
		if c.entries() <= maxInstant {
			return c, true
		}
	}
}

const (
	largest    = 6        // tiles of a pattern of InstantCompound
	maxInstant = 24 << 20 // entries of all its tables
)

// chunks cuts a line of tiles up: some first, then so many each.
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

// entries returns the number of ways to place the tiles of all patterns.
func (c *Compound) entries() (n int) {
	for _, t := range c.patterns() {
		n += Pattern{c.Shape, c.Blank, t.list()}.Entries()
	}
	return n
}

// InMemory builds tables and returns them.
func InMemory(t Tables) []byte {
	data := make([]byte, t.Bytes())
	if err := t.Build(context.Background(), data, nil); err != nil {
		panic(err) // no partition: the caller's bug
	}
	return data
}
