package puzzles

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A reader reads one record at a time. If one of its methods returns false, the reason is one that
// scanner lists.
type reader struct {
	*formats.Format
	scanner
	words     []pattern.Piece                   // of Format.Record
	readBoard func(*reader, *puzzle.Board) bool // from boardReader
	boardOnly bool                              // a record is just a board; its goal is goals.last
	limits    formats.Limits                    // on the moves of a solution
	goals     goals
	goalHere  bool       // the record tells the goal
	heading   int        // bytes of the input up to the end of the heading; 0: there is none
	stopped   bool       // Format.Stop has been read
	tellLines bool       // the method puzzle sets Puzzle.Line
	tell      func(Step) // see Decoder.TellSteps

	json   *jsonReader // nil: records are not JSON
	inList bool        // the next record is in a list of JSON that has begun

	lines   bool     // Format.OneLine: see endRecord
	midLine bool     // the next record begins on a line with other text before it
	stood   standing // on which lines the last record stood
	flat    bool     // the last board was read by a template without a line end

	blankWords []string // for the blank among numbers, if that is not 0

	seen   []uint64      // bit tile%64 of seen[tile/64] is set if the board has the tile already
	blanks int           // blanks beyond the first that the board has already
	trial  puzzle.Puzzle // memory for puzzles that are read to see whether they are well-formed
}

// A record may have limitBase bytes, and limitPerCell more for each cell of the largest board; a
// problem of PDDL has factsPerCell more. That leaves room for long comments, but bounds the memory
// that an endless record takes.
const (
	limitBase    = 64 << 10
	limitPerCell = 16
	factsPerCell = 512
)

func newReader(in io.Reader, name string, f *formats.Format) reader {
	r := reader{
		Format: f, words: f.Record.Words(), readBoard: boardReader(f),
		limits: f.Limit, goals: newGoals(f.Goal), lines: f.OneLine(),
		scanner: scanner{
			Window:  window.Window{In: in, Name: name},
			comment: f.Comment, ends: f.WordEnds(),
			limit: limitBase + limitPerCell*f.Boards()*f.Shapes.Max.Cells(),
		},
	}
	if f.Board.Blank != "" {
		r.blankWords = f.Board.Blanks()
	}
	if f.PDDL != nil {
		r.limit += factsPerCell * f.Shapes.Max.Cells()
	}
	if f.JSON != formats.NoJSON {
		r.json, r.words = newJSONReader(f), nil
	}
	r.boardOnly = len(r.words) == 1 && f.Shapes.Min == f.Shapes.Max && f.Goal != puzzle.Given &&
		f.Stop == "" && r.limits == nil
	r.goalHere = f.Goal == puzzle.Given || f.Record.Has(pattern.BlankCell)
	if r.boardOnly {
		r.goals.of(f.Shapes.Min)
	}
	return r
}

// puzzle reads one record into p. If the line Format.Stop comes instead, it reads the line, sets
// r.stopped and returns false.
func (r *reader) puzzle(p *puzzle.Puzzle) bool {
	if r.Stop != "" {
		from := r.Offset()
		switch stop := r.stop(); {
		case stop:
			if p != &r.trial {
				r.step("the end of the list", from)
			}
			r.stopped = true
			return false
		case r.mayGoOn():
			return false
		}
		r.Rewind(from)
	}
	shape := r.Shapes.Min
	p.Bound, p.ID, p.Answer = 0, 0, nil
	if r.tellLines {
		p.Line = r.Window.Line(r.Mark)
	}
	r.setShape(&p.Start, shape)
	if r.boardOnly { // the steps below would take longer than reading a small board
		p.Goal = r.goals.last
		return r.readBoard(r, &p.Start)
	}
	if r.json != nil && !r.jsonRecord(p) {
		return false
	}
	for _, w := range r.words {
		from := r.Offset()
		if !r.field(w, p, &shape) {
			return false
		}
		r.told(w, from, p)
	}
	if !r.goalHere {
		p.Goal = r.goals.of(p.Start.Shape)
	}
	if p.Bound == 0 && r.limits != nil {
		p.Bound = r.limits.Bound(p.Start.Shape)
	}
	return true
}

// field reads a word or a field of a record into p. shape is what is known of the board's shape;
// field adds what it reads.
func (r *reader) field(w pattern.Piece, p *puzzle.Puzzle, shape *puzzle.Shape) (ok bool) {
	switch w.Field {
	case pattern.Text:
		if w.Glued {
			return r.punctuation(w.Text)
		}
		return r.expect(w.Text)
	case pattern.Size, pattern.Rows, pattern.Cols, pattern.Tiles:
		ok = r.size(w.Field, shape)
		r.setShape(&p.Start, *shape)
	case pattern.Bound:
		var bound int
		bound, ok = r.number("a number of moves", 0, maxCount)
		p.Bound = puzzle.AtMost(bound)
	case pattern.BlankCell:
		p.Goal, ok = r.inOrder(*shape)
	case pattern.ID:
		p.ID, ok = r.number("the puzzle's number", 0, maxCount)
	case pattern.Figure:
		_, ok = r.number("a number", 0, maxFigure)
	case pattern.Expected:
		var moves int
		if moves, ok = r.number("a number of moves", 0, maxCount); moves > 0 {
			p.Answer = &puzzle.Answer{Moves: moves}
		}
	case pattern.Problem:
		return r.problem(p)
	case pattern.Rest:
		return (!w.Begins || r.endLine()) && r.restOfLine()
	case pattern.Board:
		return r.readBoard(r, &p.Start)
	case pattern.Goal:
		return r.goal(p)
	}
	return ok
}

