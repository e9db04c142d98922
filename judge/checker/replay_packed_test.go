package checker

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"tilejudge/solver/puzzle"
)

// Paths on packed boards lead to the goal if and only if they do so on unpacked boards, whatever
// their lines contain.
func TestPackedReplay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var letters [256]puzzle.Move
	for _, m := range puzzle.UDLR {
		letters[m] = m
	}
	for _, shape := range []puzzle.Shape{
		{Rows: 2, Cols: 2}, {Rows: 3, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 2, Cols: 5},
	} {
		for _, a := range []puzzle.Arrangement{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			goal := a.Goal(shape)
			r := newPackedReplay(goal, &letters, "")
			right := 0
			for range 500 {
				var boards [lanes]puzzle.Packed
				var want [lanes]bool
				var ends [lanes + 1]int
				var text []byte
				for i := range lanes {
					p, line := walk(goal, rnd)
					boards[i] = p.Start.Pack()
					want[i] = strings.Trim(line, "udlr") == "" && p.Replay(puzzle.Path(line)) == nil
					text = append(append(text, line...), '\n')
					ends[i+1] = len(text)
					if want[i] {
						right++
					}
				}
				rest := bytes.Repeat([]byte("udlr\n x"), 20) // more than a line has
				var all [lanes]lane
				for i := range lanes {
					if got := lineSize(text[ends[i]:]); got != ends[i+1]-ends[i] {
						t.Fatalf("line %d of %q has %d bytes, not %d", i, text, ends[i+1]-ends[i], got)
					}
				}
				got := r.replay(&boards, append(text, rest...), &ends, 100, &all)
				if got != want {
					t.Fatalf("%x to %v: %q: %v, want %v", boards, goal.Board, text, got, want)
				}
			}
			if right < 100 {
				t.Errorf("%v to %v: only %d paths were right", shape, goal.Tiles, right)
			}
		}
	}
}

// walk returns a board, and a line that is most often a path from it to the goal.
func walk(goal *puzzle.Goal, rnd *rand.Rand) (p puzzle.Puzzle, line string) {
	p = puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	cell := p.Start.Blank()
	var back []byte
	for range rnd.IntN(60) {
		m := puzzle.UDLR[rnd.IntN(4)]
		if to, ok := p.Start.Slide(cell, m); ok {
			cell = to
			back = append(back, byte(m.Opposite()))
		}
	}
	for i := range len(back) / 2 {
		back[i], back[len(back)-1-i] = back[len(back)-1-i], back[i]
	}
	if at := rnd.IntN(4 * (len(back) + 1)); at < len(back) {
		back[at] = "udlrxU\x00\r \xff"[rnd.IntN(10)]
	}
	return p, string(back)
}
