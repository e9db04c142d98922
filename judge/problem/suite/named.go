package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"
)

// named returns the case of one input file. It looks for the answer in the same
// directory.
func named(path string, layouts []Layout) judge.Case {
	dir, base := filepath.Split(path)
	for _, l := range layouts {
		for _, f := range l.Files {
			field, ok := f.Input.match(base)
			if !ok {
				continue
			}
			c := f.newCase(field, base, func(answer string) bool {
				info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(answer)))
				return err == nil && info.Mode().IsRegular()
			})
			c.Input = path
			if c.Answer != "" {
				c.Answer = filepath.Join(dir, filepath.FromSlash(c.Answer))
			}
			return c
		}
	}
	return judge.Case{Name: base, Input: path}
}

// matching returns the cases of the files that match a pattern. A file that is the answer to
// another is no case.
func matching(glob string, layouts []Layout) (*Suite, error) {
	paths, err := filepath.Glob(glob)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", glob, err)
	}
	s := &Suite{}
	answers := make(map[string]bool)
	fixed, _ := filepath.Split(glob[:strings.IndexAny(glob, `*?[`)])
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			if err == nil && !info.IsDir() {
				s.Warnings = append(s.Warnings, fmt.Errorf("%s %w", path, errIrregular))
			}
			continue
		}
		c := named(path, layouts)
		dir, _ := filepath.Split(strings.TrimPrefix(path, fixed))
		c.Name = filepath.ToSlash(dir) + c.Name
		answers[c.Answer] = true
		s.Cases = append(s.Cases, c)
	}
	s.Cases = slices.DeleteFunc(s.Cases, func(c judge.Case) bool { return answers[c.Input] })
	if len(s.Cases) == 0 {
		return nil, fmt.Errorf("%w: no file matches %s", ErrNoCases, glob)
	}
	slices.SortFunc(s.Cases, byName)
	return s, nil
}
