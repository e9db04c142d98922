package anytime

import (
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// smallTables are what a smallBeam looks up for the boards of a grid with a given goal cell of the
// blank. The entry for a tile in a cell has the index tile<<6 | cell.
//
// The kinds of a board's tiles have a border of walls around them, and walls between the end of a
// row and the start of the next one.
type smallTables struct {
	*smallWeights
	values valuation       // for kinds and distances
	stride int             // bytes for the tiles of a board
	framed int             // bytes for its kinds
	place  [smallCells]int // place of each cell among the kinds
	patternPlaces
	rings    [smallCells][2 * smallSide]uint64 // rings[cell][d] is the set of cells d moves away
	kind     [smallCells * smallCells]uint8
	distance [smallCells * smallCells]uint8
	away     [smallCells * smallCells]int16 // what the tile alone adds to a value
	hash     [smallCells * smallCells]uint64
}

// patternPlaces are the places of the patterns of a grid.
type patternPlaces struct {
	around [atCell]patternAt // the patterns that contain a cell, relative to the cell's place
	moved  [4]movePatterns   // by the blank's move
}

// A patternAt is a pattern at some place of a board: a square, or a line.
type patternAt struct {
	from int    // place of the first cell, relative to the place of some cell
	step int    // from one cell of a line to the next, or of a square to the one below
	base uint32 // first part of the index
	by   uint32 // factor of that cell's kind in the index
}

const (
	atCell = 10 // patterns that contain a cell
	// nearKinds is more than the bytes for the kinds of three boards, and a power of two: so
	// look-ups need no check.
	nearKinds = 512
)

// movePatterns are the patterns that change when the blank moves from a cell to a neighbour.
type movePatterns struct {
	by   [atCell]uint32 // factors of the neighbour's kind in the patterns around the cell, or 0
	next [6]patternAt   // the other patterns that contain the neighbour
}

// serve returns tables for the grid of s and the goal cell of its blank: t itself if it is for
// these. New tables take over the weights of t, if there are any.
func (t *smallTables) serve(s *search.Search) *smallTables {
	if t != nil && t.values.Grid == s.Grid && t.values.home == s.Home {
		return t
	}
	if t == nil {
		t = new(smallTables)
	}
	weights := t.smallWeights
	if weights == nil {
		weights = newSmallWeights()
	}
	*t = smallTables{smallWeights: weights, values: valuation{Grid: s.Grid, home: s.Home}}
	n := s.Cells()
	t.stride = (n + 7) / 8 * 8
	t.framed = (s.Rows+2)*(s.Cols+1) + 1
	for c := range n {
		t.place[c] = (int(s.Row[c])+1)*(s.Cols+1) + int(s.Col[c]) + 1
		for o := range n {
			t.rings[c][t.values.distance(c, o)] |= 1 << o
		}
		for tile := range n {
			i := tile<<6 | c
			t.kind[i] = uint8(t.values.kind(uint16(tile), c))
			t.distance[i] = uint8(t.values.distance(tile, c))
			t.hash[i] = cellHash(tile, c)
			if tile != s.Home {
				t.away[i] = t.awayFrom(tile, c)
			}
		}
	}
	t.patternPlaces = placePatterns(t.values.Grid)
	return t
}

// placePatterns returns the places of the patterns of a grid. The kinds have a border of walls, as
// in smallTables.
func placePatterns(g *search.Grid) (p patternPlaces) {
	row := g.Cols + 1
	for i := range 4 { // squares
		p.around[i] = patternAt{-(i/2*row + i%2), row, 0, 1 << ((3 - i) * kindBits)}
	}
	for i := range 3 {
		p.around[4+i] = patternAt{-i, 1, rowsFrom, 1 << ((2 - i) * kindBits)}
		p.around[7+i] = patternAt{-i * row, row, colsFrom, 1 << ((2 - i) * kindBits)}
	}
	for k, m := range g.Order {
		by := map[puzzle.Move]int{puzzle.Up: -row, puzzle.Down: row, puzzle.Left: -1, puzzle.Right: 1}[m]
		mp := &p.moved[k]
		n := 0
		for _, next := range p.around {
			next.from += by
			shared := false
			for i, a := range p.around {
				if a.from == next.from && a.base == next.base {
					mp.by[i] = next.by
					shared = true
				}
			}
			if !shared {
				mp.next[n] = next
				n++
			}
		}
	}
	return p
}

// index returns the index of a pattern. place is that of the cell to which the pattern is relative.
func (p *patternAt) index(kinds *[nearKinds]uint8, place int) uint32 {
	const last = nearKinds - 1
	at := place + p.from
	if p.base == 0 {
		return uint32(kinds[at&last])<<15 | uint32(kinds[(at+1)&last])<<10 |
			uint32(kinds[(at+p.step)&last])<<5 | uint32(kinds[(at+p.step+1)&last])
	}
	return p.base | uint32(kinds[at&last])<<10 | uint32(kinds[(at+p.step)&last])<<5 |
		uint32(kinds[(at+2*p.step)&last])
}

// awayFrom returns what a tile in a cell alone adds to a value.
func (t *smallTables) awayFrom(tile, cell int) int16 {
	g := t.values.Grid
	down, right := search.Distance(g.Row[tile], g.Row[cell]), search.Distance(g.Col[tile], g.Col[cell])
	const last = tileSide - 1
	beyond := max(0, down-last) + max(0, right-last)
	away := t.tiles[min(down, last)][min(right, last)] + t.line*int16(beyond)
	if class := cornerClass(g, t.values.home, tile, cell); class >= 0 {
		away += t.corners[class]
	}
	return away
}

// value returns the value of a board, given its tiles and kinds.
func (t *smallTables) value(tiles []uint8, kinds *[nearKinds]uint8) (sum int32) {
	for c := range t.values.Cells() {
		sum += int32(t.away[int(tiles[c])<<6|c])
	}
	t.eachPattern(t.values.Grid, func(p *patternAt, place int) {
		sum += int32(t.patterns[p.index(kinds, place)])
	})
	return sum
}

// eachPattern visits the patterns of a grid, each with the place of the cell to which it is
// relative.
func (p *patternPlaces) eachPattern(g *search.Grid, visit func(p *patternAt, place int)) {
	row := g.Cols + 1
	for at := range (g.Rows + 1) * row {
		visit(&p.around[0], at)
	}
	for c := range g.Cells() { // lines around the cell
		place := (int(g.Row[c])+1)*row + int(g.Col[c]) + 1
		visit(&p.around[5], place)
		visit(&p.around[8], place)
	}
}

// frame sets the kinds of a board and of its border, given the tiles.
func (t *smallTables) frame(kinds, tiles []uint8) {
	for i := range t.framed {
		kinds[i] = wallKind
	}
	for c := range t.values.Cells() {
		kinds[t.place[c]] = t.kind[int(tiles[c])<<6|c]
	}
}
