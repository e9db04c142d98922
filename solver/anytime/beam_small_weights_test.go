package anytime

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A boardSet is random boards of side x side cells that a round of a fit learns from.
type boardSet struct{ side, boards, width int }

// smallRounds are the rounds of the fit. The beams of a round use the weights of the round before,
// those of the first round the weights of pairs. Many narrow beams teach more than few wide ones.
var smallRounds = [][]boardSet{
	{{4, 50, 1000}, {5, 150, 1000}, {6, 150, 1000}, {7, 120, 1000}, {8, 30, 1000}},
	{{4, 100, 1500}, {5, 300, 1500}, {6, 500, 1500}, {7, 500, 1500}, {8, 60, 1500}},
	{{4, 300, 1500}, {5, 400, 1500}, {6, 800, 1500}, {7, 800, 1500}, {8, 100, 1500}},
	{{4, 500, 1500}, {5, 1400, 1500}, {6, 2600, 1500}, {7, 2600, 1500}, {8, 250, 1500}},
}

// TestSmallWeights fits the weights, with -update, and writes them: see orderFit. It starts from
// the weights of pairs in beam_weights.go, so it writes the same file each time, on any number
// of cores of one architecture:
//
//	go test ./solver/anytime -run TestSmallWeights -update -timeout 3h
//
// took 24 minutes on two cores of an AMD EPYC that did other work too. Without -update it tests
// that the weights tell most boards of a beam from the one on the path.
func TestSmallWeights(t *testing.T) {
	if *updateWeights {
		r := newOrderFit()
		for i, sets := range smallRounds {
			r.round(t, uint64(i), sets)
		}
		if err := os.WriteFile("beam_small_weights.bin", r.pack(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	n := eachClass(cellKinds, func(int, *[images]uint32) {})
	if len(smallWeightsFile) != 2*(n+cornersEnd) {
		t.Fatalf("the file of weights has %d bytes for %d classes", len(smallWeightsFile), n+cornersEnd)
	}
	right, all := 0, 0
	for _, l := range beamLayers(t, newSmallWeights(), 99, boardSet{5, 4, 500}) {
		for i := range l.others() {
			if l.value(0) < l.value(1+i) {
				right++
			}
			all++
		}
	}
	if right < all*8/10 {
		t.Errorf("%d of %d boards have a larger value, want 80 %%", right, all)
	}
}

// An orderFit fits weights so that, of all boards of a beam after some moves, the board on the path
// found has the smallest value. The weight of a pattern is the sum of the weights of its parts, in
// which some cells count as anyKind. So a pattern that few boards have gets the weight of parts
// that many boards have. The weight of a tile by its two cells, which many boards lack, is added to
// the weight of a tile as far out of place.
type orderFit struct {
	class   []int32   // by the index of a pattern or part
	corners int32     // class of the first corner weight
	weights []float32 // in moves, by class
	squares []float32 // of all gradients, for each weight
	seen    []fitLayer
}

// A fitLayer is boards of a beam after some moves, one after another: first the one on the path.
type fitLayer struct {
	tables *smallTables
	tiles  []uint8
}

// A term says how many times more a weight counts in one board than in another.
type term struct {
	class int32
	by    float32
}

const (
	anyKind    = cellKinds
	fitSamples = 10 // other boards of a layer
)

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
	r.corners = int32(n)
	r.weights, r.squares = make([]float32, n+cornersEnd), make([]float32, n+cornersEnd)
	r.begin()
	return r
}

// begin sets the weights to those of pairs.
func (r *orderFit) begin() {
	clear(r.weights)
	clear(r.squares)
	for down := range tileSide {
		for right := range tileSide {
			beyond := max(0, down-maxAway) + max(0, right-maxAway)
			w := awayWeights[min(down, maxAway)][min(right, maxAway)] + farWeight*int32(beyond)
			r.weights[tileClass(down, right)] = float32(w) / valueUnit
		}
	}
	r.weights[lineClass] = float32(farWeight) / valueUnit
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		if index := int(same[0]); index < rowsFrom {
			r.weights[r.class[index]] = pairsOf(index) / 2 // each pair is in two squares
		}
	})
}

