// Package submission finds the programs of a directory, compiles them, and says whether they get
// the verdicts that they should. It knows what directories and comments mean to Kattis, DOMjudge
// and BAPCtools, and how a setter chooses a time limit. Package trial judges the programs. A
// program is a file, or, in a directory such as accepted, a directory with sources of one language.
//
//	all, err := submission.Find("submissions")
//	for _, s := range all {
//		message, err := s.Compile(ctx, runner, dir)
//		...
//		problem := s.Expect.Problem(tally)
//	}
package submission

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maruel/natural"
	"github.com/mattn/go-shellwords"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
)

// A Submission is a program to judge.
type Submission struct {
	Name    string
	Command []string     // runs the program; nil: the source must be compiled first
	Source  string       // path of the file; "": only the command is known
	More    []string     // paths of the other sources, see join
	Expect  *Expectation // nil: nothing is expected

	language *language // nil: there is nothing to compile
	fault    error     // of the marks in the source; nil: there is none
	own      []string  // as in sandbox.Command: a program or a mark may name other files
	folder   string    // the directory that is the submission; "": the file alone is
	home     string    // the copy of folder that the program sees
}

// A language says how a source becomes a program. In the words of commands, {input} stands for the
// source, {output} for the program, and {name} for the name of the source without its extension.
// {more} stands for the other sources of a directory. {script} is the source in its directory if
// that is the submission, and else its copy {output}.
type language struct {
	extensions []string
	compile    []string // compiles the source, or checks and copies it
	run        []string // nil: {output} alone
	least      string   // a source that every compiler takes, of a program called {name}
}

// inShell returns words that run a script which starts a compiler: $1 is the source, $2 the
// program, $3 the {name}, and those after it the other sources.
func inShell(compiler, script string) []string {
	return []string{"sh", "-c", script, compiler, sandbox.InputMark, sandbox.OutputMark, "{name}",
		"{more}"}
}

// check returns words that check a source by a command, and copy the source if it is in order.
func check(compiler, command string) []string {
	return inShell(compiler, command+` && cat "$1" > "$2"`)
}

// javaScript names the file after its public class, as javac demands, and finds the class that has
// the main method, which may be in a package: first the one named like the file.
const javaScript = `
source=$1 jar=$2 first=$3 name=$3; shift 3
build() { javac -J-Duser.language=en -encoding UTF-8 -d classes "$name.java" "$@"; }
mkdir classes && cp "$source" "$name.java" &&
if ! build "$@" 2> errors; then
	name=$(sed -n 's/.*should be declared in a file named \(.*\)\.java.*/\1/p' errors | head -n 1)
	if [ -z "$name" ]; then cat errors >&2; exit 1; fi
	mv "$first.java" "$name.java" && build "$@" || exit 1
fi
all=$(cd classes && grep -rlF '([Ljava/lang/String;)V' . | sort)
main=$(echo "$all" | grep "/$name\.class\$" || echo "${all:-./$name.class}")
main=$(echo "$main" | sed 's/\.class$//; s/^\.\///; s/\//./g; q')
jar --create --file "$jar" --main-class "$main" -C classes .`

