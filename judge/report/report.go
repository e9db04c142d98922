// Package report writes verdicts for people and machines, one by one and in constant
// memory. It judges nothing and opens no files.
//
// The formats are text; json, which is JSON Lines; junit; tap, version 14; github, the
// annotations of its Actions; and oj, the array of oj test --log-file.
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
	"io"
	"time"

	"tilejudge/judge"
)

// A Reporter writes the results of one run of the judge, in order, from one
// goroutine.
type Reporter interface {
	// Wants reports whether Case uses results with a verdict. The caller need not make
	// the others.
	Wants(v judge.Verdict) bool

	// Case reports the next result. It keeps only strings of it. It returns the error of
	// the writer, and so does Close.
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

	Quiet   bool // text: only the counts
	Verbose bool // text: accepted puzzles too; more columns for programs
	Colour  bool // text

	// MaxReports is the maximum number of failures that the text and GitHub's
	// annotations show; 0: all. The others are counted.
	MaxReports int

	NameWidth int    // letters of the longest name of a case, if it is known
	Suite     string // name of what is judged, for JUnit; "": tilejudge

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
	Strict  judge.Tally   // the part of Tally that is of strict cases
	Begin   time.Time     // the zero value: unknown
	Time    time.Duration // of the whole run
	Stopped string        // why not all cases were judged: "interrupted"; "": all were
}

// Add counts a result.
func (s *Summary) Add(r *judge.Result) {
	s.Tally[r.Verdict]++
	if r.Strict {
		s.Strict[r.Verdict]++
	}
}

// reporters lists the reports; the first is the default.
var reporters = []struct {
	name string
	open func(*bufio.Writer, Options) Reporter
}{
	{"text", newText},     // for people: a table of programs, or a list of failures
	{"json", newJSON},     // JSON Lines: an object for each case, then a summary
	{"junit", newJUnit},   // JUnit's XML, which most CI servers read
	{"tap", newTAP},       // the Test Anything Protocol, version 14
	{"github", newGitHub}, // annotations of failures for GitHub Actions
	{"oj", newOJ},         // the JSON array that oj test --log-file writes
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

// New returns a reporter by its name, or ErrUnknown.
func New(name string, w io.Writer, o Options) (Reporter, error) {
	for _, r := range reporters {
		if r.name == name {
			return r.open(bufio.NewWriterSize(w, 64<<10), o), nil
		}
	}
	return nil, ErrUnknown
}

// A printer is the common part of all reporters.
type printer struct {
	*bufio.Writer // keeps its error
	Options
}

// Wants returns true: most reports use all results.
func (p *printer) Wants(judge.Verdict) bool { return true }

// written is called after each case. It returns the error of the writer.
func (p *printer) written() error {
	if p.Programs {
		return p.Flush()
	}
	_, err := p.Write(nil)
	return err
}

// spool returns the place for what can't be written yet.
func (p *printer) spool() Spool {
	if p.Spool != nil {
		return p.Spool
	}
	return new(bytes.Buffer)
}

// failed reports whether a verdict is a failure: neither accepted nor skipped.
func failed(v judge.Verdict) bool { return v != judge.AC && v != judge.SK }
