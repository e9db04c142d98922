package solver

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"tilejudge/solver/puzzle"
)

// TestSmallWeights fits the weights, with -update, to paths of wide beams on random boards, and
// writes them. A board on such a path is to have a smaller value than boards of a narrow
// beam after as many moves. The beams use the weights as they are; so run it again until
// they get no better. Without -update it tests that values tell most such boards apart.
func TestSmallWeights(t *testing.T) {
	sets := []struct{ side, boards, wide, narrow int }{{5, 4, 500, 50}}
	if *updateWeights {
		sets[0].boards, sets[0].wide, sets[0].narrow = 2000, 6000, 500
		sets = append(sets, sets[0], sets[0], sets[0])
		sets[1].side, sets[1].wide = 6, 8000
		sets[2].side, sets[2].wide, sets[2].boards = 7, 8000, 1500
		sets[3].side, sets[3].boards = 4, 1000
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
		if n := eachClass(cellKinds, func(int, *[images]uint32) {}); len(smallWeightsFile) != 2*n {
			t.Errorf("the file of weights has %d bytes for %d classes", len(smallWeightsFile), n)
		}
		if right < 0.7 {
			t.Errorf("%.1f %% of the pairs are in order, want 70 %%", 100*right)
		}
		return
	}
	r.descend(rng)
	t.Logf("%.1f %% of the pairs are in order", 100*r.right())
	r.write(t)
}

// An orderFit fits weights such that of each pair of boards the second has the larger value.
// The weight of a pattern is the sum of those of its parts, in which some cells count as
// anyKind. So a pattern that few boards have gets the weight of parts that many boards have.
type orderFit struct {
	class   []int32   // by the index of a pattern or part
	weights []float32 // in moves, by class
	squares []float32 // of all gradients, for each weight
	pairs   []boardPair
	terms   []term
}

// A boardPair is the tiles of two boards.
type boardPair struct {
	tables        *smallTables
	first, second []uint8
}

// A term is how many times more the second board of a pair has a weight.
type term struct {
	class int32
	by    float32
}

const anyKind = cellKinds

// squareParts and lineParts are the cells of parts that count as anyKind, all bits of their
// kinds set.
var (
	squareParts = [...]int{
		0, 0x1f, 0x3e0, 0x7c00, 0xf8000, // one cell of a square
		0x3ff, 0x7c1f, 0xf83e0, 0xffc00, 0x7fe0, 0xf801f, // two
	}
	lineParts = [...]int{0, 0x3e0}
)

func newOrderFit() *orderFit {
	r := &orderFit{class: make([]int32, patternsEnd)}
	n := eachClass(anyKind+1, func(class int, same *[images]uint32) {
		for _, index := range same {
			r.class[index] = int32(class)
		}
	})
	r.weights, r.squares = make([]float32, n), make([]float32, n)
	w := newSmallWeights()
	for down := range tileSide {
		for right := range tileSide {
			r.weights[tileClass(down, right)] = float32(w.tiles[down][right]) / valueUnit
		}
	}
	r.weights[lineClass] = float32(w.line) / valueUnit
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		index := same[0]
		r.weights[r.class[index]] = float32(w.patterns[index]) / valueUnit
	})
	return r
}

// eachPart visits the classes of a pattern's parts.
func (r *orderFit) eachPart(index int, visit func(class int32)) {
	const anyKinds = anyKind * 0x8421 // in each cell
	parts := squareParts[:]
	if index >= rowsFrom {
		parts = lineParts[:]
	}
	for _, part := range parts {
		visit(r.class[index&^part|anyKinds&part])
	}
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
		first := append([]uint8{}, at...)
		for other := layers[i]; len(other) > 0; other = other[b.stride:] {
			r.pairs = append(r.pairs, boardPair{b.smallTables, first, other[:b.stride]})
		}
	}
}

// difference sets r.terms to those of a pair, and returns by how much the second board has a
// larger value, in moves.
func (r *orderFit) difference(p *boardPair) (sum float32) {
	r.terms = r.terms[:0]
	r.addTerms(p.tables, p.first, -1)
	r.addTerms(p.tables, p.second, 1)
	for _, t := range r.terms {
		sum += r.weights[t.class] * t.by
	}
	return sum
}

// addTerms adds the weights of a board, each by times.
func (r *orderFit) addTerms(t *smallTables, tiles []uint8, by float32) {
	g := t.values.grid
	var kinds [nearKinds]uint8
	t.frame(kinds[:], tiles)
	for c := range g.Cells() {
		tile := int(tiles[c])
		if tile == t.values.home {
			continue
		}
		const last = tileSide - 1
		down, right := distance(g.row[tile], g.row[c]), distance(g.col[tile], g.col[c])
		beyond := max(0, down-last) + max(0, right-last)
		class := tileClass(min(down, last), min(right, last))
		r.terms = append(r.terms, term{int32(class), by}, term{lineClass, by * float32(beyond)})
	}
	t.eachPattern(&kinds, func(index int) {
		r.eachPart(index, func(class int32) { r.terms = append(r.terms, term{class, by}) })
	})
}

// right returns the share of pairs whose second board has a larger value.
func (r *orderFit) right() float64 {
	n := 0
	for i := range r.pairs {
		if r.difference(&r.pairs[i]) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(r.pairs))
}

// descend goes through all pairs in random order, and changes the weights a little for each:
// stochastic gradient descent on the logistic loss of the difference, with steps as in
// AdaGrad (Duchi, Hazan and Singer 2011).
func (r *orderFit) descend(rng *rand.Rand) {
	const (
		rate  = 0.02
		scale = 2.0 // moves
	)
	for _, i := range rng.Perm(len(r.pairs)) {
		d := float64(r.difference(&r.pairs[i]))
		g := float32(1 / scale / (1 + math.Exp(d/scale)))
		for _, t := range r.terms {
			x := g * t.by
			r.squares[t.class] += x * x
			r.weights[t.class] += rate * x / float32(math.Sqrt(float64(r.squares[t.class])+1))
		}
	}
}

// write writes the weights.
func (r *orderFit) write(t *testing.T) {
	var data []byte
	put := func(sum float32) {
		rounded := min(max(math.Round(float64(sum)*valueUnit), math.MinInt16), math.MaxInt16)
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(rounded)))
	}
	for _, w := range r.weights[:patternsFrom] {
		put(w)
	}
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		index := int(same[0])
		sum := float32(0)
		r.eachPart(index, func(class int32) { sum += r.weights[class] })
		if index >= rowsFrom && index>>kindBits&kindMask == wallKind {
			sum = 0 // lines around a cell of the border are none of the board's
		}
		put(sum)
	})
	if err := os.WriteFile("beam_small_weights.bin", data, 0o644); err != nil {
		t.Fatal(err)
	}
}
