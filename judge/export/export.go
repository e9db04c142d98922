// Package export makes problem packages for other judges: statement, cases, validator,
// checker and example submissions, all from the declaration of a format. The programs are
// C++ and stand alone: they have nothing of the Go code but its verdicts.
//
//	t, err := export.Lookup("kattis")
//	p, err := export.NewProblem(ctx, format)
//	err = t.Write(directory, p, false)
package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/judge"
)

// A Target is a judge that packages are made for. It is a declaration; All lists
// them.
type Target struct {
	Name string

	// Names of files. Those of a case have the fields {n}, {kind} and {name}, that of a
	// submission {verdict} and {name}.
	input, answer      string
	checker, validator string
	submission         string
	texts              []text

	protocol   string                   // between the judge and the checker
	validation string                   // between the judge and the validator
	verdicts   map[judge.Verdict]string // what {verdict} stands for
	binaries   bool                     // the judge runs programs in place of C++
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

// A file is a file of a package.
type file struct {
	data       []byte
	executable bool
}

// Write makes a package in a directory. With overwrite, the directory may have files, and
// those with the same names are overwritten; without, it must be empty or not exist.
func (t *Target) Write(dir string, p *Problem, overwrite bool) error {
	if p.Binary != "" && !t.binaries {
		return fmt.Errorf("%s takes no binaries", t.Name)
	}
	all, err := t.files(p)
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
	for _, name := range sortedNames(all) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		mode := fs.FileMode(0o666)
		if all[name].executable {
			mode = 0o777
		}
		if err := os.WriteFile(path, all[name].data, mode); err != nil {
			return err
		}
	}
	return nil
}

func sortedNames(files map[string]file) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// files makes the files of a package, by their names.
func (t *Target) files(p *Problem) (map[string]file, error) {
	all := make(map[string]file)
	for i, c := range p.Cases {
		all[t.nameOf(t.input, p, i)] = file{data: c.Input}
		all[t.nameOf(t.answer, p, i)] = file{data: c.Answer}
	}
	add := func(name, program, begin string) error {
		begin = header(p, program) + begin
		source, err := source([]*formats.Format{p.Format}, begin, parts[program]...)
		all[name] = file{data: []byte(source)}
		return err
	}
	for _, s := range Submissions(p) {
		begin := fmt.Sprintf("// %s.\n// @EXPECTED_RESULTS@: %s\n%s",
			s.Summary, expectedResults[s.Verdict], constant("TWIST", s.Name))
		if err := add(t.submissionFile(s), "solution", begin); err != nil {
			return nil, err
		}
	}
	if p.Binary != "" {
		if err := t.addBinary(all, p); err != nil {
			return nil, err
		}
	} else {
		if err := add(t.checker, "checker", constant("JUDGE", t.protocol)); err != nil {
			return nil, err
		}
		if err := add(t.validator, "validator", constant("JUDGE", t.validation)); err != nil {
			return nil, err
		}
	}
	for _, x := range t.texts {
		var b strings.Builder
		d := &document{p, t, newStatement(p.Format)}
		if err := templates().ExecuteTemplate(&b, x.template, d); err != nil {
			return nil, err
		}
		all[x.name] = file{data: []byte(b.String())}
	}
	return all, nil
}

// header is the comment at the top of a program.
func header(p *Problem, program string) string {
	what := map[string]string{
		"checker":   "Checks answers",
		"validator": "Validates inputs",
		"solution":  "Answers puzzles",
	}[program]
	return fmt.Sprintf("// %s in the format %s. C++17; it needs the standard library alone.\n"+
		"// Made by tilejudge export.\n", what, p.Name)
}

// constant returns a definition of a text in C++.
func constant(name, value string) string {
	return fmt.Sprintf("\nconstexpr const char* %s = %q;\n\n", name, value)
}

// A judge starts run, and before that, once, build.
const (
	runScript = `#!/bin/sh
TILEJUDGE_FORMAT=%s exec "$(dirname "$0")/tilejudge" %s "$@"
`
	buildScript = `#!/bin/sh
cd "$(dirname "$0")" && chmod +x run tilejudge
`
)

// addBinary adds p.Binary in the place of checker and validator, with the scripts that
// start it.
func (t *Target) addBinary(all map[string]file, p *Problem) error {
	program, err := os.ReadFile(p.Binary)
	if err != nil {
		return err
	}
	for name, args := range map[string]string{
		t.checker:   "check --protocol " + t.protocol,
		t.validator: "validate --format " + p.Name + " --protocol " + t.validation,
	} {
		dir := strings.TrimSuffix(name, ".cpp") + "/"
		run := fmt.Sprintf(runScript, p.Name, args)
		all[dir+"tilejudge"] = file{program, true}
		all[dir+"run"] = file{[]byte(run), true}
		all[dir+"build"] = file{[]byte(buildScript), true}
	}
	return nil
}

// nameOf returns the name of a file of case i, counted from 0.
func (t *Target) nameOf(pattern string, p *Problem, i int) string {
	c := p.Cases[i]
	kind := "secret"
	if c.Sample {
		kind = "sample"
	}
	number := fmt.Sprintf("%0*d", max(2, len(fmt.Sprint(len(p.Cases)))), i+1)
	return strings.NewReplacer("{n}", number, "{kind}", kind, "{name}", c.Name).Replace(pattern)
}

// submissionFile returns the name of the file of a submission.
func (t *Target) submissionFile(s Submission) string {
	fields := strings.NewReplacer("{verdict}", t.verdicts[s.Verdict], "{name}", s.Name)
	return fields.Replace(t.submission)
}
