package pdb

import (
	"fmt"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Pattern is some of the tiles of a goal. Its table has an entry for each placement
// of these tiles: the fewest moves of theirs that take them home, over all cells of
// the blank. Moves of other tiles do not count, so the values of patterns that share
// no tile may be added.
//
// Tiles are named by their goal cells. A table entry is (moves - Manhattan distance) /
// 2 in four bits, at most 15. Entry 2i is in the low bits of byte i.
type Pattern struct {
	Shape puzzle.Shape // of at most 25 cells
	Blank int          // the goal cell of the blank
	Tiles []int        // the first is the most significant digit of the index
}

// Entries returns the number of placements of the tiles.
func (p Pattern) Entries() int {
	n := 1
	for i := range p.Tiles {
		n *= p.Shape.Open() - i
	}
	return n
}

// Bytes returns the size of the table.
func (p Pattern) Bytes() int { return (p.Entries() + 1) / 2 }

// Weight returns by how much the index grows with digit i. The digit of a tile is its
// cell, less the number of cells below that which earlier tiles occupy.
func (p Pattern) Weight(i int) int {
	w := 1
	for i++; i < len(p.Tiles); i++ {
		w *= p.Shape.Cells() - i
	}
	return w
}

// Index returns the index of the placement with tile i of the pattern at cell[i].
func (p Pattern) Index(cell []int) int {
	index, weight := 0, 1
	for i := len(cell) - 1; i >= 0; i-- {
		digit := cell[i]
		for _, c := range cell[:i] {
			if c < cell[i] {
				digit--
			}
		}
		index += digit * weight
		weight *= p.Shape.Cells() - i
	}
	return index
}

// check returns an error if p can have no table.
func (p Pattern) check() error {
	if err := checkShape(p.Shape); err != nil {
		return err
	}
	n := p.Shape.Cells()
	taken := uint32(1)<<p.Blank | uint32(p.Shape.Walls)
	if k := len(p.Tiles); k == 0 || k > maxTiles || k >= p.Shape.Open() {
		return fmt.Errorf("pdb: no tables of %d tiles for %v boards", len(p.Tiles), p.Shape)
	}
	for _, t := range p.Tiles {
		if t < 0 || t >= n || taken>>t&1 != 0 {
			return fmt.Errorf("pdb: tile %d is not in the goal, or is listed twice", t)
		}
		taken |= 1 << t
	}
	return nil
}

// checkShape returns an error if boards of a shape can have no tables.
func checkShape(s puzzle.Shape) error {
	if s.Cells() > maxCells || s.Spare != 0 {
		return fmt.Errorf("pdb: no tables for %v boards", s)
	}
	return nil
}

const (
	maxCells = 25
	maxTiles = 8 // 8! orders fit a uint16
)

func (p Pattern) equal(q Pattern) bool {
	return p.Shape == q.Shape && p.Blank == q.Blank && slices.Equal(p.Tiles, q.Tiles)
}
