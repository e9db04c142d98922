// Package declared reads and writes TOML files that declare formats, and finds those of the user.
//
// A declaration can say all that an entry of formats.All says, so each entry can be written as a
// file, changed and read again:
//
//	text, err := declared.Encode(f)
//	g, err := declared.Parse("mine.toml", text)
//
// Template is a declaration that explains every key. A mistake in a declaration is a
// *formats.SyntaxError: it says where the mistake is, what was found and what was expected. Parse
// also tries the format: it writes puzzles and answers, and must read the same ones again.
package declared

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"tilejudge/formats"
)

// Template is a declaration with every key explained.
//
//go:embed template.toml
var Template string

// maxSize is the largest size of a declaration in bytes.
const maxSize = 64 << 10

// Parse returns the format that a text declares. The name of the format is that of the file,
// without the directory and ".toml". Mistakes are of type *formats.SyntaxError.
func Parse(file string, text []byte) (*formats.Format, error) {
	s := &source{file, bytes.TrimPrefix(text, []byte("\uFEFF"))} // the mark of some editors
	switch {
	case len(text) > maxSize:
		return nil, s.mistake(1, 1,
			fmt.Errorf("found more than %d bytes, expected a declaration of a format", maxSize))
	case bytes.IndexByte(text[:min(2, len(text))], 0) >= 0, bytes.HasPrefix(text, []byte("\xFF\xFE")),
		bytes.HasPrefix(text, []byte("\xFE\xFF")):
		return nil, s.mistake(1, 1, errors.New("found UTF-16 text, expected UTF-8"))
	}
	name, err := nameOf(file)
	if err != nil {
		return nil, err
	}
	d, err := s.decode()
	if err != nil {
		return nil, err
	}
	f, wrong := d.format(name)
	if wrong == nil {
		wrong = check(f)
	}
	if wrong == nil {
		wrong = try(f)
	}
	if wrong != nil {
		return nil, s.error(wrong)
	}
	return f, nil
}

const extension = ".toml"

// FileName returns the name of the file that declares a format.
func FileName(f *formats.Format) string { return f.Name + extension }

// lazy returns a function that compiles a regular expression when it is first needed: most runs
// read no declaration, and compiling them all would slow down each start.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// validName matches the names of formats, which become parts of the names of files and of functions
// in C++.
var validName = lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// nameOf returns the name of the format that a file declares.
func nameOf(file string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(file), extension)
	if !validName().MatchString(name) {
		return "", fmt.Errorf("%s: found the name %q, expected up to 64 letters, digits, - and _:"+
			" the name of the file is that of the format", file, name)
	}
	return name, nil
}
