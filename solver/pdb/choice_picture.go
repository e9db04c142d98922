package pdb

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tilejudge/solver/puzzle"
)

// readPicture reads a picture: see ParsePicture.
func readPicture(picture string) (goals GoalClass, patterns []Tiles, err error) {
	rows := strings.Split(picture, ":")
	goals.Shape = puzzle.Shape{Rows: len(rows), Cols: len(rows[0])}
	if err := checkShape(goals.Shape); err != nil {
		return goals, nil, err
	}
	goals.Blank = -1
	var byLetter ['z' + 1]Tiles
	for r, row := range rows {
		if len(row) != goals.Shape.Cols {
			return goals, nil, fmt.Errorf("row %d has %d cells, the first %d",
				r+1, len(row), goals.Shape.Cols)
		}
		for c, letter := range []byte(row) {
			cell := r*goals.Shape.Cols + c
			switch {
			case letter >= 'a' && letter <= 'z':
				byLetter[letter] |= 1 << cell
			case letter == '.' && goals.Blank < 0:
				goals.Blank = cell
			default:
				found, _ := utf8.DecodeRuneInString(row[c:])
				return goals, nil, fmt.Errorf(
					"row %d, cell %d: found %q, expected a letter from a to z, or one dot in all",
					r+1, c+1, found)
			}
		}
	}
	if goals.Blank < 0 {
		return goals, nil, fmt.Errorf("found no dot, expected one for the blank")
	}
	for _, tiles := range byLetter {
		if tiles != 0 {
			patterns = append(patterns, tiles)
		}
	}
	return goals, patterns, nil
}

// mustPartition returns the partition of a picture. It panics if there is none.
func mustPartition(picture string) *Partition {
	goals, patterns, err := readPicture(picture)
	if err != nil {
		panic(err)
	}
	return newPartition(goals, patterns)
}

// newPartition returns the partition that has these patterns on the first side, and on
// the second too if the goal is symmetric.
func newPartition(goals GoalClass, patterns []Tiles) *Partition {
	p := &Partition{GoalClass: goals}
	for _, t := range patterns {
		p.Sides[0] = append(p.Sides[0], t.list())
	}
	if goals.symmetric() {
		p.Sides[1] = p.Sides[0]
	}
	return p
}

// MustCompound returns the compound of the partitions in some pictures of one goal (see
// ParsePicture). It panics if a picture is malformed.
func MustCompound(pictures ...string) *Compound {
	c := &Compound{}
	for _, picture := range pictures {
		goals, patterns, err := readPicture(picture)
		if err != nil {
			panic(err)
		}
		c.GoalClass = goals
		c.Partitions = append(c.Partitions, patterns)
	}
	return c
}