// languages are the languages that are known by the extensions of files.
var languages = []language{
	{[]string{".c"}, []string{"gcc", "-x", "c", "-std=gnu17", "-O2", "-o", "{output}", "{input}",
		"{more}", "-lm"}, nil, "int main(void) { return 0; }"},
	{[]string{".cc", ".cpp", ".cxx", ".c++"}, []string{"g++", "-x", "c++", "-std=gnu++20", "-O2",
		"-o", "{output}", "{input}", "{more}"}, nil, "int main() {}"},
	{[]string{".rs"}, []string{"rustc", "--edition", "2021", "--crate-name", "program", "-O", "-o",
		"{output}", "{input}"}, nil, "fn main() {}"},
	{[]string{".go"}, inShell("go", `mkdir c && cp "$1" main.go && out=$2 && shift 3 &&
		for f; do cp "$f" . || exit 1; done; HOME=$PWD GOCACHE=$PWD/c GOPATH=$PWD/p`+
		` GO111MODULE=off GOTOOLCHAIN=local go build -o "$out" *.go`), nil,
		"package main; func main() {}"},
	{[]string{".java"}, inShell("javac", javaScript),
		// Without -Xms, garbage takes a share of the machine's memory before it is first collected.
		[]string{"java", "-XX:+UseSerialGC", "-Xss64m", "-Xms32m", "-jar", "{output}"},
		"class {name} { public static void main(String[] words) {} }"},
	{[]string{".py", ".py3"}, check("python3", `python3 -c 'import sys`+"\n"+
		`compile(open(sys.argv[1], "rb").read(), sys.argv[2], "exec")' "$1" "$3"`),
		[]string{"python3", "{script}"}, "1"},
	{[]string{".js"}, check("node", `cp "$1" program.js && node --check program.js`),
		[]string{"node", "{script}"}, "1"},
	{[]string{".rb"}, check("ruby", `ruby -c "$1" >&2`), []string{"ruby", "{script}"}, "1"},
	{[]string{".pl"}, check("perl", `perl -c "$1"`), []string{"perl", "{script}"}, "1"},
}

// These marks at the beginning of a source stand before the commands that compile and run it. The
// words of a command may be quoted as in a shell.
const (
	compileMark = "@COMPILE@: "
	runMark     = "@RUN@: "
	firstBytes  = 4096 // in which a mark must stand
)

// Find returns the programs below a directory, in the order of their names: each file that can be
// executed, and each source in a known language. The names of other files are returned too, and of
// directories that cannot be read, except those that begin with a dot. Links there are not followed.
func Find(dir string) (all []*Submission, others []string, err error) {
	root, err := filepath.Abs(dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, nil, err
	}
	err = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, file)
		switch {
		case err != nil && file == root:
			return err
		case err != nil: // one contestant must not end the contest of all
			others = append(others, filepath.ToSlash(name))
			return nil
		case file != root && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir():
			return nil
		case !e.Type().IsRegular():
			others = append(others, filepath.ToSlash(name))
			return nil
		}
		if s := open(file, filepath.ToSlash(name)); s != nil {
			all = append(all, s)
		} else {
			others = append(others, filepath.ToSlash(name))
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: found no programs: no file can be executed, or has the extension of a"+
			" known language, such as %s", dir, strings.Join(extensions(), " "))
	}
	return join(root, all), others, err
}

func sortByName(all []*Submission) {
	slices.SortFunc(all, func(a, b *Submission) int { return natural.Compare(a.Name, b.Name) })
}

// join makes one submission of the sources of one language in each directory that is directly below
// one whose name says what programs should get. As problemtools does, it takes the one called
// main, or else the first, for the source with the marks and the entry point.
// https://github.com/Kattis/problemtools, run/source.py at 0a607b0
func join(root string, all []*Submission) (joined []*Submission) {
	sortByName(all)
	members := make(map[string][]*Submission)
	for _, s := range all {
		folder := folderOf(s.Name)
		members[folder] = append(members[folder], s)
	}
	for folder, list := range members {
		first := list[max(0, slices.IndexFunc(list, isEntry))]
		differs := func(s *Submission) bool {
			return s.language == nil || s.language != first.language
		}
		if folder == "" || slices.ContainsFunc(list, differs) {
			joined = append(joined, list...)
			continue
		}
		for _, s := range list {
			if s != first {
				first.Name, first.More = folder, append(first.More, s.Source)
			}
		}
		first.folder = filepath.Join(root, filepath.FromSlash(folder))
		joined = append(joined, first)
	}
	sortByName(joined)
	return joined
}

