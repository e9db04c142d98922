package answers

import (
	"strings"

	"tilejudge/solver/puzzle"
)

// readWords prepares for the words for moves, so that no move needs more than a look at a table.
func (r *reader) readWords() {
	if isLetters(r.Answer) {
		r.letters, r.anyCase = new([256]puzzle.Move), new([256]puzzle.Move)
	}
	for i, m := range puzzle.UDLR {
		word := r.Step.Word(m)
		r.bare[i] = strings.Trim(word, r.stray)
		if r.letters != nil {
			c := word[0]
			r.letters[c], r.anyCase[c] = m, m
			if isLetter(c) {
				r.anyCase[c|0x20], r.anyCase[c&^0x20] = m, m
			}
		}
	}
}

// letter reads a letter for a move, which may be a capital or not. It returns 0 for anything else.
func (r *reader) letter() puzzle.Move {
	c, ok := r.peek()
	if !ok || r.anyCase[c] == 0 {
		return 0
	}
	r.Pos++
	return r.anyCase[c]
}

// moreLetters appends to the path a move for each letter in Buf that comes next.
func (r *reader) moreLetters() {
	for ; r.Pos < len(r.Buf); r.Pos++ {
		m := r.anyCase[r.Buf[r.Pos]]
		if m == 0 {
			return
		}
		r.sol.Path = append(r.sol.Path, m)
	}
}
