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

// Objects says what the JSON object of an answer contains.
type Objects struct {
	File      string        // the name of the input
	Algorithm string        // the one that was asked for
	Metric    puzzle.Metric // what paths are short in
	Effort    bool          // the nodes and the time of each search, which vary
	Shortest  *Shortest     // what to write of all shortest paths; nil: nothing
}

// An ObjectEncoder writes each answer as a JSON object on a line of its own, in the same form for
// all formats. Several goroutines may use one at once.
//
// An object has the path twice: as the moves of the blank, and as the moves of the tiles, which go
// the other way. Without Objects.Effort, the bytes are the same in each run.
type ObjectEncoder struct {
	Objects
	head []byte // up to the number of the puzzle
	tail []byte // what follows the fields that vary from puzzle to puzzle
	want puzzle.Want
	goal atomic.Pointer[goalText] // of the last puzzle
}

// NewObjectEncoder returns an encoder of answers to puzzles of the format from, under the rules of
// the format to. want says how much of a solution the objects show.
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

// Encode implements judge.Sink. It writes the object of p, the nth puzzle of its stream from 1,
// with the solution s, or with err if that is not nil.
func (e *ObjectEncoder) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) {
	w.Write(e.object(w, availableBuffer(w, usualObject), n, p, &s, err))
}

// Append appends what Encode would write to a text in memory, which takes less time.
func (e *ObjectEncoder) Append(
	to []byte, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) []byte {
	return e.object(nil, to, n, p, &s, err)
}

// object appends an object to buf. If w is not nil, it writes buf to w whenever buf is long; it
// returns what is left.
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
	switch { // copying the digits of n is faster than converting them again
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

// appendEnd appends the last fields of the object of a puzzle.
func (e *ObjectEncoder) appendEnd(buf []byte, s *puzzle.Solution) []byte {
	buf = append(buf, e.tail...)
	if !e.Effort {
		return buf
	}
	buf = appendField(buf, `,"nodes":`, s.Nodes)
	buf = appendField(buf, `,"time_us":`, s.Time.Microseconds())
	return append(buf, end...)
}

const usualObject = 1 << 10 // bytes; objects of most 15-puzzles have fewer

// written writes buf to w if w is not nil and buf is long. It returns the buffer to go on with.
func written(w *bufio.Writer, buf []byte) []byte {
	if w == nil || len(buf) <= usualObject {
		return buf
	}
	w.Write(buf) // w keeps its error
	return availableBuffer(w, usualObject)
}

// status returns the field that says how the search for a path ended.
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

// appendFault appends the fields of a malformed record: its place, and what is wrong with it.
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

// appendSlides appends a path as slides: for each, the move of the blank and how often it is made.
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

// appendShortest appends the number of all shortest paths, and the paths that e.Shortest asks for.
// It writes buf to w whenever buf is long, and returns what is left. It ends early if w has an
// error.
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

// appendOpposite appends the moves of the tiles on a path of the blank. It turns eight letters at a
// time. In hexadecimal, u and d differ by the bits 11, l and r by the bits 1e. Bits 2 and 3 of a
// letter differ from each other in u and d only.
func appendOpposite(buf []byte, path puzzle.Path) []byte {
	const each = 0x0101010101010101
	var padding [7]byte // the last word has them behind the path
	at := len(buf)
	buf = append(append(buf, path.Letters()...), padding[:]...)
	for to := buf[at:]; len(to) >= 8; to = to[8:] {
		w := binary.LittleEndian.Uint64(to)
		vertical := (w>>2 ^ w>>3) & each
		binary.LittleEndian.PutUint64(to, w^each*0x1e^vertical*(0x1e^0x11))
	}
	return buf[:at+len(path)]
}

// appendField appends a field with a number. name has the comma before the field, quotes and a
// colon.
func appendField(buf []byte, name string, value int64) []byte {
	return strconv.AppendInt(append(buf, name...), value, 10)
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	json, _ := json.Marshal(text) // a string has no error
	return json
}
