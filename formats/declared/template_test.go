package declared

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tilejudge/formats"
)

// The template declares a format, and explains every key. A key in a comment has the value that it
// has while it is left out, unless it is an example.
func TestTemplate(t *testing.T) {
	want, err := Parse("mine.toml", []byte(Template))
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]bool{"limits": true, "record": true, "close_row": true, "width": true}
	for _, key := range keysOf(reflect.TypeFor[formats.PDDL]()) { // of a table that the template lacks
		examples[key] = true
	}
	hidden := regexp.MustCompile(`(?m)^# ((\w+) = .*)$`)
	for _, m := range hidden.FindAllStringSubmatchIndex(Template, -1) {
		line, key := Template[m[2]:m[3]], Template[m[4]:m[5]]
		text := Template[:m[0]] + line + Template[m[1]:]
		f, err := Parse("mine.toml", []byte(text))
		switch {
		case examples[key]:
		case err != nil:
			t.Errorf("with %q: %v", line, err)
		case !reflect.DeepEqual(f, want):
			t.Errorf("with %q: %+v, want %+v", line, f, want)
		}
	}
	for _, key := range keysOf(reflect.TypeFor[document]()) {
		known := regexp.MustCompile(`(?m)^(# )?(` + key + ` = |\[+([a-z.]+\.)?` + key + `\])`)
		if !known.MatchString(Template) && !strings.Contains(Template, "{"+key+" = ") &&
			!strings.Contains(Template, ", "+key+" = ") {
			t.Errorf("the template has no %s", key)
		}
	}
}

// keysOf returns the keys of a type and of all types in it.
func keysOf(t reflect.Type) (keys []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		keys = append(keys, tag(t.Field(i)))
		keys = append(keys, keysOf(t.Field(i).Type)...)
	}
	return keys
}
