package solver

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

// Values add up the weights of patterns: of all squares of 2x2 cells and of all lines of three
// cells, by the kinds of their tiles. Squares and lines reach over the sides of a board by one
// row or column, where each cell has the kind of a wall. So they know sides and corners.

// wallKind is the kind of a cell beside the board.
const (
	wallKind  = kinds
	cellKinds = kinds + 1
	kindBits  = 5
	kindMask  = 1<<kindBits - 1
)

// The index of a pattern in smallWeights.patterns has the kinds of its cells, row by row, first
// kind in the highest bits: squares from 0 on, then lines in a row, then lines in a column.
const (
	rowsFrom     = 1 << (4 * kindBits)
	colsFrom     = rowsFrom + 1<<(3*kindBits)
	patternsEnd  = colsFrom + 1<<(3*kindBits)
	tileClasses  = tileSide * (tileSide + 1) / 2
	lineClass    = tileClasses // of each row or column beyond
	patternsFrom = lineClass + 1
)

// smallWeights are what parts of a board add to its value.
type smallWeights struct {
	tiles    [tileSide][tileSide]int16 // of a tile that is out of place by rows and columns
	line     int16                     // of each row and column beyond
	patterns [patternsEnd]int16
}

// tileSide is one more than the most rows or columns that weights of single tiles tell apart.
const tileSide = 5

// smallWeightsFile has the weights, each as a 16-bit integer, little end first: of the classes
// of single tiles, of lineClass, and of the classes of patterns. TestSmallWeights writes it.
//
//go:embed beam_small_weights.bin
var smallWeightsFile string

var newSmallWeights = sync.OnceValue(func() *smallWeights {
	w := new(smallWeights)
	weight := func(class int) int16 {
		return int16(binary.LittleEndian.Uint16([]byte(smallWeightsFile[2*class:])))
	}
	for down := range tileSide {
		for right := range tileSide {
			w.tiles[down][right] = weight(tileClass(down, right))
		}
	}
	w.line = weight(lineClass)
	eachPattern(cellKinds, func(index, class int) { w.patterns[index] = weight(class) })
	return w
})

// tileClass returns the class of a tile that is out of place by rows and columns.
func tileClass(down, right int) int {
	more, less := max(down, right), min(down, right)
	return more*(more+1)/2 + less
}

// eachPattern visits the indices of all patterns with their classes, given the number of kinds.
// Two patterns have one class if turns or mirrors of the board make one of the other. It
// visits patterns of a class together, and returns the number of classes.
func eachPattern(kinds int, visit func(index, class int)) int {
	class := patternsFrom
	var seen [patternsEnd]bool
	add := func(index int) {
		if !seen[index] {
			seen[index] = true
			visit(index, class)
		}
	}
	for i := range kinds * kinds * kinds * kinds {
		q := [4]int{i / (kinds * kinds * kinds), i / (kinds * kinds) % kinds, i / kinds % kinds, i % kinds}
		if seen[squareIndex(q)] {
			continue
		}
		for range 4 {
			q = [4]int{transposed(q[0]), transposed(q[2]), transposed(q[1]), transposed(q[3])}
			add(squareIndex(q))
			q = [4]int{mirroredCols(q[1]), mirroredCols(q[0]), mirroredCols(q[3]), mirroredCols(q[2])}
			add(squareIndex(q))
		}
		class++
	}
	for i := range kinds * kinds * kinds {
		q := [3]int{i / (kinds * kinds), i / kinds % kinds, i % kinds}
		if seen[rowsFrom+lineIndex(q)] {
			continue
		}
		for range 2 {
			q = [3]int{mirroredCols(q[2]), mirroredCols(q[1]), mirroredCols(q[0])}
			for range 2 {
				for j, k := range q {
					q[j] = mirroredRows(k)
				}
				add(rowsFrom + lineIndex(q))
				add(colsFrom + lineIndex([3]int{transposed(q[0]), transposed(q[1]), transposed(q[2])}))
			}
		}
		class++
	}
	return class
}

func squareIndex(q [4]int) int {
	return q[0]<<(3*kindBits) | q[1]<<(2*kindBits) | q[2]<<kindBits | q[3]
}

func lineIndex(q [3]int) int { return q[0]<<(2*kindBits) | q[1]<<kindBits | q[2] }

// mirroredRows returns the kind of the same tile on a board whose rows are mirrored.
func mirroredRows(kind int) int { return transposed(mirroredCols(transposed(kind))) }

// mirroredCols returns the kind of the same tile on a board whose columns are mirrored.
func mirroredCols(kind int) int {
	if kind >= blankKind {
		return kind
	}
	return kind - kind%kindSide + kindSide - 1 - kind%kindSide
}
