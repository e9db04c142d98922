package anytime

import (
	"math"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A smallBeam is a beam search on a board without walls that isSmall allows. It does what a
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
	share    int32 // shares of the turned board in a value
	moves    int   // moves made to each board of the beam
	best     int32 // the best value of any board so far
	bestAt   int   // number of moves after which it was met
	ending   bool  // see ends
}

// smallSide is the largest number of rows and of columns for a smallBeam: the kinds of a row and a
// wall on either side are then one word.
const smallSide = 10

// A smallLayer is the boards after the same number of moves. The tiles of board i begin at
// i*stride, as in search.Search.At, and its smallRows at i*framed: the wall below a board is that
// above the next one.
type smallLayer struct {
	states []smallState
	tiles  []uint8
	rows   []uint64
	turned []uint64 // smallRows of the turned boards, if there is a share
}

// A smallState is what a beam knows of a board in addition to its tiles.
type smallState struct {
	hash   uint64
	off    cellSet // whose tile is out of place
	value  int32   // see smallTables.value
	around int16   // sum of the weights of the patterns that contain the blank
	h      uint16  // sum of all tiles' distances to their goal cells
	blank  uint8
	last   uint8 // the last move
}

// A smallChild is a board one move after a leaf.
type smallChild struct {
	hash   uint64
	score  int32 // less is better
	value  int32
	leaf   uint32 // index
	around int16
	move   uint8
	keep   bool
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
		if !b.ending && b.moves-b.bestAt > 2*(b.Rows+b.Cols) {
			b.ending, b.choice.limit = true, math.MaxInt32
		}
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
	for c, t := range s.At {
		b.leaves.tiles[c] = uint8(t)
	}
	rows := b.rowsOf(b.leaves.tiles)
	b.leaves.rows = append(b.leaves.rows[:0], rows[:]...)
	rows = b.turnedRows(b.leaves.tiles)
	b.leaves.turned = append(b.leaves.turned[:0], rows[:]...)
	b.leaves.states = append(b.leaves.states[:0], b.state(b.leaves.tiles, s.Blank))
	b.best = math.MaxInt32
}

