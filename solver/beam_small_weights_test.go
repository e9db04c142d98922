package solver

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tilejudge/solver/puzzle"
)

const smallWeightsFile = "beam_small_weights.go"

// TestSmallWeights fits the weights, with -update, to paths of wide beams on random boards, and
// writes them. A board on such a path is to have a smaller value than boards of a narrow
// beam after as many moves. The beams use the weights as they are; so run it again until
// they get no better. Without -update it tests that values tell most such boards apart.
func TestSmallWeights(t *testing.T) {
	sets := []struct{ side, boards, wide, narrow int }{{5, 4, 500, 50}}
	if *updateWeights {
		sets[0].boards, sets[0].wide, sets[0].narrow = 500, 6000, 500
		sets = append(sets, sets[0], sets[0])
		sets[1].side, sets[1].boards = 6, 150
		sets[2].side, sets[2].boards = 7, 100
	}
	rng := rand.New(rand.NewPCG(78, 7))
	r := newOrderFit()
	for _, set := range sets {
		shape := puzzle.Shape{Rows: set.side, Cols: set.side}
		for range set.boards {
			r.addBoards(rng, shuffledSearch(t, rng, shape), set.wide, set.narrow)
		}
		t.Logf("%v: %d pairs of boards", shape, len(r.pairs))
	}
	right := r.right()
	t.Logf("%.1f %% of the pairs are in order", 100*right)
	if !*updateWeights {
		if right < 0.8 {
			t.Errorf("%.1f %% of the pairs are in order, want 80 %%", 100*right)
		}
		return
	}
	for range 5 {
		r.descend(rng)
		t.Logf("%.1f %% of the pairs are in order", 100*r.right())
	}
	r.write(t)
}

// An orderFit fits weights such that of each pair of boards the second has the larger value.
// Weight 0 is that of lines beyond; then come those of single tiles and of pairs of tiles. Pairs
// that a turn or a mirror makes equal have one weight.
type orderFit struct {
	weights []float64 // in moves
	pair    [3][kinds][kinds]int
	pairs   [][]change
	squares []float64 // of all gradients, for each weight
}

// A change is how many times more the second board of a pair has a weight.
type change struct{ weight, by int32 }

const (
	tileSide   = len(tileWeights)
	tileWeight = 1 // the first index
)

func newOrderFit() *orderFit {
	r := &orderFit{weights: make([]float64, tileWeight+tileSide*tileSide)}
	r.weights[0] = float64(lineWeight) / valueUnit
	for down := range tileSide {
		for right := range tileSide {
			r.weights[tileIndex(down, right)] = float64(tileWeights[down][right]) / valueUnit
		}
	}
	flipped := func(kind int) int { return mirrored(kind, true, false) }
	turned := func(kind int) int { return mirrored(kind, true, true) }
	for table, weights := range pairTables {
		same, other := flipped, mirroredCols
		if weights == &diagonalWeights {
			same, other = transposed, turned
		}
		of := &r.pair[table]
		for a := range kinds {
			for b := range kinds {
				if of[a][b] > 0 {
					continue
				}
				n := len(r.weights)
				of[a][b], of[same(a)][same(b)] = n, n
				a, b := other(b), other(a)
				of[a][b], of[same(a)][same(b)] = n, n
				r.weights = append(r.weights, float64(weights[a][b])/valueUnit)
			}
		}
	}
	r.squares = make([]float64, len(r.weights))
	return r
}

func tileIndex(down, right int) int {
	return tileWeight + min(down, right)*tileSide + max(down, right)
}

// addBoards adds pairs of a board on the path of a wide beam and one of a narrow beam.
func (r *orderFit) addBoards(rng *rand.Rand, s *search, wide, narrow int) {
	const samples = 6 // after each move
	var layers [][]uint8
	b := &smallBeam{}
	s.maxMoves = 1000
	eachLayer(b, s, narrow, func(b *smallBeam) {
		var some []uint8
		for range samples {
			i := rng.IntN(len(b.leaves.states)) * b.stride
			some = append(some, b.leaves.tiles[i:i+b.stride]...)
		}
		layers = append(layers, some)
	})
	path := eachLayer(b, s, wide, func(*smallBeam) {})
	at, blank := make([]uint8, b.stride), s.blank
	for c, t := range s.at {
		at[c] = uint8(t)
	}
	for i, m := range path[:min(len(path), len(layers))] {
		to, _ := s.Step(blank, m)
		at[blank], at[to] = at[to], at[blank]
		blank = to
		for other := layers[i]; len(other) > 0; other = other[b.stride:] {
			r.addPair(b.smallTables, at, other)
		}
	}
}

