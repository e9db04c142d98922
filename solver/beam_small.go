package solver

import (
	"math"
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A smallBeam is a beam search on a board of up to smallCells cells without walls. It does
// what a beam does whose plan is one group, several times as fast: it holds all boards of
// the beam and what their values are made of, in place of moves that lead to them.
type smallBeam struct {
	*search
	*smallTables
	leaves   smallLayer // the boards of the beam, by the leaves before that they came from
	grown    smallLayer // memory for the next leaves
	children []smallChild
	choice   smallSelection
	history  smallHistory
	moves    int   // made by each board of the beam
	best     int32 // value of any board so far
	bestAt   int   // moves of that board
	ending   bool  // see ends
}

// smallSide is the most rows and columns of a board for a smallBeam: sets of its cells are
// words.
const (
	smallSide  = 8
	smallCells = smallSide * smallSide
)

// A smallLayer is boards. Board i has its tiles, as in search.at, from i*stride on.
type smallLayer struct {
	states []smallState
	tiles  []uint8
	kinds  []uint8 // of the tiles, as tiles; there are smallCells from the last board on
}

// A smallState is what a beam knows of a board beside its tiles.
type smallState struct {
	hash  uint64
	off   uint64 // set of the cells whose tile is out of place
	value int32
	h     uint16 // sum of all tiles' distances to their goal cells
	blank uint8
	last  uint8 // the move that led to it
}

// A smallChild is a board one move after a leaf.
type smallChild struct {
	hash  uint64
	score int32 // less is better
	value int32
	leaf  uint32 // index
	move  uint8
	keep  bool
}

// run searches for a path of at most s.maxMoves, from the board of s. After each move it asks
// width for the number of boards to go on with. It has room for about boards: width may say
// more now and then. If the path is nil, it has found none.
func (b *smallBeam) run(s *search, about int, width func(moves int) int) puzzle.Path {
	b.begin(s)
	b.choice.forget(about)
	if b.leaves.states[0].h == 0 {
		return puzzle.Path{}
	}
	for b.moves < b.maxMoves {
		b.choice.width = width(b.moves)
		solved := b.expand()
		if solved != nil {
			return b.path(solved)
		}
		if b.err != nil || b.choice.choose(b.children) == 0 {
			return nil
		}
		b.advance()
		b.moves++
		b.ending = b.ending || b.moves-b.bestAt > 2*(b.Rows+b.Cols)
	}
	return nil
}

// path returns the path to a child.
func (b *smallBeam) path(c *smallChild) puzzle.Path {
	var path puzzle.Path
	for _, move := range b.history.path(int(c.leaf), c.move) {
		path = append(path, b.order[move])
	}
	return path
}

// begin makes a beam of the board of s alone.
func (b *smallBeam) begin(s *search) {
	b.search = s
	b.smallTables = b.smallTables.serve(s)
	b.moves, b.bestAt, b.ending = 0, 0, false
	b.history.begin()
	b.leaves.tiles = append(b.leaves.tiles[:0], make([]uint8, b.stride)...)
	b.leaves.kinds = append(b.leaves.kinds[:0], make([]uint8, smallCells)...)
	for c, t := range s.at {
		b.leaves.tiles[c] = uint8(t)
		b.leaves.kinds[c] = b.kind[int(t)<<6|c]
	}
	b.leaves.states = append(b.leaves.states[:0], b.state(b.leaves.tiles, s.blank))
	b.best = math.MaxInt32
}

// state returns what a beam knows of a board, which no move has led to.
func (b *smallBeam) state(tiles []uint8, blank int) smallState {
	s := smallState{value: b.value(tiles), blank: uint8(blank), last: none}
	for c := range b.Cells() {
		t := int(tiles[c])
		if t == b.home {
			continue
		}
		s.hash ^= b.hash[t<<6|c]
		s.h += uint16(b.distance[t<<6|c])
		if t != c {
			s.off |= 1 << c
		}
	}
	return s
}

// expand finds the children of all leaves. It returns a child that is the goal, if there is one.
// It returns early if the budget is spent.
func (b *smallBeam) expand() *smallChild {
	b.children = b.children[:0]
	b.choice.begin()
	for i := range b.leaves.states {
		if !b.spend() {
			return nil
		}
		if b.addChildren(i) {
			return &b.children[len(b.children)-1]
		}
	}
	return nil
}

// addChildren adds the children of leaf i. It returns true if the last of them is the goal.
//
// It is one long function because calls for each child would take as long as the sums do.
func (b *smallBeam) addChildren(i int) bool {
	s := &b.leaves.states[i]
	at := b.leaves.tiles[i*b.stride : (i+1)*b.stride]
	from := int(s.blank) & 63
	kinds := (*[smallCells]uint8)(b.leaves.kinds[i*b.stride:])
	ways := &b.ways[from][s.last]
	b.generated += int64(ways.n)

	// What the blank adds with its neighbours is the same for all children.
	near := b.near[from].list[:b.near[from].n&15]
	blank := int32(0)
	var pairs [len(nearSides)]uint16
	for j := range near {
		pairs[j] = near[j].side | uint16(kinds[near[j].cell&63])
		blank += int32(b.pairs[(pairs[j]|blankRow)&pairMask])
	}
	for _, w := range ways.list[:ways.n] {
		to := int(w.to) & 63
		t := int(at[to])
		before, after := (t<<6|to)&4095, (t<<6|from)&4095
		h := s.h + uint16(b.distance[after]) - uint16(b.distance[before])
		if b.moves+1+int(h) > b.maxMoves {
			continue
		}
		change := int32(b.away[after]) - int32(b.away[before]) - blank
		out, in := uint16(b.kind[before]), uint16(b.kind[after])<<5
		for _, pair := range pairs[:len(near)] {
			change += int32(b.pairs[(pair|in)&pairMask])
		}
		side := b.side[w.move&3]
		change += int32(b.pairs[(side|in|blankKind)&pairMask]) - int32(b.pairs[(side|in|out)&pairMask])
		out <<= 5
		left := b.near[to].list[:b.near[to].n&15]
		for j := range left {
			n := &left[j]
			change += int32(b.leave[(n.side|out|uint16(kinds[n.cell&63]))&pairMask])
		}
		change -= int32(b.leave[(side^oppositeSide|out|blankKind)&pairMask])
		off := s.off &^ (1 << to)
		if t != from {
			off |= 1 << from
		}
		c := smallChild{
			hash: s.hash ^ b.hash[before] ^ b.hash[after], value: s.value + change,
			leaf: uint32(i), move: uint8(w.move),
		}
		c.score = c.value + b.extra(to, off)
		b.choice.count(c.score)
		b.children = append(b.children, c)
		if off == 0 {
			return true
		}
	}
	return false
}

// extra returns what a score has beside the value, for a blank in a cell and a set of cells
// whose tile is out of place.
func (b *smallBeam) extra(blank int, off uint64) int32 {
	if b.ending {
		return tourWeight * b.way(blank, off)
	}
	rings := &b.rings[blank&63]
	for d := range rings {
		if off&rings[d] != 0 {
			return blankWeight * int32(d)
		}
	}
	return 0
}

// way is beam.way.
func (b *smallBeam) way(blank int, off uint64) int32 {
	off = (off | 1<<blank) &^ (1 << b.home)
	far := &b.rings[b.home&63]
	for d := len(far) - 1; d > 0; d-- {
		if set := off & far[d]; set != 0 {
			c := bits.TrailingZeros64(set)
			return int32(b.distance[blank<<6|c]) + int32(d)
		}
	}
	return int32(b.distance[blank<<6|b.home])
}

// advance replaces the leaves by the children that are kept.
func (b *smallBeam) advance() {
	next := &b.grown
	next.states, next.tiles, next.kinds = next.states[:0], next.tiles[:0], next.kinds[:0]
	b.history.add(len(b.leaves.states))
	for i := range b.children {
		c := &b.children[i]
		if !c.keep {
			continue
		}
		b.history.keep(int(c.leaf), c.move)
		s := b.leaves.states[c.leaf]
		from := int(s.blank)
		to := int(b.next[from][c.move&3])
		at := len(next.tiles)
		next.tiles = append(next.tiles, b.leaves.tiles[int(c.leaf)*b.stride:][:b.stride]...)
		next.kinds = append(next.kinds, b.leaves.kinds[int(c.leaf)*b.stride:][:b.stride]...)
		tiles, kinds := next.tiles[at:], next.kinds[at:]
		t := tiles[to]
		tiles[from], tiles[to] = t, uint8(b.home)
		kinds[from], kinds[to] = b.kind[int(t)<<6|from], blankKind
		s.off &^= 1 << to
		if int(t) != from {
			s.off |= 1 << from
		}
		s.h += uint16(b.distance[int(t)<<6|from]) - uint16(b.distance[int(t)<<6|to])
		s.hash, s.value, s.blank, s.last = c.hash, c.value, uint8(to), c.move
		next.states = append(next.states, s)
		if s.value < b.best {
			b.best, b.bestAt = s.value, b.moves+1
		}
	}
	next.kinds = append(next.kinds, make([]uint8, smallCells-b.stride)...)
	b.leaves, b.grown = b.grown, b.leaves
}
