package answers

import (
	"slices"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// If Decoder.ReplayLong was called, a reader replays a long path while it reads it, so that neither
// the moves nor their text take much memory. Whenever it has read a number of moves in the judge's
// form, it makes these moves on a board and forgets their text. It may still read the rest of the
// answer in any way, strictly or leniently: the moves before would be the same.

// A replaying is what a reader knows of the moves that it has made.
type replaying struct {
	replays bool           // replay long paths
	least   int            // how many moves are made at once
	made    *puzzle.Replay // of the answer's moves; nil: none have been made
	dropped int            // bytes of the answer before the mark
	onLine  int            // the line on which the answer begins
	head    []byte         // the beginning of the answer, up to the byte at the mark
	said    int            // the number of moves, if the answer has it before the moves
	hasSaid bool
}

// longPart is how many moves are made at once. Answers for boards of usual sizes have fewer. Their
// text, with a space behind each, is well below the limit of what is kept.
const longPart = movesLimit / 4

// ReplayLong makes the decoder replay long paths on large boards. Their solutions have
// Solution.Made in place of a path. Call ReplayLong before Decode.
func (d *Decoder) ReplayLong() { d.r.replays, d.r.least = true, longPart }

// begin forgets the last answer.
func (l *replaying) begin() { l.made, l.dropped, l.head = nil, 0, l.head[:0] }

// folds reports whether to make the moves that have been read: there are enough of them, each
// answer is a line, each move a letter, and the text so far is in the judge's form. The text must
// not end in a space, which may be behind the path.
func (r *reader) folds() bool {
	return r.replays && len(r.sol.Path) >= r.least && r.letters != nil && r.OneLine() &&
		r.Buf[r.Pos-1] != ' ' && !r.lenient && !r.explain && r.Tolerance == (Tolerance{})
}

// fold makes the moves that have been read, and forgets their text except its last byte.
func (r *reader) fold() {
	if r.made == nil {
		r.made = puzzle.NewReplay(r.p)
		r.onLine = r.Window.Line(r.Mark)
		r.said, r.hasSaid = r.sol.Moves, r.hasMoves
		r.head = r.beginning(r.head[:0], r.Mark, r.Pos)
	} else {
		r.head = r.beginning(r.head, r.Mark+1, r.Pos)
	}
	r.made.Make(r.sol.Path)
	r.sol.Path = r.sol.Path[:0]
	r.dropped += r.Pos - 1 - r.Mark
	r.Mark = r.Pos - 1
}

// beginning appends a part of Buf to the beginning of the answer, up to the bytes that are kept.
func (r *reader) beginning(head []byte, from, to int) []byte {
	return append(head, r.Buf[from:max(from, min(to, from+r.keep-len(head)))]...)
}

// begins returns the beginning of the answer, which ends at a place in Buf.
func (r *reader) begins(end int) []byte {
	if r.made == nil {
		return r.Buf[r.Mark:min(end, r.Mark+r.keep)]
	}
	return r.beginning(r.head, r.Mark+1, end)
}

// listed returns how many moves of the path have been read.
func (r *reader) listed() int {
	if r.made == nil {
		return len(r.sol.Path)
	}
	return r.made.Moves + len(r.sol.Path)
}

// resume goes back to the beginning of the answer or, if moves have been made, to the last of them.
// It returns the pieces of the answer from there on.
func (r *reader) resume(ps []pattern.Piece) []pattern.Piece {
	r.sol, r.hasMoves = puzzle.Solution{}, false
	if r.made == nil {
		r.Rewind(0)
		return ps
	}
	r.Rewind(1)
	r.sol.Moves, r.hasMoves = r.said, r.hasSaid
	path := slices.IndexFunc(ps, func(p pattern.Piece) bool { return p.Field == pattern.Path })
	return ps[path:]
}

// whole returns a solution that has been read. If some of its moves have been made, it makes the
// others too, and the solution has Made in place of a path.
func (r *reader) whole(s puzzle.Solution) puzzle.Solution {
	if r.made != nil {
		r.made.Make(s.Path)
		s.Made, s.Path = r.made, nil
	}
	return s
}