// addPair adds a pair of boards.
func (r *orderFit) addPair(t *smallTables, first, second []uint8) {
	counts := map[int32]int32{}
	r.count(t, first, counts, -1)
	r.count(t, second, counts, 1)
	var pair []change
	for i := range int32(len(r.weights)) {
		if counts[i] != 0 {
			pair = append(pair, change{i, counts[i]})
		}
	}
	if pair != nil {
		r.pairs = append(r.pairs, pair)
	}
}

// count adds the weights of a board to counts, each by times.
func (r *orderFit) count(t *smallTables, tiles []uint8, counts map[int32]int32, by int32) {
	g := t.values.grid
	for c := range g.Cells() {
		tile := int(tiles[c])
		if tile != t.values.home {
			down, right := distance(g.row[tile], g.row[c]), distance(g.col[tile], g.col[c])
			counts[0] += by * int32(max(0, down-tileSide+1)+max(0, right-tileSide+1))
			counts[int32(tileIndex(min(down, tileSide-1), min(right, tileSide-1)))] += by
		}
		for _, n := range t.near[c].list[:t.near[c].n] {
			if n.side&oppositeSide == 0 {
				a, b := t.kind[tile<<6|c], t.kind[int(tiles[n.cell])<<6|int(n.cell)]
				table, x, y := sidePair(int(n.side>>10), int(a), int(b))
				counts[int32(r.pair[table][x][y])] += by
			}
		}
	}
}

// difference returns by how much the second board of a pair has a larger value, in moves.
func (r *orderFit) difference(pair []change) (sum float64) {
	for _, c := range pair {
		sum += r.weights[c.weight] * float64(c.by)
	}
	return sum
}

// right returns the share of pairs whose second board has a larger value.
func (r *orderFit) right() float64 {
	n := 0
	for _, pair := range r.pairs {
		if r.difference(pair) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(r.pairs))
}

// descend goes through as many pairs as there are, and changes the weights a little for
// each: stochastic gradient descent on the logistic loss of the difference, with steps as in
// AdaGrad (Duchi, Hazan and Singer 2011).
func (r *orderFit) descend(rng *rand.Rand) {
	const (
		rate  = 0.1
		scale = 2.0 // moves
	)
	for range r.pairs {
		pair := r.pairs[rng.IntN(len(r.pairs))]
		g := 1 / scale / (1 + math.Exp(r.difference(pair)/scale))
		for _, c := range pair {
			x := g * float64(c.by)
			r.squares[c.weight] += x * x
			r.weights[c.weight] += rate * x / math.Sqrt(r.squares[c.weight]+1)
		}
	}
}

// write writes the weights.
func (r *orderFit) write(t *testing.T) {
	round := func(i int) int { return int(math.Round(r.weights[i] * valueUnit)) }
	byte8 := func(i int) int { return min(max(round(i), math.MinInt8), math.MaxInt8) }
	var b bytes.Buffer
	fmt.Fprintf(&b, "package solver\n\n"+
		"// These weights are written by go test -run TestSmallWeights -update, which explains them.\n\n"+
		"// tileWeights are what a tile adds to a value that is out of place by a number of rows and\n"+
		"// a number of columns. Each row and column beyond adds lineWeight.\n"+
		"var tileWeights = [%d][%d]int16{\n", tileSide, tileSide)
	for down := range tileSide {
		b.WriteString("{")
		for right := range tileSide {
			fmt.Fprintf(&b, "%d,", round(tileIndex(down, right)))
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "}\n\nconst lineWeight = %d\n", round(0))
	for table, text := range []string{
		"nextWeights are what a tile and its right neighbour add, by the kinds of both.\nvar nextWeights",
		"secondWeights are those of a tile and the one beyond its right neighbour.\nvar secondWeights",
		"diagonalWeights are those of a tile and the one below its right neighbour.\nvar diagonalWeights",
	} {
		fmt.Fprintf(&b, "\n// %s = [kinds][kinds]int8{\n", text)
		for x := range kinds {
			b.WriteString("{")
			for y := range kinds {
				if y > 0 && y%16 == 0 {
					b.WriteString("\n")
				}
				fmt.Fprintf(&b, "%d,", byte8(r.pair[table][x][y]))
			}
			b.WriteString("},\n")
		}
		b.WriteString("}\n")
	}
	writeSource(t, smallWeightsFile, b.Bytes())
}
