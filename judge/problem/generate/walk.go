package generate

import "tilejudge/solver/puzzle"

// walk makes a number of random moves on b. A move does not take back the one before,
// unless a dead end leaves no other. The argument last is the move before the first; walk
// returns its own last move, so that the walk can be continued.
func walk(r *stream, b *puzzle.Board, steps int, last slide) slide {
	blanks := make([]int, 0, 1+b.Spare)
	for cell, t := range b.Tiles {
		if t == puzzle.Blank {
			blanks = append(blanks, cell)
		}
	}
	ways := make([]slide, 0, 8)
	for range steps {
		ways = ways[:0]
		for _, blank := range blanks {
			for _, m := range puzzle.UDLR {
				to, ok := b.Step(blank, m)
				if ok && b.Tiles[to] != puzzle.Blank && (slide{to, blank}) != last {
					ways = append(ways, slide{blank, to})
				}
			}
		}
		next := slide{last.to, last.from}
		if len(ways) > 0 {
			next = ways[r.below(len(ways))]
		} else if last == (slide{}) {
			return last // a board of one cell
		}
		swap(b, next.from, next.to)
		for i := range blanks {
			if blanks[i] == next.from {
				blanks[i] = next.to
			}
		}
		last = next
	}
	return last
}

// A slide is a move of a blank from one cell to another. The zero value means no move.
type slide struct{ from, to int }
