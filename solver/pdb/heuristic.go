package pdb

import (
	"context"
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Partition is patterns that share no tile, of the board as it is and of the
// board with rows and columns exchanged. Where the exchanged goal is the goal, the
// same tables serve both. The second side may have none.
type Partition struct {
	Corner
	Sides [2][][]int // tiles of the patterns, of the second side as exchanged
}

// A Corner is where goals have the blank on boards of a shape: it says which
// tables serve them.
type Corner struct {
	Shape puzzle.Shape
	Blank int // its cell
}

// Serves returns the corner itself: the goals that tables of it are for.
func (c Corner) Serves() Corner { return c }

// fitsHeuristic reports whether a Heuristic can be of the board: whether no more
// cells are between two of an Edge than that has room for.
func (c Corner) fitsHeuristic() bool { return max(c.Shape.Rows, c.Shape.Cols) <= len(Edge{}.Between)+1 }

// selfSame reports whether the exchanged goal is the goal.
func (c Corner) selfSame() bool {
	return c.Shape.Rows == c.Shape.Cols && exchange(c.Shape, c.Blank) == c.Blank
}

// side returns the shape and the blank's goal cell on a side.
func (p Partition) side(i int) (puzzle.Shape, int) {
	if i == 0 {
		return p.Shape, p.Blank
	}
	s := puzzle.Shape{Rows: p.Shape.Cols, Cols: p.Shape.Rows}
	return s, exchange(p.Shape, p.Blank)
}

func exchange(s puzzle.Shape, cell int) int { return cell%s.Cols*s.Rows + cell/s.Cols }

// Patterns returns those that need a table, each once.
func (p *Partition) Patterns() []Pattern {
	all, _ := p.patterns()
	return all
}

// patterns returns also which of them each side has.
func (p *Partition) patterns() (all []Pattern, of [2][]int) {
	for i, side := range p.Sides {
		shape, blank := p.side(i)
		for _, tiles := range side {
			q := Pattern{shape, blank, tiles}
			j := 0
			for j < len(all) && !all[j].equal(q) {
				j++
			}
			if j == len(all) {
				all = append(all, q)
			}
			of[i] = append(of[i], j)
		}
	}
	return all, of
}

// Bytes returns the size of all tables.
func (p *Partition) Bytes() (n int) {
	for _, q := range p.Patterns() {
		n += q.Bytes()
	}
	return n
}

// Build fills to, which has p.Bytes() zero bytes, with all tables in turn, as
// the function Build does.
func (p *Partition) Build(ctx context.Context, to []byte, progress func(done, total int64)) error {
	var done, total int64
	for _, q := range p.Patterns() {
		total += int64(q.Entries())
	}
	for _, q := range p.Patterns() {
		n := int64(q.Entries())
		part := func(d, t int64) {
			if progress != nil {
				progress(done+int64(float64(n)*float64(d)/float64(t)), total)
			}
		}
		if err := Build(ctx, q, to[:q.Bytes()], part); err != nil {
			return err
		}
		to = to[q.Bytes():]
		done += n
	}
	return nil
}

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
	if !p.fitsHeuristic() {
		return nil, fmt.Errorf("pdb: no heuristic for %v boards", p.Shape)
	}
	h := &Heuristic{Partition: p}
	all, of := p.patterns()
	var tables [][]byte
	for _, q := range all {
		if err := q.check(); err != nil {
			return nil, err
		}
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
		if len(patterns) > slots {
			return nil, fmt.Errorf("pdb: %d patterns on a side", len(patterns))
		}
		found := uint32(0)
		for i, j := range patterns {
			slot := side*slots + i
			h.Table[slot] = tables[j]
			found |= h.addPattern(side, slot, all[j])
		}
		if want := uint32(1)<<p.Shape.Cells() - 1 - 1<<p.Blank; found != want {
			return nil, fmt.Errorf("pdb: patterns have tiles %b, want %b", found, want)
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

// addPattern adds what keeps the index of a pattern up to date, and returns its
// tiles as this side has them.
func (h *Heuristic) addPattern(side, slot int, p Pattern) (found uint32) {
	back := func(cell int) int { // to the first side
		if side == 1 {
			return exchange(p.Shape, cell)
		}
		return cell
	}
	one := int64(1) << (32 * side)
	for i, tile := range p.Tiles {
		t := back(tile)
		found |= 1 << t
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
	return found
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
