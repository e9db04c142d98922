package declared

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"tilejudge/formats"
)

// A fault is a mistake in the value of a key, such as "boards.rows" or "input.also[0].width".
type fault struct {
	key string
	err error
}

func (f *fault) Error() string { return fmt.Sprintf("%s: %v", f.key, f.err) }

// wrong returns a fault in the value of a key.
func wrong(key, format string, args ...any) *fault {
	return &fault{key, fmt.Errorf(format, args...)}
}

// A source is the text of a declaration.
type source struct {
	name string
	text []byte
}

// mistake returns err with a place in the text.
func (s *source) mistake(line, col int, err error) *formats.SyntaxError {
	return &formats.SyntaxError{Name: s.name, Line: line, Col: col, Err: err}
}

// decode decodes the text. Errors are of type *formats.SyntaxError. The library takes quadratic
// time for the keys of a table, so it does not see what stands behind the first unknown key.
func (s *source) decode() (*document, error) {
	w := s.walk()
	text := s.text
	if w.unknown != nil {
		text = text[:w.line]
	}
	var any map[string]any
	if err := s.refused(toml.Unmarshal(text, &any)); err != nil { // the text is not TOML
		return nil, err
	}
	d := new(document)
	if err := toml.Unmarshal(text, d); err != nil {
		return nil, s.explained(err, wrongType)
	}
	if w.unknown != nil {
		return nil, s.mistake(w.at.Line, w.at.Column, unknownKey(w.unknown))
	}
	return d, nil
}

// refused returns an error of the library with its place, in the library's words and with hints.
func (s *source) refused(err error) error {
	if err == nil {
		return nil
	}
	e := s.explained(err, func([]string, string) error {
		text := strings.TrimPrefix(err.Error(), "toml: ")
		for _, h := range hints {
			if strings.Contains(text, h.about) {
				text += ": " + h.hint
			}
		}
		return errors.New(text)
	})
	e.Err = fmt.Errorf("%s%w", s.brokenKey(e.Line, e.Col), e.Err)
	return e
}

// hints say what to write, where the library only says what is wrong.
var hints = []struct{ about, hint string }{
	{"basic strings cannot have new lines",
		`a text has " on both sides, \n for a line end, and """ on both sides if it has several lines`},
	{"at start of value", `a text stands in quotes, "like this"`},
}

// explained returns an error of the library with its place. words returns what to say of the key
// and of the text found there.
func (s *source) explained(
	err error, words func(key []string, found string) error,
) *formats.SyntaxError {
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return s.mistake(1, 1, err)
	}
	line, col := at.Position()
	return s.mistake(line, col, words(at.Key(), s.found(line, col)))
}

// value matches the value at the start of a text, for a message: a text in quotes, or everything up
// to white space or a mark.
var value = lazy(`^("[^"\n]*"?|'[^'\n]*'?|.[^\s,\]}#]*)`)

