package anytime

import (
	"math"
	"math/bits"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A smallBeam is a beam search on a board of up to smallCells cells without walls. It does what a
// beam with a plan of one group does, and is several times as fast: it holds all boards of the
// beam, and the parts of their values, instead of moves that lead to the boards.
type smallBeam struct {
	*search.Search
	*smallTables
	leaves   smallLayer // the boards of the beam, in the order of the leaves that they came from
	grown    smallLayer // memory for the next leaves
	children []smallChild
	choice   smallSelection
	history  smallHistory
	moves    int   // moves made to each board of the beam
	best     int32 // the best value of any board so far
	bestAt   int   // number of moves after which it was met
	ending   bool  // see ends
}

// smallSide is the largest number of rows and of columns for a smallBeam: a set of cells is then
// one word.
const (
	smallSide  = 8
	smallCells = smallSide * smallSide
)

// A smallLayer is the boards after the same number of moves. The tiles of board i begin at
// i*stride, as in search.Search.At.
type smallLayer struct {
	states []smallState
	tiles  []uint8
	kinds  []uint8 // kinds of the tiles, framed for each board: see smallTables
}

// A smallState is what a beam knows of a board in addition to its tiles.
type smallState struct {
	hash  uint64
	off   uint64 // set of the cells whose tile is out of place
	value int32
	h     uint16 // sum of all tiles' distances to their goal cells
	blank uint8
	last  uint8 // the last move
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

// run searches for a path of at most s.MaxMoves, from the board of s. After each move it calls
// width, which says how many boards to keep. It has memory for about boards; width may exceed that
// now and then. It returns nil if it finds no path.
func (b *smallBeam) run(s *search.Search, about int, width func(moves int) int) puzzle.Path {
	b.begin(s)
	b.choice.forget(about)
	if b.leaves.states[0].h == 0 {
		return puzzle.Path{}
	}
	for b.moves < b.MaxMoves {
		b.choice.width = width(b.moves)
		solved := b.expand()
		if solved != nil {
			return b.path(solved)
		}
		if b.Err != nil || b.choice.choose(b.children) == 0 {
			return nil
		}
		b.advance()
		b.moves++
		b.ending = b.ending || b.moves-b.bestAt > 2*(b.Rows+b.Cols)
	}
	return nil
}

// path returns the moves that lead to a child.
func (b *smallBeam) path(c *smallChild) puzzle.Path {
	var path puzzle.Path
	for _, move := range b.history.path(int(c.leaf), c.move) {
		path = append(path, b.Order[move])
	}
	return path
}

// begin starts a beam with one board, that of s.
func (b *smallBeam) begin(s *search.Search) {
	b.Search = s
	b.smallTables = b.smallTables.serve(s)
	b.moves, b.bestAt, b.ending = 0, 0, false
	b.history.begin()
	b.leaves.tiles = append(b.leaves.tiles[:0], make([]uint8, b.stride)...)
	b.leaves.kinds = append(b.leaves.kinds[:0], make([]uint8, b.framed+nearKinds)...)
	for c, t := range s.At {
		b.leaves.tiles[c] = uint8(t)
	}
	b.frame(b.leaves.kinds[b.framed:], b.leaves.tiles)
	b.leaves.states = append(b.leaves.states[:0], b.state(b.leaves.tiles, s.Blank))
	b.best = math.MaxInt32
}

// state returns the smallState of a first board, which no move has led to.
func (b *smallBeam) state(tiles []uint8, blank int) smallState {
	var kinds [nearKinds]uint8
	b.frame(kinds[:], tiles)
	s := smallState{value: b.value(tiles, &kinds), blank: uint8(blank), last: search.None}
	for c := range b.Cells() {
		t := int(tiles[c])
		if t == b.Home {
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

// expand finds the children of all leaves. If one of them is the goal, it returns that child. It
// returns early if the budget is spent.
func (b *smallBeam) expand() *smallChild {
	b.children = b.children[:0]
	b.choice.begin()
	for i := range b.leaves.states {
		if !b.Spend() {
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
	kinds := (*[nearKinds]uint8)(b.leaves.kinds[i*b.framed:])
	ways := &b.Ways[from][s.last]
	b.Generated += int64(ways.N)

	// The patterns around the blank are the same for all children.
	patterns := &b.patterns
	place := b.framed + b.place[from]
	around := b.aroundBlank(kinds, place)
	blank := int32(0)
	for _, index := range around {
		blank += int32(patterns[index])
	}
	for _, w := range ways.List[:ways.N] {
		to := int(w.To) & 63
		t := int(at[to])
		before, after := (t<<6|to)&4095, (t<<6|from)&4095
		h := s.h + uint16(b.distance[after]) - uint16(b.distance[before])
		if b.moves+1+int(h) > b.MaxMoves {
			continue
		}
		change := int32(b.away[after]) - int32(b.away[before]) - blank
		in, out := uint32(b.kind[after])^blankKind, uint32(b.kind[before])^blankKind
		moved := &b.moved[w.Move&3]
		by := &moved.by
		change += int32(patterns[around[0]^in<<15^out*by[0]]) +
			int32(patterns[around[1]^in<<10^out*by[1]]) +
			int32(patterns[around[2]^in<<5^out*by[2]]) + int32(patterns[around[3]^in^out*by[3]]) +
			int32(patterns[around[4]^in<<10^out*by[4]]) + int32(patterns[around[5]^in<<5^out*by[5]]) +
			int32(patterns[around[6]^in^out*by[6]]) + int32(patterns[around[7]^in<<10^out*by[7]]) +
			int32(patterns[around[8]^in<<5^out*by[8]]) + int32(patterns[around[9]^in^out*by[9]])
		for j := range moved.next {
			p := &moved.next[j]
			index := p.index(kinds, place)
			change += int32(patterns[index^out*p.by]) - int32(patterns[index])
		}
		off := s.off &^ (1 << to)
		if t != from {
			off |= 1 << from
		}
		c := smallChild{
			hash: s.hash ^ b.hash[before] ^ b.hash[after], value: s.value + change,
			leaf: uint32(i), move: uint8(w.Move),
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

// aroundBlank returns the indices of the patterns around the blank.
func (b *smallBeam) aroundBlank(kinds *[nearKinds]uint8, p int) [atCell]uint32 {
	row := b.Cols + 1
	at := func(i int) uint32 { return uint32(kinds[(p+i)&(nearKinds-1)]) }
	const blank = blankKind
	n, w, e, s := at(-row), at(-1), at(1), at(row)
	return [atCell]uint32{
		blank<<15 | e<<10 | s<<5 | at(row+1),
		w<<15 | blank<<10 | at(row-1)<<5 | s,
		n<<15 | at(1-row)<<10 | blank<<5 | e,
		at(-row-1)<<15 | n<<10 | w<<5 | blank,
		rowsFrom | blank<<10 | e<<5 | at(2),
		rowsFrom | w<<10 | blank<<5 | e,
		rowsFrom | at(-2)<<10 | w<<5 | blank,
		colsFrom | blank<<10 | s<<5 | at(2*row),
		colsFrom | n<<10 | blank<<5 | s,
		colsFrom | at(-2*row)<<10 | n<<5 | blank,
	}
}

// extra returns what a score has in addition to the value. off is the set of cells whose tile is
// out of place.
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

// way does what beam.way does.
func (b *smallBeam) way(blank int, off uint64) int32 {
	off = (off | 1<<blank) &^ (1 << b.Home)
	far := &b.rings[b.Home&63]
	for d := len(far) - 1; d > 0; d-- {
		if set := off & far[d]; set != 0 {
			c := bits.TrailingZeros64(set)
			return int32(b.distance[blank<<6|c]) + int32(d)
		}
	}
	return int32(b.distance[blank<<6|b.Home])
}

// advance replaces the leaves by the children that are kept.
func (b *smallBeam) advance() {
	next := &b.grown
	next.states, next.tiles = next.states[:0], next.tiles[:0]
	next.kinds = append(next.kinds[:0], b.leaves.kinds[:b.framed]...)
	b.history.add(len(b.leaves.states))
	for i := range b.children {
		c := &b.children[i]
		if !c.keep {
			continue
		}
		b.history.keep(int(c.leaf), c.move)
		s := b.leaves.states[c.leaf]
		from := int(s.blank)
		to := int(b.Next[from][c.move&3])
		at, kindsAt := len(next.tiles), len(next.kinds)
		next.tiles = append(next.tiles, b.leaves.tiles[int(c.leaf)*b.stride:][:b.stride]...)
		next.kinds = append(next.kinds, b.leaves.kinds[int(c.leaf+1)*b.framed:][:b.framed]...)
		tiles, kinds := next.tiles[at:], next.kinds[kindsAt:]
		t := tiles[to]
		tiles[from], tiles[to] = t, uint8(b.Home)
		kinds[b.place[from]], kinds[b.place[to]] = b.kind[int(t)<<6|from], blankKind
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
	next.kinds = append(next.kinds, make([]uint8, nearKinds)...)
	b.leaves, b.grown = b.grown, b.leaves
}
