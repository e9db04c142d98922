package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Compound is several partitions of a goal's tiles into patterns. The heuristic is
// the largest of their sums. If the goal is symmetric, the partitions of the
// transposed board have sums too.
//
// Its tables have one bit for each state of a pattern, which is the cells of its
// tiles and the region of the blank: bit 1 of the value, the number of moves. When a
// tile moves, the value changes by 1, and its bit 1 tells whether up or down. So from
// the value modulo 4 before a move follows the value modulo 4 after it.
//
// A table has a row for each order of the tiles. A row has the first region of every
// set of cells, then the other regions. Few moves change the order, and most change
// the set to one close by, so most neighbours are close in memory.
type Compound struct {
	GoalClass
	Partitions [][]Tiles
}

// Tiles is a set of tiles, a bit for each. Tiles are named by their goal cells.
type Tiles uint32

// list returns the tiles in ascending order.
func (t Tiles) list() (tiles []int) {
	for ; t != 0; t &= t - 1 {
		tiles = append(tiles, bits.TrailingZeros32(uint32(t)))
	}
	return tiles
}

func (t Tiles) count() int { return bits.OnesCount32(uint32(t)) }

// transpose returns the tiles of the transposed board.
func (t Tiles) transpose(s puzzle.Shape) (to Tiles) {
	for _, tile := range t.list() {
		to |= 1 << transpose(s, tile)
	}
	return to
}

// sums returns the partitions of all sums, those of the transposed board last.
func (c *Compound) sums() [][]Tiles {
	all := slices.Clone(c.Partitions)
	if !c.symmetric() {
		return all
	}
	for _, p := range c.Partitions {
		q := make([]Tiles, len(p))
		for i, t := range p {
			q[i] = t.transpose(c.Shape)
		}
		all = append(all, q)
	}
	return all
}

// patterns returns the patterns that need a table of their own. If the goal is
// symmetric, a pattern and its transpose share one.
func (c *Compound) patterns() (all []Tiles) {
	for _, p := range c.Partitions {
		for _, t := range p {
			mirrored := t
			if c.symmetric() {
				mirrored = t.transpose(c.Shape)
			}
			if !slices.Contains(all, t) && !slices.Contains(all, mirrored) {
				all = append(all, t)
			}
		}
	}
	return all
}

// Bytes returns the size of all tables.
func (c *Compound) Bytes() int { return c.bytes(c.blocks()) }

// bytes is Bytes, with c.blocks().
func (c *Compound) bytes(of map[int]*blocks) (n int) {
	for _, t := range c.patterns() {
		n += of[t.count()].bytes()
	}
	return n
}

// blocks returns the blocks of the patterns, by the number of their tiles. Making them takes some
// milliseconds.
func (c *Compound) blocks() map[int]*blocks {
	all := make(map[int]*blocks)
	for _, t := range c.patterns() {
		if k := t.count(); all[k] == nil {
			all[k] = newBlocks(c.Shape, k)
		}
	}
	return all
}

// Build implements Tables. It searches as the function Build does, one pattern after
// another. Beside the tables it needs two bits for each state of one pattern, the
// edges of its blocks, and the lists of its layers.
func (c *Compound) Build(ctx context.Context, to []byte, progress func(done, total int64)) error {
	if err := c.check(); err != nil {
		return err
	}
	if len(to) != c.Bytes() {
		return fmt.Errorf("pdb: %d bytes for tables of %d", len(to), c.Bytes())
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	var b *build
	var rows []byte // rows[block*b.orderBytes():] has a bit for each order
	done, total := 0, int64(len(to))
	for _, t := range c.patterns() {
		p := Pattern{c.Shape, c.Blank, t.list()}
		if b == nil || len(b.Tiles) != len(p.Tiles) {
			b = newBuild(p)
			rows = make([]byte, len(b.regions)*b.orderBytes())
			b.visit = setBits(rows, b.orderBytes())
		}
		b.reset(p)
		clear(rows)
		size := b.bytes()
		err := b.search(ctx, func(met int64) {
			part := float64(met) / float64(b.states()) * float64(size)
			progress(int64(done)+int64(part), total)
		})
		if err == nil {
			err = b.transposeBits(ctx, rows, to[done:done+size])
		}
		if err != nil {
			return err
		}
		done += size
	}
	return nil
}

// reset makes a build ready for another pattern with as many tiles.
func (b *build) reset(p Pattern) {
	b.Pattern = p
	for _, seen := range b.seen {
		clear(seen)
	}
}

// orderBytes returns the bytes that a bit for each order takes.
func (b *blocks) orderBytes() int { return (b.count + 7) / 8 }

// setBits returns a build.visit that sets rows to bit 1 of the moves.
func setBits(rows []byte, orderBytes int) func(int, uint32, []uint16, uint8) {
	return func(_ int, block uint32, orders []uint16, depth uint8) {
		if depth&2 == 0 {
			return
		}
		row := rows[int(block)*orderBytes:][:orderBytes]
		for _, order := range orders {
			row[order/8] |= 1 << (order % 8)
		}
	}
}

// transposeBits fills the table to, which has a row for each order, from rows, which has
// a row for each block.
func (b *build) transposeBits(ctx context.Context, rows, to []byte) error {
	orderBytes, stride := b.orderBytes(), b.stride()
	return parallel(ctx, orderBytes, func(_, column int) {
		for set := range b.masks {
			for block := b.first[set]; block < b.first[set+1]; block++ {
				c := b.column(uint32(set), block)
				eight := rows[int(block)*orderBytes+column]
				for order := column * 8; eight != 0; order++ {
					to[order*stride+int(c/8)] |= eight & 1 << (c % 8)
					eight >>= 1
				}
			}
		}
	})
}

// stride returns the bytes of a row of the table.
func (b *blocks) stride() int { return (len(b.regions) + 7) / 8 }

// bytes returns the size of the table.
func (b *blocks) bytes() int { return b.count * b.stride() }

// column returns where in a row a block of a set is.
func (b *blocks) column(set, block uint32) uint32 {
	if block == b.first[set] {
		return set
	}
	return uint32(len(b.masks)) + block - 1 - set
}

// slots returns the patterns of all sums, each once.
func (c *Compound) slots() (all []Tiles) {
	for _, p := range c.sums() {
		for _, t := range p {
			if !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// check returns an error if the compound can have no CompoundHeuristic.
func (c *Compound) check() error {
	if n := len(c.sums()); n == 0 || n > maxSums {
		return fmt.Errorf("pdb: a compound of %d partitions", n)
	}
	if n := len(c.slots()); n > maxSlots {
		return fmt.Errorf("pdb: a compound of %d patterns", n)
	}
	if c.Shape.Cols > maxColumns {
		return fmt.Errorf("pdb: a compound of %d columns", c.Shape.Cols)
	}
	for _, p := range c.Partitions {
		var patterns [][]int
		for _, t := range p {
			if t.count() > maxCompoundTiles {
				return fmt.Errorf("pdb: a pattern of %d tiles, more than %d",
					t.count(), maxCompoundTiles)
			}
			patterns = append(patterns, t.list())
		}
		if err := checkAll(c.GoalClass, patterns); err != nil {
			return err
		}
	}
	return nil
}
