// Package export makes problem packages for other judges: statement, cases, validator,
// checker and example submissions, all from the declaration of a format. The programs are
// C++ of their own: they give the verdicts of the Go code, and share none of it.
//
//	t, err := export.Lookup("kattis")
//	p, err := export.NewProblem(ctx, format)
//	err = t.Write(directory, p, false)
package export

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"tilejudge/judge"
)

// A Target is a judge that packages are made for. It is plain data; All lists the targets.
type Target struct {
	Name string

	// Names of files. Those of a case have the fields {n}, {kind} and {name}, that of a
	// submission {verdict} and {name}.
	input, answer      string
	checker, validator string
	submission         string
	texts              []text

	protocol   string                   // by which the judge calls the checker
	validation string                   // by which the judge calls the validator
	verdicts   map[judge.Verdict]string // what {verdict} stands for
	binaries   bool                     // the judge takes programs that are no C++ source
}

// A text is a file made from a template.
type text struct{ name, template string }

// ErrUnknown is returned for a name that is not in All.
var ErrUnknown = errors.New("unknown judge")

// Lookup returns the target of that name, or ErrUnknown.
func Lookup(name string) (*Target, error) {
	for _, t := range All {
		if t.Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Names lists the names of all targets.
func Names() (names []string) {
	for _, t := range All {
		names = append(names, t.Name)
	}
	return names
}

// Write makes a package in a directory. With overwrite, the directory may have files, and
// those with the same names are overwritten; without, it must be empty or not exist.
func (t *Target) Write(dir string, p *Problem, overwrite bool) error {
	if p.Binary != "" && !t.binaries {
		return fmt.Errorf("%s takes no binaries", t.Name)
	}
	k, err := newPack(t, p)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case len(entries) > 0 && !overwrite:
		return fmt.Errorf("%s is not empty: it has %q", dir, entries[0].Name())
	}
	for _, name := range slices.Sorted(maps.Keys(k.files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		mode := fs.FileMode(0o666)
		if k.files[name].executable {
			mode = 0o777
		}
		if err := os.WriteFile(path, k.files[name].data, mode); err != nil {
			return err
		}
	}
	return nil
}