// isEntry reports whether a source is called main, as Kattis and BAPCtools demand, or as Python and
// Node name what is run of a directory.
func isEntry(s *Submission) bool {
	name := strings.TrimSuffix(path.Base(s.Name), path.Ext(s.Name))
	return slices.Contains([]string{"main", "__main__", "index"}, strings.ToLower(name))
}

func extensions() (all []string) {
	for _, l := range languages {
		all = append(all, l.extensions[0])
	}
	return all
}

// open returns the submission of a file, or nil if it is none. A file that cannot be read is one.
func open(file, name string) *Submission {
	s := &Submission{Name: name, Source: file}
	text, err := head(file)
	info, err2 := os.Stat(file)
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
	case info.Mode()&0o111 != 0 && (interpreted(text) || bytes.ContainsRune(text, 0)):
		return s.executed()
	}
	for i := range languages {
		if slices.Contains(languages[i].extensions, strings.ToLower(path.Ext(name))) {
			s.language = &languages[i]
			return s
		}
	}
	if info.Mode()&0o111 != 0 {
		return s.executed()
	}
	return nil
}

// interpreted reports whether the first line of a file names an interpreter on this machine.
func interpreted(text []byte) bool {
	line, ok := bytes.CutPrefix(text, []byte("#!"))
	line, _, _ = bytes.Cut(line, []byte("\n"))
	words := strings.Fields(string(line))
	if !ok || len(words) == 0 || bytes.HasSuffix(line, []byte("\r")) {
		return false
	}
	name := words[0]
	if path.Base(name) == "env" && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		name = words[1]
	}
	_, err := exec.LookPath(name)
	return err == nil
}

// executed makes the file itself the program, which sees the files beside it.
func (s *Submission) executed() *Submission {
	s.Command, s.own = []string{s.Source}, []string{s.Source, filepath.Dir(s.Source)}
	return s
}

// head returns the first bytes of a file.
func head(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, firstBytes))
}

// ownLanguage returns the language that the first lines of a source describe, or nil.
func ownLanguage(text []byte) (*language, error) {
	compile, err := marked(text, compileMark)
	if err != nil {
		return nil, err
	}
	run, err := marked(text, runMark)
	if err != nil {
		return nil, err
	}
	switch {
	case compile == nil && run == nil:
		return nil, nil
	case compile == nil:
		compile = inShell(run[0], `cat "$1" > "$2"`)
	}
	return &language{compile: compile, run: run}, nil
}

// marked returns the words after a mark, or nil.
func marked(text []byte, mark string) ([]string, error) {
	_, rest, ok := strings.Cut(string(text), mark)
	if !ok {
		return nil, nil
	}
	line, _, _ := strings.Cut(rest, "\n")
	line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "*/"))
	words, err := shellwords.Parse(line)
	if err != nil || len(words) == 0 {
		return nil, fmt.Errorf("%sfound %q, expected a command", mark, line)
	}
	return words, nil
}

// Compiler returns the program that compiles the submission, or "" if there is nothing to compile.
// The error says that the program is not on this machine, or that a mark in the source is wrong.
func (s *Submission) Compiler() (string, error) {
	if s.fault != nil {
		return "", fmt.Errorf("%s: %w", s.Name, s.fault)
	}
	if s.language == nil {
		return "", nil
	}
	words := s.language.compile
	name := words[0]
	if name == "sh" && s.language.least != "" {
		name = words[3] // see inShell
	} else if name == "sh" && s.language.run != nil {
		name = s.language.run[0]
	}
	// A source may name any path: it shall not learn here which files there are.
	if _, err := exec.LookPath(name); err != nil && filepath.Base(name) == name && name != "{output}" {
		return name, fmt.Errorf("%s: it needs %s: %w", s.Name, name, errors.Unwrap(err))
	}
	return name, nil
}

// compileLimits are Kattis's limits on compilers, except Output, which limits each file.
var compileLimits = sandbox.Limits{
	CPU: time.Minute, Wall: 2 * time.Minute, Wait: 8 * time.Minute, Memory: 2 << 30,
	Output: 512 << 20, Processes: 256,
}

