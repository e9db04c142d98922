package anytime

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A boardSet is a number of boards of a shape that the fit learns from.
type boardSet struct {
	shape  puzzle.Shape
	boards int
}

// smallBoards are the boards of the fit. Many narrow beams teach more than few wide ones.
var smallBoards = []boardSet{
	{puzzle.Shape{Rows: 3, Cols: 8}, 300},
	{puzzle.Shape{Rows: 4, Cols: 4}, 400},
	{puzzle.Shape{Rows: 4, Cols: 7}, 300},
	{puzzle.Shape{Rows: 5, Cols: 5}, 1800},
	{puzzle.Shape{Rows: 6, Cols: 6}, 10000},
	{puzzle.Shape{Rows: 7, Cols: 7}, 9000},
	{puzzle.Shape{Rows: 8, Cols: 8}, 100},
}

const (
	fitFirst   = 10000 // number of the first board of each set
	fitWidth   = 500
	fitEvery   = 4  // one of so many layers of a beam is taken
	fitAny     = 10 // other boards of a layer
	fitGood    = 3  // other boards whose values are among the best eighth
	fitSamples = fitAny + fitGood
	fitPairs   = 2 // of a layer, on average
)

// TestSmallWeights fits the weights, with -update, and writes them: see orderFit. It starts from
// those of an earlier fit, newDescentWeights, so it writes the same file each time, on any number
// of cores of one architecture:
//
//	go test ./solver/anytime -run TestSmallWeights -update -timeout 3h
//
// takes some 30 minutes of one core of an AMD EPYC, and 2 GB. Without -update it tests that the
// weights tell most boards of a beam from the one on the path.
func TestSmallWeights(t *testing.T) {
	if *updateWeights {
		r := newOrderFit(newDescentWeights())
		for _, set := range smallBoards {
			r.seen = append(r.seen, beamLayers(t, r.first, fitFirst, set)...)
		}
		right := r.descend(rand.New(rand.NewPCG(0, 7)))
		t.Logf("%.1f %% of the pairs were in order when they came", 100*right)
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
	unseen := boardSet{puzzle.Shape{Rows: 5, Cols: 5}, 4}
	for _, l := range beamLayers(t, newSmallWeights(), 0, unseen) {
		for i := range fitSamples {
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
	first   *smallWeights // with which the fit begins
	class   []int32       // by the index of a pattern or part
	corners int32         // class of the first corner weight
	weights []float32     // in moves, by class
	squares []float32     // of all gradients, for each weight
	seen    []fitLayer
}

// A fitLayer is boards of a beam after some moves, one after another: first the one on the path.
type fitLayer struct {
	tables *smallTables
	moves  int
	tiles  []uint8
}

// A term says how many times more a weight counts in one board than in another.
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

// newOrderFit returns a fit that begins with some weights.
func newOrderFit(first *smallWeights) *orderFit {
	r := &orderFit{first: first, class: make([]int32, patternsEnd)}
	n := eachClass(anyKind+1, func(class int, same *[images]uint32) {
		for _, index := range same {
			r.class[index] = int32(class)
		}
	})
	r.corners = int32(n)
	r.weights, r.squares = make([]float32, n+cornersEnd), make([]float32, n+cornersEnd)
	for down := range tileSide {
		for right := range tileSide {
			r.weights[tileClass(down, right)] = float32(first.tiles[down][right]) / valueUnit
		}
	}
	r.weights[lineClass] = float32(first.line) / valueUnit
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		r.weights[r.class[same[0]]] = float32(first.patterns[same[0]]) / valueUnit
	})
	for i, w := range first.corners {
		r.weights[n+i] = float32(w) / valueUnit
	}
	return r
}

// beamLayers returns layers of beams on boards of a set, with some weights. All cores work on
// them; each board has its own seed, so the layers and their order are the same on any number
// of cores.
func beamLayers(t *testing.T, weights *smallWeights, from int, set boardSet) (all []fitLayer) {
	s := shuffledSearch(t, rand.New(rand.NewPCG(0, 0)), set.shape)
	tables := make([]*smallTables, s.Cells()) // by the goal cell of the blank
	for s.Home = range tables {
		tables[s.Home] = (&smallTables{smallWeights: weights}).serve(s)
	}
	boards := make([][]fitLayer, set.boards)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			b := &smallBeam{smallTables: &smallTables{smallWeights: weights}, share: turnedShare}
			for i := range next {
				seed := uint64(set.shape.Rows*100+set.shape.Cols)<<32 + uint64(from+i)
				rng := rand.New(rand.NewPCG(seed, 991))
				boards[i] = boardLayers(rng, b, tables, fitBoard(t, rng, set.shape, from+i))
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
	t.Logf("%d boards of %v: %d layers", set.boards, set.shape, len(all))
	return all
}

// fitBoard returns a search for board i of a set: every third one is any board, the others are up
// to 3,000 random moves from their goal.
func fitBoard(t *testing.T, rng *rand.Rand, shape puzzle.Shape, i int) *search.Search {
	s := shuffledSearch(t, rng, shape)
	if i%3 == 0 {
		return s
	}
	for c := range s.At {
		s.At[c] = uint16(c)
	}
	s.Blank = s.Home
	for n := 200 + rng.IntN(2800); n > 0; {
		if to := s.Next[s.Blank][rng.IntN(4)]; to >= 0 {
			s.At[s.Blank], s.At[to] = s.At[to], s.At[s.Blank]
			s.Blank = int(to)
			n--
		}
	}
	return s
}

// boardLayers returns layers of two beams, from a board and from its goal, as long as neither ends.
func boardLayers(
	rng *rand.Rand, b *smallBeam, tables []*smallTables, s *search.Search,
) (all []fitLayer) {
	var back search.Search
	s.MaxMoves = 1000
	back.Turn(s)
	there, moves := wayLayers(rng, b, tables[s.Home], s)
	others, otherMoves := wayLayers(rng, b, tables[back.Home], &back)
	for _, l := range append(there, others...) {
		if l.moves <= min(moves, otherMoves) {
			all = append(all, l)
		}
	}
	return all
}

// wayLayers returns layers of a beam, and the moves of its path.
func wayLayers(
	rng *rand.Rand, b *smallBeam, tables *smallTables, s *search.Search,
) (layers []fitLayer, moves int) {
	n := s.Cells()
	at, blank := make([]uint8, n), s.Blank
	for c, t := range s.At {
		at[c] = uint8(t)
	}
	path := eachLayer(b, s, fitWidth, func(b *smallBeam) {
		if rng.IntN(fitEvery) != 0 {
			return
		}
		tiles := make([]uint8, n, n*(1+fitSamples))
		for _, i := range sampleLayer(rng, b.leaves.states) {
			tiles = append(tiles, b.leaves.tiles[i*b.stride:][:n]...)
		}
		layers = append(layers, fitLayer{tables, b.moves, tiles})
	})
	filled := 0
	for i, m := range path {
		to, _ := s.Step(blank, m)
		at[blank], at[to], blank = at[to], at[blank], to
		if filled < len(layers) && layers[filled].moves == i+1 {
			copy(layers[filled].tiles, at)
			filled++
		}
	}
	return layers[:filled], len(path)
}

// sampleLayer returns the numbers of fitSamples boards of a layer.
func sampleLayer(rng *rand.Rand, states []smallState) (samples []int) {
	var values []int32
	for _, s := range states {
		values = append(values, s.value)
	}
	slices.Sort(values)
	good := values[len(values)/8]
	for len(samples) < fitSamples {
		i := rng.IntN(len(states))
		for tries := 0; len(samples) >= fitAny && tries < 200 && states[i].value > good; tries++ {
			i = rng.IntN(len(states))
		}
		samples = append(samples, i)
	}
	return samples
}

// board returns board i of a layer.
func (l *fitLayer) board(i int) []uint8 {
	n := l.tables.values.Cells()
	return l.tiles[i*n : (i+1)*n]
}

// value returns the value of board i of a layer.
func (l *fitLayer) value(i int) int32 {
	return l.tables.value(l.board(i), turnedShare)
}

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
	terms = r.addPatterns(terms, t, t.rowsOf(path), t.rowsOf(tiles), shares-turnedShare)
	return r.addPatterns(terms, t, t.turnedRows(path), t.turnedRows(tiles), turnedShare)
}

// addPatterns appends the terms of the patterns in which a board differs from that on the path,
// with some shares.
func (r *orderFit) addPatterns(
	terms []term, t *smallTables, path, other smallRows, share float32,
) []term {
	patterns := t.patternsOf(nil, &other)
	for i, a := range t.patternsOf(nil, &path) {
		if b := patterns[i]; a != b {
			terms = r.addParts(terms, int(a), -share/shares)
			terms = r.addParts(terms, int(b), share/shares)
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
	terms = append(terms, term{int32(tileClass(min(down, last), min(right, last))), by},
		term{lineClass, by * float32(beyond)})
	if corner := cornerClass(g, t.values.home, tile, cell); corner >= 0 {
		terms = append(terms, term{r.corners + int32(corner), by})
	}
	return terms
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

// descend goes through pairs of a board on a path and another one of its layer in random order, and
// changes the weights a little for each: stochastic gradient descent on the logistic loss of the
// difference, with steps as in AdaGrad (Duchi, Hazan and Singer 2011) that get smaller down to
// nothing, and begin small, since the first weights are good. It returns the share of pairs that
// were in order when they came.
func (r *orderFit) descend(rng *rand.Rand) float64 {
	const (
		rate    = 0.12
		scale   = 1.0  // moves
		squares = 1000 // with which each sum begins
	)
	done, right := 0, 0
	order := rng.Perm(len(r.seen) * fitSamples)[:len(r.seen)*fitPairs]
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
			r.weights[t.class] += step * x / float32(math.Sqrt(float64(r.squares[t.class])+squares))
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
	put := func(sum float32, least, most float64) {
		rounded := min(max(math.Round(float64(sum)*valueUnit), least), most)
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(rounded)))
	}
	for _, w := range r.weights[:patternsFrom] {
		put(w, math.MinInt16, math.MaxInt16)
	}
	eachClass(cellKinds, func(_ int, same *[images]uint32) {
		index := int(same[0])
		sum := r.sum(r.addParts(nil, index, 1))
		if index >= rowsFrom && index>>kindBits&kindMask == wallKind {
			sum = 0 // lines around a cell of the border are not on the board
		}
		put(sum, math.MinInt8, math.MaxInt8)
	})
	for _, w := range r.weights[r.corners:] {
		put(w, math.MinInt16, math.MaxInt16)
	}
	return data
}
