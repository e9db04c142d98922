package puzzles

import (
	"encoding/json"
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// maxNesting is how many arrays and objects of JSON may be within each other.
const maxNesting = 100

// A jsonReader knows where the fields of a record of JSON are.
type jsonReader struct {
	*formats.JSONRecord
	nested, flat jsonBoards
	found        [8]int // where each field begins, counted from the mark; -1: it is missing
}

// jsonBoards reads boards that are arrays of rows, or of tiles.
type jsonBoards struct {
	*formats.Format
	read func(*reader, *puzzle.Board) bool
}

// newJSONReader returns a reader for a format whose records are JSON.
func newJSONReader(f *formats.Format) *jsonReader {
	record, err := f.JSONRecord()
	j := &jsonReader{JSONRecord: record}
	if err != nil || len(record.Fields) > len(j.found) {
		panic("the record of " + f.Name + " can't be read as JSON") // package declared checks it
	}
	boards := func(l formats.Layout) jsonBoards {
		g := *f
		g.Board.Layout = l
		g.Record = "{rows}{cols}{board}" // the shape is known when the board is read
		return jsonBoards{&g, boardReader(&g)}
	}
	j.nested = boards(formats.Layout{
		Open: "[", OpenRow: "[", Between: ",", CloseRow: "]", BetweenRows: ",", Close: "]",
	})
	j.flat = boards(formats.Layout{Open: "[", Between: ",", BetweenRows: ",", Close: "]"})
	return j
}

// jsonRecord reads a puzzle from a value of JSON, or from an element of a list.
func (r *reader) jsonRecord(p *puzzle.Puzzle) bool {
	inList, ok := r.jsonValue()
	end := r.Offset()
	if !ok || !r.jsonFields(p) {
		return false
	}
	r.Rewind(end)
	r.inList = inList
	return true
}

// jsonValue reads a puzzle's value of JSON and what surrounds it in a list. It notes where the
// fields of the record are, and reports whether another puzzle of the list follows.
func (r *reader) jsonValue() (inList, ok bool) {
	j := r.json
	isList := r.JSON == formats.JSONList
	if isList && !r.inList && !r.enterList() {
		return false, false
	}
	for i := range j.Fields {
		j.found[i] = -1
	}
	begin := r.Offset()
	if !r.skim(0, 1<<len(j.Fields)-1) {
		return false, false
	}
	for i, f := range j.Fields {
		if j.found[i] < 0 && f.Field != pattern.Expected && f.Field != pattern.ID {
			r.Rewind(begin)
			r.next()
			r.bad = r.Malformed(r.Pos-1, fmt.Errorf("found no %v, expected it at %v", f.Field, f))
			return false, false
		}
	}
	if !isList {
		return false, true
	}
	return r.leaveList()
}

// enterList reads up to the first puzzle of a list.
func (r *reader) enterList() bool {
	for _, key := range r.json.List {
		if !r.expect("{") {
			return false
		}
		for {
			name, ok := r.jsonKey()
			if !ok {
				return false
			}
			if name == key {
				break
			}
			if !r.skim(0, 0) || !r.expect(",") {
				return false
			}
		}
	}
	return r.expect("[")
}

// leaveList reads what is behind a puzzle of a list. It reports whether another puzzle follows.
func (r *reader) leaveList() (more, ok bool) {
	if c, ok := r.commaOr(']'); !ok || c == ',' {
		return true, ok
	}
	for range r.json.List {
		for {
			c, ok := r.commaOr('}')
			if !ok {
				return false, false
			}
			if c == '}' {
				break
			}
			if _, ok := r.jsonKey(); !ok || !r.skim(0, 0) {
				return false, false
			}
		}
	}
	return false, true
}

// commaOr reads a comma or another mark. It returns which of them it has read.
func (r *reader) commaOr(mark byte) (found byte, ok bool) {
	found, ok = r.next()
	if ok && (found == ',' || found == mark) {
		return found, true
	}
	expected := fmt.Sprintf(`"," or "%c"`, mark)
	if !ok {
		return 0, r.endsEarly(expected)
	}
	return 0, r.fault(r.Offset()-1, expected)
}

// skim reads a value of JSON that is in as many arrays and objects as depth says. Bit i of wanted
// says that the path of field i of the record leads here or further in; skim notes where it is.
func (r *reader) skim(depth int, wanted uint) bool {
	const what = "a value of JSON"
	c, ok := r.next()
	if !ok {
		return r.endsEarly(what)
	}
	at := r.Offset() - 1
	for i, f := range r.json.Fields {
		if wanted>>i&1 != 0 && len(f.Path) == depth {
			r.json.found[i] = at
		}
	}
	switch {
	case c != '[' && c != '{':
		return r.scalar(c, at, what)
	case depth == maxNesting:
		return r.fault(at, fmt.Sprintf("at most %d arrays and objects within each other", maxNesting))
	}
	from := r.Offset()
	switch next, ok := r.next(); {
	case !ok:
		return r.endsEarly(what)
	case next == c+2: // "]" or "}"
		return true
	}
	r.Rewind(from)
	for i := 0; ; i++ {
		step := formats.JSONStep{Index: i}
		if c == '{' {
			key, ok := r.jsonKey()
			if !ok {
				return false
			}
			step = formats.JSONStep{Key: key, Index: -1}
		}
		if !r.skim(depth+1, r.json.onward(depth, wanted, step)) {
			return false
		}
		if mark, ok := r.commaOr(c + 2); !ok || mark != ',' {
			return ok
		}
	}
}

// onward returns the fields of wanted to whose paths a step belongs.
func (j *jsonReader) onward(depth int, wanted uint, step formats.JSONStep) (left uint) {
	for i, f := range j.Fields {
		if wanted>>i&1 != 0 && depth < len(f.Path) && f.Path[depth] == step {
			left |= 1 << i
		}
	}
	return left
}

// jsonKey reads a key of an object, and the colon behind it.
func (r *reader) jsonKey() (key string, ok bool) {
	const what = "a key in quotes"
	c, ok := r.next()
	if !ok {
		return "", r.endsEarly(what)
	}
	at := r.Offset() - 1
	if c != '"' {
		return "", r.fault(at, what)
	}
	if !r.scalar(c, at, what) {
		return "", false
	}
	text := r.Buf[r.Mark+at : r.Pos]
	if key = string(text[1 : len(text)-1]); strings.Contains(key, `\`) {
		json.Unmarshal(text, &key) // no error: scalar has checked it
	}
	return key, r.expect(":")
}

// scalar reads the rest of a text, a number, true, false or null, whose first byte is c.
func (r *reader) scalar(c byte, at int, what string) bool {
	escaped := false
	for {
		for ; r.Pos < len(r.Buf); r.Pos++ {
			next := r.Buf[r.Pos]
			if c == '"' && next == '"' && !escaped {
				r.Pos++
				return r.isJSON(at, what)
			}
			if c != '"' && (r.isSpace(next) || pattern.IsMark(next)) {
				return r.isJSON(at, what)
			}
			escaped = next == '\\' && !escaped
		}
		if !r.more() {
			if c == '"' {
				return r.endsEarly(`"\""`)
			}
			return r.bad == nil && r.Err() == nil && r.End != nil && r.isJSON(at, what)
		}
	}
}

// isJSON reports whether the text from an offset on is a value of JSON. If not, the record is
// malformed.
func (r *reader) isJSON(at int, what string) bool {
	return json.Valid(r.Buf[r.Mark+at:r.Pos]) || r.fault(at, what)
}

// skipJSON skips a malformed record of JSON: its value, or the rest of the line if that is no JSON.
func (r *reader) skipJSON() {
	isList := r.JSON == formats.JSONList
	ok := !isList || r.inList || r.enterList()
	if ok {
		inList := isList
		if ok = r.skim(0, 0); ok && isList {
			if inList, ok = r.leaveList(); !ok {
				inList = true
			}
		}
		r.inList = inList
	}
	if !ok {
		r.bad = nil
		r.Rewind(0)
		r.SkipLine()
	}
	r.Mark = r.Pos
}
