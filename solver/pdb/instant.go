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
// tables are built in about a tenth of a second and take less than a megabyte, and
// false for boards that are too large or have walls.
func Instant(at Corner) (*Partition, bool) {
	shape := at.Shape
	if shape.Walls != 0 || shape.Spare != 0 || min(shape.Rows, shape.Cols) < 2 ||
		max(shape.Rows, shape.Cols) > 5 || shape.Cells() > 16 {
		return nil, false
	}
	for _, p := range instants {
		if p.Corner == at {
			return p, true
		}
	}
	p := &Partition{Corner: at}
	for i := range p.Sides {
		p.Sides[i] = winding(p.side(i))
	}
	return p, true
}

// winding returns patterns of five tiles along a line that winds through the
// rows.
func winding(shape puzzle.Shape, blank int) (patterns [][]int) {
	const most = 5
	var line []int
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
	line = slices.DeleteFunc(line, func(cell int) bool { return cell == blank })
	return slices.Collect(slices.Chunk(line, most))
}

// InMemory builds the tables of a partition and returns their heuristic.
func InMemory(p *Partition) *Heuristic {
	data := make([]byte, p.Bytes())
	err := p.Build(context.Background(), data, nil)
	if err != nil {
		panic(err) // no partition: the caller's bug
	}
	h, err := NewHeuristic(p, data)
	if err != nil {
		panic(err)
	}
	return h
}
