package anytime

import (
	"math/rand/v2"
	"os"
	"testing"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A fit tells how weights are fitted to the order of the boards of beams: see orderFit. Each round
// makes beams with the weights of the round before, and then fits the first weights anew, to the
// layers of all rounds.
type fit struct {
	begin  func(*orderFit) // sets the first weights
	rounds [][]boardSet
	// board returns a search for board i of a set.
	board func(t *testing.T, rng *rand.Rand, shape puzzle.Shape, i int) *search.Search
	// seed returns the seed of the first board of a set; that of board i has hi+i.
	seed func(round, set int, shape puzzle.Shape) (hi, lo uint64)
	layerFit
	pairs        int     // of a layer, on average
	rate         float64 // of steps
	firstSquares float64 // with which each sum of squares of gradients begins
}

// A layerFit tells which layers of beams a fit sees.
type layerFit struct {
	turned int32 // shares of the turned board in a value
	both   bool  // there is a beam from the goal, too
	every  int   // 4: the fit sees each layer with a chance of one in four
	any    int   // other boards of a layer
	good   int   // other boards of a layer whose values are among the best eighth
}

func (f *layerFit) samples() int { return f.any + f.good }

// A boardSet is a number of boards of a shape, for beams of a width.
type boardSet struct {
	rows, cols, boards, width int
}

func (s boardSet) shape() puzzle.Shape { return puzzle.Shape{Rows: s.rows, Cols: s.cols} }

// descentFit is the fit of the weights of descents, whose values have no turned board. It begins
// with the weights of pairs in beam_weights.go. Many narrow beams teach more than few wide ones.
var descentFit = &fit{
	begin: (*orderFit).beginWithPairs,
	rounds: [][]boardSet{
		{{4, 4, 50, 1000}, {5, 5, 150, 1000}, {6, 6, 150, 1000}, {7, 7, 120, 1000}, {8, 8, 30, 1000}},
		{{4, 4, 100, 1500}, {5, 5, 300, 1500}, {6, 6, 500, 1500}, {7, 7, 500, 1500}, {8, 8, 60, 1500}},
		{{4, 4, 300, 1500}, {5, 5, 400, 1500}, {6, 6, 800, 1500}, {7, 7, 800, 1500}, {8, 8, 100, 1500}},
		{
			{4, 4, 500, 1500}, {5, 5, 1400, 1500}, {6, 6, 2600, 1500}, {7, 7, 2600, 1500},
			{8, 8, 250, 1500},
		},
	},
	board: func(t *testing.T, rng *rand.Rand, shape puzzle.Shape, _ int) *search.Search {
		return shuffledSearch(t, rng, shape)
	},
	seed: func(round, set int, _ puzzle.Shape) (hi, lo uint64) {
		return uint64(round)<<32 | uint64(set)<<16, 78
	},
	layerFit: layerFit{every: 1, any: 10},
	pairs:    10, rate: 0.04, firstSquares: 1,
}

// smallFit is the fit of the weights of small beams. It goes on from those of descents, with small
// steps.
var smallFit = &fit{
	begin: func(r *orderFit) { r.beginWith(newDescentWeights()) },
	rounds: [][]boardSet{{
		{3, 8, 300, 500}, {4, 4, 400, 500}, {4, 7, 300, 500}, {5, 5, 1800, 500}, {6, 6, 10000, 500},
		{7, 7, 9000, 500}, {8, 8, 100, 500},
	}},
	board: nearOrAny,
	seed: func(_, _ int, shape puzzle.Shape) (hi, lo uint64) {
		return uint64(shape.Rows*100+shape.Cols)<<32 + 10000, 991
	},
	layerFit: layerFit{turned: turnedShare, both: true, every: 4, any: 10, good: 3},
	pairs:    2, rate: 0.12, firstSquares: 1000,
}

// TestDescentWeights fits the weights of descents, with -update, and writes them. It writes the
// same file each time, on any number of cores of one architecture:
//
//	go test ./solver/anytime -run TestDescentWeights -update -timeout 3h
//
// takes some 25 minutes of one core of an AMD EPYC. Without -update it tests that the weights tell
// most boards of a beam from the one on the path.
func TestDescentWeights(t *testing.T) {
	testFit(t, descentFit, descentWeightsFile, "descent_weights.bin")
}

// TestSmallWeights is TestDescentWeights for the weights of small beams. With -update it takes some
// 20 minutes, and 2 GB.
func TestSmallWeights(t *testing.T) {
	testFit(t, smallFit, smallWeightsFile, "beam_small_weights.bin")
}

func testFit(t *testing.T, f *fit, file, name string) {
	r := newOrderFit(f)
	if *updateWeights {
		r.run(t)
		if err := os.WriteFile(name, r.pack(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if n := len(r.pack()); n != len(file) {
		t.Fatalf("%s has %d bytes, want %d", name, len(file), n)
	}
	right, all := 0, 0
	unseen := boardSet{5, 5, 6, 500}
	for _, l := range r.beamLayers(t, unpackWeights(file), unseen, 1<<62, 0) {
		for i := range f.samples() {
			if l.value(0) < l.value(1+i) {
				right++
			}
			all++
		}
	}
	if right < all*3/4 {
		t.Errorf("%d of %d boards have a larger value, want 75 %%", right, all)
	}
}

// run makes the layers of all rounds, and fits the weights.
func (r *orderFit) run(t *testing.T) {
	for round, sets := range r.rounds {
		weights := unpackWeights(string(r.pack()))
		for i, set := range sets {
			hi, lo := r.seed(round, i, set.shape())
			r.seen = append(r.seen, r.beamLayers(t, weights, set, hi, lo)...)
			t.Logf("round %d, %v: %d layers so far", round, set, len(r.seen))
		}
		r.restart()
		right := r.descend(rand.New(rand.NewPCG(uint64(round), 7)))
		t.Logf("round %d: %.1f %% of the pairs were in order when they came", round, 100*right)
	}
}
