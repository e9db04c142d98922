package submission

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"tilejudge/judge"
)

// An Expectation says which verdicts a program should get, as problem packages of 2025 do:
// https://www.kattis.com/problem-package-format/spec/2025-09.html, read at b03c6a2 of December 31,
// 2025.
type Expectation struct {
	Name      string          // "wrong_answer", or "WA,TLE"
	Permitted []judge.Verdict // on each case
	Required  []judge.Verdict // on one case at least; nil: none
}

// What the names of results mean here: problem packages know fewer verdicts.
var (
	wrongAnswer  = []judge.Verdict{judge.WA, judge.PE}
	runTimeError = []judge.Verdict{judge.RE, judge.MLE, judge.OLE}
	timeLimit    = []judge.Verdict{judge.TLE}
	notSkipped   = slices.DeleteFunc(judge.Verdicts(), func(v judge.Verdict) bool {
		return v == judge.JE || v == judge.SK
	})
)

// directories are the directories of problem packages whose names say what their programs should
// get.
var directories = []Expectation{
	newExpectation("accepted", []judge.Verdict{judge.AC}),
	newExpectation("wrong_answer", wrongAnswer),
	newExpectation("time_limit_exceeded", timeLimit),
	newExpectation("run_time_error", runTimeError),
	newExpectation("brute_force", slices.Concat(runTimeError, timeLimit)),
	{"rejected", notSkipped, slices.DeleteFunc(slices.Clone(notSkipped), isAccepted)},
	{"partially_accepted", notSkipped, slices.DeleteFunc(slices.Clone(notSkipped), isAccepted)},
	// Those of DOMjudge, and what limits are called in BAPCtools and by setters.
	newExpectation("no_output", wrongAnswer),
	newExpectation("output_limit", []judge.Verdict{judge.OLE}),
	newExpectation("output_limit_exceeded", []judge.Verdict{judge.OLE}),
	newExpectation("memory_limit_exceeded", []judge.Verdict{judge.MLE, judge.RE}),
	newExpectation("compiler_error", []judge.Verdict{judge.CE}),
}

// folderOf returns the directory that has a program and is directly below one of a verdict, or "".
func folderOf(name string) string {
	parts := strings.Split(name, "/")
	i := slices.IndexFunc(parts, isVerdict)
	if i < 0 || i+2 >= len(parts) {
		return ""
	}
	return path.Join(parts[:i+2]...)
}

// isVerdict reports whether a directory of that name says what its programs should get.
func isVerdict(name string) bool {
	return slices.ContainsFunc(directories, func(e Expectation) bool { return e.Name == name })
}

// FoldersSay reports whether some programs are in folders that say what they should get.
func FoldersSay(all []*Submission) bool {
	return slices.ContainsFunc(all, func(s *Submission) bool {
		return slices.ContainsFunc(strings.Split(path.Dir(s.Name), "/"), isVerdict)
	})
}

// CheckFolders returns an error if a program is in a folder that does not say what it should get,
// and nothing else says it.
func CheckFolders(all []*Submission) error {
	i := slices.IndexFunc(all, func(s *Submission) bool {
		return s.Expect == nil && path.Dir(s.Name) != "."
	})
	if i < 0 {
		return nil
	}
	var names []string
	for _, e := range directories {
		names = append(names, e.Name)
	}
	return fmt.Errorf("found the folder %q, which does not say what %s should get, expected one of %s",
		path.Dir(all[i].Name), judge.Plain(path.Base(all[i].Name), math.MaxInt),
		strings.Join(names, ", "))
}

// Accepted returns the expectation that all cases are accepted.
func Accepted() *Expectation { return &directories[0] }

func isAccepted(v judge.Verdict) bool { return v == judge.AC }

// newExpectation returns the expectation that each case is accepted or gets one of the verdicts.
// Unless AC is among the verdicts, one case at least must get one of them.
func newExpectation(name string, verdicts []judge.Verdict) Expectation {
	e := Expectation{Name: name, Permitted: verdicts}
	if !slices.Contains(verdicts, judge.AC) {
		e.Permitted, e.Required = append([]judge.Verdict{judge.AC}, verdicts...), verdicts
	}
	return e
}

// resultNames are the names of results in DOMjudge and BAPCtools.
// https://github.com/DOMjudge/domjudge, SubmissionService.php at a023fd3 of April 24, 2026, and
// https://github.com/RagnarGrootKoerkamp/BAPCtools, doc/implementation_notes.md at b6e8c80 of
// August 21, 2026
var resultNames = map[string][]judge.Verdict{
	"CORRECT": {judge.AC}, "ACCEPTED": {judge.AC},
	"WRONG_ANSWER": wrongAnswer, "NO_OUTPUT": wrongAnswer,
	"TIMELIMIT": timeLimit, "TIME_LIMIT_EXCEEDED": timeLimit,
	"RUN_ERROR": runTimeError, "RUN_TIME_ERROR": runTimeError,
	"COMPILER_ERROR": {judge.CE}, "OUTPUT_LIMIT": {judge.OLE},
	"CHECK_MANUALLY": notSkipped,
	"RTE":            runTimeError,
}

