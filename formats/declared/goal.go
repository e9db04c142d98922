package declared

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// GoalNames lists the names of goals that boards of several sizes have.
func GoalNames() []string { return []string{"blank-last", "blank-first", "snail"} }

// WithGoal returns the format with another goal: one of GoalNames, or the tiles of a square board,
// row by row with white space, commas or slashes between them, which 3x3 tiles may lack. Then all
// boards have its size.
func WithGoal(f *formats.Format, goal string) (*formats.Format, error) {
	g := *f
	b := boards{Goal: goal}
	if !slices.Contains(GoalNames(), goal) {
		isBetween := func(r rune) bool { return strings.ContainsRune(" \t\n,/", r) }
		words := strings.FieldsFunc(goal, isBetween)
		if len(words) == 1 && len(goal) == 9 { // 3x3, without white space
			words = strings.Split(goal, "")
		}
		side := int(math.Sqrt(float64(len(words))))
		shape := puzzle.Shape{Rows: side, Cols: side}
		if side < 2 || side*side != len(words) || !f.HasShape(shape) {
			return nil, fmt.Errorf("found %.40q, expected %s, or the tiles of a square board", goal,
				strings.Join(GoalNames(), ", "))
		}
		g.Shapes.Min, g.Shapes.Max = shape, shape
		b.Goal = ""
		for row := range side {
			b.Goal += strings.Join(words[row*side:(row+1)*side], " ") + "\n"
		}
	}
	var wrong *fault
	if g.Goal, wrong = b.goal(&g); wrong != nil {
		return nil, errors.New(wrong.err.Error())
	}
	return &g, nil
}
