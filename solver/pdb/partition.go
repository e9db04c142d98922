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
func (c Corner) fitsHeuristic() bool {
	return max(c.Shape.Rows, c.Shape.Cols) <= len(Edge{}.Between)+1
}

// selfSame reports whether the exchanged goal is the goal.
func (c Corner) selfSame() bool {
	return c.Shape.Rows == c.Shape.Cols && exchange(c.Shape, c.Blank) == c.Blank
}

// side returns the shape and the blank's goal cell on a side.
func (p *Partition) side(i int) (puzzle.Shape, int) {
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

// check returns an error if no Heuristic can be of the partition.
func (p *Partition) check() error {
	if !p.fitsHeuristic() {
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
		if err := checkAll(Corner{shape, blank}, side); err != nil {
			return err
		}
	}
	return nil
}

// checkAll returns an error unless each tile of a goal is in one of the patterns.
func checkAll(at Corner, patterns [][]int) error {
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
	if want := Tiles(1)<<at.Shape.Cells() - 1 - 1<<at.Blank; found != want {
		return fmt.Errorf("pdb: patterns have the tiles %v, want %v", found.list(), want.list())
	}
	return nil
}