// size reads a field that tells the number of rows, of columns, or of both.
func (r *reader) size(f pattern.Field, shape *puzzle.Shape) (ok bool) {
	switch f {
	case pattern.Rows:
		shape.Rows, ok = r.number("a number of rows", shape.Rows, r.Shapes.Max.Rows)
		return ok
	case pattern.Cols:
		shape.Cols, ok = r.number("a number of columns", shape.Cols, r.Shapes.Max.Cols)
		return ok
	case pattern.Tiles:
		shape.Rows, ok = r.tileCount()
	default:
		shape.Rows, ok = r.number("a board size", shape.Rows, r.Shapes.Max.Rows)
		if ok && r.Shapes.Odd && shape.Rows%2 == 0 {
			return r.fault(r.word, "an odd board size")
		}
	}
	shape.Cols = shape.Rows
	return ok
}

// goal reads the goal of a puzzle whose start has been read.
func (r *reader) goal(p *puzzle.Puzzle) bool {
	b := puzzle.Board{Shape: p.Start.Shape, Tiles: make([]puzzle.Tile, len(p.Start.Tiles))}
	if !r.readBoard(r, &b) {
		return false
	}
	p.Goal, _ = puzzle.NewGoal(b) // no error: readBoard has checked the tiles
	return true
}

// tileCount reads the number of tiles of a square board, and returns the number of rows.
func (r *reader) tileCount() (rows int, ok bool) {
	least, most := r.Shapes.Min.Rows, r.Shapes.Max.Rows
	n, ok := r.number("a number of tiles", least*least-1, most*most-1)
	for rows = least; rows*rows <= n; {
		rows++
	}
	if ok && rows*rows != n+1 {
		return 0, r.fault(r.word, "the number of tiles of a square board")
	}
	return rows, ok
}

// inOrder reads the cell of the blank in the goal, and returns the goal with its blank there.
func (r *reader) inOrder(s puzzle.Shape) (*puzzle.Goal, bool) {
	const last = "-1"
	from := r.Offset()
	if r.has(last) {
		return r.goals.of(s), true
	}
	if r.mayGoOn() {
		return nil, false
	}
	r.Rewind(from)
	cell, ok := r.number(last+" or a cell", 0, s.Cells()-1)
	if !ok {
		return nil, false
	}
	return r.goals.inOrder(s, cell), true
}

// stop reads Format.Stop, and reports whether all of it is there.
func (r *reader) stop() bool {
	for _, word := range strings.Fields(r.Stop) {
		if !r.has(word) {
			return false
		}
	}
	return true
}

// skipHeader skips the first lines, up to the one that begins with Format.Header. It skips nothing
// if no such line is near the start, or if a puzzle comes before it.
func (r *reader) skipHeader() {
	const maxLines = 10
	if r.countWellFormed(0, 1) > 0 {
		return
	}
	at := 0
	for range maxLines {
		line, next, whole := r.lineAt(at)
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(r.Header)) {
			r.Rewind(next)
			r.heading = int(r.Next().Offset)
			return
		}
		if !whole || next == at || r.lines && r.isPuzzle(at, next) {
			return
		}
		at = next
	}
}

// goals makes the goals of one arrangement. Puzzles of one shape share a goal. Most often the next
// puzzle has the shape of the last one, so that goal is at hand; readers in several goroutines
// share the others.
type goals struct {
	*knownGoals
	last  *puzzle.Goal
	other *puzzle.Goal // the last one that inOrder has made
}

type knownGoals struct {
	puzzle.Arrangement
	mutex sync.Mutex
	known map[puzzle.Shape]*puzzle.Goal
}

func newGoals(a puzzle.Arrangement) goals {
	return goals{knownGoals: &knownGoals{Arrangement: a, known: make(map[puzzle.Shape]*puzzle.Goal)}}
}

// inOrder returns the goal in order with the blank in a cell.
func (g *goals) inOrder(s puzzle.Shape, blank int) *puzzle.Goal {
	if blank == s.Cells()-1 {
		return g.of(s)
	}
	if g.other == nil || g.other.Shape != s || g.other.Cell(puzzle.Blank) != blank {
		g.other = puzzle.InOrder(s, blank)
	}
	return g.other
}

// of returns the goal of a shape.
func (g *goals) of(s puzzle.Shape) *puzzle.Goal {
	if g.last == nil || g.last.Shape != s {
		g.last = g.find(s)
	}
	return g.last
}

// find returns the known goal of a shape, or makes it.
func (k *knownGoals) find(s puzzle.Shape) *puzzle.Goal {
	const maxKnown = 1 << 10 // shapes to remember, and cells of such a shape
	k.mutex.Lock()
	defer k.mutex.Unlock()
	goal := k.known[s]
	if goal == nil {
		goal = k.Goal(s)
		if len(k.known) < maxKnown && s.Cells() <= maxKnown {
			k.known[s] = goal
		}
	}
	return goal
}
