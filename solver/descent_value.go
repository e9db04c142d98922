package solver

// A field is the valuation of a descent. It adds to the weights of tiles and of pairs a term
// that grows with the square of a tile's distance from its row, and from its column. So tiles
// that are far away come first, and most keep two directions in which to go. The field keeps
// the kinds of what is in the cells of one board, within a frame, so that it need not look
// for the borders.
type field struct {
	*grid
	home  int
	kinds []uint8
	pitch int     // of a row of kinds
	away  []int32 // away[steps] is what a number of rows, or columns, adds
	clips []uint8 // clips[most+steps] is a part of a kind
	most  int     // steps
}

const (
	// farSquare is the weight of a square, in moves, times the longer side of the board.
	farSquare = 4
	frameKind = kinds
	kindPitch = 32 // of the weights below
)

// acrossField and downField are acrossWeights and downWeights with a frame.
var acrossField, downField = framed(&acrossWeights), framed(&downWeights)

func framed(weights *[kinds * kinds]int32) (in [kindPitch * kindPitch]int32) {
	for a := range kinds {
		copy(in[a*kindPitch:], weights[a*kinds:(a+1)*kinds])
	}
	return in
}

// begin sets the field to the board of s.
func (f *field) begin(s *search) {
	f.grid, f.home = s.grid, s.home
	f.most = max(s.Rows, s.Cols)
	f.away, f.clips = resized(f.away, f.most), resized(f.clips, 2*f.most+1)
	for steps := range f.away {
		far := max(0, steps-maxAway)
		f.away[steps] = int32(far*farWeight + far*far*farSquare*valueUnit/f.most)
	}
	for i := range f.clips {
		f.clips[i] = uint8(min(max(i-f.most, -maxAway), maxAway) + maxAway)
	}
	f.pitch = s.Cols + 2
	f.kinds = resized(f.kinds, f.pitch*(s.Rows+2))
	for i := range f.kinds {
		f.kinds[i] = frameKind
	}
	for c, t := range s.at {
		f.kinds[f.place(c)] = f.kind(int(t), c)
	}
}

// place returns the index of a cell in kinds.
func (f *field) place(c int) int { return c + f.pitch + 1 + 2*int(f.row[c]) }

// kind returns the kind of a tile in a cell.
func (f *field) kind(t, c int) uint8 {
	if t == f.home {
		return blankKind
	}
	down := f.clips[f.most+int(f.row[t])-int(f.row[c])]
	right := f.clips[f.most+int(f.col[t])-int(f.col[c])]
	return down*kindSide + right
}

// alone returns what a tile in a cell adds by itself.
func (f *field) alone(t, c int) int32 {
	down, right := distance(f.row[t], f.row[c]), distance(f.col[t], f.col[c])
	return awayWeights[min(down, maxAway)][min(right, maxAway)] + f.away[down] + f.away[right]
}

// of returns the value of the board at.
func (f *field) of(at []uint16) (sum int32) {
	for c, t := range at {
		if int(t) != f.home {
			sum += f.alone(int(t), c)
		}
		i := f.place(c)
		k := int(f.kinds[i]) * kindPitch
		sum += acrossField[k+int(f.kinds[i+1])] + downField[k+int(f.kinds[i+f.pitch])]
	}
	return sum
}

// slide moves a tile from cell to into cell from, where the blank is.
func (f *field) slide(from, to, t int) {
	f.kinds[f.place(from)] = f.kind(t, from)
	f.kinds[f.place(to)] = blankKind
}

// change returns by how much the value grows as a tile moves from cell to into cell from.
func (f *field) change(from, to, t int) int32 {
	i, j := f.place(from), f.place(to)
	before, after := f.kinds[j], f.kind(t, from)
	sum := f.alone(t, from) - f.alone(t, to) - f.pairs(i, j)
	f.kinds[i], f.kinds[j] = after, blankKind
	sum += f.pairs(i, j)
	f.kinds[i], f.kinds[j] = blankKind, before
	return sum
}

// pairs returns what two places, which are neighbours, add together with their neighbours.
func (f *field) pairs(i, j int) int32 { return f.around(i) + f.around(j) - f.between(i, j) }

// around returns what a place adds together with its neighbours.
func (f *field) around(i int) int32 {
	k := int(f.kinds[i])
	return acrossField[int(f.kinds[i-1])*kindPitch+k] + acrossField[k*kindPitch+int(f.kinds[i+1])] +
		downField[int(f.kinds[i-f.pitch])*kindPitch+k] + downField[k*kindPitch+int(f.kinds[i+f.pitch])]
}

// between returns what two neighbours add as a pair.
func (f *field) between(i, j int) int32 {
	first, second := min(i, j), max(i, j)
	k := int(f.kinds[first])*kindPitch + int(f.kinds[second])
	if second-first == 1 {
		return acrossField[k]
	}
	return downField[k]
}
