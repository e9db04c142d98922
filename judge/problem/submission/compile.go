package submission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
)

// compileLimits are Kattis's limits on compilers, except Output, which limits each file.
var compileLimits = sandbox.Limits{
	CPU: time.Minute, Wall: 2 * time.Minute, Wait: 8 * time.Minute, Memory: 2 << 30,
	Output: 512 << 20, Processes: 256,
}

// broken returns the error of a compiler that does not work in the sandbox, whatever the source is.
func broken(compiler, message string) error {
	return fmt.Errorf("%s does not work in the sandbox (see --mount): %s", compiler, message)
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
	name := s.language.compiler()
	if name == "sh" && s.language.run != nil {
		name = s.language.run[0]
	}
	// A source may name any path: it shall not learn here which files there are.
	if _, err := exec.LookPath(name); err != nil && filepath.Base(name) == name && name != "{output}" {
		return name, fmt.Errorf("%s: it needs %s: %w", s.Name, name, errors.Unwrap(err))
	}
	return name, nil
}

// Compile compiles the submission in the sandbox of a runner into a file in an empty directory,
// without the files that are to be hidden, and sets the submission's command. If the compiler
// refuses the source, or a mark in it is wrong, or its owner does not let us read it, Compile
// returns a message, and "" otherwise. It is an error if the compiler cannot be started, unless the
// source names it, if it refuses even the least source of its language, if no compiled program can
// be started, or if the system lacks something.
func (s *Submission) Compile(
	ctx context.Context, r *sandbox.Runner, dir string, hide []string,
) (string, error) {
	if s.language == nil && s.fault == nil {
		return "", nil
	}
	if errors.Is(s.fault, fs.ErrPermission) {
		return s.Name + " cannot be read: its owner must let others read the file and its directory" +
			" (chmod o+rX)", nil
	}
	if name, err := s.Compiler(); err != nil {
		return s.refuse(name, err)
	}
	program := filepath.Join(dir, "program"+s.nodeExtension())
	from, err := s.copyTo(filepath.Join(dir, "files"), sourceLimit, hide, "")
	if err != nil {
		return refused(err)
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
	if s.folder != "" && s.language.run == nil { // it may look beside itself for data
		beside := filepath.Join(from.folder, "tilejudge-program")
		if _, err := os.Lstat(beside); errors.Is(err, fs.ErrNotExist) {
			if err := os.Rename(program, beside); err != nil {
				return "", err
			}
			program = beside
		}
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
	if s.language.heap != nil {
		s.Command = replaceMark(s.Command, "{heap}", s.language.heap(s.memory))
	}
	return "", nil
}

// replaceMark puts several words in place of a mark, if there is one.
func replaceMark(words []string, mark string, by []string) []string {
	if i := slices.Index(words, mark); i >= 0 {
		return slices.Replace(words, i, i+1, by...)
	}
	return words
}

// canStart returns an error if a program cannot be started because of where it is.
func canStart(program string) error {
	if _, err := exec.LookPath(program); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("no program can be started in %s, which may be mounted noexec: set"+
			" TMPDIR to another directory", os.TempDir())
	}
	return nil
}

// refuse says that a compiler cannot be started. If the source names it, or has too many files
// beside it, that is the contestant's fault.
func (s *Submission) refuse(compiler string, err error) (string, error) {
	tooMany := s.folder != "" &&
		(errors.Is(err, syscall.E2BIG) || errors.Is(err, sandbox.ErrTooMany))
	if s.language == nil || s.language.least == "" || tooMany {
		return err.Error(), nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return "", err
	}
	return "", broken(compiler, err.Error())
}

// maxMessage is how many letters of a compiler's message are kept: each case has the message.
const maxMessage = 500

// translate compiles a submission into a program. It returns the message of a compiler that
// refuses.
func (s *Submission) translate(
	ctx context.Context, r *sandbox.Runner, program string,
) (string, error) {
	name := strings.TrimSuffix(filepath.Base(s.Source), filepath.Ext(s.Source))
	own, marks := []string{}, []string{"{name}", name, "{folder}", cmp.Or(s.folder, ".")}
	if s.folder != "" { // where the compiler finds the files beside the source
		own, marks = append(own, s.folder), append(marks, sandbox.InputMark, s.Source)
	}
	copied := cmp.Or(s.nodeExtension(), ".in") // the extension of the copy
	ext := filepath.Ext(s.Source)
	if s.language.least == "" && plainExtension.MatchString(ext) && ext != ".out" { // the output's
		copied = ext // a compiler that the source names, such as g++, may need it
	}
	words, replacer := slices.Clone(s.language.compile), strings.NewReplacer(marks...)
	for i := range words {
		words[i] = replacer.Replace(words[i])
	}
	words = replaceMark(words, "{more}", s.More)
	limits, dir := compileLimits, filepath.Dir(program)
	limits.Output = fileLimit(roomIn(dir, limits.Output))
	result, err := r.Run(ctx, sandbox.Command{
		Args: words, Own: own, Dir: dir, File: s.Source, Extension: copied, Stdout: program,
		Limits: limits,
	})
	switch {
	case err != nil:
		return "", err
	case result.Exceeded == sandbox.Scratch:
		return "the compiler exceeded its limit of " + humanize.IBytes(sandbox.MaxScratch) +
			" of files", nil
	case result.Exceeded != sandbox.None:
		return "the compiler exceeded its limit of " + result.Exceeded.String(), nil
	case result.Exit == 0 && result.Signal == "" && result.Output == 0 && s.isScript():
		return "the program is empty", nil
	case result.Exit != 0 || result.Signal != "" || result.Output == 0:
		text := string(result.Stderr)
		if s.folder != "" { // its path may have the word "error"
			path := regexp.QuoteMeta(s.folder + string(filepath.Separator))
			text = regexp.MustCompile(`[\w/.]*`+path).ReplaceAllString(text, "") // at any mount
		}
		text = strings.ReplaceAll(complaint(text), "case"+copied, filepath.Base(s.Source))
		return judge.Plain(text, maxMessage), nil
	}
	return "", nil
}

// isScript reports whether the compiler only checks and copies the source.
func (s *Submission) isScript() bool { return slices.Contains(s.language.run, "{script}") }

// nodeExtension returns the extension of a source for Node, which tells modules by it, or "".
func (s *Submission) nodeExtension() string {
	return nodeExtension.FindString(strings.ToLower(s.Source))
}

var nodeExtension = regexp.MustCompile(`\.[cm]?js$`)

// tryCompiler compiles the least source of the submission's language. It returns an error if the
// compiler refuses that. If the submission names a compiler itself, the least source is that of the
// language in which tilejudge would use the compiler, if there is one.
func (s *Submission) tryCompiler(ctx context.Context, r *sandbox.Runner, dir string) error {
	l := s.language
	if l.least == "" {
		i := slices.IndexFunc(languages, func(other language) bool {
			return l.compile[0] == other.compiler() // a path may be that of a file in the folder
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
	return broken(compiler, message)
}

// plainExtension is an extension that is one word of a shell, and no long name.
var plainExtension = regexp.MustCompile(`^\.[\w+-]{1,32}$`)

// position is a place in a source, as most compilers name it: its file and line.
var position = regexp.MustCompile(`\.\w+:[0-9]+:`)

// closing is a line in which the linker or Perl only say that there were errors.
var closing = regexp.MustCompile(`^collect2: |compilation (errors|aborted)`)

// mistake is a line that speaks of an error, and is none of the source, which compilers indent.
var mistake = regexp.MustCompile(`^(\S.*)?((?i:error)( ?\[?\w+\]?)?:|syntax error` +
	`|undefined reference|multiple definition|cannot find -l)`)

// complaint returns the first line of a compiler's messages that speaks of an error, or else the
// first one that names a place in the source, as Go's does, or else the first line.
func complaint(stderr string) string {
	first, place := "", ""
	for line := range strings.Lines(strings.ToValidUTF8(stderr, "?")) {
		isMistake := mistake.MatchString(line)
		line = strings.TrimSpace(line)
		switch {
		case first != "" && closing.MatchString(line):
		case isMistake:
			return line
		case place == "" && position.MatchString(line) && !strings.Contains(line, "warning:"):
			place = line
		}
		first = cmp.Or(first, line)
	}
	return cmp.Or(place, first, "the compiler failed, and wrote no message")
}
