package anytime

import "tilejudge/solver/internal/search"

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
	f.Grid, f.smallWeights, f.home = s.Grid, newSmallWeights(), s.Home
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
