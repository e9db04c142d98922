package puzzles

import (
	"bytes"
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A reader reads one record at a time. Its methods that return a bool do so as
// those of its scanner.
type reader struct {
	*formats.Format
	scanner
	words   []pattern.Piece                   // of Format.Record
	board   func(*reader, *puzzle.Board) bool // of Format.Board
	alone   bool                              // a record is a board of one shape, its goal goals.last
	limits  formats.Limits                    // on the moves of a solution
	goals   goals
	stopped bool // Format.Stop has been read

	seen   []uint64      // bit tile%64 of seen[tile/64] is set if this board has the tile
	blanks int           // blanks that this board has so far
	trial  puzzle.Puzzle // of follow
}

// A record may have limitBase bytes, and limitPerCell more for each cell of
// the largest board: room for comments that nobody writes, and no more.
const (
	limitBase    = 64 << 10
	limitPerCell = 16
)

func newReader(in io.Reader, name string, f *formats.Format) reader {
	r := reader{
		Format: f, words: f.Record.Words(), board: boardReader(f),
		limits: f.Limit, goals: newGoals(f.Goal),
		scanner: scanner{
			Window:  window.Window{In: in, Name: name},
			comment: f.Comment,
			limit:   limitBase + limitPerCell*f.Boards()*f.Shapes.Max.Cells(),
		},
	}
	r.alone = len(r.words) == 1 && f.Shapes.Min == f.Shapes.Max && f.Goal != puzzle.Given &&
		f.Stop == "" && r.limits == nil
	if r.alone {
		r.goals.of(f.Shapes.Min)
	}
	return r
}

// puzzle reads one record, or what stands in its place at the end. If it
// returns false, the record is malformed and r.bad says why, or there is none,
// or the input ends or would have to be waited for.
func (r *reader) puzzle(p *puzzle.Puzzle) bool {
	if r.Stop != "" {
		from := r.Offset()
		switch stop := r.stop(); {
		case stop:
			r.stopped = true
			return false
		case r.cutOff():
			return false
		}
		r.Rewind(from)
	}
	shape := r.Shapes.Min
	p.Bound, p.ID = 0, 0
	r.setShape(&p.Start, shape)
	if r.alone { // what follows takes longer than to read a small board
		p.Goal = r.goals.last
		return r.board(r, &p.Start)
	}
	for _, w := range r.words {
		if !r.field(w, p, &shape) {
			return false
		}
	}
	if r.Goal != puzzle.Given {
		p.Goal = r.goals.of(p.Start.Shape)
	}
	if p.Bound == 0 && r.limits != nil {
		p.Bound = r.limits.Bound(p.Start.Shape)
	}
	return true
}

// field reads a word or field of a record. The shape is what is known of the
// board's.
func (r *reader) field(w pattern.Piece, p *puzzle.Puzzle, shape *puzzle.Shape) (ok bool) {
	switch w.Field {
	case pattern.Text:
		return r.expect(w.Text)
	case pattern.Size:
		shape.Rows, ok = r.number("a board size", shape.Rows, r.Shapes.Max.Rows)
		if ok && r.Shapes.Odd && shape.Rows%2 == 0 {
			return r.fault(r.word, "an odd board size")
		}
		shape.Cols = shape.Rows
		r.setShape(&p.Start, *shape)
	case pattern.Rows:
		shape.Rows, ok = r.number("a number of rows", shape.Rows, r.Shapes.Max.Rows)
	case pattern.Cols:
		shape.Cols, ok = r.number("a number of columns", shape.Cols, r.Shapes.Max.Cols)
		r.setShape(&p.Start, *shape)
	case pattern.Bound:
		var most int
		most, ok = r.number("a number of moves", 0, maxCount)
		p.Bound = puzzle.AtMost(most)
	case pattern.ID:
		p.ID, ok = r.number("the puzzle's number", 0, maxCount)
	case pattern.Rest:
		return r.restOfLine()
	case pattern.Board:
		return r.board(r, &p.Start)
	case pattern.Goal:
		b := puzzle.Board{Shape: p.Start.Shape, Tiles: make([]puzzle.Tile, len(p.Start.Tiles))}
		if ok = r.board(r, &b); ok {
			p.Goal, _ = puzzle.NewGoal(b) // the reader has seen to it that it is one
		}
	}
	return ok
}

// stop reads Format.Stop, as far as it is there.
func (r *reader) stop() bool {
	for _, word := range strings.Fields(r.Stop) {
		if !r.has(word) {
			return false
		}
	}
	return true
}

// skipHeader skips the lines up to the one that begins with Format.Header, if
// it is one of the first and no puzzle comes before it.
func (r *reader) skipHeader() {
	const most = 10 // lines
	if r.follow(0, 1) > 0 {
		return
	}
	at := 0
	for range most {
		line, next, whole := r.lineAt(at)
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(r.Header)) {
			r.Rewind(next)
			return
		}
		if !whole || next == at {
			return
		}
		at = next
	}
}

// goals are the goals of one arrangement. Puzzles of one shape mostly follow
// each other, and share one.
type goals struct {
	puzzle.Arrangement
	known map[puzzle.Shape]*puzzle.Goal
	last  *puzzle.Goal
}

func newGoals(a puzzle.Arrangement) goals {
	return goals{Arrangement: a, known: make(map[puzzle.Shape]*puzzle.Goal)}
}

// of returns the goal of a shape.
func (g *goals) of(s puzzle.Shape) *puzzle.Goal {
	const most = 1 << 10 // shapes to remember, and cells of them
	if g.last == nil || g.last.Shape != s {
		if g.last = g.known[s]; g.last == nil {
			g.last = g.Goal(s)
			if len(g.known) < most && s.Cells() <= most {
				g.known[s] = g.last
			}
		}
	}
	return g.last
}
