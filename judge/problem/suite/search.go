package suite

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tilejudge/judge"
)

// search returns the cases of the first layout that has some.
func search(fsys fs.FS, layouts []Layout) (*Suite, error) {
	files, err := list(fsys)
	if err != nil {
		return nil, err
	}
	var s *Suite
	for i, l := range layouts {
		cases := l.cases(files.names)
		switch {
		case len(cases) == 0:
		case s == nil:
			if err := files.unread(layouts[:i+1]); err != nil {
				return nil, err
			}
			s = &Suite{Cases: cases, Layout: l.Name, Warnings: files.problems(&layouts[i])}
			for _, w := range []error{l.orphans(files.names), l.capitals(files.names)} {
				if w != nil {
					s.Warnings = append(s.Warnings, w)
				}
			}
		default:
			s.rival(&l, cases, layouts)
		}
	}
	if s == nil {
		return nil, files.noCases(layouts)
	}
	return s, nil
}

// cases returns the cases of the layout among files, in order.
func (l *Layout) cases(files map[string]error) (cases []judge.Case) {
	for _, f := range l.Files {
		for name, err := range files {
			if field, ok := f.Input.match(name); ok && err == nil {
				cases = append(cases, f.newCase(field, name, func(answer string) bool {
					err, exists := files[answer]
					return exists && err == nil
				}))
			}
		}
	}
	order := l.Order
	if order == nil {
		order = byName
	}
	slices.SortFunc(cases, order)
	return cases
}

// newCase returns the case of an input. The function exists reports whether there is a
// file.
func (f *Files) newCase(field, input string, exists func(string) bool) judge.Case {
	c := judge.Case{Name: f.Name.fill(field), Input: input}
	for _, a := range f.Answers {
		if answer := a.fill(field); c.Answer == "" && exists(answer) {
			c.Answer = answer
		}
	}
	return c
}

// compiled is the name that C compilers give a program. It looks like an answer,
// but a warning that it has no input would only be noise.
const compiled = "a.out"

// orphans returns a warning about answers whose inputs are missing, or nil.
func (l *Layout) orphans(files map[string]error) error {
	var alone []string
	for _, f := range l.Files {
		for _, answer := range f.Answers {
			for name := range files {
				field, ok := answer.match(name)
				_, exists := files[f.Input.fill(field)]
				if ok && !exists && path.Base(name) != compiled {
					alone = append(alone, name)
				}
			}
		}
	}
	if len(alone) == 0 {
		return nil
	}
	slices.Sort(alone)
	return fmt.Errorf("no input to the answer %s", some(slices.Compact(alone)))
}

// capitals returns a warning about files that the layout would have if their names had small
// letters, or nil: on Windows the case of letters does not matter.
func (l *Layout) capitals(files map[string]error) error {
	var names []string
	isOurs := func(file string) bool {
		return l.has(func(p Pattern) bool { _, ok := p.match(file); return ok })
	}
	for name := range files {
		if isOurs(strings.ToLower(name)) && !isOurs(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("left out for capital letters in the name: %s", some(names))
}

// rival warns if another layout, l, has cases that the chosen layout does not have, outside of the
// directories of the chosen layout.
func (s *Suite) rival(l *Layout, cases []judge.Case, layouts []Layout) {
	ours := make(map[string]bool, len(s.Cases))
	for _, c := range s.Cases {
		ours[c.Input], ours[c.Answer] = true, true
	}
	i := slices.IndexFunc(layouts, func(l Layout) bool { return l.Name == s.Layout })
	dirs := layouts[i].dirs()
	others := slices.DeleteFunc(cases, func(c judge.Case) bool {
		return ours[c.Input] || slices.Contains(dirs, top(c.Input))
	})
	if len(others) > 0 {
		s.Warnings = append(s.Warnings, fmt.Errorf(
			"the layout is taken to be %s; in that of %s there are other cases, such as %s",
			s.Layout, l.Name, others[0].Input))
	}
}

// dirs returns the top directories of the layout's inputs.
func (l *Layout) dirs() (dirs []string) {
	for _, f := range l.Files {
		before, _, _ := f.Input.around()
		if dir := top(before); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// has reports whether one of the layout's patterns is as asked for.
func (l *Layout) has(is func(Pattern) bool) bool {
	return slices.ContainsFunc(l.Files, func(f Files) bool {
		return slices.ContainsFunc(f.paths(), is)
	})
}

// knownDir reports whether a layout has inputs in a directory of this name.
func knownDir(name string, layouts []Layout) bool {
	return slices.ContainsFunc(layouts, func(l Layout) bool {
		return slices.Contains(l.dirs(), name)
	})
}

// top returns the first directory of a path, or "".
func top(name string) string {
	dir, _, ok := strings.Cut(name, "/")
	if !ok {
		return ""
	}
	return dir
}

// some lists the first names, and counts the others.
func some(names []string) string {
	const limit = 3
	text := strings.Join(names[:min(limit, len(names))], ", ")
	if more := len(names) - limit; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// noCases returns the error that says which inputs were looked for.
func (f *found) noCases(layouts []Layout) error {
	var inputs []string
	for _, l := range layouts {
		for _, files := range l.Files {
			inputs = append(inputs, string(files.Input))
		}
	}
	err := fmt.Errorf("%w: looked for %s", ErrNoCases, strings.Join(inputs, ", "))
	var odd []string
	for _, problems := range []map[string]error{f.names, f.dirs} {
		for name, problem := range problems {
			if problem != nil {
				odd = append(odd, fmt.Sprintf("%s %v", name, problem))
			}
		}
	}
	if len(odd) > 0 {
		slices.Sort(odd)
		err = fmt.Errorf("%w; %s", err, some(odd))
	}
	return err
}
