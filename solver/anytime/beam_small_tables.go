package anytime

import (
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// smallTables are what a smallBeam looks up for the boards of a grid with a given goal cell of the
// blank. The entry for a tile in a cell has the index tile<<cellBits | cell.
type smallTables struct {
	*smallWeights
	values   valuation                            // for kinds and distances
	stride   int                                  // bytes for the tiles of a board
	framed   int                                  // words for the rows of a board, and a wall
	row      [cellMask + 1]int                    // row of each cell
	shift    [cellMask + 1]int                    // bits below the kind of each cell in its row
	apart    [4]apart                             // by the blank's move
	rings    [cellMask + 1][2 * smallSide]cellSet // rings[cell][d] are the cells d moves away
	kind     [tileCellMask + 1]uint8
	distance [tileCellMask + 1]uint8
	away     [tileCellMask + 1]int16 // what the tile alone adds to a value
	hash     [tileCellMask + 1]uint64
}

// smallRows are the kinds of the tiles of a board, a row in each word, between two walls: one has
// the lowest bits. There are two rows of walls above the board and two below.
type smallRows [smallSide + 4]uint64

// patternsAt are the indices of the atCell patterns that contain a cell: four squares, three lines
// in a row and three in a column.
type patternsAt [16]uint32

const atCell = 10

// atShift is the number of bits below the cell's kind in each of these indices.
var atShift = [16]uint8{15, 10, 5, 0, 10, 5, 0, 10, 5, 0}

// apart are the patterns that contain the cell that the blank leaves, but not its new cell, and
// those that contain the new cell alone. A number is that of the pattern in patternsAt.
type apart struct{ here, there [6]uint8 }

var aparts = map[puzzle.Move]apart{
	puzzle.Up:    {[6]uint8{0, 1, 4, 5, 6, 7}, [6]uint8{2, 3, 4, 5, 6, 9}},
	puzzle.Down:  {[6]uint8{2, 3, 4, 5, 6, 9}, [6]uint8{0, 1, 4, 5, 6, 7}},
	puzzle.Left:  {[6]uint8{0, 2, 4, 7, 8, 9}, [6]uint8{1, 3, 6, 7, 8, 9}},
	puzzle.Right: {[6]uint8{1, 3, 6, 7, 8, 9}, [6]uint8{0, 2, 4, 7, 8, 9}},
}

// patternsAt sets the indices of the patterns that contain a cell, given its row and shift.
func (r *smallRows) patternsAt(to *patternsAt, row, shift int) {
	const one, two, three = kindMask, 1<<(2*kindBits) - 1, 1<<(3*kindBits) - 1
	near := (*[5]uint64)(r[row:])
	beside := (shift - kindBits) & 63 // of the cell to the right
	above, below := uint32(near[1]>>beside), uint32(near[3]>>beside)
	middle := uint32(near[2] >> beside)            // a cell more to the left
	right := uint32(near[2] << kindBits >> beside) // a cell more to the right
	to[0] = middle&two<<10 | below&two
	to[1] = middle>>5&two<<10 | below>>5&two
	to[2] = above&two<<10 | middle&two
	to[3] = above>>5&two<<10 | middle>>5&two
	to[4], to[5], to[6] = rowsFrom|right&three, rowsFrom|middle&three, rowsFrom|middle>>5&three
	column := above>>5&one<<10 | middle>>5&one<<5 | below>>5&one
	first, last := uint32(near[0]>>(shift&63)), uint32(near[4]>>(shift&63))
	to[7] = colsFrom | column<<5&three | last&one
	to[8] = colsFrom | column
	to[9] = colsFrom | first&one<<10 | column>>5
}

// sum returns the sum of the weights of patterns.
func (w *smallWeights) sum(at *patternsAt) (sum int32) {
	p := &w.patterns
	return int32(p[at[0]]) + int32(p[at[1]]) + int32(p[at[2]]) + int32(p[at[3]]) + int32(p[at[4]]) +
		int32(p[at[5]]) + int32(p[at[6]]) + int32(p[at[7]]) + int32(p[at[8]]) + int32(p[at[9]])
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
	t.framed = s.Rows + 1
	for c := range n {
		t.row[c], t.shift[c] = int(s.Row[c]), kindBits*(s.Cols-int(s.Col[c]))
		for o := range n {
			ring := &t.rings[c][t.values.distance(c, o)]
			*ring = ring.with(setOf(o))
		}
		for tile := range n {
			i := tile<<cellBits | c
			t.kind[i] = uint8(t.values.kind(uint16(tile), c))
			t.distance[i] = uint8(t.values.distance(tile, c))
			t.hash[i] = cellHash(tile, c)
			if tile != s.Home {
				t.away[i] = t.awayFrom(tile, c)
			}
		}
	}
	for k, m := range s.Order {
		t.apart[k] = aparts[m]
	}
	return t
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
	if max(g.Rows, g.Cols) > maxCorner { // as in a field, but less: 1.5 for each square
		down, right = max(0, down-maxAway), max(0, right-maxAway)
		away += int16(3 * (down*down + right*right) / 2)
	}
	return away
}

// A value has some shares of the sum of a board's patterns, and the other shares of the sum of the
// turned board's. Its unit is a share of that of a valuation.
const (
	shares      = 4
	turnedShare = 1 // shares of the turned board, as the weights are fitted for
)

// value returns the value of a board, with some shares of the turned board.
func (t *smallTables) value(tiles []uint8, turned int32) (sum int32) {
	for c := range t.values.Cells() {
		sum += shares * int32(t.away[int(tiles[c])<<cellBits|c])
	}
	rows := t.rowsOf(tiles)
	for _, index := range t.patternsOf(nil, &rows) {
		sum += (shares - turned) * int32(t.patterns[index])
	}
	rows = t.turnedRows(tiles)
	for _, index := range t.patternsOf(nil, &rows) {
		sum += turned * int32(t.patterns[index])
	}
	return sum
}

// patternsOf appends the indices of all patterns of a board: of the squares, and then of the lines
// around each cell.
func (t *smallTables) patternsOf(to []uint32, rows *smallRows) []uint32 {
	g := t.values.Grid
	for r := range g.Rows + 1 {
		for c := g.Cols; c >= 0; c-- {
			const two = 1<<(2*kindBits) - 1
			shift := kindBits * c
			to = append(to, uint32(rows[r+1]>>shift&two<<(2*kindBits)|rows[r+2]>>shift&two))
		}
	}
	for c := range g.Cells() {
		var near patternsAt
		rows.patternsAt(&near, t.row[c], t.shift[c])
		to = append(to, near[5], near[8])
	}
	return to
}

// rowsOf returns the kinds of the tiles of a board.
func (t *smallTables) rowsOf(tiles []uint8) smallRows {
	r := t.walls()
	for c := range t.values.Cells() {
		r[t.row[c]+2] ^= uint64(t.kind[int(tiles[c])<<cellBits|c]^wallKind) << t.shift[c]
	}
	return r
}

// turnedRows returns the kinds of the turned board, which says of each tile in which cell it is. So
// tiles are neighbours if their goal cells are.
func (t *smallTables) turnedRows(tiles []uint8) smallRows {
	r := t.walls()
	for c := range t.values.Cells() {
		tile := int(tiles[c])
		r[t.row[tile]+2] ^= uint64(turnedKind(t.kind[tile<<cellBits|c])^wallKind) << t.shift[tile]
	}
	return r
}

// walls returns rows without a board.
func (t *smallTables) walls() (r smallRows) {
	for range t.values.Cols + 2 {
		r[0] = r[0]<<kindBits | wallKind
	}
	for i := range r {
		r[i] = r[0]
	}
	return r
}

// turnedKind returns the kind of a tile on the turned board.
func turnedKind(kind uint8) uint8 {
	if kind >= blankKind {
		return kind
	}
	return blankKind - 1 - kind
}
