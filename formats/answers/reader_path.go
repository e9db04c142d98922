package answers

import (
	"fmt"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// path reads the moves. A list of words ends where no more moves come. A list of numbers could run
// on into the next answer: it ends after {moves} of them if that has been read, and otherwise at
// the goal, unless a bracket closes it.
func (r *reader) path(closed bool) bool {
	r.beginPath()
	words := r.Step.Kind == formats.ByWord
	toGoal := !closed && !words && !r.hasMoves
	switch {
	case r.letters == nil, r.lenient, r.Runs && r.Tolerance != (Tolerance{}):
		if !r.pathOfSteps(words, toGoal) {
			return false
		}
	case !r.pathOfLetters():
		return false
	}
	if !words && r.hasMoves && r.steps != r.sol.Moves {
		return r.explain && r.fault(fmt.Sprintf("move %d of %d", r.steps+1, r.sol.Moves))
	}
	if !r.hasMoves || r.RunsOfTiles() {
		r.sol.Moves = r.listed()
	}
	if r.RunsOfTiles() {
		r.sol.Slides = r.steps
	}
	if closed {
		r.skipSpaces()
	}
	return true
}

// skipSpaces skips the spaces that may stand around moves.
func (r *reader) skipSpaces() {
	if r.Spaced && !r.endsAtSpace {
		r.skip(" ")
	}
}

// pathOfSteps reads moves one by one. They are words, or else numbers, whose list may end at the
// goal. It returns false at a number that is no move.
func (r *reader) pathOfSteps(words, toGoal bool) bool {
	for {
		if r.folds() {
			r.fold()
		}
		if toGoal && r.board.Equal(r.p.Goal.Board) ||
			!words && r.hasMoves && r.steps == r.sol.Moves {
			return true
		}
		from := r.Offset()
		r.skipSpaces()
		if len(r.sol.Path)+r.steps > 0 && !r.text(r.StepEnd, true) {
			r.Rewind(from)
			return true
		}
		r.skipSpaces()
		if r.begin != nil && !r.stepBegin(max(r.listed(), r.steps)+1) {
			r.Rewind(from)
			return true
		}
		begin := r.Offset()
		if !words {
			if r.numberedStep() {
				continue
			}
			if r.Offset() > begin {
				return false
			}
			r.Rewind(from)
			return true
		}
		m, ok := r.step()
		if !ok {
			r.Rewind(from)
			return true
		}
		if r.namesTile && !r.movesNamed(m) {
			return false
		}
		r.sol.Path = append(r.sol.Path, m)
		if r.Runs && !r.run() {
			return false
		}
		if r.lenient && r.anyCase != nil && r.begin == nil && !r.Runs {
			r.moreLetters()
		}
	}
}

// pathOfLetters reads a path of one letter for each move, or for each run of moves. Spaces behind
// the last letter are not a part of the path: with a tolerance they may end the answer. It returns
// false at a number that can't say how often to make a move.
func (r *reader) pathOfLetters() bool {
	from := r.Offset()
	if r.Space && !r.emptyIsRight() && r.made == nil {
		r.skipBlanks()
	}
	begin := r.Offset()
	if !r.letterMoves() {
		return false
	}
	for r.Spaced && r.Offset() > begin && r.Buf[r.Pos-1] == ' ' {
		r.Pos--
	}
	if r.listed() == 0 {
		r.Rewind(from)
	}
	return true
}

// longText is the number of moves from which on a path gets all the memory that it may need. Memory
// that is not written to costs nothing, but a path that grows needs its memory twice.
const longText = 64 << 20

// letterMoves appends to the path a move for each letter that comes, or a run of moves. It returns
// false at a number that can't say how often to make a move.
func (r *reader) letterMoves() bool {
	for {
		if r.folds() {
			r.fold()
		}
		if path := r.sol.Path; len(path) > longText && r.p != nil &&
			cap(path) < mostMoves(r.p.Start.Shape) {
			r.sol.Path = append(make(puzzle.Path, 0, mostMoves(r.p.Start.Shape)), path...)
		}
		switch end := r.lettersOf(r.Buf[r.Pos:]); {
		case end == atRun:
			if !r.run() {
				return false
			}
		case end == atOther:
			if r.explain {
				r.step() // notes the mismatch
			}
			return true
		default:
			if r.folds() { // before the text reaches the limit
				r.fold()
			}
			if _, ok := r.peek(); !ok {
				return true
			}
		}
	}
}

// What lettersOf ends at.
const (
	atEnd   = iota // the end of the text
	atRun          // a number may come that says how often to make the last move
	atOther        // something that is no move
)

// lettersOf reads a text of letters, which comes next: it appends a move for each letter, and runs
// of up to nine moves. It returns what it ends at.
func (r *reader) lettersOf(text []byte) (end int) {
	path, blanks, runs := r.sol.Path, r.Spaced && !r.endsAtSpace, r.Runs
	most := r.mostMoves() - r.listed() + len(path)
	for i := 0; i < len(text); i++ {
		m := r.letters[text[i]]
		if m == 0 && text[i] == ' ' && blanks {
			continue
		}
		if m == 0 {
			r.sol.Path = path
			r.Pos += i
			return atOther
		}
		path = append(path, m)
		if !runs {
			continue
		}
		if i+2 >= len(text) || len(path)+9 > most || isDigit(text[i+1]) && !isRun(text[i+1:]) {
			r.sol.Path = path
			r.Pos += i + 1
			return atRun
		}
		if isDigit(text[i+1]) {
			i++
			for range text[i] - '1' {
				path = append(path, m)
			}
		}
	}
	r.sol.Path = path
	r.Pos = len(r.Buf)
	return atEnd
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isRun reports whether a text begins with a number of one digit that can say how often to make a
// move.
func isRun(text []byte) bool { return text[0] != '0' && !isDigit(text[1]) }

// run reads the number behind the last move, if there is one. The number says how often to make the
// move, so run appends the others to the path.
func (r *reader) run() bool {
	from := r.Offset()
	if c, ok := r.peek(); !ok || c < '0' || c > '9' {
		return true
	}
	n, ok := r.number("a number of moves")
	limit := r.mostMoves()
	if ok && (n == 0 || r.listed()+n > limit) {
		r.Rewind(from)
		return r.explain && r.fault(fmt.Sprintf("a number from 1, and at most %d moves in all", limit))
	}
	for m := r.sol.Path[len(r.sol.Path)-1]; n > 1; n-- {
		r.sol.Path = append(r.sol.Path, m)
	}
	return ok
}

// mostMoves returns the most moves that a path may have.
func (r *reader) mostMoves() int {
	if r.p == nil {
		return movesLimit
	}
	return mostMoves(r.p.Start.Shape)
}

// beginPath prepares to read moves from the start of the puzzle.
func (r *reader) beginPath() {
	r.steps = 0
	if r.sol.Path = r.pathBuf[:0]; r.pathBuf == nil {
		r.sol.Path = puzzle.Path{}
	}
	r.namesTile = r.StepBegin.Has(pattern.Tile)
	if r.Step.Kind != formats.ByWord || r.namesTile || len(r.each) > 0 || r.Solved.Has(pattern.Board) {
		r.board.Shape = r.p.Start.Shape
		r.board.Tiles = append(r.board.Tiles[:0], r.p.Start.Tiles...)
		r.blank = r.board.Blank()
	}
}

// stepBegin reads what stands before the nth move.
func (r *reader) stepBegin(n int) bool {
	for _, piece := range r.begin {
		if piece.Field == pattern.Text {
			if !r.text(piece.Text, true) {
				return false
			}
			continue
		}
		from := r.Offset()
		if piece.Field == pattern.Tile {
			var ok bool
			if r.tileNamed, ok = r.number("a tile"); !ok {
				return false
			}
			r.tileAt = from
			continue
		}
		if got, ok := r.number(fmt.Sprintf("%d, the number of the move", n)); !ok || got != n {
			r.Rewind(from)
			return r.explain && r.fault(fmt.Sprintf("%d, the number of the move", n))
		}
	}
	return true
}

// movesNamed makes a move. It returns false if the tile before the word for it is not the one that
// moves.
func (r *reader) movesNamed(m puzzle.Move) bool {
	to, ok := r.board.Step(r.blank, m)
	if !ok || int(r.board.Tiles[to]) != r.tileNamed {
		r.Rewind(r.tileAt)
		return r.explain && r.fault("the tile that the move moves")
	}
	r.blank, _ = r.board.Slide(r.blank, m)
	return true
}

// step reads a move that is a word.
func (r *reader) step() (puzzle.Move, bool) {
	s := &r.Step
	switch {
	case r.lenient && r.anyCase != nil:
		m := r.letter()
		if m == 0 {
			r.skipStray()
			m = r.letter()
		}
		return m, m != 0
	case r.lenient:
		r.skipStray()
	case r.Space && !r.emptyIsRight() && (r.listed() == 0 || r.StepEnd != ""):
		r.skipBlanks()
	}
	for i, m := range puzzle.UDLR {
		word := s.Word(m)
		if r.lenient {
			word = r.bare[i]
		}
		if r.word(word) {
			return m, true
		}
	}
	return 0, r.explain && r.fault(fmt.Sprintf("one of %s %s %s %s", s.Up, s.Down, s.Left, s.Right))
}

// numberedStep reads a step that is written as numbers, and makes its moves.
func (r *reader) numberedStep() bool {
	from := r.Offset()
	var meant func(cell int) bool
	var onBoard bool
	switch r.Step.Kind {
	case formats.ByTile:
		t, ok := r.number("a tile")
		if !ok {
			return false
		}
		meant = func(cell int) bool { return r.board.Tiles[cell] == puzzle.Tile(t) }
		onBoard = 0 < t && t <= int(r.board.MaxTile())
	case formats.ByVisit:
		to, ok := r.number("a cell")
		if !ok {
			return false
		}
		meant = func(cell int) bool { return cell == to }
		onBoard = to < r.board.Cells()
	default:
		row, ok := r.number("a row")
		if !ok {
			return false
		}
		if c, _ := r.peek(); c == ' ' {
			r.Pos++
		}
		col, ok := r.number("a column")
		if !ok {
			return false
		}
		onBoard = row < r.board.Rows && col < r.board.Cols
		meant = func(cell int) bool { return onBoard && cell == row*r.board.Cols+col }
	}
	return r.moveTo(from, onBoard, meant)
}

// moveTo makes the moves of the blank to the cell that meant accepts: a neighbouring one, or, with
// Runs, one in line with it. With Runs, another cell on the board means no move. The numbers that
// stand for the step begin at from, with white space before them.
func (r *reader) moveTo(from int, onBoard bool, meant func(cell int) bool) bool {
	way, n := puzzle.Up, 0
search:
	for _, m := range puzzle.UDLR {
		to, ok := r.board.Step(r.blank, m)
		for i := 1; ok; i++ {
			if meant(to) {
				way, n = m, i
				break search
			}
			if !r.Runs {
				break
			}
			to, ok = r.board.Step(to, m)
		}
	}
	if n == 0 && !(r.Runs && onBoard) || r.listed()+n > r.mostMoves() {
		for window.IsSpace(r.Buf[r.Mark+from]) {
			from++
		}
		what := "a tile beside the blank"
		if r.Runs {
			what = fmt.Sprintf("a tile of the board, and at most %d moves in all", r.mostMoves())
		}
		return r.explain && r.faultIn(r.Offset()-from, what)
	}
	r.steps++
	for range n {
		r.sol.Path = append(r.sol.Path, way)
		r.blank, _ = r.board.Slide(r.blank, way)
	}
	return true
}

// moveWhere returns the move of the blank to a neighbouring cell that meant accepts.
func (r *reader) moveWhere(meant func(m puzzle.Move, cell int) bool) (puzzle.Move, bool) {
	for _, m := range puzzle.UDLR {
		if to, ok := r.board.Step(r.blank, m); ok && meant(m, to) {
			return m, true
		}
	}
	return 0, false
}
