package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Compound is several partitions of a goal's tiles into patterns. The
// heuristic is the largest of their sums, those of the board with rows and columns
// exchanged included where that has the same goal.
//
// Its tables have one bit for each state of a pattern, the places of its tiles
// and the region of the blank: bit 1 of the number of moves. A move of one of the
// tiles makes that number one larger or one smaller, and bit 1 tells which; so who
// knows the number before a move, modulo 4, knows it after.
//
// A table has a row for each order of the tiles, and in it the first region of
// every set of cells, then the other regions: few moves change the order, and most
// change the set to a near one.
type Compound struct {
	Corner
	Partitions [][]Tiles
}

// Tiles are some tiles, a bit for each, named by their goal cells.
type Tiles uint32

// list returns the tiles in ascending order.
func (t Tiles) list() (tiles []int) {
	for ; t != 0; t &= t - 1 {
		tiles = append(tiles, bits.TrailingZeros32(uint32(t)))
	}
	return tiles
}

func (t Tiles) count() int { return bits.OnesCount32(uint32(t)) }

// exchange returns what becomes of tiles if rows and columns are exchanged.
func (t Tiles) exchange(s puzzle.Shape) (to Tiles) {
	for _, tile := range t.list() {
		to |= 1 << exchange(s, tile)
	}
	return to
}

// sums returns all partitions, those of the exchanged board last.
func (c *Compound) sums() [][]Tiles {
	all := slices.Clone(c.Partitions)
	if !c.selfSame() {
		return all
	}
	for _, p := range c.Partitions {
		q := make([]Tiles, len(p))
		for i, t := range p {
			q[i] = t.exchange(c.Shape)
		}
		all = append(all, q)
	}
	return all
}

// patterns returns those that need a table: of two that the exchange takes to
// each other, one.
func (c *Compound) patterns() (all []Tiles) {
	for _, p := range c.Partitions {
		for _, t := range p {
			twin := t
			if c.selfSame() {
				twin = t.exchange(c.Shape)
			}
			if !slices.Contains(all, t) && !slices.Contains(all, twin) {
				all = append(all, t)
			}
		}
	}
	return all
}

// Bytes returns the size of all tables.
func (c *Compound) Bytes() (n int) {
	sizes := make(map[int]int)
	for _, t := range c.patterns() {
		if k := t.count(); sizes[k] == 0 {
			sizes[k] = newBlocks(c.Shape, k).bytes()
		}
		n += sizes[t.count()]
	}
	return n
}

// Build fills to, which has c.Bytes() zero bytes, with the tables of the
// patterns in turn, as the function Build does. Beside them it needs two bits for
// each state of one pattern, its moves, and the lists.
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
	var of []byte // for each block, all orders
	done, total := 0, int64(len(to))
	for _, t := range c.patterns() {
		p := Pattern{c.Shape, c.Blank, t.list()}
		if b == nil || len(b.Tiles) != len(p.Tiles) {
			b = newBuild(p)
			of = make([]byte, len(b.regions)*b.short())
			b.note = noteBits(of, b.short())
		}
		b.again(p)
		clear(of)
		size := b.bytes()
		err := b.search(ctx, func(met int64) {
			part := float64(met) / float64(b.states()) * float64(size)
			progress(int64(done)+int64(part), total)
		})
		if err == nil {
			err = b.turn(ctx, of, to[done:done+size])
		}
		if err != nil {
			return err
		}
		done += size
	}
	return nil
}

// again makes a build ready for another pattern with as many tiles.
func (b *build) again(p Pattern) {
	b.Pattern = p
	for _, seen := range b.seen {
		clear(seen)
	}
}

// short returns the bytes of all orders.
func (b *blocks) short() int { return (b.count + 7) / 8 }

// noteBits returns a note that has bit 1 of the moves for each block and order.
func noteBits(of []byte, short int) func(int, uint32, []uint16, uint8) {
	return func(_ int, block uint32, orders []uint16, depth uint8) {
		if depth&2 == 0 {
			return
		}
		row := of[int(block)*short:][:short]
		for _, order := range orders {
			row[order/8] |= 1 << (order % 8)
		}
	}
}

// turn makes a table of what noteBits got.
func (b *build) turn(ctx context.Context, of, to []byte) error {
	short, stride := b.short(), b.stride()
	return parallel(ctx, short, func(_, column int) {
		for set := range b.masks {
			for block := b.first[set]; block < b.first[set+1]; block++ {
				c := b.column(uint32(set), block)
				eight := of[int(block)*short+column]
				for order := column * 8; eight != 0; order++ {
					to[order*stride+int(c/8)] |= eight & 1 << (c % 8)
					eight >>= 1
				}
			}
		}
	})
}

// stride returns the bytes of a row of a Compound's table.
func (b *blocks) stride() int { return (len(b.regions) + 7) / 8 }

// bytes returns the size of such a table.
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

// check returns an error if no Phases can be of the compound.
func (c *Compound) check() error {
	if n := len(c.sums()); n == 0 || n > maxSums {
		return fmt.Errorf("pdb: a compound of %d partitions", n)
	}
	if n := len(c.slots()); n > maxSlots {
		return fmt.Errorf("pdb: a compound of %d patterns", n)
	}
	if c.Shape.Cols > mostColumns {
		return fmt.Errorf("pdb: a compound of %d columns", c.Shape.Cols)
	}
	for _, p := range c.Partitions {
		var patterns [][]int
		for _, t := range p {
			if t.count() > mostTiles {
				return fmt.Errorf("pdb: a pattern of %d tiles, more than %d", t.count(), mostTiles)
			}
			patterns = append(patterns, t.list())
		}
		if err := checkAll(c.Corner, patterns); err != nil {
			return err
		}
	}
	return nil
}