// pairsOf returns the weights of the pairs of a square, in moves.
func pairsOf(index int) (sum float32) {
	cell := func(i int) int { return index >> ((3 - i) * kindBits) & kindMask }
	pair := func(weights *[kinds * kinds]int32, a, b int) {
		if a != wallKind && b != wallKind {
			sum += float32(weights[a*kinds+b]) / valueUnit
		}
	}
	pair(&acrossWeights, cell(0), cell(1))
	pair(&acrossWeights, cell(2), cell(3))
	pair(&downWeights, cell(0), cell(2))
	pair(&downWeights, cell(1), cell(3))
	return sum
}

// round adds the layers of beams on new boards, and fits the weights to those of all rounds.
func (r *orderFit) round(t *testing.T, number uint64, sets []boardSet) {
	weights := unpackWeights(string(r.pack()))
	for i, set := range sets {
		layers := beamLayers(t, weights, number<<32|uint64(i)<<16, set)
		t.Logf("round %d: %d boards of side %d: %d layers", number, set.boards, set.side, len(layers))
		r.seen = append(r.seen, layers...)
	}
	r.begin()
	right := r.descend(rand.New(rand.NewPCG(number, 7)))
	t.Logf("round %d: %.1f %% of the pairs were in order when they came", number, 100*right)
}

// beamLayers returns the layers of beams on random boards, with some weights. All cores work on
// them; each board has its own seed, so the layers and their order are the same on any number
// of cores.
func beamLayers(t *testing.T, weights *smallWeights, seed uint64, set boardSet) (all []fitLayer) {
	shape := puzzle.Shape{Rows: set.side, Cols: set.side}
	tables := (&smallTables{smallWeights: weights}).serve(
		shuffledSearch(t, rand.New(rand.NewPCG(0, 0)), shape))
	boards := make([][]fitLayer, set.boards)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			b := &smallBeam{smallTables: &smallTables{smallWeights: weights}}
			for i := range next {
				rng := rand.New(rand.NewPCG(seed+uint64(i), 78))
				boards[i] = boardLayers(rng, b, tables, shuffledSearch(t, rng, shape), set.width)
			}
		})
	}
	for i := range boards {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, layers := range boards {
		all = append(all, layers...)
	}
	return all
}

// boardLayers returns the layers of a beam on one board.
func boardLayers(
	rng *rand.Rand, b *smallBeam, tables *smallTables, s *search.Search, width int,
) []fitLayer {
	n := s.Cells()
	var layers []fitLayer
	s.MaxMoves = 1000
	path := eachLayer(b, s, width, func(b *smallBeam) {
		tiles := make([]uint8, n, n*(1+fitSamples))
		for range fitSamples {
			i := rng.IntN(len(b.leaves.states)) * b.stride
			tiles = append(tiles, b.leaves.tiles[i:i+n]...)
		}
		layers = append(layers, fitLayer{tables, tiles})
	})
	layers = layers[:min(len(path), len(layers))]
	at, blank := make([]uint8, n), s.Blank
	for c, t := range s.At {
		at[c] = uint8(t)
	}
	for i := range layers {
		to, _ := s.Step(blank, path[i])
		at[blank], at[to] = at[to], at[blank]
		blank = to
		copy(layers[i].tiles, at)
	}
	return layers
}

// board returns board i of a layer.
func (l *fitLayer) board(i int) []uint8 {
	n := l.tables.values.Cells()
	return l.tiles[i*n : (i+1)*n]
}

// value returns the value of board i of a layer.
func (l *fitLayer) value(i int) int32 {
	return l.tables.value(l.board(i), 0)
}

// others returns the number of boards beside the one on the path.
func (l *fitLayer) others() int { return len(l.tiles)/l.tables.values.Cells() - 1 }

// difference appends the terms by which the value of another board of a layer differs from that of
// the board on the path.
func (r *orderFit) difference(terms []term, l *fitLayer, other int) []term {
	t := l.tables
	g := t.values.Grid
	path, tiles := l.board(0), l.board(1+other)
	for c := range g.Cells() {
		if path[c] != tiles[c] {
			terms = r.addTile(terms, t, int(path[c]), c, -1)
			terms = r.addTile(terms, t, int(tiles[c]), c, 1)
		}
	}
	pathRows, rows := t.rowsOf(path), t.rowsOf(tiles)
	patterns := t.patternsOf(nil, &rows)
	for i, a := range t.patternsOf(nil, &pathRows) {
		if b := patterns[i]; a != b {
			terms = r.addParts(terms, int(a), -1)
			terms = r.addParts(terms, int(b), 1)
		}
	}
	return terms
}

