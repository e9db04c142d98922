package formats

import (
	"bytes"
	"strconv"
)

// A boundary is where reading resumes after a malformed record. White space
// says nothing in most formats, so this goes by the layout that people use.
type boundary uint8

const (
	_           boundary = iota
	afterRows            // boards of a fixed shape
	beforeSize           // boards behind their size
	beforeArray          // JSON arrays
)

// String describes the boundary to a person.
func (b boundary) String() string {
	return [...]string{
		afterRows: `the next line; or, if the malformed puzzle is laid out in rows, the line after its
last row or the next empty line`,
		beforeSize: `the next line that holds one number alone, or a size and all tiles of a board`,
		beforeArray: `the next line; or, if the malformed one leaves a bracket open, the next line that opens
an array`,
	}[b]
}

// find moves d from the mark of a malformed record to the next boundary.
func (b boundary) find(d *Decoder) {
	d.pos = d.mark
	switch b {
	case afterRows:
		// A line is a row if its tiles are nearer to a row's than to a board's.
		shape := d.Shapes.Min
		for r := range shape.Rows {
			tiles := d.Board.tiles(d.peekLine())
			isRow := tiles > 0 && 2*tiles <= shape.Cols+shape.Cells()
			if r > 0 && !isRow {
				return
			}
			if d.skipLine(); !isRow {
				return
			}
		}
	case beforeSize:
		for {
			d.skipLine()
			words := bytes.Fields(d.peekLine())
			if d.pos == len(d.buf) || len(words) == 1 {
				return
			}
			if len(words) == 0 {
				continue
			}
			n, err := strconv.Atoi(string(words[0]))
			if err == nil && n >= d.Shapes.Min.Rows && len(words) == n*n+1 {
				return
			}
		}
	case beforeArray:
		line := d.peekLine()
		open := bytes.Count(line, []byte("[")) > bytes.Count(line, []byte("]"))
		for {
			d.skipLine()
			words := bytes.Join(bytes.Fields(d.peekLine()), nil)
			if d.pos == len(d.buf) || !open || bytes.HasPrefix(words, []byte("[[")) || string(words) == "[" {
				return
			}
		}
	}
}
