package anytime

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime"

	"tilejudge/solver/internal/search"
)

// An orderFit fits weights so that, of all boards of a beam after some moves, the board on the path
// found has the smallest value. The weight of a pattern is the sum of the weights of its parts, in
// which some cells count as anyKind. So a pattern that few boards have gets the weight of parts
// that many boards have. The weight of a tile by its two cells, which many boards lack, is added to
// the weight of a tile as far out of place.
type orderFit struct {
	*fit
	class   []int32   // by the index of a pattern or part
	corners int32     // class of the first corner weight
	weights []float32 // in moves, by class
	squares []float32 // of all gradients, for each weight
	seen    []fitLayer
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

func newOrderFit(f *fit) *orderFit {
	r := &orderFit{fit: f, class: make([]int32, patternsEnd)}
	n := eachClass(anyKind+1, func(class int, same *[images]uint32) {
		for _, index := range same {
			r.class[index] = int32(class)
		}
	})
	r.corners = int32(n)
	r.weights, r.squares = make([]float32, n+cornersEnd), make([]float32, n+cornersEnd)
	r.restart()
	return r
}

// restart sets the weights to the first ones.
func (r *orderFit) restart() {
	clear(r.weights)
	clear(r.squares)
	r.begin(r)
}

// beginWith sets the weights to those of an earlier fit.
func (r *orderFit) beginWith(first *smallWeights) {
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
		r.weights[int(r.corners)+i] = float32(w) / valueUnit
	}
}

// beginWithPairs sets the weights to those of pairs.
func (r *orderFit) beginWithPairs() {
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
	terms = r.addPatterns(terms, t, t.rowsOf(path), t.rowsOf(tiles), float32(shares-r.turned))
	if r.turned == 0 {
		return terms
	}
	return r.addPatterns(terms, t, t.turnedRows(path), t.turnedRows(tiles), float32(r.turned))
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
// nothing. It returns the share of pairs that
// were in order when they came.
func (r *orderFit) descend(rng *rand.Rand) float64 {
	const scale = 1.0 // moves
	done, right := 0, 0
	order := rng.Perm(len(r.seen) * r.samples())[:len(r.seen)*r.pairs]
	r.eachDifference(order, func(terms []term) {
		d := float64(r.sum(terms))
		if d > 0 {
			right++
		}
		g := float32(1 / scale / (1 + math.Exp(d/scale)))
		step := float32(r.rate * (1 - float64(done)/float64(len(order))))
		for _, t := range terms {
			x := g * t.by
			r.squares[t.class] += x * x
			r.weights[t.class] += step * x / float32(math.Sqrt(float64(r.squares[t.class])+r.firstSquares))
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
	samples := r.samples()
	made := make([]chan batch, runtime.GOMAXPROCS(0))
	for w := range made {
		made[w] = make(chan batch, 4)
		go func() {
			defer close(made[w])
			for from := w * size; from < len(order); from += len(made) * size {
				var b batch
				for _, i := range order[from:min(from+size, len(order))] {
					b.terms = r.difference(b.terms, &r.seen[i/samples], i%samples)
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