// resultMark begins a list of results in a comment of a source.
const resultMark = "@EXPECTED_RESULTS@: "

// expectationOf returns what is expected of a program, by the directories in its name or by a
// comment at the beginning of its text. The four usual directories count more than the comment.
func expectationOf(name string, text []byte) (*Expectation, error) {
	dirs := strings.Split(path.Dir(name), "/")
	found := func(e Expectation) bool { return slices.Contains(dirs, e.Name) }
	i := slices.IndexFunc(directories, found)
	const usual = 4
	_, rest, marked := strings.Cut(strings.ToUpper(string(text)), resultMark)
	if i >= 0 && (i < usual || !marked) {
		return &directories[i], nil
	}
	if !marked {
		return nil, nil
	}
	line, _, _ := strings.Cut(rest, "\n")
	e, err := parseResults(strings.TrimSuffix(strings.TrimSpace(line), "*/"))
	if err != nil {
		return nil, fmt.Errorf("%s%w", resultMark, err)
	}
	return e, nil
}

// parseResults reads a list of results, such as "CORRECT, WRONG-ANSWER" or "AC,TLE".
func parseResults(list string) (*Expectation, error) {
	var all []judge.Verdict
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToUpper(strings.TrimSpace(name))
		verdicts, ok := resultNames[strings.ReplaceAll(name, "-", "_")]
		switch v, err := judge.ParseVerdict(name); {
		case ok:
		case err != nil || v == judge.JE || v == judge.SK:
			return nil, fmt.Errorf("found %q, expected some of AC, WA, TLE, RE, or names such as"+
				" WRONG_ANSWER", name)
		case v == judge.WA:
			verdicts = wrongAnswer
		case v == judge.RE:
			verdicts = runTimeError
		default:
			verdicts = []judge.Verdict{v}
		}
		all, names = append(all, verdicts...), append(names, name)
	}
	e := newExpectation(strings.Join(names, ","), all)
	return &e, nil
}

// ReadExpected reads what programs should get from lines such as "slow*.py TLE" or "greedy
// WA,RE": a path.Match pattern for the name or its last element, and verdicts or the name of a
// directory of a problem package. The last line that matches a program counts. A line that matches
// no program is an error, and so is a text without lines: all programs would be as they should be.
// Empty lines, and lines that begin with "#", are ignored.
func ReadExpected(r io.Reader, name string, all []*Submission) error {
	const mark = "\ufeff" // at the beginning of texts from Windows
	in, n, said := bufio.NewScanner(r), 1, false
	for ; in.Scan(); n++ {
		line := in.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, mark)
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		said = true
		if err := expectLine(line, all); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if in.Err() == bufio.ErrTooLong {
		return fmt.Errorf("%s:%d: found a line of more than %d bytes, expected the name of a program"+
			" and its verdicts", name, n, bufio.MaxScanTokenSize)
	}
	if in.Err() == nil && !said {
		return fmt.Errorf("%s: found no line, expected the name of a program and its verdicts", name)
	}
	return in.Err()
}

func expectLine(line string, all []*Submission) error {
	at := strings.LastIndexAny(line, " \t")
	if at < 0 {
		return fmt.Errorf("found %q, expected the name of a program and its verdicts", line)
	}
	pattern, list := strings.TrimSpace(line[:at]), line[at+1:]
	i := slices.IndexFunc(directories, func(e Expectation) bool { return e.Name == list })
	var e *Expectation
	if i >= 0 {
		e = &directories[i]
	} else {
		var err error
		if e, err = parseResults(list); err != nil {
			return err
		}
	}
	matched := false
	for _, s := range all {
		whole, err := path.Match(pattern, s.Name)
		if err != nil {
			return fmt.Errorf("%q: %w", pattern, err)
		}
		if last, _ := path.Match(pattern, path.Base(s.Name)); whole || last || pattern == s.Name {
			s.Expect, matched = e, true
		}
	}
	if !matched {
		return errors.New("no program is called " + pattern)
	}
	return nil
}

// Problem says how verdicts differ from the expected ones; "": they do not. Skipped cases do not
// count.
func (e *Expectation) Problem(t *judge.Tally) string {
	for _, v := range judge.Verdicts() {
		if t[v] > 0 && v != judge.SK && !slices.Contains(e.Permitted, v) {
			return fmt.Sprintf("found %v, expected %s", v, words(e.Permitted))
		}
	}
	missing := e.Required != nil && !slices.ContainsFunc(e.Required, func(v judge.Verdict) bool {
		return t[v] > 0
	})
	if missing {
		return fmt.Sprintf("found AC alone, expected %s on a case", words(e.Required))
	}
	return ""
}

// only reports whether v is the one verdict that the program must get.
func (e *Expectation) only(v judge.Verdict) bool {
	return slices.Equal(e.Required, []judge.Verdict{v})
}

// words lists verdicts: "AC, WA or TLE".
func words(verdicts []judge.Verdict) string {
	var names []string
	for _, v := range verdicts {
		names = append(names, v.String())
	}
	return english.WordSeries(names, "or")
}
