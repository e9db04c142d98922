package answers

import (
	"slices"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A long path is replayed while it is read, if Decoder.ReplayLong was called, so that neither its
// moves nor its text take much memory. Whenever a number of moves have been read as the judge
// writes them, they are made, and the reader forgets their text. From there on it may still take
// the answer in any way, as strictly or as leniently as it has to: the moves before are the same.

// A replaying is what a reader knows of the moves that it has made.
type replaying struct {
	replays bool           // long paths are to be replayed
	least   int            // moves that are made at once
	made    *puzzle.Replay // nil: the answer has no moves that have been made
	dropped int            // bytes of the answer before the mark
	onLine  int            // on which it begins
	head    []byte         // how it begins, up to the mark and the byte there
	said    int            // its number of moves, if it comes before them
	hasSaid bool
}

// longPart is how many moves are made at once. Answers to boards of usual sizes are shorter.
const longPart = movesLimit

// ReplayLong makes the decoder replay long paths on large boards: their solutions have
// Solution.Made in place of a path. Call it before Decode.
func (d *Decoder) ReplayLong() { d.r.replays, d.r.least = true, longPart }

// begin forgets the path of the answer before.
func (l *replaying) begin() { l.made, l.dropped, l.head = nil, 0, l.head[:0] }

// folds reports whether the moves that have been read are to be made now. There is one answer to a
// line, a letter is a move, and the text so far is what the judge would write. Blanks may end it.
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

// beginning appends text of the answer to how it begins, up to as many bytes as are kept.
func (r *reader) beginning(head []byte, from, to int) []byte {
	return append(head, r.Buf[from:max(from, min(to, from+r.keep-len(head)))]...)
}

// begins returns how an answer begins that ends at a place in the window.
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

// resume goes back to where an answer of some pieces begins, or to the last move that has been
// made. It returns the pieces from there on.
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

// whole returns a solution that has been read: with Made, if some of its moves have been made.
func (r *reader) whole(s puzzle.Solution) puzzle.Solution {
	if r.made != nil {
		r.made.Make(s.Path)
		s.Made, s.Path = r.made, nil
	}
	return s
}
