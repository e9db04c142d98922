package anytime

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A fitLayer is boards of a beam after some moves, one after another: first the one on the path.
type fitLayer struct {
	tables *smallTables
	shares int32 // of the turned board in a value
	moves  int
	tiles  []uint8
}

// beamLayers returns layers of beams on boards of a set, with some weights. All cores work on
// them; each board has its own seed, so the layers and their order are the same on any number
// of cores.
func (f *fit) beamLayers(
	t *testing.T, weights *smallWeights, set boardSet, hi, lo uint64,
) (all []fitLayer) {
	s := shuffledSearch(t, rand.New(rand.NewPCG(0, 0)), set.shape())
	tables := make([]*smallTables, s.Cells()) // by the goal cell of the blank
	for s.Home = range tables {
		tables[s.Home] = (&smallTables{smallWeights: weights}).serve(s)
	}
	boards := make([][]fitLayer, set.boards)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			b := &smallBeam{smallTables: &smallTables{smallWeights: weights}, share: f.turned}
			for i := range next {
				rng := rand.New(rand.NewPCG(hi+uint64(i), lo))
				boards[i] = f.boardLayers(rng, b, tables, f.board(t, rng, set.shape(), i), set.width)
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

// nearOrAny returns a search for board i of a set: every third one is any board, the others are up
// to 3,000 random moves from their goal.
func nearOrAny(t *testing.T, rng *rand.Rand, shape puzzle.Shape, i int) *search.Search {
	s := shuffledSearch(t, rng, shape)
	if i%3 == 2 {
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

// boardLayers returns layers of a beam from a board, or of one from its goal as well, as long as
// neither ends.
func (f *layerFit) boardLayers(
	rng *rand.Rand, b *smallBeam, tables []*smallTables, s *search.Search, width int,
) []fitLayer {
	s.MaxMoves = 1000
	if !f.both {
		layers, _ := f.wayLayers(rng, b, tables[s.Home], s, width)
		return layers
	}
	var back search.Search
	back.Turn(s)
	there, moves := f.wayLayers(rng, b, tables[s.Home], s, width)
	others, otherMoves := f.wayLayers(rng, b, tables[back.Home], &back, width)
	return slices.DeleteFunc(append(there, others...), func(l fitLayer) bool {
		return l.moves > min(moves, otherMoves)
	})
}

// wayLayers returns layers of a beam, and the moves of its path.
func (f *layerFit) wayLayers(
	rng *rand.Rand, b *smallBeam, tables *smallTables, s *search.Search, width int,
) (layers []fitLayer, moves int) {
	n := s.Cells()
	at, blank := make([]uint8, n), s.Blank
	for c, t := range s.At {
		at[c] = uint8(t)
	}
	path := eachLayer(b, s, width, func(b *smallBeam) {
		if f.every > 1 && rng.IntN(f.every) != 0 {
			return
		}
		tiles := make([]uint8, n, n*(1+f.samples()))
		for _, i := range f.sample(rng, b.leaves.states) {
			tiles = append(tiles, b.leaves.tiles[i*b.stride:][:n]...)
		}
		layers = append(layers, fitLayer{tables, f.turned, b.moves, tiles})
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

// sample returns the numbers of some boards of a layer.
func (f *layerFit) sample(rng *rand.Rand, states []smallState) (samples []int) {
	var values []int32
	for _, s := range states {
		values = append(values, s.value)
	}
	slices.Sort(values)
	good := values[len(values)/8]
	for len(samples) < f.samples() {
		i := rng.IntN(len(states))
		for tries := 0; len(samples) >= f.any && tries < 200 && states[i].value > good; tries++ {
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
func (l *fitLayer) value(i int) int32 { return l.tables.value(l.board(i), l.shares) }