// found returns the value at a place, shortened for a message.
func (s *source) found(line, col int) string {
	const limit = 40 // bytes
	lines := bytes.Split(s.text, []byte("\n"))
	if line > len(lines) || col > len(lines[line-1]) {
		return ""
	}
	text := string(value().Find(lines[line-1][col-1:]))
	if len(text) > limit {
		text = text[:limit] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// keyInLine matches a key at the start of a line.
var keyInLine = lazy(`(?m)^[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_.-]+)[ \t]*=`)

// brokenKey returns the key, with a colon, whose value is wrong at a line and column, or "" if the
// text is wrong elsewhere.
func (s *source) brokenKey(line, col int) string {
	w := s.walk()
	if w.Error() == nil { // the value is TOML, but no number, say
		for key, at := range w.places {
			if at.Line == line && at.Column == col {
				return key + ": "
			}
		}
		return ""
	}
	m := keyInLine().FindSubmatchIndex(s.text[w.end:])
	if m == nil {
		return ""
	}
	if at := w.Shape(unstable.Range{Offset: uint32(w.end + m[2])}).Start; at.Line > line ||
		at.Line == line && at.Column > col {
		return ""
	}
	key := string(s.text[w.end+m[2] : w.end+m[3]])
	if w.table != "" {
		key = w.table + "." + key
	}
	return key + ": "
}

// unknownKey says which keys may stand in place of an unknown one.
func unknownKey(key []string) error {
	last := len(key) - 1
	return fmt.Errorf("found the key %s, expected one of %s", key[last],
		strings.Join(keysIn(tableOf(key[:last])), ", "))
}

// isKnown reports whether a document may have a key. Below a value that is no table every key is
// known: that value is the mistake.
func isKnown(key []string) bool {
	last := len(key) - 1
	table := tableOf(key[:last])
	return table.Kind() != reflect.Struct || slices.Contains(keysIn(table), key[last])
}

// tableOf is typeOf for a table, or for a list of tables.
func tableOf(key []string) reflect.Type {
	t := typeOf(key)
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// keysIn returns the keys of a table.
func keysIn(table reflect.Type) (names []string) {
	for i := range table.NumField() {
		names = append(names, tag(table.Field(i)))
	}
	return names
}

// wrongType says which type of value a key has.
func wrongType(key []string, found string) error {
	t := typeOf(key)
	what := map[reflect.Kind]string{
		reflect.String: "a text in quotes", reflect.Int: "a whole number",
		reflect.Bool: "true or false", reflect.Slice: "a list of tables",
		reflect.Struct: "a table",
	}[t.Kind()]
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String {
		what = "a list of texts in quotes"
	}
	return fmt.Errorf("%s: found %s, expected %s", strings.Join(key, "."), found, what)
}

// typeOf returns the type that a document has for a key, or for the last table on the way to the
// key that it knows.
func typeOf(key []string) reflect.Type {
	t := reflect.TypeFor[document]()
	for _, name := range key {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return t
		}
		for j := range t.NumField() {
			if tag(t.Field(j)) == name {
				t = t.Field(j).Type
				break
			}
		}
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// tag returns the key of a field of a document.
func tag(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	return name
}

// error returns the fault with its place: where the value of its key stands, or the table that
// lacks the key.
func (s *source) error(f *fault) error {
	places := s.walk().places
	key := f.key
	for {
		if at, ok := places[key]; ok {
			return s.mistake(at.Line, at.Column, f)
		}
		dot := strings.LastIndexByte(key, '.')
		if dot < 0 {
			return s.mistake(1, 1, f)
		}
		key = key[:dot]
	}
}

// walk visits the keys of a text, up to the first that no document has, or to where it is no TOML.
func (s *source) walk() *walk {
	w := &walk{places: make(map[string]unstable.Position), count: make(map[string]int)}
	w.Reset(s.text)
	for w.unknown == nil && w.NextExpression() {
		e := w.Expression()
		if it := e.Key(); it.Next() {
			w.line = 1 + bytes.LastIndexByte(s.text[:it.Node().Raw.Offset], '\n')
		}
		switch e.Kind {
		case unstable.KeyValue:
			w.value(w.table, e)
		case unstable.Table:
			w.table = w.key("", e)
		case unstable.ArrayTable:
			list := w.key("", e)
			w.table = fmt.Sprintf("%s[%d]", list, w.count[list])
			w.places[w.table] = w.places[list]
			w.count[list]++
		}
	}
	return w
}

// A walk visits the keys of a text.
type walk struct {
	unstable.Parser
	places map[string]unstable.Position // of all values and tables, by their keys
	count  map[string]int               // of the tables so far in each list
	table  string                       // that the last header names
	line   int                          // the offset of the line where the last expression begins
	end    int                          // the offset behind the last key and its value

	unknown []string // a key that no document has
	at      unstable.Position
}

// key returns the key of an expression within a table, and notes the place of the key.
func (w *walk) key(table string, e *unstable.Node) string {
	key, names := table, []string(nil)
	if table != "" {
		names = strings.Split(indexes().ReplaceAllString(table, ""), ".")
	}
	const deepest = 8 // more than any document has
	for it, n := e.Key(), 0; it.Next() && w.unknown == nil && n < deepest; n++ {
		if key != "" {
			key += "."
		}
		key += string(it.Node().Data)
		raw := it.Node().Raw
		w.places[key] = w.Shape(raw).Start
		w.end = max(w.end, int(raw.Offset+raw.Length))
		if names = append(names, string(it.Node().Data)); !isKnown(names) {
			w.unknown, w.at = names, w.places[key]
		}
	}
	return key
}

// indexes matches the numbers of tables in a list.
var indexes = lazy(`\[\d+\]`)

// value notes the places of a value and of everything inside it.
func (w *walk) value(table string, e *unstable.Node) {
	key, v := w.key(table, e), e.Value()
	if v.Raw.Length > 0 {
		w.places[key] = w.Shape(v.Raw).Start
		w.end = max(w.end, int(v.Raw.Offset+v.Raw.Length))
	}
	w.inside(key, v)
}

// inside notes the places of everything inside a list or a table.
func (w *walk) inside(key string, v *unstable.Node) {
	for it, i := v.Children(), 0; it.Next() && w.unknown == nil; i++ {
		switch n := it.Node(); n.Kind {
		case unstable.KeyValue:
			w.value(key, n)
		case unstable.InlineTable:
			w.inside(key+"["+strconv.Itoa(i)+"]", n)
		}
	}
}
