package anytime

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

var updateWeights = flag.Bool("update", false, "write the weights of valuations")

const weightsFile = "beam_weights.go"

// The change of a value by a move is the difference of two values.
func TestValuationChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 9}, {Rows: 5, Cols: 3}, {Rows: 7, Cols: 7}} {
		g := search.NewGrid(shape, puzzle.UDLR)
		n := shape.Cells()
		v := valuation{Grid: g, home: rng.IntN(n)}
		at := make([]uint16, n)
		for c := range at {
			at[c] = uint16(c)
		}
		blank := v.home
		value := v.of(at)
		for range 2000 {
			to := int(g.Next[blank][rng.IntN(4)])
			if to < 0 {
				continue
			}
			value += v.change(at, blank, to)
			at[blank], at[to] = at[to], at[blank]
			if blank = to; value != v.of(at) {
				t.Fatalf("%v: %v: %d, want %d", shape, at, value, v.of(at))
			}
		}
	}
}

// TestWeights fits the weights to boards on shortest paths of random 15-puzzles, with
// -update, and writes them. A weight is the same for each pair of tiles that mirrors or
// transposes another pair. Without -update it tests that the weights make good estimates.
func TestWeights(t *testing.T) {
	solvertest.Long(t)
	paths := 5
	if *updateWeights {
		paths = 3000
	}
	fit := newWeightFit()
	boards, errors := 0, 0.0
	eachShortestPath(t, paths, func(at []uint16, v *valuation, left int) {
		fit.add(at, v, float64(left))
		off := float64(v.of(at))/valueUnit - float64(left)
		errors += off * off
		boards++
	})
	if *updateWeights {
		fit.write(t)
		return
	}
	if off := math.Sqrt(errors / float64(boards)); off > 3 {
		t.Errorf("estimates are off by %.2f moves, want 3 at most", off)
	}
}

// eachShortestPath calls visit with each board on shortest paths of random 15-puzzles, and
// how many moves are left.
func eachShortestPath(t *testing.T, paths int, visit func([]uint16, *valuation, int)) {
	rng := rand.New(rand.NewPCG(3, 15))
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	g := search.NewGrid(goal.Board.Shape, puzzle.UDLR)
	v := &valuation{Grid: g, home: 15}
	sv := &idastar.Solver{Options: solver.Options{Heuristic: solver.PatternDatabase}}
	for paths > 0 {
		p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
		tiles := p.Start.Tiles
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		if !p.Solvable() {
			continue
		}
		sol, err := sv.Solve(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		at, blank := make([]uint16, 16), 0
		for c, tile := range tiles {
			at[c] = uint16((tile + 15) % 16)
			if tile == puzzle.Blank {
				blank = c
			}
		}
		for i, m := range sol.Path {
			visit(at, v, sol.Moves-i)
			to, _ := p.Start.Step(blank, m)
			at[blank], at[to] = at[to], at[blank]
			blank = to
		}
		paths--
	}
}

// A weightFit holds the normal equations of a least squares problem: the sums of products
// of features, and of features and moves. Feature 0 is the constant, farFeature the sum of
// what is beyond maxAway; then come distances and pairs.
type weightFit struct {
	pair     [kinds * kinds]int // feature of a pair of neighbours
	products [][]float64
	moves    []float64
}

const (
	farFeature  = 1
	awayFeature = 2
	pairFeature = awayFeature + (maxAway+1)*(maxAway+1)
)

func newWeightFit() *weightFit {
	f := &weightFit{}
	n := pairFeature
	for a := range kinds {
		for b := range kinds {
			if f.pair[a*kinds+b] > 0 {
				continue
			}
			for _, flip := range []bool{false, true} {
				f.pair[mirrored(a, flip, false)*kinds+mirrored(b, flip, false)] = n
				f.pair[mirrored(b, flip, true)*kinds+mirrored(a, flip, true)] = n
			}
			n++
		}
	}
	f.moves = make([]float64, n)
	for range n {
		f.products = append(f.products, make([]float64, n))
	}
	return f
}

// mirrored returns the kind of the same tile on a board that is mirrored.
func mirrored(kind int, rows, cols bool) int {
	if kind == blankKind {
		return kind
	}
	down, right := kind/kindSide, kind%kindSide
	if rows {
		down = kindSide - 1 - down
	}
	if cols {
		right = kindSide - 1 - right
	}
	return down*kindSide + right
}

// add adds a board whose shortest paths have the given number of moves.
func (f *weightFit) add(at []uint16, v *valuation, moves float64) {
	counts := map[int]float64{0: 1}
	for c, tile := range at {
		if int(tile) != v.home {
			down, right := search.Distance(v.Row[tile], v.Row[c]), search.Distance(v.Col[tile], v.Col[c])
			counts[farFeature] += float64(max(0, down-maxAway) + max(0, right-maxAway))
			down, right = min(down, maxAway), min(right, maxAway)
			counts[awayFeature+min(down, right)*(maxAway+1)+max(down, right)]++
		}
		k := v.kind(tile, c)
		if n := c + 1; int(v.Col[c])+1 < v.Cols {
			counts[f.pair[k*kinds+v.kind(at[n], n)]]++
		}
		if n := c + v.Cols; n < len(at) {
			counts[f.pair[transposed(k)*kinds+transposed(v.kind(at[n], n))]]++
		}
	}
	for i, x := range counts {
		f.moves[i] += x * moves
		for j, y := range counts {
			f.products[i][j] += x * y
		}
	}
}

// solve returns the weights with the least squares. A small penalty keeps those of
// features that are never seen at 0.
func (f *weightFit) solve() []float64 {
	w := make([]float64, len(f.moves))
	for range 20_000 { // Gauss-Seidel
		for i, row := range f.products {
			rest := f.moves[i]
			for j, x := range row {
				if j != i {
					rest -= x * w[j]
				}
			}
			w[i] = rest / (row[i] + 1)
		}
	}
	return w
}

// write writes the weights. It subtracts that of a tile in place from those of tiles, and that of
// two such tiles from those of pairs.
func (f *weightFit) write(t *testing.T) {
	w := f.solve()
	t.Logf("%.2f moves for each row or column beyond %d", w[farFeature], maxAway)
	round := func(x float64) int { return int(math.Round(x * valueUnit)) }
	var b bytes.Buffer
	b.WriteString("package anytime\n\n" +
		"// These weights are written by go test -run TestWeights -update, which explains them.\n\n" +
		"// awayWeights[rows][columns] is what a tile adds to a valuation that is rows and columns" +
		" out of\n// place, both up to maxAway.\n" +
		"var awayWeights = [maxAway + 1][maxAway + 1]int32{\n")
	for down := range maxAway + 1 {
		b.WriteString("{")
		for right := range maxAway + 1 {
			i := awayFeature + min(down, right)*(maxAway+1) + max(down, right)
			fmt.Fprintf(&b, "%d,", round(w[i]-w[awayFeature]))
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n\n// pairWeights are what a tile and its right neighbour add, by the kinds" +
		" of both.\nvar pairWeights = [kinds][kinds]int8{\n")
	inPlace := blankKind / 2
	for x := range kinds {
		b.WriteString("{")
		for y := range kinds {
			if y > 0 && y%16 == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "%d,", round(w[f.pair[x*kinds+y]]-w[f.pair[inPlace*kinds+inPlace]]))
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	writeSource(t, weightsFile, b.Bytes())
}

// writeSource writes a formatted source file.
func writeSource(t *testing.T, name string, text []byte) {
	t.Helper()
	text, err := format.Source(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
