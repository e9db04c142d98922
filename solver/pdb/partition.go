package pdb

import (
	"context"
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Partition is two sets of patterns that share no tile: one for each side, the board
// and its transpose. If the goal is symmetric, the same tables serve both sides. The
// second side may have no patterns.
type Partition struct {
	GoalClass
	Sides [2][][]int // tiles of each pattern; on the second side, of the transposed board
}

// A GoalClass is the goals for boards of a shape that have the blank in a given cell.
// Tiles are named by their goal cells, so the same tables serve all goals of a class.
type GoalClass struct {
	Shape puzzle.Shape
	Blank int // the cell
}

// Serves returns c itself: it implements Tables for the types that embed c.
func (c GoalClass) Serves() GoalClass { return c }

// fitsPartition reports whether the board can have a PartitionHeuristic: whether it has no
// walls, and Edge.Between has room for the cells that a tile passes in row-major order.
func (c GoalClass) fitsPartition() bool {
	return c.Shape.Walls == 0 && max(c.Shape.Rows, c.Shape.Cols) <= len(Edge{}.Between)+1
}

// symmetric reports whether the transposed goal is the goal. The shape has at most 25 cells.
func (c GoalClass) symmetric() bool {
	walls := Tiles(c.Shape.Walls)
	return c.Shape.Rows == c.Shape.Cols && transpose(c.Shape, c.Blank) == c.Blank &&
		walls.transpose(c.Shape) == walls
}

// side returns the shape and the blank's goal cell on a side.
func (p *Partition) side(i int) (puzzle.Shape, int) {
	if i == 0 {
		return p.Shape, p.Blank
	}
	s := puzzle.Shape{Rows: p.Shape.Cols, Cols: p.Shape.Rows}
	return s, transpose(p.Shape, p.Blank)
}

// transpose returns where a cell gets to if rows and columns are exchanged.
func transpose(s puzzle.Shape, cell int) int { return cell%s.Cols*s.Rows + cell/s.Cols }

// patterns returns the patterns that need a table, each once, and the indices of those
// that each side has.
func (p *Partition) patterns() (all []Pattern, sides [2][]int) {
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
			sides[i] = append(sides[i], j)
		}
	}
	return all, sides
}

// Bytes returns the size of all tables.
func (p *Partition) Bytes() (n int) {
	all, _ := p.patterns()
	for _, q := range all {
		n += q.Bytes()
	}
	return n
}

// Build implements Tables. It builds one table after another, with the function Build.
func (p *Partition) Build(ctx context.Context, to []byte, progress func(done, total int64)) error {
	var done, total int64
	all, _ := p.patterns()
	for _, q := range all {
		total += int64(q.Entries())
	}
	for _, q := range all {
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

// check returns an error if the partition can have no PartitionHeuristic.
func (p *Partition) check() error {
	if !p.fitsPartition() {
		return fmt.Errorf("pdb: no heuristic for %v boards", p.Shape)
	}
	for i, side := range p.Sides {
		if i == 1 && len(side) == 0 {
			break
		}
		if len(side) > slots {
			return fmt.Errorf("pdb: %d patterns on a side", len(side))
		}
		shape, blank := p.side(i)
		if err := checkAll(GoalClass{shape, blank}, side); err != nil {
			return err
		}
	}
	return nil
}

// checkAll returns an error unless each tile of a goal is in exactly one pattern.
func checkAll(at GoalClass, patterns [][]int) error {
	found := Tiles(0)
	for _, tiles := range patterns {
		if err := (Pattern{at.Shape, at.Blank, tiles}).check(); err != nil {
			return err
		}
		for _, t := range tiles {
			if found>>t&1 != 0 {
				return fmt.Errorf("pdb: tile %d is in two patterns", t)
			}
			found |= 1 << t
		}
	}
	cells := Tiles(1)<<at.Shape.Cells() - 1
	if want := cells &^ (Tiles(at.Shape.Walls) | 1<<at.Blank); found != want {
		return fmt.Errorf("pdb: patterns have the tiles %v, want %v", found.list(), want.list())
	}
	return nil
}
