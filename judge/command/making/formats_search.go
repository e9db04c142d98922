package making

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/solver/puzzle"
)

// search returns the formats that fit all words, in any case: a shape such as 4x4, a number of
// tiles such as 15, or a piece of what the list says of the format or of its goal.
func search(all []*formats.Format, words []string) []*formats.Format {
	return slices.DeleteFunc(slices.Clone(all), func(f *formats.Format) bool {
		return slices.ContainsFunc(words, func(word string) bool { return !fits(f, word) })
	})
}

// fits reports whether a format fits a word.
func fits(f *formats.Format, word string) bool {
	if shape, ok := shapeOf(word); ok && f.HasShape(shape) {
		return true
	}
	text := fmt.Sprintf("%s %s %s %v %s", f.Name, f.Judge, f.Title, f.Goal, declared.GoalName(f.Goal))
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", " ")) }
	return strings.Contains(plain(text), plain(word))
}

// shapeOf returns the shape of a word such as 3x4, or of a square with a number of tiles.
func shapeOf(word string) (s puzzle.Shape, ok bool) {
	if n, err := strconv.Atoi(word); err == nil && n > 0 && n < 1_000_000 {
		side := int(math.Sqrt(float64(n + 1)))
		return puzzle.Shape{Rows: side, Cols: side}, side*side == n+1
	}
	rows, cols, _ := strings.Cut(strings.ToLower(word), "x")
	var errs [2]error
	s.Rows, errs[0] = strconv.Atoi(rows)
	s.Cols, errs[1] = strconv.Atoi(cols)
	return s, errs == [2]error{} && s.Rows > 0 && s.Cols > 0
}
