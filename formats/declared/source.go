package declared

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
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

// decode decodes the text. Errors are of type *formats.SyntaxError.
func (s *source) decode() (*document, error) {
	d := new(document)
	var any map[string]any
	if err := s.refused(toml.Unmarshal(s.text, &any)); err != nil { // the text is not TOML
		return nil, err
	}
	strict := toml.NewDecoder(bytes.NewReader(s.text)).DisallowUnknownFields()
	switch err := strict.Decode(d); {
	case err == nil:
		return d, nil
	case errors.As(err, new(*toml.StrictMissingError)):
		return nil, s.explained(err, unknownKey)
	default:
		return nil, s.explained(err, wrongType)
	}
}

// refused returns an error of the library with its place, in the library's words and with hints.
func (s *source) refused(err error) error {
	if err == nil {
		return nil
	}
	return s.explained(err, func([]string, string) error {
		text := strings.TrimPrefix(err.Error(), "toml: ")
		for _, h := range hints {
			if strings.Contains(text, h.about) {
				text += ": " + h.hint
			}
		}
		return errors.New(text)
	})
}

// hints say what to write, where the library only says what is wrong.
var hints = []struct{ about, hint string }{
	{"basic strings cannot have new lines",
		`a text has " on both sides, \n for a line end, and """ on both sides if it has several lines`},
	{"at start of value", `a text stands in quotes, "like this"`},
}

// explained returns an error of the library with its place. words returns what to say of the key
// and of the text found there.
func (s *source) explained(err error, words func(key []string, found string) error) error {
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

// unknownKey says which keys may stand in place of an unknown one.
func unknownKey(key []string, _ string) error {
	last := len(key) - 1
	table := typeOf(key[:last])
	if table.Kind() == reflect.Slice {
		table = table.Elem()
	}
	if table.Kind() != reflect.Struct {
		return fmt.Errorf("found the key %s, expected no table here", key[last])
	}
	var names []string
	for i := range table.NumField() {
		names = append(names, tag(table.Field(i)))
	}
	return fmt.Errorf("found the key %s, expected one of %s", key[last], strings.Join(names, ", "))
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
	places := s.places()
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

// places returns the places of all values and tables of a well-formed text, by their keys.
func (s *source) places() map[string]unstable.Position {
	w := walk{places: make(map[string]unstable.Position), count: make(map[string]int)}
	w.Reset(s.text)
	table := ""
	for w.NextExpression() {
		e := w.Expression()
		switch e.Kind {
		case unstable.KeyValue:
			w.value(table, e)
		case unstable.Table:
			table = w.key("", e)
		case unstable.ArrayTable:
			list := w.key("", e)
			table = fmt.Sprintf("%s[%d]", list, w.count[list])
			w.places[table] = w.places[list]
			w.count[list]++
		}
	}
	return w.places
}

// A walk visits all keys of a text.
type walk struct {
	unstable.Parser
	places map[string]unstable.Position
	count  map[string]int // of the tables so far in each list
}

// key returns the key of an expression within a table, and notes the place of the key.
func (w *walk) key(table string, e *unstable.Node) string {
	var names []string
	if table != "" {
		names = append(names, table)
	}
	for it := e.Key(); it.Next(); {
		names = append(names, string(it.Node().Data))
		w.places[strings.Join(names, ".")] = w.Shape(it.Node().Raw).Start
	}
	return strings.Join(names, ".")
}

// value notes the places of a value and of everything inside it.
func (w *walk) value(table string, e *unstable.Node) {
	key, v := w.key(table, e), e.Value()
	if v.Raw.Length > 0 {
		w.places[key] = w.Shape(v.Raw).Start
	}
	w.inside(key, v)
}

// inside notes the places of everything inside a list or a table.
func (w *walk) inside(key string, v *unstable.Node) {
	for it, i := v.Children(), 0; it.Next(); i++ {
		switch n := it.Node(); n.Kind {
		case unstable.KeyValue:
			w.value(key, n)
		case unstable.InlineTable:
			w.inside(key+"["+strconv.Itoa(i)+"]", n)
		}
	}
}
