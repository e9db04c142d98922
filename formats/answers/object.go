package answers

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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
	e.head = fmt.Appendf(nil, `{"v":%d,"type":"answer","file":%s,"format":%s,"number":`,
		ObjectVersion, quoted(o.File), quoted(from.Name))
	e.tail = fmt.Appendf(nil, `,"order":%s,"metric":%s,"algorithm":%s`,
		quoted(to.Order.String()), quoted(o.Metric.String()), quoted(o.Algorithm))
	if !o.Effort {
		e.tail = append(e.tail, end...)
	}
	return e
}

// end is how an object ends.
const end = "}\n"

// Encode implements judge.Sink: it writes the object of p, the nth puzzle of its stream from 1,
// with the solution s or the error in its place.
func (e *ObjectEncoder) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) {
	w.Write(e.object(w, availableBuffer(w, usualObject), n, p, &s, err))
}

// Append implements judge.Appender.
func (e *ObjectEncoder) Append(
	to []byte, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) []byte {
	return e.object(nil, to, n, p, &s, err)
}

// object appends an object. If w is not nil, it writes buf to w when that is long, and returns what
// is left.
func (e *ObjectEncoder) object(
	w *bufio.Writer, buf []byte, n int64, p *puzzle.Puzzle, s *puzzle.Solution, err error,
) []byte {
	buf = append(buf, e.head...)
	at := len(buf)
	buf = strconv.AppendInt(buf, n, 10)
	number := buf[at:]
	if p == nil {
		return append(appendFault(buf, err), end...)
	}
	if p.ID > 0 {
		buf = appendField(buf, `,"id":`, int64(p.ID))
	}
	switch { // digits that are there already are copied, which is faster
	case int64(p.Line) == n:
		buf = append(append(buf, `,"line":`...), number...)
	case p.Line > 0:
		buf = appendField(buf, `,"line":`, int64(p.Line))
	}
	buf = append(buf, e.status(err)...)
	buf = e.appendBoards(w, buf, p)
	switch {
	case err == nil && e.want != puzzle.WantDecision:
		buf = e.appendSolution(buf, s)
		if s.Shortest != nil {
			buf = e.appendShortest(w, buf, s.Shortest)
		}
	case err != nil && err != puzzle.ErrUnsolvable && err != puzzle.ErrTooLong:
		buf = append(append(buf, `,"message":`...), quoted(err.Error())...)
	}
	return e.appendEnd(buf, s)
}

// appendEnd appends what ends the object of a puzzle.
func (e *ObjectEncoder) appendEnd(buf []byte, s *puzzle.Solution) []byte {
	buf = append(buf, e.tail...)
	if !e.Effort {
		return buf
	}
	buf = appendField(buf, `,"nodes":`, s.Nodes)
	buf = appendField(buf, `,"time_us":`, s.Time.Microseconds())
	return append(buf, end...)
}

const usualObject = 1 << 10 // bytes that are enough for the objects of most 15-puzzles

// written writes buf to w if there is a w and buf is long, and returns a buffer to go on with.
func written(w *bufio.Writer, buf []byte) []byte {
	if w == nil || len(buf) <= usualObject {
		return buf
	}
	w.Write(buf) // w keeps its error
	return availableBuffer(w, usualObject)
}

// status returns the field that tells how the search of a puzzle has ended.
func (e *ObjectEncoder) status(err error) string {
	switch {
	case err == nil && e.want == puzzle.WantDecision:
		return `,"status":"solvable"`
	case err == nil:
		return `,"status":"solved"`
	case err == puzzle.ErrUnsolvable:
		return `,"status":"unsolvable"`
	case err == puzzle.ErrTooLong:
		return `,"status":"too_long"`
	default:
		return `,"status":"gave_up"`
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
	return append(buf, quoted(err.Error())...)
}

// appendSolution appends the fields of a solution.
func (e *ObjectEncoder) appendSolution(buf []byte, s *puzzle.Solution) []byte {
	buf = append(buf, `,"moves":`...)
	at := len(buf)
	buf = strconv.AppendInt(buf, int64(s.Moves), 10)
	length := buf[at:]
	if e.Metric == puzzle.MultiTile {
		buf = append(buf, `,"slides":`...)
		at = len(buf)
		buf = strconv.AppendInt(buf, int64(s.Path.Slides()), 10)
		length = buf[at:]
	}
	if s.Rule >= puzzle.Shortest {
		buf = append(append(buf, `,"lower_bound":`...), length...)
		buf = append(buf, `,"optimal":true`...)
	} else {
		if s.LowerBound > 0 {
			buf = appendField(buf, `,"lower_bound":`, int64(s.LowerBound))
		}
		buf = append(buf, `,"optimal":false`...)
	}
	if e.want != puzzle.WantPath {
		return buf
	}
	if s.Rule == puzzle.Least {
		buf = append(buf, `,"canonical":true,"path":"`...)
	} else {
		buf = append(buf, `,"canonical":false,"path":"`...)
	}
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

// appendShortest appends the number of all shortest paths, and the paths that are to be written.
// It writes buf to w when that is long, and returns what is left. It ends early if w has an error.
func (e *ObjectEncoder) appendShortest(w *bufio.Writer, buf []byte, all *puzzle.Paths) []byte {
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
		between = ","
		if buf = written(w, buf); w != nil {
			if _, err := w.Write(nil); err != nil {
				break
			}
		}
	}
	return append(buf, ']')
}

// appendOpposite appends the moves of the tiles on the path of a blank. It turns eight letters at a
// time: u and d differ in the bits of 11, l and r in those of 1e (hexadecimal); and bits 2 and 3
// differ in u and d alone.
func appendOpposite(buf []byte, path puzzle.Path) []byte {
	const each = 0x0101010101010101
	at := len(buf)
	buf = append(buf, path.Letters()...)
	to := buf[at:]
	for ; len(to) >= 8; to = to[8:] {
		w := binary.LittleEndian.Uint64(to)
		vertical := (w>>2 ^ w>>3) & each
		binary.LittleEndian.PutUint64(to, w^each*0x1e^vertical*(0x1e^0x11))
	}
	for i, m := range to {
		to[i] = byte(puzzle.Move(m).Opposite())
	}
	return buf
}

// appendField appends a field that is a number. The name has its quotes, comma and colon.
func appendField(buf []byte, name string, value int64) []byte {
	return strconv.AppendInt(append(buf, name...), value, 10)
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	json, _ := json.Marshal(text) // a string has no error
	return json
}
