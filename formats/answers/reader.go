package answers

import (
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A reader reads one answer at a time: strictly, or leniently.
type reader struct {
	window.Window
	*formats.Answer
	each    []pattern.Piece
	limit   int               // bytes of an answer
	letters *[256]puzzle.Move // of a step that is a letter, with nothing behind it; 0: none

	n       int64          // of the answer at hand
	p       *puzzle.Puzzle // that it answers
	sol     puzzle.Solution
	room    puzzle.Path  // memory for the path
	listed  bool         // sol.Moves has been read
	at      puzzle.Board // where the moves read so far lead
	blank   int
	lenient bool // of a form that is not the judge's, read what can be meant
	noting  bool // keep what is missed
	miss    miss // of the kind tried last
}

// A miss is the furthest byte, counted from the mark, that is not what a
// pattern has there, and the start of its word.
type miss struct {
	at, word int
	want     string
}

// mayBegin reports whether what comes may be an answer of that kind.
func (r *reader) mayBegin(k kind) bool {
	first := k.pieces[0]
	word, _, _ := strings.Cut(strings.TrimSpace(first.Text), " ")
	from := r.Offset()
	defer func() { r.Rewind(from) }()
	switch c, _ := r.peek(); {
	case first.Field == pattern.Text:
		return r.word(word)
	case first.Field == pattern.Path:
		return true
	default:
		return '0' <= c && c <= '9'
	}
}

// answer reads an answer of this kind. If it returns false, Pos is anywhere.
func (r *reader) answer(k *kind) bool {
	ps := k.pieces
	optional := k.result == nil && len(ps) > 1 // else the words are all that tells
	r.Rewind(0)
	r.sol, r.listed = puzzle.Solution{}, false
	if r.lenient && ps[0].Field != pattern.Path {
		r.skipEmptyLines()
	}
	if r.n > 1 && r.Between != "" && !r.text(r.Between, false) {
		return false
	}
	for i := range ps {
		ok := true
		switch piece := &ps[i]; piece.Field {
		case pattern.Text:
			ok = r.text(piece.Text, optional)
		case pattern.Number:
			ok = r.given("the number of the answer", int(r.n))
		case pattern.ID:
			ok = r.given("the number of the puzzle", int(r.p.IDOr(r.n)))
		case pattern.Bound:
			most, _ := r.p.Bound.Moves()
			ok = r.given("the most moves", most)
		case pattern.Moves:
			r.sol.Moves, ok = r.number("a number of moves")
			r.listed = ok
		case pattern.Path:
			ok = r.path(i+1 < len(ps) && strings.HasPrefix(ps[i+1].Text, "]"))
		case pattern.Boards:
			ok = r.boards()
		}
		if !ok {
			return false
		}
	}
	return !r.lenient || r.restIsStray()
}
