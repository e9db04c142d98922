package slides

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"tilejudge/solver/internal/ranking"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Tables of slides. A table has, for each placement of the tiles of a pattern and of the blank, the
// fewest slides that bring them home, whatever happens to the other tiles. Slides that move no tile
// of the pattern count too, so the numbers of two tables must not be added: the larger one counts.
//
// An index has the cell of the blank in its lowest bits, then that of each tile; bit 0 is the axis
// of the first slide. The numbers of the patterns at a side are high, because their tiles are far
// from each other's places.

// The axes of slides.
const (
	vertical = iota
	horizontal
)

// sides is the number of sides of a board. A pattern begins at each.
const sides = 4

// allTiles is the number of tiles of exact tables, whose index is the rank of a board.
const allTiles = math.MaxInt

// axisOf returns the axis of a move.
func axisOf(m puzzle.Move) int {
	if m == puzzle.Left || m == puzzle.Right {
		return horizontal
	}
	return vertical
}

// A slideKey is all that the tables of a search depend on.
type slideKey struct {
	shape puzzle.Shape
	home  int
	tiles int // tiles in a pattern; allTiles: the tables are exact
}

// slideTables are the tables of one search.
type slideTables struct {
	distances        [][]uint8
	shift            [][]uint8 // shift[table][tile] is where its cell is in an index; 0: not there
	*ranking.Ranking           // of exact tables
}

// maxIndexBits limits the size of a table, to 32 MiB.
const maxIndexBits = 24

// cellBits returns how many bits a cell takes in an index.
func cellBits(s puzzle.Shape) int { return max(bits.Len(uint(s.Cells()-1)), 1) }

// mostTiles returns the most tiles that a pattern of a shape can have.
func mostTiles(s puzzle.Shape) int {
	return min(maxIndexBits/cellBits(s)-1, int(s.MaxTile()))
}

// slideBytes returns about how many bytes the tables of a shape take while they are made.
func slideBytes(s puzzle.Shape, tiles int) int64 {
	return 2 * sides << (cellBits(s)*(tiles+1) + 1)
}

// newSlideTables returns the tables of a key, one for each different pattern.
func newSlideTables(key slideKey) slideTables {
	if key.tiles == allTiles {
		return newExactSlides(key)
	}
	var all slideTables
	var patterns [][]int
	for _, p := range sidePatterns(key) {
		same := func(q []int) bool { return slices.Equal(p, q) }
		if !slices.ContainsFunc(patterns, same) {
			patterns = append(patterns, p)
		}
	}
	all.distances = make([][]uint8, len(patterns))
	var wait sync.WaitGroup
	for i, p := range patterns {
		shift := make([]uint8, key.shape.Cells())
		for j, t := range p {
			shift[t] = uint8((j + 1) * cellBits(key.shape))
		}
		all.shift = append(all.shift, shift)
		wait.Go(func() { all.distances[i] = newSlideTable(key, p) })
	}
	wait.Wait()
	return all
}

// sidePatterns returns the tiles nearest to each side of the board, by their goal cells and in
// ascending order.
func sidePatterns(key slideKey) (all [][]int) {
	s := key.shape
	near := []func(c int) int{
		func(c int) int { return c },
		func(c int) int { return -c },
		func(c int) int { return c%s.Cols*s.Rows + c/s.Cols },
		func(c int) int { return -(c%s.Cols*s.Rows + c/s.Cols) },
	}
	var cells []int
	for c := range s.Cells() {
		if c != key.home && !s.IsWall(c) {
			cells = append(cells, c)
		}
	}
	for _, place := range near {
		slices.SortFunc(cells, func(a, b int) int { return place(a) - place(b) })
		p := slices.Clone(cells[:key.tiles])
		slices.Sort(p)
		all = append(all, p)
	}
	return all
}

// far marks a placement that has not been reached.
const far = math.MaxUint8

// A slideSweep makes the table of a pattern, by breadth-first search back from the goal.
type slideSweep struct {
	*search.Grid
	tiles       []int
	bits        int // of a cell
	table       []uint8
	layer, next []uint32 // indices of placements
	shift       []uint8  // by cell: where the cell of the tile there is in an index; 0: no such tile
}

// newSlideTable returns the table of a pattern.
func newSlideTable(key slideKey, tiles []int) []uint8 {
	s := slideSweep{
		Grid: search.NewGrid(key.shape, puzzle.UDLR), tiles: tiles, bits: cellBits(key.shape),
		shift: make([]uint8, key.shape.Cells()),
	}
	s.table = slices.Repeat([]uint8{far}, 2<<(s.bits*(len(tiles)+1)))
	goal := uint32(key.home)
	for i, t := range tiles {
		goal |= uint32(t) << ((i + 1) * s.bits)
	}
	s.next = []uint32{goal << 1, goal<<1 | horizontal} // along either axis
	for slides := uint8(0); len(s.next) > 0 && slides < far; slides++ {
		s.layer, s.next = s.next, s.layer[:0]
		for _, x := range s.layer {
			s.table[x] = slides
		}
		for _, x := range s.layer {
			s.expand(x)
		}
	}
	return s.table
}

// expand adds the new placements from which one slide leads to the placement of an index, whose
// next slide is along the other axis.
func (s *slideSweep) expand(x uint32) {
	clear(s.shift)
	mask := uint32(1)<<s.bits - 1
	for i := 1; i <= len(s.tiles); i++ {
		s.shift[x>>1>>(i*s.bits)&mask] = uint8(i * s.bits)
	}
	axis := 1 - x&1
	for k, m := range s.Order {
		if axisOf(m) != int(axis) {
			continue
		}
		y := x >> 1
		blank := y & mask
		for to := s.Grid.Next[blank][k]; to >= 0; to = s.Grid.Next[blank][k] {
			step := blank ^ uint32(to)
			y ^= step
			if shift := s.shift[to]; shift > 0 {
				y ^= step << shift
			}
			blank = uint32(to)
			if s.table[y<<1|axis] == far {
				s.table[y<<1|axis] = far - 1 // until its layer comes
				s.next = append(s.next, y<<1|axis)
			}
		}
	}
}

// newExactSlides returns the distances of all boards of a small shape.
func newExactSlides(key slideKey) slideTables {
	r, g := ranking.New(key.shape, key.home), search.NewGrid(key.shape, puzzle.UDLR)
	type place struct {
		ranking.Reached
		axis uint32 // of the first slide
	}
	goal, _ := r.Goal()
	distances := slices.Repeat([]uint8{far}, 2*key.shape.Boards())
	distances[goal.Rank<<1], distances[goal.Rank<<1|1] = 0, 0
	layer, next := []place{{goal, vertical}, {goal, horizontal}}, []place(nil)
	for slides := uint8(1); len(layer) > 0; slides++ {
		for _, p := range layer {
			axis := 1 - p.axis
			for k, m := range g.Order {
				b := p.Reached
				for to := g.Next[b.Blank][k]; to >= 0 && axisOf(m) == int(axis); {
					b = b.Slide(r, int(to))
					if d := &distances[b.Rank<<1|axis]; *d == far {
						*d = slides
						next = append(next, place{b, axis})
					}
					to = g.Next[b.Blank][k]
				}
			}
		}
		layer, next = next, layer[:0]
	}
	return slideTables{distances: [][]uint8{distances}, Ranking: r}
}
