package table

import (
	"math/bits"

	"tilejudge/solver/internal/ranking"
	"tilejudge/solver/puzzle"
)

// A View is a table as one goal sees it: its weights are indexed by the numbers of the goal's
// tiles.
type View struct {
	*table
	goal   *puzzle.Goal
	weight [16][16]uint64 // weight[cell][tile]
	pairs  func() *weightPairs
}

// fetch looks up the packed answers to the first puzzles, as long as these have v's goal, and
// returns how many it found. The answers are in the form of SolvePacked.
func (v *View) fetch(packed []uint64, ps []puzzle.Puzzle) int {
	n := min(len(packed), len(ps))
	for i := range ps[:n] {
		if ps[i].Goal != v.goal {
			n = i
			break
		}
		rank, odd := v.Rank(v.key(&ps[i]))
		packed[i] = uint64(rank)<<1 | uint64(odd^v.odd)
	}
	v.lookUp(packed[:n])
	return n
}

// Length returns the moves from the board with a rank to the goal.
func (v *View) Length(rank uint32) int { return int(v.answers[rank] >> moveBits) }

// key returns the key of a puzzle's start.
func (v *View) key(p *puzzle.Puzzle) (key uint64) {
	for cell, t := range p.Start.Tiles {
		key += v.weight[cell&15][t&15]
	}
	return key
}

// unpack writes a packed path to buf[:0].
//
// If no path of the shape has more than 31 moves, the table has all paths in packed form: two bits
// for each move, the first lowest, with a 1 above the last. That takes a tenth of the time of a
// walk (BenchmarkSolve, 3x3 against 2x4).
func (v *View) unpack(packed uint64, buf puzzle.Path) puzzle.Path {
	moves := packedMoves(packed)
	path := buf[:0]
	if cap(path) <= maxPacked {
		path = make(puzzle.Path, 0, maxPacked+1)
	}
	path = path[:maxPacked+1]
	for i := 0; i < len(path); i += 4 {
		*(*[4]puzzle.Move)(path[i:]) = v.quads[packed&0xff]
		packed >>= 8
	}
	return path[:moves]
}

// walk writes the moves from the puzzle's start to the goal to buf[:0]. It looks up each
// move.
func (v *View) walk(p *puzzle.Puzzle, key uint64, rank uint32, buf puzzle.Path) puzzle.Path {
	b := ranking.Reached{Key: key, Rank: rank, Blank: p.Start.Blank()}
	for c, tile := range p.Start.Tiles {
		b.Board |= uint64(v.goal.Cell(tile)) << (4 * c)
	}
	path := buf[:0]
	for v.Length(b.Rank) > 0 {
		k := v.answers[b.Rank] & (1<<moveBits - 1)
		path = append(path, v.Order[k])
		b = b.Slide(v.Ranking, int(v.Next[b.Blank][k]))
	}
	return path
}

// isLength is set in a packed answer that is a length.
const isLength = 1 << 63

// packedMoves returns the moves of a packed answer to a solvable puzzle.
func packedMoves(packed uint64) int {
	if packed&isLength != 0 {
		return int(packed &^ isLength)
	}
	return (bits.Len64(packed) - 1) / moveBits
}

// weightPairs are sums of two weights: weightPairs[i][b] is the sum for cells 2i and 2i+1, if their
// tiles are the lower and the upper four bits of b.
type weightPairs [puzzle.SmallCells / 2][256]uint64

// addPairs returns the sums of pairs of weights. With them, the weights of many boards take less
// time to add up.
func (v *View) addPairs() *weightPairs {
	all := new(weightPairs)
	for i := range all {
		for b := range all[i] {
			all[i][b] = v.weight[2*i][b&15] + v.weight[2*i+1][b>>4]
		}
	}
	return all
}

// fetchPacked is fetch for packed boards.
func (v *View) fetchPacked(boards []puzzle.Packed, pairs *weightPairs) {
	for i, b := range boards {
		key := pairs[0][b&255] + pairs[1][b>>8&255] + pairs[2][b>>16&255] + pairs[3][b>>24&255] +
			pairs[4][b>>32&255]
		rank, odd := v.Rank(key)
		boards[i] = uint64(rank)<<1 | uint64(odd^v.odd)
	}
	v.lookUp(boards)
}

// lookUp replaces ranks by packed answers. The lowest bit of each word is set if the puzzle is
// unsolvable; the rank is in the bits above.
//
// Each answer is likely to miss the cache. In a loop that does nothing else, the misses overlap; a
// mask, instead of a branch that would be mispredicted half of the time, keeps it so. That takes a
// quarter less time than looking each one up when it is needed.
func (v *View) lookUp(boards []uint64) {
	if v.paths == nil {
		for i, w := range boards {
			solvable := w&1 - 1
			boards[i] = (isLength | uint64(v.answers[w>>1&solvable]>>moveBits)) & solvable
		}
		return
	}
	for i, w := range boards {
		solvable := w&1 - 1
		boards[i] = v.paths[w>>1&solvable] & solvable
	}
}
