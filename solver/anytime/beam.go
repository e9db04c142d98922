package anytime

import (
	"math"
	"slices"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A beam is a beam search: it goes on, move by move, with the boards of each number of moves that a
// valuation finds best, and drops the others. It puts the groups of its plan in place one after
// another, and never moves a group again. Of the boards that work on the same group and have its
// tiles and the blank in the same cells, it keeps only one: the best, and of equals the first. So
// it can't walk in circles around a group that is nearly done.
//
// It holds one board, and walks over the tree of paths to the boards of the beam by moves:
// see tour. So a board of any size costs the same.
type beam struct {
	*search.Search // its board is moved along the tour
	plan           *plan
	values         valuation     // of boards
	where          []int32       // where[t] is the cell of tile t
	tour           tour          // of the paths to leaves
	leaves         []beamLeaf    // boards of the beam, in the order in which the tour visits them
	moves          int           // moves made to each board of the beam
	found          puzzle.Path   // what run has found
	offset         []int32       // offset[group] makes scores of different groups comparable
	choice         beamSelection // of the boards to keep
	outside        []int32       // cells, the farthest from the goal of the blank first
	best           int32         // the best value of any board so far
	bestAt         int           // number of moves after which it was met
	ending         bool          // see ends
}

// Weights in a score, in units of a valuation, beside the plan's: blankWeight is for the distance
// of the blank to the closest tile of the group that is out of place, and tourWeight is for the
// blank's way to the farthest tile out of place, and from there home.
const (
	blankWeight = valueUnit
	tourWeight  = valueUnit * 3 / 2
)

// run searches with a beam of width boards for a path of at most s.MaxMoves that puts all groups of
// the plan in place. It begins at the board of s, which it changes. If it returns false and s.Err
// is nil, there is no path in the beam.
func (b *beam) run(s *search.Search, p *plan, width int) bool {
	b.begin(s, p, width)
	if int(b.leaves[0].group) == len(p.groups) {
		return true
	}
	for b.moves < b.MaxMoves {
		b.choice.children = b.choice.children[:0]
		if !b.tour.walk(b, &b.Back) { // it has found a path, or spent its budget
			break
		}
		if b.choice.choose() == 0 {
			return false
		}
		b.leaves = b.tour.grow(b.choice.children, b.leaves[:0])
		for _, move := range b.tour.trim() {
			b.slide(int(move))
		}
		b.moves++
		b.ending = b.ending || b.plan.whole && b.ends()
	}
	return len(b.found) > 0
}

// ends reports whether the boards of the beam have not become better for long. Then the tiles that
// are out of place are in distant parts of the board, and no board becomes better while the blank
// goes from one part to another.
func (b *beam) ends() bool {
	for i := range b.leaves {
		if v := b.leaves[i].value; v < b.best {
			b.best, b.bestAt = v, b.moves
		}
	}
	return b.moves-b.bestAt > 2*(b.Rows+b.Cols)
}

// begin starts a beam with one board, that of s.
func (b *beam) begin(s *search.Search, p *plan, width int) {
	b.Search, b.plan = s, p
	b.where = search.Resized(b.where, len(s.At))
	b.values.Grid, b.values.home = s.Grid, s.Home
	first := standing{group: -1}
	for c, t := range s.At {
		b.where[t] = int32(c)
		if int(t) != s.Home {
			first.h += b.values.distance(int(t), c)
		}
	}
	first.value = b.values.of(s.At)
	b.best, b.bestAt, b.ending = math.MaxInt32, 0, false
	if b.outside = b.outside[:0]; p.whole {
		b.outside = s.Outside(b.outside)
	}
	b.offset = append(b.offset[:0], 0)
	b.enterGroup(&first, b.Blank)
	b.leaves = append(b.leaves[:0], beamLeaf{first, search.None})
	b.tour.begin()
	b.moves, b.found = 0, b.found[:0]
	b.choice.begin(width)
}

// slide moves the blank.
func (b *beam) slide(move int) {
	to := int(b.Next[b.Blank][move])
	t := b.At[to]
	b.At[b.Blank], b.At[to] = t, uint16(b.Home)
	b.where[t] = int32(b.Blank)
	b.Blank = to
}

// leaf adds the children of a leaf, whose board is the current one. It returns false if the
// search must end: the budget is spent, or a child has all groups in place and b.found is the
// path to it.
func (b *beam) leaf(leaf int) bool {
	if !b.Spend() {
		return false
	}
	l := &b.leaves[leaf]
	ways := &b.Ways[b.Blank][l.last]
	b.Generated += int64(ways.N)
	for _, w := range ways.List[:ways.N] {
		to := int(w.To)
		if b.plan.groupOf[to] < l.group {
			continue
		}
		c := beamChild{standing: l.standing, leaf: int32(leaf), move: uint8(w.Move)}
		t := int(b.At[to])
		change := b.values.distance(t, b.Blank) - b.values.distance(t, to)
		c.h += change
		c.value += b.values.change(b.At, b.Blank, to)
		b.where[t] = int32(b.Blank)
		if b.plan.groupOf[t] == c.group {
			c.lacks += change
			c.key ^= cellHash(t, to) ^ cellHash(t, b.Blank)
			b.enterGroup(&c.standing, to)
		}
		if int(c.group) == len(b.plan.groups) {
			b.setFound(c.move)
			return false
		}
		c.score = c.value + b.extra(&c.standing, to) - b.offset[c.group]
		c.place = c.key ^ cellHash(b.Home, to)
		b.where[t] = int32(to)
		if b.moves+1+int(c.h) <= b.MaxMoves {
			b.choice.children = append(b.choice.children, c)
		}
	}
	return true
}

// setFound sets the path found: the moves to the current board, and a last move.
func (b *beam) setFound(last uint8) {
	for _, move := range slices.Concat(b.tour.common, b.tour.stack, []uint8{last}) {
		b.found = append(b.found, b.Order[move])
	}
}

// enterGroup goes on from the group of a standing to the next one while the tiles of the group are
// in place. The first board that enters a group keeps its score: what the group adds to its score
// becomes an offset for all boards with that group.
func (b *beam) enterGroup(at *standing, blank int) {
	for at.lacks == 0 && int(at.group) < len(b.plan.groups) {
		at.group++
		at.key = uint64(at.group) << 48
		if int(at.group) == len(b.plan.groups) {
			return
		}
		for _, t := range b.plan.groups[at.group] {
			at.lacks += b.values.distance(int(t), int(b.where[t]))
			at.key ^= cellHash(int(t), int(b.where[t]))
		}
		if int(at.group) == len(b.offset)-1 {
			b.offset[at.group] += b.extra(at, blank)
			b.offset = append(b.offset, b.offset[at.group])
		}
	}
}

// extra returns what a score has in addition to the value.
func (b *beam) extra(at *standing, blank int) int32 {
	if b.ending {
		return tourWeight * b.way(blank)
	}
	closest := int32(0)
	for _, t := range b.plan.groups[at.group] {
		if c := b.where[t]; c != t {
			d := b.values.distance(int(c), blank)
			if closest == 0 || d < closest {
				closest = d
			}
		}
	}
	return b.plan.weight*at.lacks + blankWeight*closest
}

// way returns the length of the blank's way from a cell to the farthest tile out of place,
// and from there to its goal cell.
func (b *beam) way(blank int) int32 {
	for _, c := range b.outside {
		if b.where[c] != c && int(c) != b.Home {
			return b.values.distance(blank, int(c)) + b.values.distance(int(c), b.Home)
		}
	}
	return b.values.distance(blank, b.Home)
}

// cellHash returns a hash of a tile in a cell. The hashes of the tiles of a group are combined by
// exclusive or.
func cellHash(tile, cell int) uint64 {
	x := (uint64(tile)<<32 | uint64(cell)) * 0x9e3779b97f4a7c15
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return x ^ x>>32
}
