// Package submission finds the programs of a directory, compiles them, and says whether they get
// the verdicts that they should. It knows what directories and comments mean to Kattis, DOMjudge
// and BAPCtools, and how a setter chooses a time limit. Package trial judges the programs. A
// program is a file, or, in a directory such as accepted, a directory with its sources.
//
//	all, err := submission.Find("submissions")
//	for _, s := range all {
//		message, err := s.Compile(ctx, runner, dir, hide)
//		...
//		problem := s.Expect.Problem(tally)
//	}
package submission

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/maruel/natural"

	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/scratch"
)

// A Submission is a program to judge.
type Submission struct {
	Name    string
	Command []string     // runs the program; nil: the source must be compiled first
	Source  string       // path of the file; "": only the command is known
	More    []string     // paths of the other sources, see join
	Expect  *Expectation // nil: nothing is expected

	language *language // nil: there is nothing to compile
	script   bool      // it can be executed, and is text
	fault    error     // of the marks in the source; nil: there is none
	own      []string  // as in sandbox.Command: a program or a mark may name other files
	folder   string    // the directory that is the submission; "": the file alone is
	home     string    // the copy of folder that the program sees
	memory   int64     // the limit of memory, in bytes; 0: there is none
}

// Find returns the programs below a directory, in the order of their names: each binary or script
// that can be executed, and each source in a known language. The names of other files are returned
// too, and of directories that cannot be read, except those that begin with a dot, or are part of a
// submission of several files. Links there are not followed, and directories in which judges write
// are not searched.
func Find(dir string) (all []*Submission, others []string, err error) {
	start, err := filepath.Abs(dir)
	if err == nil {
		start, err = filepath.EvalSymlinks(start)
	}
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(start); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("%s: found a file, expected a directory of programs", dir)
	}
	root := start // names begin there
	for _, up := range []string{start, filepath.Dir(start)} {
		if isVerdict(filepath.Base(up)) {
			root = filepath.Dir(up)
		}
	}
	err = sandbox.WalkDir(start, func(file string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, file)
		name := filepath.ToSlash(rel)
		switch {
		case err != nil && file == start:
			return err
		case err != nil: // one contestant must not end the contest of all
			others = append(others, name)
			return nil
		case file == start && e.IsDir():
			return nil
		case e.IsDir() && e.Name()[0] == '.':
			return fs.SkipDir
		case e.IsDir() && scratch.Has(file):
			others = append(others, name)
			return fs.SkipDir
		case e.IsDir(), e.Name()[0] == '.':
			return nil
		case !e.Type().IsRegular():
			others = append(others, name)
			return nil
		}
		if s := open(file, name); s != nil {
			all = append(all, s)
		} else {
			others = append(others, name)
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: found no programs: no file can be executed, or has the extension of a"+
			" known language, such as %s", dir, strings.Join(extensions(), " "))
	}
	all = join(root, all)
	return all, slices.DeleteFunc(others, func(name string) bool {
		info, _ := os.Lstat(filepath.Join(root, name))
		folder := filepath.Join(root, filepath.FromSlash(folderOf(name)))
		return info != nil && info.Mode().IsRegular() && // others are not copied
			slices.ContainsFunc(all, func(s *Submission) bool { return s.folder == folder })
	}), err
}

func sortByName(all []*Submission) {
	slices.SortFunc(all, func(a, b *Submission) int { return natural.Compare(a.Name, b.Name) })
}

// join makes one submission of the sources in each directory that is directly below one whose name
// says what programs should get. As problemtools does, it takes the one called main, or else the
// first, for the source with the marks and the entry point; of several, one that is least deep, and
// for Node what package.json starts. All sources of that language belong to it, whatever else is
// there, such as a program that a build has left. Only a script called main or run can be the
// first, too, in place of a source, or, if there is one, without sources. If a file of another kind
// could as well be the first, each file is a submission.
// https://github.com/Kattis/problemtools, run/source.py at 0a607b0
func join(root string, all []*Submission) (joined []*Submission) {
	sortByName(all)
	members := make(map[string][]*Submission)
	for _, s := range all {
		folder := folderOf(s.Name)
		members[folder] = append(members[folder], s)
	}
	for folder, list := range members {
		if folder != "" {
			list = joinFolder(root, folder, list)
		}
		joined = append(joined, list...)
	}
	sortByName(joined)
	return joined
}