// state returns the smallState of a first board, which no move has led to.
func (b *smallBeam) state(tiles []uint8, blank int) smallState {
	rows := b.rowsOf(tiles)
	s := smallState{value: b.value(tiles, b.share), blank: uint8(blank), last: search.None}
	var near patternsAt
	rows.patternsAt(&near, b.row[blank], b.shift[blank])
	s.around = int16(b.sum(&near))
	for c := range b.Cells() {
		t := int(tiles[c])
		if t == b.Home {
			continue
		}
		s.hash ^= b.hash[t<<cellBits|c]
		s.h += uint16(b.distance[t<<cellBits|c])
		if t != c {
			s.off = s.off.with(setOf(c))
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
	if len(b.children) == 0 && b.choice.limit < math.MaxInt32 {
		b.choice.limit = math.MaxInt32
		return b.expand()
	}
	return nil
}

// addChildren adds the children of leaf i. It returns true if the last of them is the goal.
//
// It is one long function because calls for each child would take as long as the sums do.
func (b *smallBeam) addChildren(i int) bool {
	s := &b.leaves.states[i]
	at := b.leaves.tiles[i*b.stride : (i+1)*b.stride]
	from := int(s.blank) & cellMask
	rows := (*smallRows)(b.leaves.rows[i*b.framed:])
	row, shift := b.row[from], b.shift[from]
	ways := &b.Ways[from][s.last]
	b.Generated += int64(ways.N)

	patterns := &b.patterns
	var here, there patternsAt
	rows.patternsAt(&here, row, shift)
	for _, w := range ways.List[:ways.N] {
		to := int(w.To) & cellMask
		t := int(at[to])
		before, after := (t<<cellBits|to)&tileCellMask, (t<<cellBits|from)&tileCellMask
		h := s.h + uint16(b.distance[after]) - uint16(b.distance[before])
		if b.moves+1+int(h) > b.MaxMoves {
			continue
		}
		in, out := uint32(b.kind[after])^blankKind, uint32(b.kind[before])^blankKind
		// The move changes two kinds for as long as patternsAt looks at them.
		first, rowTo, shiftTo := rows[row+2], b.row[to], b.shift[to]
		rows[row+2] ^= uint64(in) << shift
		second := rows[rowTo+2]
		rows[rowTo+2] ^= uint64(out) << shiftTo
		rows.patternsAt(&there, rowTo, shiftTo)
		rows[rowTo+2] = second
		rows[row+2] = first

		around := b.sum(&there)
		change := around - int32(s.around)
		apart := &b.apart[w.Move&3]
		for j := range apart.here {
			p, q := apart.here[j]&15, apart.there[j]&15
			change += int32(patterns[here[p]^in<<(atShift[p]&31)])
			change -= int32(patterns[there[q]^out<<(atShift[q]&31)])
		}
		value := s.value + (shares-b.share)*change +
			shares*(int32(b.away[after])-int32(b.away[before]))
		off := s.off.without(b.rings[to][0])
		if t != from {
			off = off.with(b.rings[from][0])
		}
		extra := b.extra(to, off)
		if value/shares+extra > b.choice.limit && !off.empty() {
			continue // hardly any of these would be kept
		}
		if in != out && b.share > 0 {
			value += b.share * b.turnedChange(i, t, b.kind[before], b.kind[after])
		}
		c := smallChild{
			hash: s.hash ^ b.hash[before] ^ b.hash[after], value: value,
			score:  value/shares + extra,
			around: int16(around), leaf: uint32(i), move: uint8(w.Move),
		}
		b.choice.count(c.score)
		b.children = append(b.children, c)
		if off.empty() {
			return true
		}
	}
	return false
}

// turnedChange returns by how much the weights of the patterns of leaf i's turned board grow when a
// tile moves and its kind changes.
func (b *smallBeam) turnedChange(i, tile int, before, after uint8) (change int32) {
	var near patternsAt
	rows := (*smallRows)(b.leaves.turned[i*b.framed:])
	rows.patternsAt(&near, b.row[tile], b.shift[tile])
	flip := uint32(turnedKind(before) ^ turnedKind(after))
	patterns := &b.patterns
	for j, index := range near[:atCell] {
		change += int32(patterns[index^flip<<(atShift[j]&31)]) - int32(patterns[index])
	}
	return change
}

// extra returns what a score has in addition to the value. off are the cells whose tile is out of
// place.
func (b *smallBeam) extra(blank int, off cellSet) int32 {
	if b.ending {
		return tourWeight * b.way(blank, off)
	}
	rings := &b.rings[blank&cellMask]
	if off.meets(rings[1]) { // mostly: off does not have the blank's cell
		return blankWeight
	}
	for d := range rings {
		if off.meets(rings[d]) {
			return blankWeight * int32(d)
		}
	}
	return 0
}

// way does what beam.way does.
func (b *smallBeam) way(blank int, off cellSet) int32 {
	off = off.with(setOf(blank)).without(setOf(b.Home))
	far := &b.rings[b.Home&cellMask]
	for d := len(far) - 1; d > 0; d-- {
		if off.meets(far[d]) {
			return int32(b.distance[blank<<cellBits|off.firstOf(far[d])]) + int32(d)
		}
	}
	return int32(b.distance[blank<<cellBits|b.Home])
}

// advance replaces the leaves by the children that are kept.
func (b *smallBeam) advance() {
	next := &b.grown
	next.states, next.tiles = next.states[:0], next.tiles[:0]
	next.rows = append(next.rows[:0], b.leaves.rows[:2]...)
	next.turned = append(next.turned[:0], b.leaves.turned[:2]...)
	b.history.add(len(b.leaves.states))
	for _, i := range b.choice.kept(b.children) {
		c := &b.children[i]
		b.history.keep(int(c.leaf), c.move)
		s := b.leaves.states[c.leaf]
		from := int(s.blank)
		to := int(b.Next[from][c.move&3])
		at, rowsAt := len(next.tiles), len(next.rows)
		next.tiles = append(next.tiles, b.leaves.tiles[int(c.leaf)*b.stride:][:b.stride]...)
		next.rows = append(next.rows, b.leaves.rows[int(c.leaf)*b.framed+2:][:b.framed]...)
		tiles, rows := next.tiles[at:], next.rows[rowsAt:]
		t := tiles[to]
		tiles[from], tiles[to] = t, uint8(b.Home)
		rows[b.row[from]] ^= uint64(b.kind[int(t)<<cellBits|from]^blankKind) << b.shift[from]
		rows[b.row[to]] ^= uint64(b.kind[int(t)<<cellBits|to]^blankKind) << b.shift[to]
		s.off = s.off.without(b.rings[to][0])
		if int(t) != from {
			s.off = s.off.with(b.rings[from][0])
		}
		s.h += uint16(b.distance[int(t)<<cellBits|from]) - uint16(b.distance[int(t)<<cellBits|to])
		s.hash, s.value, s.around, s.blank, s.last = c.hash, c.value, c.around, uint8(to), c.move
		next.states = append(next.states, s)
		if b.share > 0 {
			next.turned = append(next.turned, b.leaves.turned[int(c.leaf)*b.framed+2:][:b.framed]...)
			flip := turnedKind(b.kind[int(t)<<cellBits|to]) ^ turnedKind(b.kind[int(t)<<cellBits|from])
			next.turned[rowsAt+b.row[t]] ^= uint64(flip) << b.shift[t]
		}
		if s.value < b.best {
			b.best, b.bestAt = s.value, b.moves+1
		}
	}
	next.rows = append(next.rows, make([]uint64, smallSide)...)
	next.turned = append(next.turned, make([]uint64, smallSide)...)
	b.leaves, b.grown = b.grown, b.leaves
}
