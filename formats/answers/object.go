package answers

import (
	"bufio"
	"encoding/json"
	"errors"
	"strconv"
	"sync/atomic"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// ObjectVersion is the version of the objects. It grows when a field changes its meaning.
const ObjectVersion = 1

// Objects says how answers are written as JSON objects.
type Objects struct {
	File      string        // what the objects call the input
	Algorithm string        // that was asked for
	Metric    puzzle.Metric // in which paths are short
	Effort    bool          // objects have the nodes and the time of the search, which vary
	Shortest  *Shortest     // what they have of all shortest paths; nil: nothing
}

// An ObjectEncoder writes each answer as a JSON object on a line of its own, in the same form for
// all formats. Several goroutines may use one at once.
//
// The path stands twice: as the moves of the blank, and as those of the tiles, which go the other
// way. Without Objects.Effort the bytes are the same in each run, as those of an Encoder are.
type ObjectEncoder struct {
	Objects
	head []byte // up to the number of the puzzle
	tail []byte // of the object, after what varies from puzzle to puzzle
	want puzzle.Want
	goal atomic.Pointer[goalText] // of the last puzzle
}

// NewObjectEncoder returns an encoder of solutions, with the parts that are wanted, of puzzles of
// one format under the rules of another.
func NewObjectEncoder(o Objects, from, to *formats.Format, want puzzle.Want) *ObjectEncoder {
	e := &ObjectEncoder{Objects: o, want: want}
	e.head = append(e.head, `{"v":`...)
	e.head = strconv.AppendInt(e.head, ObjectVersion, 10)
	e.head = append(e.head, `,"type":"answer","file":`...)
	e.head = appendString(e.head, o.File)
	e.head = append(e.head, `,"format":`...)
	e.head = appendString(e.head, from.Name)
	e.head = append(e.head, `,"number":`...)
	e.tail = append(e.tail, `,"order":`...)
	e.tail = appendString(e.tail, to.Order.String())
	e.tail = append(e.tail, `,"metric":`...)
	e.tail = appendString(e.tail, o.Metric.String())
	e.tail = append(e.tail, `,"algorithm":`...)
	e.tail = appendString(e.tail, o.Algorithm)
	return e
}

// Encode implements judge.Sink: it writes the object of p, the nth puzzle of its stream from 1,
// with the solution s or the error in its place.
func (e *ObjectEncoder) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) {
	buf := append(availableBuffer(w, usualObject), e.head...)
	buf = strconv.AppendInt(buf, n, 10)
	if p == nil {
		buf = appendFault(buf, err)
		w.Write(append(buf, "}\n"...))
		return
	}
	buf = e.writePuzzle(w, buf, p, e.status(err))
	switch {
	case err == nil && e.want != puzzle.WantDecision:
		buf = e.appendSolution(buf, &s)
		if s.Shortest != nil {
			buf = e.writeShortest(w, buf, s.Shortest)
		}
	case err != nil && err != puzzle.ErrUnsolvable && err != puzzle.ErrTooLong:
		buf = append(buf, `,"message":`...)
		buf = appendString(buf, err.Error())
	}
	buf = append(buf, e.tail...)
	if e.Effort {
		buf = appendField(buf, `,"nodes":`, s.Nodes)
		buf = appendField(buf, `,"time_us":`, s.Time.Microseconds())
	}
	w.Write(append(buf, "}\n"...))
}

// writePuzzle appends what is known of a puzzle, and how its search has ended. It writes buf to w
// when that is long, and returns what is left.
func (e *ObjectEncoder) writePuzzle(
	w *bufio.Writer, buf []byte, p *puzzle.Puzzle, status string,
) []byte {
	if p.ID > 0 {
		buf = appendField(buf, `,"id":`, int64(p.ID))
	}
	if p.Line > 0 {
		buf = appendField(buf, `,"line":`, int64(p.Line))
	}
	buf = append(append(buf, `,"status":"`...), status...)
	buf = append(buf, `","start":`...)
	buf = writeCells(w, buf, p.Start)
	buf = append(buf, `,"goal":`...)
	if p.Start.Cells() <= maxKeptGoal {
		buf = append(buf, e.goalText(p.Goal)...)
	} else {
		buf = writeCells(w, buf, p.Goal.Board)
	}
	if moves, ok := p.Bound.Moves(); ok {
		buf = appendField(buf, `,"max_moves":`, int64(moves))
	}
	if p.Answer != nil && p.Answer.Err == nil {
		buf = appendField(buf, `,"given_moves":`, int64(len(p.Answer.Path)))
	}
	return buf
}

