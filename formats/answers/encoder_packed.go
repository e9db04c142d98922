package answers

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// packedLetters has the letters of four moves for each byte of a packed path.
type packedLetters [256]uint32

// newPackedLetters returns the letters of moves in an order, or nil if a path is not just letters.
func newPackedLetters(letters *[256]byte, order puzzle.Order) *packedLetters {
	if letters == nil {
		return nil
	}
	if order == (puzzle.Order{}) {
		order = puzzle.UDLR
	}
	all := new(packedLetters)
	for b := range all {
		for i := range 4 {
			all[b] |= uint32(letters[order[b>>(2*i)&3]]) << (8 * i)
		}
	}
	return all
}

// Packs reports whether AppendPacked can write the answers: a solution has no other fields than a
// path of letters and its length, and the answer to an unsolvable puzzle has no fields.
func (e *Encoder) Packs() bool {
	if e.answer.Between != "" || e.answer.Runs {
		return false
	}
	other := func(p pattern.Piece) bool {
		switch p.Field {
		case pattern.Text, pattern.Moves:
			return false
		case pattern.Path:
			return e.packed == nil
		default:
			return true
		}
	}
	notText := func(p pattern.Piece) bool { return p.Field != pattern.Text }
	return !slices.ContainsFunc(e.solved, other) && !slices.ContainsFunc(e.unsolvable, notText)
}

// AppendPacked appends the answers that table.Solver.SolvePacked gives. It returns how many puzzles
// are solved, and how many moves all their paths have.
func (e *Encoder) AppendPacked(to []byte, paths []uint64) (text []byte, solved, moves int) {
	for _, path := range paths {
		if path == 0 {
			for i := range e.unsolvable {
				to = append(to, e.unsolvable[i].Text...)
			}
			continue
		}
		length := (bits.Len64(path) - 1) / 2
		if path>>63 != 0 {
			length = int(path &^ (1 << 63))
		}
		for i := range e.solved {
			switch p := &e.solved[i]; p.Field {
			case pattern.Text:
				to = append(to, p.Text...)
			case pattern.Moves:
				to = strconv.AppendInt(to, int64(length), 10)
			case pattern.Path:
				to = e.packed.append(to, path, length)
			}
		}
		solved++
		moves += length
	}
	return to, solved, moves
}

// append appends a path of up to 31 moves.
func (l *packedLetters) append(to []byte, path uint64, length int) []byte {
	const most = 32
	begin := len(to)
	if cap(to)-begin < most {
		to = slices.Grow(to, most)
	}
	text := (*[most]byte)(to[begin : begin+most])
	for i := range most / 4 { // writes all letters: a loop up to length would be mispredicted
		binary.LittleEndian.PutUint32(text[4*i:], l[path>>(8*i)&0xff])
	}
	return to[:begin+length]
}
