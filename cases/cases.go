// Package cases holds the bundled puzzles and published figures, as text files
// that say where they come from. It knows no format: it hands puzzles out as text.
//
// A file of puzzles is a txtar archive with a section "input" and a section
// "answer". The comment before them says where they come from; its line "Format: NAME"
// names the format of the puzzles. A file in samples is named after its format and needs
// no such line. A file of figures has one record a line, and comments after "#".
//
//	e, err := cases.Lookup("korf-100")
//	f, err := formats.Lookup(e.Format)
//	ps, err := puzzles.DecodeAll(f, e.Input, "korf-100")
package cases

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// FS has all files.
//
//go:embed *.txt samples/*.txt
var FS embed.FS

// ErrUnknown is returned by Lookup for a name that Names does not list.
var ErrUnknown = errors.New("unknown puzzles")

// An Example is a bundled file of puzzles, with the answers to them.
type Example struct {
	Name   string // of the file, without its directory and ".txt"
	Format string // name of the format that Input and Answer are in
	Input  string // the puzzles, as a judge would give them
	Answer string // the answers to them; "" if the file has none
}

// Lookup returns the puzzles of that name: a file at the root, or one in samples. The
// error is ErrUnknown if there is no such file, or if it has no puzzles.
func Lookup(name string) (*Example, error) {
	if data, err := Read(name); err == nil {
		if e := parse(path.Base(name), data); e.Input != "" {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Names lists the files that have puzzles: those at the root, then those in samples.
func Names() (names []string) {
	fs.WalkDir(FS, ".", func(file string, _ fs.DirEntry, _ error) error {
		name := strings.TrimSuffix(path.Base(file), ".txt")
		if _, err := Lookup(name); err == nil {
			names = append(names, name)
		}
		return nil
	})
	return names
}

// Read returns the text of the file of that name, at the root or in samples.
func Read(name string) ([]byte, error) {
	if data, err := FS.ReadFile(name + ".txt"); err == nil {
		return data, nil
	}
	return FS.ReadFile("samples/" + name + ".txt")
}

// parse takes a file apart. Unless a line names the format, the file's name does.
func parse(name string, data []byte) *Example {
	e := &Example{Name: name, Format: name}
	archive := txtar.Parse(data)
	for line := range strings.Lines(string(archive.Comment)) {
		if format, ok := strings.CutPrefix(strings.TrimSpace(line), "Format: "); ok {
			e.Format = format
		}
	}
	for _, f := range archive.Files {
		switch f.Name {
		case "input":
			e.Input = string(f.Data)
		case "answer":
			e.Answer = string(f.Data)
		}
	}
	return e
}
