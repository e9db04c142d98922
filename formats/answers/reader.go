package answers

import (
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A reader reads one answer at a time. A strict reader takes answers in the judge's form, apart
// from what its Tolerance allows. A lenient one also takes other answers, if it can understand
// them.
type reader struct {
	window.Window
	*formats.Answer
	first   []pattern.Piece // of the start among boards
	each    []pattern.Piece // of each other board
	begin   []pattern.Piece
	names   []string          // of values in answers; figures behind them have others
	limit   int               // the most bytes of an answer that are kept
	letters *[256]puzzle.Move // the move of each letter, or 0; nil: moves are not single letters
	anyCase *[256]puzzle.Move // letters, which may be capitals or not
	bare    [4]string         // the words for moves, in the order UDLR, without stray characters
	actions *actions          // nil: moves are not actions

	n       int64          // number of the current answer
	p       *puzzle.Puzzle // the puzzle that it answers
	sol     puzzle.Solution
	pathBuf puzzle.Path // memory for sol.Path
	replaying
	keep     int  // bytes of an answer that Decoder.Text returns
	hasMoves bool // sol.Moves has been read from the answer
	steps    int  // steps of the path that have been read and are numbers
	namedTile
	board puzzle.Board // the board to which the moves lead that have been read
	blank int          // cell of the blank on board
	Tolerance
	endsAtSpace bool // white space ends a path: it may stand for the line end behind it
	lenient     bool
	stray       string   // characters that mean nothing to a lenient reader
	tooLong     bool     // the answer goes on beyond its limit
	explain     bool     // note the furthest mismatch
	furthest    mismatch // of the kind of answer that was tried last
}

// A namedTile is the tile that stands before a word for a move.
type namedTile struct {
	namesTile bool // moves have it
	tileNamed int
	tileAt    int // where it stands, counted from the mark
}

// A mismatch is a byte that is not what a pattern asks for. Places are counted from the mark.
type mismatch struct {
	at       int // of the byte
	word     int // where its word begins
	expected string
}

// opening returns the piece with which an answer of a kind begins.
func (r *reader) opening(k kind) pattern.Piece {
	if first := k.pieces[0]; first.Field != pattern.Boards {
		return first
	}
	return r.first[0]
}

// onlyPath is the pattern of solutions that are a path and nothing else.
const onlyPath = "{path}\n"

// isSolved reports whether the start of the puzzle is its goal.
func (r *reader) isSolved() bool { return r.p != nil && r.p.Start.Equal(r.p.Goal.Board) }

// emptyIsRight reports whether the right answer may be an empty line.
func (r *reader) emptyIsRight() bool {
	return (r.Solved == onlyPath || r.Step.Kind == formats.ByAction) && r.isSolved()
}

// answer reads an answer of kind k, up to its end. If it returns false, Pos is undefined.
func (r *reader) answer(k *kind) bool {
	r.tooLong = false
	return r.answerUpToLimit(k) && !r.tooLong
}

// answerUpToLimit is answer, but takes the limit for the end.
func (r *reader) answerUpToLimit(k *kind) bool {
	if r.made != nil && k.result != nil {
		return false // the answer has moves, so it is a solution
	}
	optional := k.result == nil && len(k.pieces) > 1 // other answers are known by their words
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
			return r.plan(planEnd(r.Answer)) // which reads the comment behind the plan, too
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

// field reads a piece of an answer. optional says whether its words may be missing, closed whether
// a bracket ends its list of moves.
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
