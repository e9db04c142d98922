package anytime

import (
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A field is the valuation of a descent: the same as in a smallBeam, but for boards of all sizes,
// and with a term that grows with the square of a tile's distance from its row, and from its
// column. So tiles that are far away come first, and most keep two directions in which to go. The
// field keeps the kinds of the cells of one board, with a border of walls.
type field struct {
	*search.Grid
	*smallWeights
	home    int
	kinds   []uint8
	pitch   int     // length of a row of kinds
	away    []int32 // away[steps] is what a distance of some rows, or columns, adds
	clips   []uint8 // clips[most+steps] is the part of a kind that stands for steps rows or columns
	most    int     // the largest number of steps
	goal    int32   // the sum of the weights for the goal
	places  patternPlaces
	indices [atCell]uint32 // of the patterns around the blank: see look
	sum     int32          // of their weights
}

const (
	// farSquare is the weight of the square of a distance. With half of it, and with twice as much,
	// paths are 3 and 2 % longer on 50x50, and within 1 % on 10x10 and 20x20.
	farSquare = valueUnit * 3 / 8
	// The border has two rows, since lines of three reach over it.
	borderRows = 2
)

// begin sets the field to the board of s.
func (f *field) begin(s *search.Search) {
	f.Grid, f.smallWeights, f.home = s.Grid, newDescentWeights(), s.Home
	f.places = placePatterns(s.Grid)
	f.most = max(s.Rows, s.Cols)
	f.away, f.clips = search.Resized(f.away, f.most), search.Resized(f.clips, 2*f.most+1)
	for steps := range f.away {
		far := max(0, steps-maxAway)
		f.away[steps] = int32(max(0, steps-tileSide+1)*int(f.line) + far*far*farSquare)
	}
	for i := range f.clips {
		f.clips[i] = uint8(min(max(i-f.most, -maxAway), maxAway) + maxAway)
	}
	f.pitch = s.Cols + 1
	f.kinds = search.Resized(f.kinds, f.pitch*(s.Rows+2*borderRows)+1)
	for i := range f.kinds {
		f.kinds[i] = wallKind
	}
	for c := range s.At {
		f.kinds[f.place(c)] = f.kind(c, c)
	}
	f.goal = f.ofPatterns() + int32(s.Cells()-1)*int32(f.tiles[0][0])
	for c, t := range s.At {
		f.kinds[f.place(c)] = f.kind(int(t), c)
	}
}

// place returns the index of a cell in kinds.
func (f *field) place(c int) int { return c + borderRows*f.pitch + 1 + int(f.Row[c]) }

// kind returns the kind of a tile in a cell.
func (f *field) kind(t, c int) uint8 {
	if t == f.home {
		return blankKind
	}
	down := f.clips[f.most+int(f.Row[t])-int(f.Row[c])]
	right := f.clips[f.most+int(f.Col[t])-int(f.Col[c])]
	return down*kindSide + right
}

// alone returns what a tile in a cell alone adds.
func (f *field) alone(t, c int) int32 {
	down, right := search.Distance(f.Row[t], f.Row[c]), search.Distance(f.Col[t], f.Col[c])
	const last = tileSide - 1
	return int32(f.tiles[min(down, last)][min(right, last)]) + f.away[down] + f.away[right]
}

// of returns the value of the board at, whose kinds the field has. The value of the goal is 0.
func (f *field) of(at []uint16) int32 {
	sum := f.ofPatterns() - f.goal
	for c, t := range at {
		if int(t) != f.home {
			sum += f.alone(int(t), c)
		}
	}
	return sum
}

// ofPatterns returns what the patterns of the board add.
func (f *field) ofPatterns() (sum int32) {
	f.places.eachPattern(f.Grid, func(p *patternAt, place int) { // with a border of one row
		sum += int32(f.patterns[f.index(p, place+(borderRows-1)*f.pitch)])
	})
	return sum
}

// index returns the index of a pattern. place is that of the cell to which the pattern is relative.
func (f *field) index(p *patternAt, place int) uint32 {
	k := f.kinds[place+p.from:]
	if p.base == 0 {
		return uint32(k[0])<<15 | uint32(k[1])<<10 | uint32(k[p.step])<<5 | uint32(k[p.step+1])
	}
	return p.base | uint32(k[0])<<10 | uint32(k[p.step])<<5 | uint32(k[2*p.step])
}

// slide moves a tile from cell to into cell from, where the blank is.
func (f *field) slide(from, to, t int) {
	f.kinds[f.place(from)] = f.kind(t, from)
	f.kinds[f.place(to)] = blankKind
}

// look sets the indices of the patterns around the blank's cell, which change needs.
func (f *field) look(from int) {
	place := f.place(from)
	f.sum = 0
	for i := range f.indices {
		index := f.index(&f.places.around[i], place)
		f.indices[i] = index
		f.sum += int32(f.patterns[index])
	}
}

// change returns by how much the value grows as the blank makes a move from one cell to another,
// where tile t is.
func (f *field) change(move, from, to, t int) int32 {
	place := f.place(from)
	in := uint32(f.kind(t, from)) ^ blankKind
	out := uint32(f.kinds[f.place(to)]) ^ blankKind
	moved := &f.places.moved[move]
	sum := f.alone(t, from) - f.alone(t, to) - f.sum
	for i, index := range f.indices {
		sum += int32(f.patterns[index^in*f.places.around[i].by^out*moved.by[i]])
	}
	for i := range moved.next {
		p := &moved.next[i]
		index := f.index(p, place)
		sum += int32(f.patterns[index^out*p.by]) - int32(f.patterns[index])
	}
	return sum
}

// patternPlaces are the places of the patterns of a grid.
type patternPlaces struct {
	around [atCell]patternAt // the patterns that contain a cell, relative to the cell's place
	moved  [4]movePatterns   // by the blank's move
}

// A patternAt is a pattern at some place of a board: a square, or a line.
type patternAt struct {
	from int    // place of the first cell, relative to the place of some cell
	step int    // from one cell of a line to the next, or of a square to the one below
	base uint32 // first part of the index
	by   uint32 // factor of that cell's kind in the index
}

// movePatterns are the patterns that change when the blank moves from a cell to a neighbour.
type movePatterns struct {
	by   [atCell]uint32 // factors of the neighbour's kind in the patterns around the cell, or 0
	next [6]patternAt   // the other patterns that contain the neighbour
}

// placePatterns returns the places of the patterns of a grid. The kinds have a border of walls, and
// walls between the end of a row and the start of the next one.
func placePatterns(g *search.Grid) (p patternPlaces) {
	row := g.Cols + 1
	for i := range 4 { // squares
		p.around[i] = patternAt{-(i/2*row + i%2), row, 0, 1 << ((3 - i) * kindBits)}
	}
	for i := range 3 {
		p.around[4+i] = patternAt{-i, 1, rowsFrom, 1 << ((2 - i) * kindBits)}
		p.around[7+i] = patternAt{-i * row, row, colsFrom, 1 << ((2 - i) * kindBits)}
	}
	for k, m := range g.Order {
		by := map[puzzle.Move]int{puzzle.Up: -row, puzzle.Down: row, puzzle.Left: -1, puzzle.Right: 1}[m]
		mp := &p.moved[k]
		n := 0
		for _, next := range p.around {
			next.from += by
			shared := false
			for i, a := range p.around {
				if a.from == next.from && a.base == next.base {
					mp.by[i] = next.by
					shared = true
				}
			}
			if !shared {
				mp.next[n] = next
				n++
			}
		}
	}
	return p
}

// eachPattern visits the patterns of a grid, each with the place of the cell to which it is
// relative.
func (p *patternPlaces) eachPattern(g *search.Grid, visit func(p *patternAt, place int)) {
	row := g.Cols + 1
	for at := range (g.Rows + 1) * row {
		visit(&p.around[0], at)
	}
	for c := range g.Cells() { // lines around the cell
		place := (int(g.Row[c])+1)*row + int(g.Col[c]) + 1
		visit(&p.around[5], place)
		visit(&p.around[8], place)
	}
}