// addTile appends the terms of a tile in a cell, each multiplied by by.
func (r *orderFit) addTile(terms []term, t *smallTables, tile, cell int, by float32) []term {
	if tile == t.values.home {
		return terms
	}
	g := t.values.Grid
	const last = tileSide - 1
	down, right := search.Distance(g.Row[tile], g.Row[cell]), search.Distance(g.Col[tile], g.Col[cell])
	beyond := max(0, down-last) + max(0, right-last)
	corner := cornerClass(g, t.values.home, tile, cell)
	return append(terms, term{int32(tileClass(min(down, last), min(right, last))), by},
		term{lineClass, by * float32(beyond)}, term{r.corners + int32(corner), by})
}

// addParts appends the terms of a pattern, each multiplied by by.
func (r *orderFit) addParts(terms []term, index int, by float32) []term {
	const anyKinds = anyKind * 0x8421 // in each cell
	parts := squareParts[:]
	if index >= rowsFrom {
		parts = lineParts[:]
	}
	for _, part := range parts {
		terms = append(terms, term{r.class[index&^part|anyKinds&part], by})
	}
	return terms
}

// sum returns the value of terms, in moves.
func (r *orderFit) sum(terms []term) (sum float32) {
	for _, t := range terms {
		sum += r.weights[t.class] * t.by
	}
	return sum
}

// descend goes through all pairs of a board on a path and another one of its layer in random
// order, and changes the weights a little for each: stochastic gradient descent on the logistic
// loss of the difference, with steps as in AdaGrad (Duchi, Hazan and Singer 2011) that get
// smaller down to nothing. It returns the share of pairs that were in order when they came.
func (r *orderFit) descend(rng *rand.Rand) float64 {
	const (
		rate  = 0.04
		scale = 1.0 // moves
	)
	done, right := 0, 0
	order := rng.Perm(len(r.seen) * fitSamples)
	r.eachDifference(order, func(terms []term) {
		d := float64(r.sum(terms))
		if d > 0 {
			right++
		}
		g := float32(1 / scale / (1 + math.Exp(d/scale)))
		step := float32(rate * (1 - float64(done)/float64(len(order))))
		for _, t := range terms {
			x := g * t.by
			r.squares[t.class] += x * x
			r.weights[t.class] += step * x / float32(math.Sqrt(float64(r.squares[t.class])+1))
		}
		done++
	})
	return float64(right) / float64(done)
}

// eachDifference visits the differences of pairs in the order given. All cores find them ahead.
func (r *orderFit) eachDifference(order []int, visit func(terms []term)) {
	type batch struct {
		terms []term
		ends  []int // of each difference in terms
	}
	const size = 256 // differences of a batch
	made := make([]chan batch, runtime.GOMAXPROCS(0))
	for w := range made {
		made[w] = make(chan batch, 4)
		go func() {
			defer close(made[w])
			for from := w * size; from < len(order); from += len(made) * size {
				var b batch
				for _, i := range order[from:min(from+size, len(order))] {
					b.terms = r.difference(b.terms, &r.seen[i/fitSamples], i%fitSamples)
					b.ends = append(b.ends, len(b.terms))
				}
				made[w] <- b
			}
		}()
	}
	for w := 0; ; w = (w + 1) % len(made) {
		b, more := <-made[w]
		if !more {
			return
		}
		from := 0
		for _, end := range b.ends {
			visit(b.terms[from:end])
			from = end
		}
	}
}

// pack returns the weights as the file has them.
func (r *orderFit) pack() (data []byte) {
	put := func(sum float32) {
		rounded := min(max(math.Round(float64(sum)*valueUnit), math.MinInt16), math.MaxInt16)
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(rounded)))
	}
	for _, w := range r.weights[:patternsFrom] {
		put(w)
	}
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		index := int(same[0])
		sum := r.sum(r.addParts(nil, index, 1))
		if index >= rowsFrom && index>>kindBits&kindMask == wallKind {
			sum = 0 // lines around a cell of the border are not on the board
		}
		put(sum)
	})
	for _, w := range r.weights[r.corners:] {
		put(w)
	}
	return data
}