// A CompilerError means that a compiler does not work in the sandbox, whatever the source is.
type CompilerError struct{ Compiler, Message string }

// Error names the compiler and has its message.
func (e *CompilerError) Error() string {
	return fmt.Sprintf("%s does not work in the sandbox (see --mount): %s", e.Compiler, e.Message)
}

// maxSource is how many bytes a source may have: it is copied to where programs may write.
const maxSource = sandbox.MaxScratch / 4

// perFile is how many bytes each file counts besides its own, so that there are not too many.
const perFile = 4096

var tooLarge = fmt.Sprintf("found a source of more than %d bytes", maxSource)

// Compile compiles the submission in the sandbox of a runner into a file in an empty directory,
// and sets the submission's command. If the compiler refuses the source, or a mark in it is wrong,
// Compile returns a message, and "" otherwise. The error is a *CompilerError if the compiler cannot
// be started, unless the source names it, or if it refuses even the least source of its language.
// Another error means that no compiled program can be started.
func (s *Submission) Compile(ctx context.Context, r *sandbox.Runner, dir string) (string, error) {
	if s.language == nil && s.fault == nil {
		return "", nil
	}
	if name, err := s.Compiler(); err != nil {
		return s.refuse(name, err)
	}
	if info, err := os.Stat(s.Source); err != nil || info.Size() > maxSource {
		return tooLarge, err
	}
	program := filepath.Join(dir, "program")
	from, err := s.copyTo(filepath.Join(dir, "files"))
	if err != nil || from == nil {
		return tooLarge, err
	}
	message, err := from.translate(ctx, r, program)
	if start := (*sandbox.StartError)(nil); errors.As(err, &start) {
		return s.refuse(start.Name, err)
	}
	if err != nil {
		return "", err
	}
	if message != "" {
		return message, s.tryCompiler(ctx, r, dir)
	}
	s.Command, s.own = []string{program}, []string{program}
	script := program
	if s.folder != "" {
		s.home = from.folder
		s.own, script = append(s.own, s.home), from.Source
	}
	if err := os.Chmod(program, 0o755); err != nil || s.language.run == nil {
		return "", cmp.Or(err, canStart(program))
	}
	s.Command = slices.Clone(s.language.run)
	marks := strings.NewReplacer("{output}", program, "{script}", script)
	for i := range s.Command {
		s.Command[i] = marks.Replace(s.Command[i])
	}
	return "", nil
}

// canStart returns an error if a program cannot be started because of where it is.
func canStart(program string) error {
	if _, err := exec.LookPath(program); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("no program can be started in %s, which may be mounted noexec: set"+
			" TMPDIR to another directory", os.TempDir())
	}
	return nil
}

// copyTo copies the folder of a submission, without links and names that begin with a dot, to where
// compilers and programs may read it, whoever they run as. It returns the submission of the copy,
// or nil if that is too large. A submission of a file alone stays as it is.
func (s *Submission) copyTo(dir string) (*Submission, error) {
	if s.folder == "" {
		return s, nil
	}
	sum := int64(0)
	err := filepath.WalkDir(s.folder, func(file string, e fs.DirEntry, err error) error {
		to := dir + strings.TrimPrefix(file, s.folder)
		switch {
		case err != nil:
			return err
		case e.IsDir() && file != s.folder && e.Name()[0] == '.':
			return fs.SkipDir
		case e.IsDir():
			return cmp.Or(os.Mkdir(to, 0o755), os.Chmod(to, 0o755)) // whatever the umask
		case !e.Type().IsRegular() || e.Name()[0] == '.':
			return nil
		}
		info, err := e.Info()
		if sum += perFile; err == nil {
			sum += info.Size()
		}
		if err != nil || sum > maxSource {
			return err
		}
		f, err := os.OpenInRoot(s.folder, file[len(s.folder)+1:]) // no link that it is now leads out
		if err != nil {
			return err
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxSource))
		return cmp.Or(err, os.WriteFile(to, text, 0o644), os.Chmod(to, 0o644))
	})
	if err != nil || sum > maxSource {
		return nil, err
	}
	copied := &Submission{language: s.language, folder: dir}
	copied.Source = dir + strings.TrimPrefix(s.Source, s.folder)
	for _, file := range s.More {
		copied.More = append(copied.More, dir+strings.TrimPrefix(file, s.folder))
	}
	return copied, nil
}

