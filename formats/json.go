package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats/pattern"
)

// A JSONKind says whether records are JSON, and how many puzzles a value has.
type JSONKind uint8

// The kinds of JSON. A reader finds a field of the record by its path, so the keys of an object may
// have any order, and there may be other keys and further elements of arrays. A writer writes the
// record as it is.
const (
	NoJSON     JSONKind = iota
	JSONValues          // each value is a puzzle
	JSONList            // the outermost array in a value has any number of puzzles
)

// A JSONRecord says where the fields of a record are in a value of JSON.
type JSONRecord struct {
	List   []string // the keys that lead from the value to the list of puzzles, if there is one
	Fields []JSONField
}

// A JSONField says where a field is in the value of a puzzle.
type JSONField struct {
	pattern.Field
	Path []JSONStep
}

// A JSONStep leads from an array or an object to an element or a value of it.
type JSONStep struct {
	Key   string // of an object, if Index is less than 0
	Index int    // in an array
}

// String returns the path in the notation of jq, such as .puzzle[0].
func (f JSONField) String() string {
	var b strings.Builder
	for _, s := range f.Path {
		if s.Index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.Index)
		} else if key := s.Key; strings.ContainsFunc(key, isNoLetter) || key == "" {
			fmt.Fprintf(&b, "[%s]", strconv.Quote(key))
		} else {
			b.WriteString("." + key)
		}
	}
	if text := b.String(); strings.HasPrefix(text, ".") {
		return text
	}
	return "." + b.String()
}

func isNoLetter(c rune) bool { return (c|0x20 < 'a' || c|0x20 > 'z') && c != '_' }

// JSONRecord returns where the fields of the record are. The error says why the record is not a
// value of JSON with a list of puzzles as its kind needs it.
func (f *Format) JSONRecord() (*JSONRecord, error) {
	const mark = "\x00" // begins a text that stands for a field
	var text []byte
	for _, piece := range f.Record.Pieces() {
		if piece.Field == pattern.Text {
			text = append(text, piece.Text...)
			continue
		}
		quoted, _ := json.Marshal(mark + strconv.Itoa(int(piece.Field))) // no error: it is a text
		text = append(text, quoted...)
	}
	var value any
	if json.Unmarshal(text, &value) != nil {
		return nil, errors.New("expected a value of JSON with fields in place of some of its values")
	}
	r := &JSONRecord{}
	for f.JSON == JSONList {
		if array, ok := value.([]any); ok && len(array) == 1 {
			value = array[0]
			break
		}
		object, ok := value.(map[string]any)
		if !ok || len(object) != 1 {
			return nil, errors.New("expected an array around one puzzle, for which the list of all" +
				" stands, perhaps in objects with one key")
		}
		for key, inner := range object {
			r.List, value = append(r.List, key), inner
		}
	}
	var visit func(value any, path []JSONStep)
	visit = func(value any, path []JSONStep) {
		path = slices.Clip(path)
		switch value := value.(type) {
		case map[string]any:
			for key, inner := range value {
				visit(inner, append(path, JSONStep{key, -1}))
			}
		case []any:
			for i, inner := range value {
				visit(inner, append(path, JSONStep{"", i}))
			}
		case string:
			if number, ok := strings.CutPrefix(value, mark); ok {
				field, _ := strconv.Atoi(number) // no error: it is written above
				r.Fields = append(r.Fields, JSONField{pattern.Field(field), path})
			}
		}
	}
	visit(value, nil)
	slices.SortFunc(r.Fields, func(a, b JSONField) int { return int(a.Field) - int(b.Field) })
	return r, nil
}
