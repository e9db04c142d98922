package checker

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"tilejudge/solver/puzzle"
)

// A packedReplay replays paths of letters on packed boards of one goal. It does what
// puzzle.Puzzle.Replay does, with a table of moves of its own, two letters at a time, and on three
// boards at once: each move waits for the one before it, so that three paths take little more time
// than one.
type packedReplay struct {
	goal     *puzzle.Goal
	solvable *puzzle.PackedGoal
	says     string    // the line that stands for puzzle.ErrUnsolvable; "": there is none
	end      uint8     // the state of a path that has ended on the goal's cell of the blank
	board    [2]uint64 // the goal, as in a lane

	// first[pairs[p]|s] is the state that the first letter of the pair p leads to from state s, and
	// second has the state after both letters. The first letter is the lower byte of p.
	pairs         [1 << 16]uint16
	first, second [maxStep + 1]uint8
}

// The state of a path is the cell of the blank; or ended plus that cell, after a line end; or
// fallen, after anything that is no move.
const (
	ended  = 16
	fallen = 31
	states = 32

	maxStep = 1<<11 - 1 // kinds*kinds*states at least
)

// lanes is how many paths are replayed at once.
const lanes = 3

// maxLine is the length in bytes of the longest line that is replayed on packed boards.
const maxLine = 255

// A lane is a board on which a path is replayed: the tile of each cell. From ended on it has zeros,
// which puts the blank into its cell when a path ends.
type lane [256]uint8

func newPackedReplay(
	goal *puzzle.Goal, letters *[256]puzzle.Move, unsolvable string,
) *packedReplay {
	r := &packedReplay{
		goal: goal, solvable: puzzle.NewPackedGoal(goal), says: unsolvable,
		end: ended + uint8(goal.Cell(puzzle.Blank)),
	}
	r.board[0], r.board[1] = unpack(goal.Pack())
	for p := range r.pairs {
		pair := kindOf(p&255, letters)*kinds + kindOf(p>>8, letters)
		r.pairs[p] = uint16(pair * states)
	}
	for pair := range kinds * kinds {
		for state := range states {
			first := stepOf(goal, state, pair/kinds)
			r.first[pair*states+state] = uint8(first)
			r.second[pair*states+state] = uint8(stepOf(goal, first, pair%kinds))
		}
	}
	return r
}

// Kinds of letters: moves are the indices of puzzle.UDLR.
const (
	lineEnd = 4 + iota
	noMove
	kinds
)

// kindOf returns the kind of a letter.
func kindOf(c int, letters *[256]puzzle.Move) int {
	if c == '\n' {
		return lineEnd
	}
	if i := slices.Index(puzzle.UDLR[:], letters[c]); i >= 0 {
		return i
	}
	return noMove
}

// stepOf returns the state after a letter.
func stepOf(goal *puzzle.Goal, state, kind int) int {
	switch {
	case state >= ended:
		return state
	case kind == lineEnd:
		return ended + state
	case kind == noMove || state >= goal.Cells():
		return fallen
	}
	if to, ok := goal.Step(state, puzzle.UDLR[kind]); ok {
		return to
	}
	return fallen
}

// unpack returns the tiles of a packed board as bytes.
func unpack(b puzzle.Packed) (first, rest uint64) {
	first = b & (1<<32 - 1)
	first = (first | first<<16) & 0x0000ffff0000ffff
	first = (first | first<<8) & 0x00ff00ff00ff00ff
	first = (first | first<<4) & 0x0f0f0f0f0f0f0f0f
	return first, b>>32&15 | b>>36&15<<8
}

// set puts a board into a lane, and returns the cell of the blank.
func (l *lane) set(b puzzle.Packed) (blank uint8) {
	const ones = 0x1111111111111111
	first, rest := unpack(b)
	binary.LittleEndian.PutUint64(l[:], first)
	binary.LittleEndian.PutUint16(l[8:], uint16(rest))
	return uint8(bits.TrailingZeros64((b-ones)&^b&(8*ones)) / 4) // the first four bits that are 0
}

// solved reports whether a path that has come to a state has led to the goal.
func (r *packedReplay) solved(l *lane, state uint8) bool {
	return state == r.end && binary.LittleEndian.Uint64(l[:]) == r.board[0] &&
		uint64(binary.LittleEndian.Uint16(l[8:])) == r.board[1]
}

// isUnsolvable reports whether a line says that a board is unsolvable, and the board is.
func (r *packedReplay) isUnsolvable(line []byte, b puzzle.Packed) bool {
	return string(line) == r.says && !r.solvable.Solvable(b)
}

// replay replays a path for each board, and returns which lead to the goal. The path of a board
// begins at a place in the text, and is a line that ends within size bytes, an even number.
func (r *packedReplay) replay(
	boards *[lanes]puzzle.Packed, text []byte, from *[lanes + 1]int, size int, all *[lanes]lane,
) (solved [lanes]bool) {
	a, b, c := &all[0], &all[1], &all[2]
	ta := text[from[0]:][:size]
	tb := text[from[1]:][:len(ta)]
	tc := text[from[2]:][:len(ta)]
	sa, sb, sc := a.set(boards[0]), b.set(boards[1]), c.set(boards[2])
	for i := 0; i < len(ta)-1; i += 2 {
		ia := (r.pairs[uint16(ta[i])|uint16(ta[i+1])<<8] | uint16(sa)) & maxStep
		ib := (r.pairs[uint16(tb[i])|uint16(tb[i+1])<<8] | uint16(sb)) & maxStep
		ic := (r.pairs[uint16(tc[i])|uint16(tc[i+1])<<8] | uint16(sc)) & maxStep
		ma, mb, mc := r.first[ia], r.first[ib], r.first[ic]
		a[sa] = a[ma]
		b[sb] = b[mb]
		c[sc] = c[mc]
		sa, sb, sc = r.second[ia], r.second[ib], r.second[ic]
		a[ma] = a[sa]
		b[mb] = b[sb]
		c[mc] = c[sc]
	}
	return [lanes]bool{r.solved(a, sa), r.solved(b, sb), r.solved(c, sc)}
}

// lineSize returns the length in bytes of the first line of a text, with its end, or 0 if it has no
// end. Most lines are shorter than 32 bytes: it looks for their end without a branch.
func lineSize(text []byte) int {
	if len(text) >= 32 {
		ends := lineEnds(text) | lineEnds(text[8:])<<8 |
			lineEnds(text[16:])<<16 | lineEnds(text[24:])<<24
		if ends != 0 {
			return bits.TrailingZeros64(ends) + 1
		}
	}
	return bytes.IndexByte(text, '\n') + 1
}

// lineEnds returns a bit for each of the first eight bytes of a text, the lowest for the first
// byte: whether it is a line end.
func lineEnds(text []byte) uint64 {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	w := binary.LittleEndian.Uint64(text) ^ '\n'*ones
	zero := ^((w&low + low) | w | low) // the highest bit of each byte that is 0
	return zero >> 7 * 0x0102040810204080 >> 56
}
