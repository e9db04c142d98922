// Package export makes problem packages for other judges: statement, cases,
// validator, checker and example submissions, all from the declaration of a format.
// It solves and reads nothing: the cases come with their answers.
//
//	t, err := export.Lookup("kattis")
//	err = t.Write(directory, problem, false)
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

// A Problem is what a package is made of.
type Problem struct {
	*formats.Format
	Cases  []Case // the samples first
	Binary string // a program to put in for validators and checkers; "": C++
}

// A Case is an input and the answer to it.
type Case struct {
	Name        string // that tells what it shows
	Purpose     string
	Sample      bool
	Explanation string // of a sample; "": none
	Unsolvable  bool   // there is an unsolvable puzzle in it
	Input       []byte
	Answer      []byte
}

// A Target is a judge that packages are made for. It is a declaration; All lists
// them.
type Target struct {
	Name, Judge string
	Source      string // where its packages are described

	// Names of files, with the fields {n}, {kind} and {name} of a case and {verdict}
	// and {name} of a submission.
	input, answer        string
	checker, validator   string // "": the judge has none
	submission           string
	texts                []text
	protocol, validation string                   // that checker and validator speak
	verdicts             map[judge.Verdict]string // what {verdict} is
	binaries             bool
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

// A file is one of a package.
type file struct {
	data       []byte
	executable bool
}

// Write makes a package in a directory, which must be empty or not be there unless
// others may be overwritten.
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
		source, err := source([]*formats.Format{p.Format}, header(p, program)+begin, parts[program]...)
		all[name] = file{data: []byte(source)}
		return err
	}
	for _, s := range Submissions(p) {
		begin := fmt.Sprintf("// %s.\n// @EXPECTED_RESULTS@: %s\n%s", s.What, expectedResults[s.Verdict],
			constant("TWIST", s.Name))
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
	return fmt.Sprintf("// %s in the format %s: C++17, without any library but the standard one.\n"+
		"// It was made by tilejudge export.\n", what, p.Name)
}

func constant(name, value string) string {
	return fmt.Sprintf("\nconstexpr const char* %s = %q;\n\n", name, value)
}

// What starts the program, and what makes sure that it can be started.
const (
	runScript = `#!/bin/sh
TILEJUDGE_FORMAT=%s exec "$(dirname "$0")/tilejudge" %s "$@"
`
	buildScript = `#!/bin/sh
cd "$(dirname "$0")" && chmod +x run tilejudge
`
)

// addBinary adds the program in the place of checker and validator, and what starts it.
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

// nameOf returns the name of a file of case i.
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
