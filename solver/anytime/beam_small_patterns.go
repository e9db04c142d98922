package anytime

import (
	_ "embed"
	"sync"
	"tilejudge/solver/internal/search"
)

// A value is the sum of weights of patterns: of all squares of 2x2 cells and of all lines of three
// cells, by the kinds of their tiles. Squares and lines reach over the sides of a board by one row
// or column, where each cell has the kind of a wall. So a value depends on sides and corners, too.

// wallKind is the kind of a cell beside the board.
const (
	wallKind  = kinds
	cellKinds = kinds + 1
	kindBits  = 5
	kindMask  = 1<<kindBits - 1
)

// The index of a pattern in smallWeights.patterns is made of the kinds of its cells, row by row,
// the first kind in the highest bits. The squares begin at index 0; after them come the lines in a
// row, and then the lines in a column.
const (
	rowsFrom     = 1 << (4 * kindBits)
	colsFrom     = rowsFrom + 1<<(3*kindBits)
	patternsEnd  = colsFrom + 1<<(3*kindBits)
	tileClasses  = tileSide * (tileSide + 1) / 2
	lineClass    = tileClasses // for each further row or column
	patternsFrom = lineClass + 1
)

// smallWeights are what the parts of a board add to its value.
type smallWeights struct {
	tiles    [tileSide][tileSide]int16 // of a tile, by how many rows and columns it is out of place
	line     int16                     // of each further row and column
	patterns [patternsEnd]int8
	corners  [cornersEnd]int16 // of a tile, by its goal cell and its cell: see cornerClass
}

// tileSide is one more than the number of rows, or columns, that the weights of single tiles tell
// apart.
const tileSide = 5

// smallWeightsFile has the weights, each as a 16-bit integer, little end first: of the classes
// of single tiles, of lineClass, of the classes of patterns, and of corners.
// TestSmallWeights writes it.
//
//go:embed beam_small_weights.bin
var smallWeightsFile string

// newSmallWeights returns the weights of smallWeightsFile.
var newSmallWeights = sync.OnceValue(func() *smallWeights {
	return unpackWeights(smallWeightsFile)
})

// descentWeightsFile has the weights of the first fit, from which that of smallWeightsFile goes on.
// They are for values without the turned board, as descents have them.
//
//go:embed descent_weights.bin
var descentWeightsFile string

// newDescentWeights returns the weights of descentWeightsFile.
var newDescentWeights = sync.OnceValue(func() *smallWeights {
	return unpackWeights(descentWeightsFile)
})

// unpackWeights returns the weights in the text of a weights file.
func unpackWeights(file string) *smallWeights {
	w := new(smallWeights)
	weight := func(class int) int16 { return int16(file[2*class]) | int16(file[2*class+1])<<8 }
	for down := range tileSide {
		for right := range tileSide {
			w.tiles[down][right] = weight(tileClass(down, right))
		}
	}
	w.line = weight(lineClass)
	end := eachClass(cellKinds, func(class int, same *[images]uint32) {
		x := weight(class)
		for _, index := range same {
			w.patterns[index] = int8(x)
		}
	})
	for i := range w.corners {
		w.corners[i] = weight(end + i)
	}
	return w
}

// tileClass returns the class of a tile that is a number of rows and columns out of place.
func tileClass(down, right int) int {
	more, less := max(down, right), min(down, right)
	return more*(more+1)/2 + less
}

// If the goal of the blank is in a corner, a tile has an additional weight that depends on its goal
// cell and its cell. So a value knows which tiles are far from that corner and should be put in
// place first. Boards whose longer side is minCorner to maxCorner have such weights, with a set of
// their own for each length of that side.
const (
	minCorner  = 4
	maxCorner  = 8
	cornersEnd = 4*4*4*4 + 5*5*5*5 + 6*6*6*6 + 7*7*7*7 + 8*8*8*8
)

// cornerClass returns the index in smallWeights.corners of a tile in a cell, or -1 if there is
// none. The index is made of the rows and columns from the goal of the blank to both cells.
// Transposing a board does not change its value.
func cornerClass(g *search.Grid, home, tile, cell int) int {
	side := max(g.Rows, g.Cols)
	row, col := int(g.Row[home]), int(g.Col[home])
	corner := (row == 0 || row == g.Rows-1) && (col == 0 || col == g.Cols-1)
	if side < minCorner || side > maxCorner || !corner {
		return -1
	}
	from := 0
	for n := minCorner; n < side; n++ {
		from += n * n * n * n
	}
	a, b := search.Distance(g.Row[tile], g.Row[home]), search.Distance(g.Col[tile], g.Col[home])
	c, d := search.Distance(g.Row[cell], g.Row[home]), search.Distance(g.Col[cell], g.Col[home])
	return from + min(((a*side+b)*side+c)*side+d, ((b*side+a)*side+d)*side+c)
}
