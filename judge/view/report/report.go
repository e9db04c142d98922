// Package report writes verdicts for people and machines, one by one and in constant
// memory. It judges nothing and opens no files.
//
// The formats are text; json, which is JSON Lines; junit; tap, version 14; github, the
// annotations of its Actions; oj, the array of oj test --log-file; html, a web page with a
// player for each failure; csv, a table for spreadsheets; and the results of an autograder for
// gradescope, github-classroom and classroom50.
//
//	r, err := report.New("tap", os.Stdout, report.Options{})
//	for _, result := range results {
//		if r.Wants(result.Verdict) {
//			err = r.Case(result)
//		}
//	}
//	err = r.Close(report.Summary{Tally: tally})
package report

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/view/draw"
)

// A Reporter writes the results of one run of the judge, in order, from one
// goroutine.
type Reporter interface {
	// Wants reports whether Case uses results with a verdict. The caller need not make
	// results that Case does not use.
	Wants(v judge.Verdict) bool

	// Case reports the next result. It keeps nothing of the result but strings. It returns
	// the error of the writer, and so does Close.
	Case(r *judge.Result) error

	// Close ends the report. It does not close the writer.
	Close(s Summary) error
}

// Options configure a report. The zero value is usable.
type Options struct {
	// Programs says that the cases are runs of programs: the text has a row for each,
	// and each is written at once. Otherwise the cases are puzzles, which may be
	// millions: the text lists the failures, and output is written in large pieces.
	Programs bool

	// Matrix says that the cases are runs of several programs. The text is a table of programs by
	// cases. Reports that know no programs get cases called "program: case".
	Matrix bool

	// Class says that the cases are the hand-ins of a class, in the order of their points.
	// New refuses reports that are about one hand-in.
	Class bool

	Quiet   bool // text: only the counts
	Verbose bool // text: accepted puzzles too; more columns for programs
	Colour  bool // text

	// MaxReports is the maximum number of failures that the text and GitHub's
	// annotations show; 0: all. Further failures are only counted.
	MaxReports int

	NameWidth int    // letters of the longest name of a case, if it is known
	Suite     string // name of what is judged, for JUnit; "": tilejudge

	// Scene returns what html draws of a failure that has a Finding; nil: html draws nothing.
	Scene func(*judge.Result) *draw.Scene

	// Maximum is the number of points that all cases together are worth in a report for a
	// class; 0: one point for each case.
	Maximum float64

	// Getenv returns the value of an environment variable. classroom50 reads there whose work
	// is graded. nil: no variable is set.
	Getenv func(string) string

	CPULimit, WallLimit time.Duration // of a program, for html and the matrix; 0: none

	// Spool is where JUnit keeps the cases until their number is known; nil: in
	// memory.
	Spool Spool
}

// A Spool keeps what is written to it, and then writes it elsewhere.
type Spool interface {
	io.Writer
	io.WriterTo
}

// A Summary is what is known at the end of a run.
type Summary struct {
	Tally   judge.Tally
	Strict  judge.Tally   // the verdicts of Tally on strict cases
	Points  judge.Points  // of puzzles; shown unless each accepted answer earned one point
	Score   *float64      // of all answers, in place of points; nil: there is none
	Begin   time.Time     // the zero value: unknown
	Time    time.Duration // of the whole run
	Stopped string        // why not all cases were judged: "interrupted"; "": all were

	Programs []Program // of a matrix, in the order of their results
	Notes    []string  // sentences about all programs
}

// A Program is what is known of one of several programs when all cases are judged.
type Program struct {
	Name     string
	Expected string // which verdicts it should get; "": nothing is expected
	Problem  string // how its verdicts differ from the expected ones; "": they do not
	Tally    judge.Tally
}

// Add counts a result.
func (s *Summary) Add(r *judge.Result) {
	s.Tally[r.Verdict]++
	if r.Strict {
		s.Strict[r.Verdict]++
	}
}

// reporters lists the reports; the first is the default.
var reporters = []reporter{
	{"text", newText, nil},     // for people: a table of programs, or a list of failures
	{"json", newJSON, nil},     // JSON Lines: an object for each case, then a summary
	{"junit", newJUnit, nil},   // JUnit's XML, which most CI servers read
	{"tap", newTAP, nil},       // the Test Anything Protocol, version 14
	{"github", newGitHub, nil}, // annotations of failures for GitHub Actions
	{"oj", newOJ, nil},         // the JSON array that oj test --log-file writes
	{"html", newHTML, nil},     // a web page: a table, and a player for each failure
	{"csv", newCSV, nil},       // a row for each case, for spreadsheets

	// For classes: results.json, what graders give to a reporter, and result.json.
	{"gradescope", gradedAs(gradescope), alone},
	{"github-classroom", gradedAs(gitHubClassroom), alone},
	{"classroom50", gradedAs(classroom50), inRunner},
}

type reporter struct {
	name  string
	open  func(*bufio.Writer, Options) Reporter
	check func(*Options) error // why the report can't be made; nil: it always can
}

// ErrUnknown is returned by New for a name that is not in Names.
var ErrUnknown = errors.New("unknown report")

// Names returns the names of the reports; the first is the default.
func Names() (names []string) {
	for _, r := range reporters {
		names = append(names, r.name)
	}
	return names
}

// IsOfOne reports whether a report is about one hand-in and not about a class.
func IsOfOne(name string) bool {
	i := slices.IndexFunc(reporters, func(r reporter) bool { return r.name == name })
	return i >= 0 && reporters[i].check != nil
}

// New returns the reporter of a name, or ErrUnknown. Other errors say why the report can't be made
// with the options.
func New(name string, w io.Writer, o Options) (Reporter, error) {
	for _, r := range reporters {
		if r.name == name {
			if r.check != nil {
				if err := r.check(&o); err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
			}
			one := r.open(bufio.NewWriterSize(w, 64<<10), o)
			if o.Matrix && !slices.Contains([]string{"text", "json", "csv", "html"}, name) {
				one = named{one}
			}
			return one, nil
		}
	}
	return nil, ErrUnknown
}

// rated returns the points in words, or "" if each accepted answer earned one.
func (s *Summary) rated() string {
	if s.Score != nil {
		return "score " + hundredths(*s.Score)
	}
	if s.Points.Of == 0 || rounded(s.Points.Given) == float64(s.Tally[judge.AC]) {
		return ""
	}
	return fmt.Sprintf("points %s of %s", hundredths(s.Points.Given), hundredths(s.Points.Of))
}

// named puts the name of the program before the name of each case, for reports that know nothing
// of programs.
type named struct{ Reporter }

func (n named) Case(r *judge.Result) error {
	one := *r
	one.Name = r.Program + ": " + r.Name
	return n.Reporter.Case(&one)
}

// A printer is the common part of all reporters.
type printer struct {
	*bufio.Writer // keeps its error
	Options
}

// Wants returns true: most reports use all results.
func (p *printer) Wants(judge.Verdict) bool { return true }

// written is called after each case. It writes runs of programs at once. It returns the error of
// the writer.
func (p *printer) written() error {
	if p.Programs {
		return p.Flush()
	}
	_, err := p.Write(nil)
	return err
}

// spool returns the place for cases that can't be written yet.
func (p *printer) spool() Spool {
	if p.Spool != nil {
		return p.Spool
	}
	return new(bytes.Buffer)
}

// failed reports whether a verdict is a failure: neither accepted nor skipped.
func failed(v judge.Verdict) bool { return v != judge.AC && v != judge.SK }
