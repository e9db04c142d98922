package pdb

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// A PartitionHeuristic looks up the tables of a Partition, and has what a search needs
// to update its indices. The heuristic is the larger of the sums of both sides. It
// never changes.
//
// Directions are numbered as in puzzle.UDLR, and tiles and the blank by their goal
// cells.
type PartitionHeuristic struct {
	*Partition
	// Table[slot] is the table of a pattern. Slots 0 to 3 are on the first side, 4 to
	// 7 on the second. Unused slots are nil.
	Table [2 * slots][]byte
	// Slots[tile] has the slots of the tile's two patterns, one for each side, that of
	// the second side in the high four bits.
	Slots [tiles]uint8
	// Edges[to*4+direction] is a step of the blank.
	Edges [4 * tiles]Edge
	// Away[(to*4+direction)*32+tile] is 1 if the step takes the tile away from its
	// goal cell, and 0 if it brings it nearer.
	Away [4 * tiles * tiles]uint8
	// A step adds Step[direction*32+tile] to the indices of the tile's patterns, and
	// Pass[(direction*32+tile)*32+other] for each other tile in Edge.Between. The index
	// on the second side is in the high 32 bits.
	Step [4 * tiles]int64
	Pass [4 * tiles * tiles]int64
}

const (
	slots = 4  // on each side
	tiles = 32 // a power of two, so that masks replace bounds checks
	// Nowhere is a cell that never has a tile. It fills up Edge.Between.
	Nowhere = 31
)

// An Edge is a step of the blank.
type Edge struct {
	Between   [4]uint8 // cells that the tile passes on one of the sides, or Nowhere
	From, To  uint8    // the blank's cells
	Direction uint8
}

// NewPartitionHeuristic returns the heuristic of the tables that p.Build makes. It
// keeps data. Whatever data contains, no look-up leaves it. It returns an error if data
// has the wrong size or p is not a partition.
func NewPartitionHeuristic(p *Partition, data []byte) (*PartitionHeuristic, error) {
	if len(data) != p.Bytes() {
		return nil, fmt.Errorf("pdb: %d bytes of tables, want %d", len(data), p.Bytes())
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	h := &PartitionHeuristic{Partition: p}
	all, sides := p.patterns()
	var tables [][]byte
	for _, q := range all {
		n := q.Bytes()
		tables = append(tables, data[:n:n])
		data = data[n:]
	}
	h.addEdges()
	for side, patterns := range sides {
		if side == 1 && len(patterns) == 0 {
			h.addEmptySide()
			break
		}
		for i, j := range patterns {
			slot := side*slots + i
			h.Table[slot] = tables[j]
			h.addPattern(side, slot, all[j])
		}
	}
	return h, nil
}

// addEmptySide gives the second side one pattern, of all tiles, whose value is always 0.
func (h *PartitionHeuristic) addEmptySide() {
	h.Table[slots] = []byte{0}
	for t := range h.Slots {
		h.Slots[t] |= slots << 4
	}
}

// addPattern sets what updates the index of a pattern.
func (h *PartitionHeuristic) addPattern(side, slot int, p Pattern) {
	onFirst := func(cell int) int { // the cell on the first side
		if side == 1 {
			return transpose(p.Shape, cell)
		}
		return cell
	}
	one := int64(1) << (32 * side)
	for i, tile := range p.Tiles {
		t := onFirst(tile)
		h.Slots[t] |= uint8(slot << (4 * side))
		for d, m := range puzzle.UDLR {
			stride := -stride(p.Shape, m, side) // the tile's
			sign := one
			if stride < 0 {
				sign = -one
			}
			h.Step[d*tiles+t] += int64(p.Weight(i)*stride) * one
			if max(stride, -stride) == 1 {
				continue // it passes no tile
			}
			for j, other := range p.Tiles {
				row := h.Pass[(d*tiles+t)*tiles:]
				switch u := onFirst(other); {
				case j < i: // the digit of tile i changes by 1
					row[u] -= sign * int64(p.Weight(i))
				case j > i: // the digit of the other tile changes by 1
					row[u] += sign * int64(p.Weight(j))
				}
			}
		}
	}
}

// stride returns by how much a move increases the number of the blank's cell on a side
// whose shape is s.
func stride(s puzzle.Shape, m puzzle.Move, side int) int {
	row, col := 0, 0
	switch m {
	case puzzle.Up:
		row = -1
	case puzzle.Down:
		row = 1
	case puzzle.Left:
		col = -1
	case puzzle.Right:
		col = 1
	}
	if side == 1 {
		row, col = col, row
	}
	return row*s.Cols + col
}

func (h *PartitionHeuristic) addEdges() {
	s := h.Shape
	for cell := range s.Cells() {
		for d, m := range puzzle.UDLR {
			to, ok := s.Step(cell, m)
			if !ok {
				continue
			}
			e := &h.Edges[to*4+d]
			*e = Edge{From: uint8(cell), To: uint8(to), Direction: uint8(d)}
			for i := range e.Between {
				e.Between[i] = Nowhere
			}
			n := 0
			for c := range s.Cells() {
				x, y, z := transpose(s, cell), transpose(s, c), transpose(s, to)
				if min(cell, to) < c && c < max(cell, to) || min(x, z) < y && y < max(x, z) {
					e.Between[n] = uint8(c)
					n++
				}
			}
			for t := range s.Cells() {
				if distance(s, t, cell) > distance(s, t, to) {
					h.Away[(to*4+d)*tiles+t] = 1
				}
			}
		}
	}
}

// distance returns the Manhattan distance of two cells.
func distance(s puzzle.Shape, a, b int) int {
	rows, cols := a/s.Cols-b/s.Cols, a%s.Cols-b%s.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// Index returns the index of a board in the table of each slot. at[cell] is the tile
// there.
func (h *PartitionHeuristic) Index(at []uint8) (index [2 * slots]uint32) {
	where := make([]int, h.Shape.Cells())
	for side, patterns := range h.Sides {
		for c, t := range at {
			if side == 0 {
				where[t] = c
			} else {
				where[transpose(h.Shape, int(t))] = transpose(h.Shape, c)
			}
		}
		shape, blank := h.side(side)
		for i, names := range patterns {
			cells := make([]int, len(names))
			for j, t := range names {
				cells[j] = where[t]
			}
			index[side*slots+i] = uint32(Pattern{shape, blank, names}.Index(cells))
		}
	}
	return index
}

// Distance returns the Manhattan distance of a board from the goal.
func (h *PartitionHeuristic) Distance(at []uint8) (sum int) {
	for c, t := range at {
		if int(t) != h.Blank {
			sum += distance(h.Shape, c, int(t))
		}
	}
	return sum
}
