package answers_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// BenchmarkDecode reads ordinary answers, and output that only looks like answers.
func BenchmarkDecode(b *testing.B) {
	const size = 1 << 20
	for _, tt := range []struct{ name, format, line string }{
		{"letters", "poj-1077", "ullddrurdllurdruldr\n"},
		{"words", "hackerrank-n-puzzle", "3\nUP\nLEFT\nDOWN\n"},
		{"capitals", "poj-3240", "ULLDDRURDLLURDRULDR\n"},
		{"path-in-capitals", "poj-1077", "UDLR"},
		{"path-in-lower-case", "uva-10181", "udlr"},
		{"words-in-lower-case", "hackerrank-n-puzzle", "3\nup\nleft\ndown\n"},
		{"empty-lines", "poj-2224", "\n"},
	} {
		b.Run("text="+tt.name, func(b *testing.B) {
			f, err := formats.Lookup(tt.format)
			if err != nil {
				b.Fatal(err)
			}
			goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
			p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
			p.Start.Slide(p.Start.Blank(), puzzle.Up)
			p.Start.Slide(p.Start.Blank(), puzzle.Down)
			p.Start.Slide(p.Start.Blank(), puzzle.Left)
			text := strings.Repeat(tt.line, size/len(tt.line))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d := answers.NewDecoder(strings.NewReader(text), "out", f)
				for n := int64(1); ; n++ {
					if _, err, _ := d.Decode(n, p, nil); err != nil && d.End() == nil {
						break
					}
				}
			}
		})
	}
}
