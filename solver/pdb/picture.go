package pdb

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tilejudge/solver/puzzle"
)

// read reads a picture of patterns: rows of letters with colons between, each
// letter a pattern's tile at its goal cell, and a dot for the blank.
func read(picture string) (at Corner, patterns []Tiles, err error) {
	rows := strings.Split(picture, ":")
	at.Shape = puzzle.Shape{Rows: len(rows), Cols: len(rows[0])}
	if err := checkShape(at.Shape); err != nil {
		return at, nil, err
	}
	at.Blank = -1
	var of ['z' + 1]Tiles
	for r, row := range rows {
		if len(row) != at.Shape.Cols {
			return at, nil, fmt.Errorf("row %d has %d cells, the first %d", r+1, len(row), at.Shape.Cols)
		}
		for c, letter := range []byte(row) {
			cell := r*at.Shape.Cols + c
			switch {
			case letter >= 'a' && letter <= 'z':
				of[letter] |= 1 << cell
			case letter == '.' && at.Blank < 0:
				at.Blank = cell
			default:
				found, _ := utf8.DecodeRuneInString(row[c:])
				return at, nil, fmt.Errorf(
					"row %d, cell %d: found %q, expected a letter from a to z, or one dot in all",
					r+1, c+1, found)
			}
		}
	}
	if at.Blank < 0 {
		return at, nil, fmt.Errorf("found no dot, expected one for the blank")
	}
	for _, tiles := range of {
		if tiles != 0 {
			patterns = append(patterns, tiles)
		}
	}
	return at, patterns, nil
}

// drawn returns the partition of a picture, the same on both sides where the
// exchanged goal is the goal.
func drawn(picture string) *Partition {
	at, patterns, err := read(picture)
	if err != nil {
		panic(err)
	}
	return partition(at, patterns)
}

func partition(at Corner, patterns []Tiles) *Partition {
	p := &Partition{Corner: at}
	for _, t := range patterns {
		p.Sides[0] = append(p.Sides[0], t.list())
	}
	if at.selfSame() {
		p.Sides[1] = p.Sides[0]
	}
	return p
}

// Pictured returns the compound of some pictures of one goal: rows of letters
// with colons between, each letter a pattern's tile at its goal cell, and a dot for
// the blank. It panics if they are no such pictures.
func Pictured(pictures ...string) *Compound {
	c := &Compound{}
	for _, picture := range pictures {
		at, patterns, err := read(picture)
		if err != nil {
			panic(err)
		}
		c.Corner = at
		c.Partitions = append(c.Partitions, patterns)
	}
	return c
}
