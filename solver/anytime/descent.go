package anytime

import (
	"math"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A descent is a beam search for large boards. There a beam without groups would stay in one part
// of the board for ever: its boards soon differ only there, and no board becomes better by a few
// moves. Groups of tiles, put in place one after another, cost a long way for each tile. Two rules
// make the blank go on instead, so that nearly every move helps a tile:
//
//   - Of the boards with the blank in the same cell, it keeps only a quota: the best ones.
//   - If it has fewer boards than there are cells, each board that it keeps adds to the heat
//     of the blank's cell, for good, and heat makes scores worse.
//
// It ends with few tiles out of place, far from each other. A mender takes over then.
type descent struct {
	*search.Search
	value     field
	tour      tour
	leaves    []beamLeaf
	choice    beamSelection
	moves     int     // made by each board of the beam
	quota     int     // the most boards to keep for each cell of the blank
	taken     []int32 // taken[cell] is how many are kept so far
	heat      []int32 // of each cell
	outside   []int32 // cells, the farthest from the goal of the blank first; nil: not needed
	heating   int32   // heat that a board adds to the cell of its blank
	first     int32   // value of the first board
	late      bool    // most tiles are in place
	best      int32   // value of the best board so far
	bestPath  []uint8 // moves to that board from where all boards of the beam then had come from
	bestAfter int     // number of moves before those
}

const (
	// The boards of a beam together add heatPerMove to the heats of cells at each move, and each
	// board adds at least leastHeat. With a fourth of leastHeat, 64 boards get stuck on 50x50.
	heatPerMove = 32 * valueUnit
	leastHeat   = valueUnit / 2
	// A descent ends if its best value falls by less than leastFall per move (in sixteenths of a
	// move) during the last moves: roundSides times the sides of the board.
	leastFall  = valueUnit / 3
	roundSides = 3
	// When the value has fallen to a lateShare of the first value, the beam becomes wider, by
	// lateGrowth. On a board of at most lateCells it drops its quota instead and stays as wide;
	// from then on a score includes the blank's way to the farthest tile out of place, and home.
	lateShare  = 40
	lateGrowth = 8
	lateCells  = 150
)

// forDescent reports whether a descent is better than a beam with groups: it is not on small and on
// narrow boards, and between walls.
func forDescent(s puzzle.Shape) bool {
	return s.Walls == 0 && min(s.Rows, s.Cols) >= 5 && max(s.Rows, s.Cols) > smallSide
}

// run searches with a beam of width boards, from the board of s, which it moves about. It returns
// the moves to the best board that it meets, and false if the budget is spent.
func (d *descent) run(s *search.Search, width int) ([]uint8, bool) {
	d.begin(s, width)
	round := roundSides * (s.Rows + s.Cols)
	last := d.best
	for d.step() {
		if d.best <= 0 {
			break
		}
		if !d.late && d.best < d.first/lateShare {
			d.late = true
			if len(s.At) > lateCells {
				width *= lateGrowth
			} else {
				d.outside = s.Outside(d.outside[:0])
			}
			d.widen(width)
		}
		if d.moves%round == 0 {
			if int(last-d.best) < leastFall*round {
				break
			}
			last = d.best
		}
	}
	return append(d.tour.common[:d.bestAfter:d.bestAfter], d.bestPath...), d.Err == nil
}

// begin starts a beam with one board, that of s.
func (d *descent) begin(s *search.Search, width int) {
	d.Search = s
	d.value.begin(s)
	n := len(s.At)
	d.taken, d.heat = search.Resized(d.taken, n), search.Resized(d.heat, n)
	clear(d.taken)
	clear(d.heat)
	first := standing{value: d.value.of(s.At)}
	for c, t := range s.At {
		first.key ^= cellHash(int(t), c)
	}
	d.best, d.bestPath, d.bestAfter = first.value, d.bestPath[:0], 0
	d.leaves = append(d.leaves[:0], beamLeaf{first, search.None})
	d.tour.begin()
	d.moves = 0
	d.first, d.late, d.outside = first.value, false, nil
	d.widen(width)
}

// widen lets the beam keep width boards from now on.
func (d *descent) widen(width int) {
	n := len(d.At)
	d.quota, d.heating = (2*width+n-1)/n, 0 // the blank can be in half of the cells
	if 2*width < n {
		d.heating = max(leastHeat, heatPerMove/int32(width))
	}
	if d.late && n <= lateCells {
		d.quota = width
	}
	d.choice.begin(width)
}

// step makes the beam one move longer. It returns false if that is not possible.
func (d *descent) step() bool {
	d.choice.children = d.choice.children[:0]
	if !d.tour.walk(d, &d.Back) || !d.choose() {
		return false
	}
	d.leaves = d.tour.grow(d.choice.children, d.leaves[:0])
	for _, move := range d.tour.trim() {
		d.slide(int(move))
	}
	d.moves++
	d.note()
	return true
}

// slide moves the blank.
func (d *descent) slide(move int) {
	from, to := d.Blank, int(d.Next[d.Blank][move])
	t := d.At[to]
	d.At[from], d.At[to] = t, uint16(d.Home)
	d.value.slide(from, to, int(t))
	d.Blank = to
}

// leaf adds the boards one move after a leaf, whose board is the current one. It returns false if
// the budget is spent.
func (d *descent) leaf(leaf int) bool {
	if !d.Spend() {
		return false
	}
	l := &d.leaves[leaf]
	ways := &d.Ways[d.Blank][l.last]
	d.Generated += int64(ways.N)
	d.value.look(d.Blank)
	for _, w := range ways.List[:ways.N] {
		to := int(w.To)
		t := int(d.At[to])
		c := beamChild{
			standing: l.standing, leaf: int32(leaf), move: uint8(w.Move), blank: int32(to),
		}
		c.value += d.value.change(int(w.Move), d.Blank, to, t)
		c.key ^= cellHash(t, to) ^ cellHash(t, d.Blank) ^
			cellHash(d.Home, d.Blank) ^ cellHash(d.Home, to)
		c.score = c.value + d.heat[to]
		if d.late && d.outside != nil {
			c.score += valueUnit * d.way(to, t)
		}
		d.choice.children = append(d.choice.children, c)
	}
	return true
}

// way returns the length of the blank's way to the farthest cell whose tile is out of place, and
// from there home, after the blank has moved to cell to and tile t into the blank's old cell.
func (d *descent) way(to, t int) int32 {
	far := d.Home
	for _, c := range d.outside {
		at := int(d.At[c])
		switch int(c) {
		case to:
			at = d.Home
		case d.Blank:
			at = t
		}
		if at != int(c) && at != d.Home {
			far = int(c)
			break
		}
	}
	steps := search.Distance(d.Row[to], d.Row[far]) + search.Distance(d.Col[to], d.Col[far]) +
		search.Distance(d.Row[far], d.Row[d.Home]) + search.Distance(d.Col[far], d.Col[d.Home])
	return int32(steps)
}

// choose sets the field keep of the children that are kept: those with the smallest scores, up to
// the quota of their cell, except boards that were kept before. It returns false if there are none.
func (d *descent) choose() bool {
	s := &d.choice
	s.sort()
	kept := 0
	for _, i := range s.sorted {
		c := &s.children[i]
		if d.taken[c.blank] == int32(d.quota) || !s.isNew(c.key) {
			continue
		}
		d.taken[c.blank]++
		d.heat[c.blank] += d.heating
		c.keep = true
		if kept++; kept == s.width {
			break
		}
	}
	for i := range s.children {
		d.taken[s.children[i].blank] = 0
	}
	return kept > 0
}

// note keeps the path to the best board, if that is better by at least a move than the best before.
func (d *descent) note() {
	best, value := 0, int32(math.MaxInt32)
	for i := range d.leaves {
		if v := d.leaves[i].value; v < value {
			best, value = i, v
		}
	}
	if value >= d.best || value > d.best-valueUnit && value > 0 {
		return
	}
	d.best, d.bestAfter = value, len(d.tour.common)
	path := d.bestPath[:0]
	for _, op := range d.tour.ops {
		switch op {
		case tourBack:
			path = path[:len(path)-1]
		case tourLeaf:
			if best--; best < 0 {
				d.bestPath = path
				return
			}
		default:
			path = append(path, op)
		}
	}
}
