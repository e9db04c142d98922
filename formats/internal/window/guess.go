package window

import (
	"bytes"
	"errors"
)

// ErrCut ends the window of a part.
var ErrCut = errors.New("the part has ended")

// A Guess is that all records of a stream have as many lines as those before.
type Guess struct {
	Lines int // of each record; 0: not known

	size  int // bytes of a line, about; 0: not known
	pause int // records that are not to be measured
	wrong int // guesses since the last good one
}

// Cut returns where up to n records of a text end, and how many there are.
func (g *Guess) Cut(text []byte, n int) (end, count int) {
	newline, limit := []byte{'\n'}, n*g.Lines
	end = min(limit*g.size, len(text))
	lines := bytes.Count(text[:end], newline)
	for lines < limit {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			break
		}
		end += i + 1
		lines++
	}
	end = bytes.LastIndexByte(text[:end], '\n') + 1
	for ; lines > limit || lines%g.Lines > 0; lines-- {
		end = bytes.LastIndexByte(text[:end-1], '\n') + 1
	}
	if lines > 0 {
		g.size = (end + lines - 1) / lines
	}
	return end, lines / g.Lines
}

// Pauses reports whether the lines of a number of records say nothing, as they do for a while after
// wrong guesses.
func (g *Guess) Pauses(records int) bool {
	if g.pause <= 0 {
		return false
	}
	g.pause -= records
	return true
}

// missed says that the guess was wrong.
func (g *Guess) missed() {
	const first, doublings = 1024, 8 // records, up to a quarter of a million
	g.Lines, g.pause = 0, first<<min(g.wrong, doublings)
	g.wrong++
}
