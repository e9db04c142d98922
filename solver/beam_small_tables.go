package solver

import "sync"

// smallTables are what a smallBeam looks up for the boards of a grid, with the goal of the
// blank in one cell. Entries of a tile in a cell have the index tile<<6 | cell.
type smallTables struct {
	*smallPairs
	values   valuation // for kinds and distances
	stride   int       // bytes for the tiles of a board
	near     [smallCells]nearCells
	rings    [smallCells][2 * smallSide]uint64 // rings[cell][d] is the set of cells d moves away
	side     [4]uint16                         // of the cell that a move takes the blank to
	kind     [smallCells * smallCells]uint8
	distance [smallCells * smallCells]uint8
	away     [smallCells * smallCells]int16 // what the tile adds to a value by itself
	hash     [smallCells * smallCells]uint64
}

// nearCells are the cells that make pairs with a cell.
type nearCells struct {
	n    int
	list [len(nearSides)]struct {
		cell uint8
		side uint16 // as in smallPairs
	}
}

// nearSides are where cells are, by rows and columns, that make a pair with a cell: its
// neighbours, also diagonally, and the cells beyond those in its row and column. Sides
// 2i and 2i+1 are opposite.
var nearSides = [...][2]int{
	{0, 1}, {0, -1}, {1, 0}, {-1, 0},
	{0, 2}, {0, -2}, {2, 0}, {-2, 0},
	{1, 1}, {-1, -1}, {1, -1}, {-1, 1},
}

// smallPairs has what pairs of cells add to a value. The index is side<<10 | a<<5 | b, where
// the second cell is on a side of the first, and a and b are the kinds of their tiles.
type smallPairs struct {
	pairs [pairIndices]int8
	leave [pairIndices]int16 // what the pair adds more if the first has the blank instead
}

const (
	pairIndices  = 1 << 14
	pairMask     = pairIndices - 1
	oppositeSide = 1 << 10
	blankRow     = blankKind << 5
)

var newSmallPairs = sync.OnceValue(func() *smallPairs {
	p := new(smallPairs)
	for side := range nearSides {
		for a := range kinds {
			for b := range kinds {
				i := side<<10 | a<<5 | b
				p.pairs[i] = sideWeight(side, a, b)
				p.leave[i] = int16(sideWeight(side, blankKind, b)) - int16(p.pairs[i])
			}
		}
	}
	return p
})

// pairTables are the weights of pairs, by the table that sidePair returns.
var pairTables = [...]*[kinds][kinds]int8{&nextWeights, &secondWeights, &diagonalWeights}

// sidePair returns where pairTables has the weight of a tile of kind a and another of kind b
// on a side of it. Pairs that are turned or mirrored have the same weight.
func sidePair(side, a, b int) (table, x, y int) {
	if side%2 != 0 {
		a, b = b, a
	}
	switch table = side / 4; side / 2 {
	case 1, 3:
		return table, transposed(a), transposed(b)
	case 5:
		return table, mirroredCols(a), mirroredCols(b)
	default:
		return table, a, b
	}
}

func sideWeight(side, a, b int) int8 {
	table, x, y := sidePair(side, a, b)
	return pairTables[table][x][y]
}

// mirroredCols returns the kind of the same tile on a board whose columns are mirrored.
func mirroredCols(kind int) int {
	if kind == blankKind {
		return kind
	}
	return kind - kind%kindSide + kindSide - 1 - kind%kindSide
}

// serve returns tables for the grid and the blank's goal of s: t, if it has them.
func (t *smallTables) serve(s *search) *smallTables {
	if t != nil && t.values.grid == s.grid && t.values.home == s.home {
		return t
	}
	if t == nil {
		t = new(smallTables)
	}
	*t = smallTables{smallPairs: newSmallPairs(), values: valuation{grid: s.grid, home: s.home}}
	n := s.Cells()
	t.stride = (n + 7) / 8 * 8
	for c := range n {
		t.addNear(c)
		for o := range n {
			t.rings[c][t.values.distance(c, o)] |= 1 << o
		}
		for tile := range n {
			i := tile<<6 | c
			t.kind[i] = uint8(t.values.kind(uint16(tile), c))
			t.distance[i] = uint8(t.values.distance(tile, c))
			t.hash[i] = cellHash(tile, c)
			if tile != s.home {
				t.away[i] = t.awayFrom(tile, c)
			}
		}
	}
	return t
}

// addNear sets the cells that make pairs with a cell, and the sides of moves.
func (t *smallTables) addNear(cell int) {
	near := &t.near[cell]
	g := t.values.grid
	for side, at := range nearSides {
		r, c := int(g.row[cell])+at[0], int(g.col[cell])+at[1]
		if r < 0 || c < 0 || r >= g.Rows || c >= g.Cols {
			continue
		}
		to := r*g.Cols + c
		near.list[near.n].cell, near.list[near.n].side = uint8(to), uint16(side<<10)
		near.n++
		if side < 4 {
			t.side[g.move(cell, to)] = uint16(side << 10)
		}
	}
}

// awayFrom returns what a tile in a cell adds to a value by itself.
func (t *smallTables) awayFrom(tile, cell int) int16 {
	g := t.values.grid
	down, right := distance(g.row[tile], g.row[cell]), distance(g.col[tile], g.col[cell])
	const last = len(tileWeights) - 1
	beyond := max(0, down-last) + max(0, right-last)
	return tileWeights[min(down, last)][min(right, last)] + lineWeight*int16(beyond)
}

// value returns the value of a board, given its tiles.
func (t *smallTables) value(tiles []uint8) (sum int32) {
	for c := range t.values.Cells() {
		sum += int32(t.away[int(tiles[c])<<6|c])
		near := &t.near[c]
		for _, n := range near.list[:near.n] {
			if n.side&oppositeSide == 0 {
				a, b := t.kind[int(tiles[c])<<6|c], t.kind[int(tiles[n.cell])<<6|int(n.cell)]
				sum += int32(t.pairs[n.side|uint16(a)<<5|uint16(b)])
			}
		}
	}
	return sum
}