// refuse says that a compiler cannot be started. If the source names it, that is the contestant's
// fault.
func (s *Submission) refuse(compiler string, err error) (string, error) {
	if s.language == nil || s.language.least == "" {
		return err.Error(), nil
	}
	return "", &CompilerError{compiler, err.Error()}
}

// maxMessage is how many letters of a compiler's message are kept: each case has the message.
const maxMessage = 500

// translate compiles a submission into a program. It returns the message of a compiler that refuses.
func (s *Submission) translate(
	ctx context.Context, r *sandbox.Runner, program string,
) (string, error) {
	name := strings.TrimSuffix(filepath.Base(s.Source), filepath.Ext(s.Source))
	own, marks := []string{}, []string{"{name}", name}
	if s.folder != "" { // where the compiler finds the files beside the source
		own, marks = append(own, s.folder), append(marks, sandbox.InputMark, s.Source)
	}
	words, replacer := slices.Clone(s.language.compile), strings.NewReplacer(marks...)
	for i := range words {
		words[i] = replacer.Replace(words[i])
	}
	if i := slices.Index(words, "{more}"); i >= 0 {
		words = slices.Replace(words, i, i+1, s.More...)
	}
	result, err := r.Run(ctx, sandbox.Command{
		Args: words, Own: own, Dir: filepath.Dir(program), File: s.Source, Stdout: program,
		Limits: compileLimits,
	})
	switch {
	case err != nil:
		return "", err
	case result.Exceeded != sandbox.None:
		return "the compiler exceeded its limit of " + result.Exceeded.String(), nil
	case result.Exit != 0 || result.Signal != "" || result.Output == 0:
		text := string(result.Stderr)
		if s.folder != "" { // its path may have the word "error"
			text = strings.ReplaceAll(text, s.folder+string(filepath.Separator), "")
		}
		text = strings.ReplaceAll(complaint(text), "case.in", filepath.Base(s.Source))
		return judge.Plain(text, maxMessage), nil
	}
	return "", nil
}

// tryCompiler compiles the least source of the submission's language. It returns a *CompilerError
// if the compiler refuses that. If the submission names a compiler itself, the least source is that
// of the language in which tilejudge would use the compiler, if there is one.
func (s *Submission) tryCompiler(ctx context.Context, r *sandbox.Runner, dir string) error {
	l := s.language
	if l.least == "" {
		i := slices.IndexFunc(languages, func(other language) bool {
			return filepath.Base(l.compile[0]) == other.compile[0] && other.compile[0] != "sh"
		})
		if i < 0 {
			return nil
		}
		l = &languages[i]
	}
	source := filepath.Join(dir, "least"+l.extensions[0])
	text := strings.ReplaceAll(l.least, "{name}", "least")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		return err
	}
	least := &Submission{Source: source, language: l}
	message, err := least.translate(ctx, r, filepath.Join(dir, "least"))
	if err != nil || message == "" {
		return err
	}
	compiler, _ := s.Compiler()
	return &CompilerError{compiler, message}
}

// complaint returns the first line of a compiler's messages that speaks of an error, or else the
// first line.
func complaint(stderr string) string {
	first := ""
	for line := range strings.Lines(strings.ToValidUTF8(stderr, "?")) {
		line = strings.TrimSpace(line)
		if strings.Contains(strings.ToLower(line), "error") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	if first == "" {
		return "the compiler failed, and wrote no message"
	}
	return first
}
