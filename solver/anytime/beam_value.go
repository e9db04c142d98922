package anytime

import "tilejudge/solver/internal/search"

// A valuation estimates how many moves a board needs, in units of a sixteenth of a move. It is a
// sum of weights: of each tile, by its distance from its goal cell, and of each pair of neighbours,
// by the distances and directions of both to their goal cells. So it sees tiles that are in each
// other's way, or go the same way, which a sum of distances does not. The estimate may be too high.
// The weights were fitted to shortest paths of 4x4 boards, and serve all shapes.
//
// Between walls it is the sum of the distances.
type valuation struct {
	*search.Grid
	home int
	far  []uint8 // far[tile*cells+cell] is a distance around walls; nil: no walls
}

const (
	valueUnit = 16
	// In a pair, a tile that is more than maxAway rows or columns out of place counts as if it were
	// maxAway. Each further row and column adds farWeight.
	maxAway   = 2
	farWeight = 40
	kindSide  = 2*maxAway + 1
	blankKind = kindSide * kindSide
	kinds     = blankKind + 1
)

// acrossWeights and downWeights are the weights of a tile and its neighbour to the right
// and below, by the kinds of both. Transposing a board does not change its value.
var acrossWeights, downWeights = spreadWeights()

func spreadWeights() (across, down [kinds * kinds]int32) {
	for a := range kinds {
		for b := range kinds {
			across[a*kinds+b] = int32(pairWeights[a][b])
			down[a*kinds+b] = int32(pairWeights[transposed(a)][transposed(b)])
		}
	}
	return across, down
}

// transposed returns the kind of the same tile on the transposed board.
func transposed(kind int) int {
	if kind >= blankKind {
		return kind
	}
	return kind%kindSide*kindSide + kind/kindSide
}

// kind returns an index of weights: the rows and columns by which a tile is out of place,
// or that it is the blank.
func (v *valuation) kind(tile uint16, cell int) int {
	if int(tile) == v.home {
		return blankKind
	}
	down := int(v.Row[tile]) - int(v.Row[cell])
	right := int(v.Col[tile]) - int(v.Col[cell])
	down = min(max(down, -maxAway), maxAway) + maxAway
	return down*kindSide + min(max(right, -maxAway), maxAway) + maxAway
}

// distance returns the moves that take a tile from a cell to its goal cell.
func (v *valuation) distance(tile, cell int) int32 {
	if v.far != nil {
		return int32(v.far[tile*len(v.Row)+cell])
	}
	return int32(search.Distance(v.Row[tile], v.Row[cell]) + search.Distance(v.Col[tile], v.Col[cell]))
}

// away returns what a tile in a cell alone adds.
func (v *valuation) away(tile, cell int) int32 {
	down, right := search.Distance(v.Row[tile], v.Row[cell]), search.Distance(v.Col[tile], v.Col[cell])
	beyond := max(0, down-maxAway) + max(0, right-maxAway)
	return awayWeights[min(down, maxAway)][min(right, maxAway)] + farWeight*int32(beyond)
}

// of returns the value of a board.
func (v *valuation) of(at []uint16) (sum int32) {
	for c, t := range at {
		switch {
		case int(t) == v.home:
		case v.far != nil:
			sum += valueUnit * v.distance(int(t), c)
		default:
			sum += v.away(int(t), c)
		}
		if v.far == nil {
			sum += v.pairs(at, c)
		}
	}
	return sum
}

// pairs returns what a cell adds together with its neighbours to the right and below.
func (v *valuation) pairs(at []uint16, c int) (sum int32) {
	k := v.kind(at[c], c) * kinds
	if n := c + 1; int(v.Col[c])+1 < v.Cols {
		sum += acrossWeights[k+v.kind(at[n], n)]
	}
	if n := c + v.Cols; n < len(at) {
		sum += downWeights[k+v.kind(at[n], n)]
	}
	return sum
}

// change returns by how much the value of a board grows as the blank moves from one cell
// to the next.
func (v *valuation) change(at []uint16, from, to int) (sum int32) {
	t := int(at[to])
	if v.far != nil {
		return valueUnit * (v.distance(t, from) - v.distance(t, to))
	}
	before, after := v.kind(at[to], to), v.kind(at[to], from)
	sum = v.away(t, from) - v.away(t, to)
	sum += v.around(at, from, to, blankKind, after) + v.around(at, to, from, before, blankKind)
	weights := &acrossWeights
	if v.Row[from] != v.Row[to] {
		weights = &downWeights
	}
	if from < to {
		return sum + weights[after*kinds+blankKind] - weights[blankKind*kinds+before]
	}
	return sum + weights[blankKind*kinds+after] - weights[before*kinds+blankKind]
}

// around returns by how much the weights of a cell and of all its neighbours but one grow when the
// kind in the cell changes from before to after.
func (v *valuation) around(at []uint16, c, but, before, after int) (sum int32) {
	if n := c - 1; v.Col[c] > 0 && n != but {
		k := v.kind(at[n], n) * kinds
		sum += acrossWeights[k+after] - acrossWeights[k+before]
	}
	if n := c + 1; int(v.Col[c])+1 < v.Cols && n != but {
		k := v.kind(at[n], n)
		sum += acrossWeights[after*kinds+k] - acrossWeights[before*kinds+k]
	}
	if n := c - v.Cols; n >= 0 && n != but {
		k := v.kind(at[n], n) * kinds
		sum += downWeights[k+after] - downWeights[k+before]
	}
	if n := c + v.Cols; n < len(at) && n != but {
		k := v.kind(at[n], n)
		sum += downWeights[after*kinds+k] - downWeights[before*kinds+k]
	}
	return sum
}
