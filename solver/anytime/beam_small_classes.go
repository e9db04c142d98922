package anytime

import "math"

// images is the number of patterns that one pattern becomes if the board is turned and mirrored.
// Some of them may be equal.
const images = 8

// A patternShape is the shape of patterns: squares or lines. It says what the kind of each cell
// adds to the index of a pattern and to the indices of its images.
type patternShape struct {
	cells  int
	counts [images][4][kindMask + 1]uint32 // by image, cell and kind; image 0 is the pattern itself
	// least[cell][kind] is the least that the kind adds to the index of an image if the kind
	// becomes the first cell of that image.
	least      [4][kindMask + 1]uint32
	firstShift int               // bits of the index below the first cell's
	index      [5][images]uint32 // index[n] are the indices of the images of the first n cells
}

func newPatternShape(cells int) *patternShape {
	p := &patternShape{cells: cells, firstShift: (cells - 1) * kindBits}
	for c := range p.least {
		for k := range p.least[c] {
			p.least[c][k] = math.MaxUint32
		}
	}
	return p
}

// squareShape returns the shape of squares of 2x2 cells.
func squareShape() *patternShape {
	p := newPatternShape(4)
	cells, kind := []int{0, 1, 2, 3}, func(k int) int { return k }
	for i := range images {
		p.setImage(i, cells, 0, kind)
		before := kind
		if i%2 == 0 {
			cells = []int{cells[0], cells[2], cells[1], cells[3]}
			kind = func(k int) int { return transposed(before(k)) }
		} else {
			cells = []int{cells[1], cells[0], cells[3], cells[2]}
			kind = func(k int) int { return mirroredCols(before(k)) }
		}
	}
	return p
}

// lineShape returns the shape of lines of three cells in a row. The images from number 4 on are
// lines in a column.
func lineShape() *patternShape {
	p := newPatternShape(3)
	for i := range images {
		cells, base := []int{0, 1, 2}, uint32(rowsFrom)
		if i&1 != 0 {
			cells = []int{2, 1, 0}
		}
		if i&4 != 0 {
			base = colsFrom
		}
		p.setImage(i, cells, base, func(k int) int {
			if i&1 != 0 {
				k = mirroredCols(k)
			}
			if i&2 != 0 {
				k = mirroredRows(k)
			}
			if i&4 != 0 {
				k = transposed(k)
			}
			return k
		})
	}
	return p
}

// setImage sets what kinds add to the index of an image. cells are the cells of the pattern in the
// order of the image, base is what the index begins with, and kind maps a kind to its image.
func (p *patternShape) setImage(image int, cells []int, base uint32, kind func(int) int) {
	for place, cell := range cells {
		counts := &p.counts[image][cell]
		for k := range counts {
			counts[k] = base + uint32(kind(k))<<((len(cells)-1-place)*kindBits)
			if place == 0 {
				p.least[cell][k] = min(p.least[cell][k], counts[k])
			}
		}
		base = 0
	}
}

// eachClass visits the classes of patterns in order, each with the indices of its patterns, and
// returns the number of classes. kinds is the number of kinds. Two patterns belong to one class if
// turning or mirroring the board makes one of the other. Classes are in the order of their smallest
// index.
func eachClass(kinds int, visit func(class int, same *[images]uint32)) int {
	class := patternsFrom
	for _, p := range []*patternShape{squareShape(), lineShape()} {
		p.eachClass(kinds, 0, func(same *[images]uint32) {
			visit(class, same)
			class++
		})
	}
	return class
}

// eachClass visits the classes of patterns whose first cells, before the given one, have the kinds
// that p.index stands for.
func (p *patternShape) eachClass(kinds, cell int, visit func(*[images]uint32)) {
	before, now := &p.index[cell], &p.index[cell+1]
	for k := range kinds {
		now[0] = before[0] + p.counts[0][cell][k]
		if p.least[cell][k] < now[0]>>p.firstShift<<p.firstShift {
			continue // an image is smaller, by its first cell
		}
		least := now[0]
		for i := 1; i < images; i++ {
			now[i] = before[i] + p.counts[i][cell][k]
			least = min(least, now[i])
		}
		switch {
		case cell+1 < p.cells:
			p.eachClass(kinds, cell+1, visit)
		case least == now[0]:
			visit(now)
		}
	}
}

// mirroredRows returns the kind of the same tile on a board whose rows are mirrored.
func mirroredRows(kind int) int { return transposed(mirroredCols(transposed(kind))) }

// mirroredCols returns the kind of the same tile on a board whose columns are mirrored.
func mirroredCols(kind int) int {
	if kind >= blankKind {
		return kind
	}
	return kind - kind%kindSide + kindSide - 1 - kind%kindSide
}
