package pdb

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Heuristic looks values up: the maximum of both sides of a partition. It
// never changes, and holds what a search needs to keep indices up to date.
//
// Directions are numbered as in puzzle.UDLR, tiles by their goal cells; the
// blank's number is that of its own goal cell.
type Heuristic struct {
	*Partition
	// Table[slot] is the table of a pattern: slots 0 to 3 are those of the
	// first side. The others are empty.
	Table [2 * slots][]byte
	// Slots[tile] are the slots of the tile's patterns on either side, the
	// second in the high four bits.
	Slots [tiles]uint8
	// Edges[to*4+direction] is a step of the blank.
	Edges [4 * tiles]Edge
	// Up[(to*4+direction)*32+tile] is 1 if the step takes the tile away from its
	// goal cell, and 0 if it takes it nearer.
	Up [4 * tiles * tiles]uint8
	// A step adds Step[direction*32+tile] to the indices of the tile's patterns,
	// the second in the high 32 bits, and Pass[(direction*32+tile)*32+other] for
	// each tile on the Edge's cells Between.
	Step [4 * tiles]int64
	Pass [4 * tiles * tiles]int64
}

const (
	slots = 4
	tiles = 32
	// Nowhere is a cell that never has a tile: it fills Edge.Between.
	Nowhere = 31
)

// An Edge is a step of the blank.
type Edge struct {
	Between          [4]uint8 // cells that the tile passes on one of the sides, or Nowhere
	From, To         uint8    // the blank's
	Direction, Valid uint8
}

// NewHeuristic returns the heuristic of the tables that p.Build makes, which it
// keeps. Whatever data has, no look-up leaves it. It returns an error if data has
// the wrong size or p is no partition.
func NewHeuristic(p *Partition, data []byte) (*Heuristic, error) {
	if len(data) != p.Bytes() {
		return nil, fmt.Errorf("pdb: %d bytes of tables, want %d", len(data), p.Bytes())
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	h := &Heuristic{Partition: p}
	all, of := p.patterns()
	var tables [][]byte
	for _, q := range all {
		n := q.Bytes()
		tables = append(tables, data[:n:n])
		data = data[n:]
	}
	h.addEdges()
	for side, patterns := range of {
		if side == 1 && len(patterns) == 0 {
			h.addNothing()
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

// addNothing adds to the second side a pattern of all tiles whose value is always
// 0.
func (h *Heuristic) addNothing() {
	h.Table[slots] = []byte{0}
	for t := range h.Slots {
		h.Slots[t] |= slots << 4
	}
}

// addPattern adds what keeps the index of a pattern up to date.
func (h *Heuristic) addPattern(side, slot int, p Pattern) {
	back := func(cell int) int { // to the first side
		if side == 1 {
			return exchange(p.Shape, cell)
		}
		return cell
	}
	one := int64(1) << (32 * side)
	for i, tile := range p.Tiles {
		t := back(tile)
		h.Slots[t] |= uint8(slot << (4 * side))
		for d, m := range puzzle.UDLR {
			stride := -stride(p.Shape, m, side) // the tile's
			sign := one
			if stride < 0 {
				sign = -one
			}
			h.Step[d*tiles+t] += int64(p.Weight(i)*stride) * one
			if max(stride, -stride) == 1 {
				continue // it passes none
			}
			for j, other := range p.Tiles {
				row := h.Pass[(d*tiles+t)*tiles:]
				switch u := back(other); {
				case j < i: // one more before it
					row[u] -= sign * int64(p.Weight(i))
				case j > i: // one less before the other
					row[u] += sign * int64(p.Weight(j))
				}
			}
		}
	}
}

// stride returns by how much the number of the blank's cell grows with a move,
// on a side whose shape is s.
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

func (h *Heuristic) addEdges() {
	s := h.Shape
	for cell := range s.Cells() {
		for d, m := range puzzle.UDLR {
			to, ok := s.Step(cell, m)
			if !ok {
				continue
			}
			e := &h.Edges[to*4+d]
			*e = Edge{From: uint8(cell), To: uint8(to), Direction: uint8(d), Valid: 1}
			for i := range e.Between {
				e.Between[i] = Nowhere
			}
			n := 0
			for c := range s.Cells() {
				x, y, z := exchange(s, cell), exchange(s, c), exchange(s, to)
				if min(cell, to) < c && c < max(cell, to) || min(x, z) < y && y < max(x, z) {
					e.Between[n] = uint8(c)
					n++
				}
			}
			for t := range s.Cells() {
				if distance(s, t, cell) > distance(s, t, to) {
					h.Up[(to*4+d)*tiles+t] = 1
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

// Index returns the index of a board in each slot: at[cell] is the tile there.
func (h *Heuristic) Index(at []uint8) (index [2 * slots]uint32) {
	where := make([]int, h.Shape.Cells())
	for side, patterns := range h.Sides {
		for c, t := range at {
			if side == 0 {
				where[t] = c
			} else {
				where[exchange(h.Shape, int(t))] = exchange(h.Shape, c)
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
func (h *Heuristic) Distance(at []uint8) (far int) {
	for c, t := range at {
		if int(t) != h.Blank {
			far += distance(h.Shape, c, int(t))
		}
	}
	return far
}