const (
	usualObject = 1 << 10 // bytes that are enough for the objects of most 15-puzzles
	maxKeptGoal = 1 << 10 // cells of a goal whose text is kept
)

// status returns the word for how the search of a puzzle has ended.
func (e *ObjectEncoder) status(err error) string {
	switch {
	case err == nil && e.want == puzzle.WantDecision:
		return "solvable"
	case err == nil:
		return "solved"
	case err == puzzle.ErrUnsolvable:
		return "unsolvable"
	case err == puzzle.ErrTooLong:
		return "too_long"
	default:
		return "gave_up"
	}
}

// appendFault appends what is wrong with a malformed record.
func appendFault(buf []byte, err error) []byte {
	if wrong := (*formats.SyntaxError)(nil); errors.As(err, &wrong) {
		buf = appendField(buf, `,"line":`, int64(wrong.Line))
		buf = appendField(buf, `,"column":`, int64(wrong.Col))
		err = wrong.Err
	}
	buf = append(buf, `,"status":"malformed","message":`...)
	return appendString(buf, err.Error())
}

// appendSolution appends the fields of a solution.
func (e *ObjectEncoder) appendSolution(buf []byte, s *puzzle.Solution) []byte {
	buf = appendField(buf, `,"moves":`, int64(s.Moves))
	optimal, length, lower := s.Rule >= puzzle.Shortest, s.Moves, s.LowerBound
	if e.Metric == puzzle.MultiTile {
		length = s.Path.Slides()
		buf = appendField(buf, `,"slides":`, int64(length))
	}
	if optimal {
		lower = length
	}
	if optimal || lower > 0 {
		buf = appendField(buf, `,"lower_bound":`, int64(lower))
	}
	buf = strconv.AppendBool(append(buf, `,"optimal":`...), optimal)
	if e.want != puzzle.WantPath {
		return buf
	}
	buf = strconv.AppendBool(append(buf, `,"canonical":`...), s.Rule == puzzle.Least)
	buf = append(buf, `,"path":"`...)
	buf = append(buf, s.Path.Letters()...)
	buf = append(buf, `","tile_path":"`...)
	buf = appendOpposite(buf, s.Path)
	if e.Metric == puzzle.MultiTile {
		buf = append(buf, `","slide_path":"`...)
		buf = appendSlides(buf, s.Path)
	}
	return append(buf, '"')
}

// appendSlides appends the slides of a path: the move of the blank, and how often it is made.
func appendSlides(buf []byte, path puzzle.Path) []byte {
	for len(path) > 0 {
		n := 1
		for n < len(path) && path[n] == path[0] {
			n++
		}
		buf = strconv.AppendInt(append(buf, byte(path[0])), int64(n), 10)
		path = path[n:]
	}
	return buf
}

// writeShortest appends the number of all shortest paths, and the paths that are to be written.
// It writes buf to w when that is long, and returns what is left. It ends early if w has an error.
func (e *ObjectEncoder) writeShortest(w *bufio.Writer, buf []byte, all *puzzle.Paths) []byte {
	buf = append(buf, `,"shortest_paths":`...)
	buf = all.Count().Append(buf, 10)
	if e.Shortest.Count {
		return buf
	}
	buf = append(buf, `,"paths":[`...)
	between := ""
	for path := range e.Shortest.paths(all) {
		buf = append(buf, between...)
		buf = append(append(append(buf, '"'), path.Letters()...), '"')
		if between = ","; len(buf) > usualObject {
			if _, err := w.Write(buf); err != nil {
				break
			}
			buf = availableBuffer(w, usualObject)
		}
	}
	return append(buf, ']')
}

// opposite has the opposite of each move.
var opposite = func() (all [256]byte) {
	for _, m := range puzzle.UDLR {
		all[m] = byte(m.Opposite())
	}
	return all
}()

// appendOpposite appends the moves of the tiles on the path of a blank.
func appendOpposite(buf []byte, path puzzle.Path) []byte {
	at := len(buf)
	buf = append(buf, path.Letters()...)
	for i, m := range buf[at:] {
		buf[at+i] = opposite[m]
	}
	return buf
}

// appendField appends a field that is a number. The name has its quotes, comma and colon.
func appendField(buf []byte, name string, value int64) []byte {
	return strconv.AppendInt(append(buf, name...), value, 10)
}

// appendString appends a text as JSON.
func appendString(buf []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // a string has no error
	return append(buf, quoted...)
}
