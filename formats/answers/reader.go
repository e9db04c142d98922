package answers

import (
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A reader reads one answer at a time. It is strict apart from its Tolerance, or lenient: then
// it also takes answers whose form is not the judge's, if it can understand them.
type reader struct {
	window.Window
	*formats.Answer
	each    []pattern.Piece
	limit   int               // bytes of an answer
	letters *[256]puzzle.Move // the move of each letter, or 0; nil: moves are not single letters

	n       int64          // number of the current answer
	p       *puzzle.Puzzle // the puzzle that it answers
	sol     puzzle.Solution
	pathBuf puzzle.Path // memory for sol.Path
	replaying
	keep     int          // bytes of an answer that Decoder.Text returns
	hasMoves bool         // sol.Moves has been read
	board    puzzle.Board // where the moves read so far lead
	blank    int          // cell of the blank on board
	Tolerance
	endsAtSpace bool // white space ends a path, as it may stand for a line end
	lenient     bool
	explain     bool     // collect the furthest mismatch
	furthest    mismatch // of the kind tried last
}

// A mismatch is a byte that is not what a pattern asks for. Places are counted from the mark.
type mismatch struct {
	at       int // of the byte
	word     int // where its word begins
	expected string
}

// mayBegin reports whether an answer of that kind may begin here.
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

// onlyPath is the pattern of solutions that are a path and nothing else.
const onlyPath = "{path}\n"

// isSolved reports whether the start of the puzzle is its goal.
func (r *reader) isSolved() bool { return r.p != nil && r.p.Start.Equal(r.p.Goal.Board) }

// emptyIsRight reports whether the right answer may be an empty line.
func (r *reader) emptyIsRight() bool {
	return (r.Solved == onlyPath || r.Step.Kind == formats.ByAction) && r.isSolved()
}

// isEmptyPath reports whether nothing at all is the right answer, apart from its line end: the
// puzzle is solved, and the answer is only a path.
func (r *reader) isEmptyPath() bool {
	return r.emptyIsRight() && (r.n == 1 || r.Between == "")
}

// answer reads an answer of kind k. If it returns false, Pos is undefined.
func (r *reader) answer(k *kind) bool {
	if r.made != nil && k.result != nil {
		return false // moves have been read
	}
	optional := k.result == nil && len(k.pieces) > 1 // otherwise only the words identify the answer
	ps := r.resume(k.pieces)
	if r.lenient && ps[0].Field != pattern.Path {
		r.skipEmptyLines()
	}
	if r.n > 1 && r.Between != "" && !r.Space && !r.text(r.Between, false) {
		return false
	}
	for i := range ps {
		switch isPath := ps[i].Field == pattern.Path; {
		case isPath && r.Step.Kind == formats.ByAction:
			return r.plan(planEnd(r.Answer)) // what follows is a comment
		case isPath && r.Step.Kind == formats.ByMessage:
			return r.messages()
		}
		closed := i+1 < len(ps) && strings.HasPrefix(ps[i+1].Text, "]")
		if !r.field(&ps[i], optional, closed) {
			return false
		}
	}
	return !r.lenient || r.restIsStray(k.pieces[0].Field == pattern.Path)
}

// field reads a piece of an answer. Its words are optional, or not; a list of moves is closed by
// a bracket, or not.
func (r *reader) field(piece *pattern.Piece, optional, closed bool) (ok bool) {
	switch piece.Field {
	case pattern.Text:
		return r.text(piece.Text, optional)
	case pattern.Number:
		return r.knownNumber("the number of the answer", int(r.n))
	case pattern.ID:
		return r.knownNumber("the number of the puzzle", int(r.p.IDOr(r.n)))
	case pattern.Bound:
		bound, _ := r.p.Bound.Moves()
		return r.knownNumber("the most moves", bound)
	case pattern.Moves:
		r.sol.Moves, ok = r.number("a number of moves")
		r.hasMoves = ok
		return ok
	case pattern.Figure:
		return r.figure()
	case pattern.Board:
		r.beginPath()
		return r.nextBoard(0)
	case pattern.Path:
		return r.path(closed)
	case pattern.Boards:
		return r.boards()
	default:
		return true
	}
}
