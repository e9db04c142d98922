package solver

import (
	_ "embed"
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
		return int16(smallWeightsFile[2*class]) | int16(smallWeightsFile[2*class+1])<<8
	}
	for down := range tileSide {
		for right := range tileSide {
			w.tiles[down][right] = weight(tileClass(down, right))
		}
	}
	w.line = weight(lineClass)
	eachClass(cellKinds, func(class int, same *[images]uint32) {
		x := weight(class)
		for _, index := range same {
			w.patterns[index] = x
		}
	})
	return w
})

// tileClass returns the class of a tile that is out of place by rows and columns.
func tileClass(down, right int) int {
	more, less := max(down, right), min(down, right)
	return more*(more+1)/2 + less
}