// besides are sources in a folder that belong to packages that the submission uses, or to a build,
// or that Maven, Gradle and Cargo compile alone, as tests.
var besides = regexp.MustCompile(
	`/(node_modules|CMakeFiles|src/test/java)/|/(tests|benches|examples)/.*\.rs$`)

// joinFolder returns the submissions that the files of a folder are: one, if it is clear which.
func joinFolder(root, folder string, list []*Submission) []*Submission {
	kind := func(s *Submission) *language { return cmp.Or(s.language, languageOf(s.Name)) }
	own := slices.DeleteFunc(slices.Clone(list), func(s *Submission) bool {
		return besides.MatchString(strings.TrimPrefix(s.Name, folder))
	})
	if slices.ContainsFunc(own, func(s *Submission) bool { return kind(s) != nil }) {
		list = own
	}
	var members, starts []*Submission // sources; scripts called main or run
	for _, s := range list {
		switch name, _ := strings.CutPrefix(s.Name, folder+"/"); {
		case kind(s) != nil:
			members = append(members, s)
		case s.script && (name == "main" || name == "run"):
			starts = append(starts, s)
		}
	}
	if len(members) == 0 && len(starts) != 1 {
		return list
	}
	members = append(members, starts...)
	home := filepath.Join(root, filepath.FromSlash(folder))
	first, isClear := entry(home, folder, members)
	common := kind(first) // nil: it can only be executed
	scripts := slices.DeleteFunc(slices.Clone(list), isPart)
	switch {
	case isClear:
	case isPart(first) && len(scripts) > 0: // otherwise one of these would be the first
		return scripts
	case slices.ContainsFunc(members, func(s *Submission) bool {
		return kind(s) != common && byEntry(s, first) == 0
	}):
		return list
	}
	first.folder = home
	if common == nil || len(members) == 1 && first.Command != nil {
		return []*Submission{first}
	}
	for _, s := range members {
		switch isUnreadable := errors.As(s.fault, new(*fs.PathError)); {
		case kind(s) != common:
		case s == first && s.fault != nil || isUnreadable: // which says why
			s.folder = first.folder
			return []*Submission{s}
		case s != first:
			first.Name, first.More = folder, append(first.More, s.Source)
		}
	}
	first.language, first.Command, first.own = common, nil, nil
	return []*Submission{first}
}

// open returns the submission of a file, or nil if it is none. A file that cannot be read is one.
func open(file, name string) *Submission {
	s := &Submission{Name: name, Source: file}
	text, err := head(file, firstBytes)
	info, err2 := os.Lstat(file)
	if errors.Is(err, syscall.ELOOP) { // it has become a link since its directory was read
		return nil
	}
	if s.fault = cmp.Or(err, err2); s.fault != nil {
		return s
	}
	var own *language
	if s.Expect, s.fault = expectationOf(name, text); s.fault == nil {
		own, s.fault = ownLanguage(text)
	}
	switch {
	case s.fault != nil:
		return s
	case own != nil:
		s.language = own
		return s
	}
	s.language = languageOf(name)
	isProgram := isBinary(text) && !libraryName.MatchString(name)
	switch {
	case info.Mode()&0o111 != 0 && (isProgram || interpreted(text) ||
		s.language == nil && bytes.HasPrefix(text, []byte("#!"))):
		s.script = !isProgram
		s.language = nil
		s.Command, s.own = []string{file}, []string{file, filepath.Dir(file)}
		return s
	case s.language != nil:
		return s
	}
	return nil
}

// isBinary reports whether a file begins as programs do on Linux, macOS and Windows. Text does not
// have a NUL.
func isBinary(text []byte) bool {
	starts := []string{"\x7fELF", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "MZ"}
	return bytes.ContainsRune(text, 0) && slices.ContainsFunc(starts, func(s string) bool {
		return bytes.HasPrefix(text, []byte(s))
	})
}

// libraryName is the name of a library, or of a part of a program, which begins as a program does,
// and often has its mode.
var libraryName = regexp.MustCompile(`\.(so(\.[0-9]+)*|dylib|dll|class|o)$`)

// head returns the first bytes of a file.
func head(file string, most int64) ([]byte, error) {
	f, err := sandbox.OpenReal(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
