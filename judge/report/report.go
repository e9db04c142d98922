// Package report writes verdicts for people and machines, as they come and in
// constant memory. It judges nothing and opens no files.
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
	// Wants reports whether Case has a use for results with a verdict: of the
	// others none need be made.
	Wants(v judge.Verdict) bool

	// Case takes the next result, of which it keeps nothing but strings. The
	// error is the writer's, as it is of Close.
	Case(r *judge.Result) error

	// Close ends the report. It does not close the writer.
	Close(s Summary) error
}

// Options are how to report. The zero value is usable.
type Options struct {
	// Programs says that the cases are runs of programs. Each has a row in the
	// text, and each is written at once. Puzzles come by the million: of them
	// the text has the failures, and writes are large.
	Programs bool

	Quiet   bool // text: the counts, nothing else
	Verbose bool // text: accepted puzzles too; more columns for programs
	Colour  bool // text

	// MaxReports is how many failures the text and the annotations of GitHub
	// show, at most; 0: all. The others are counted.
	MaxReports int

	NameWidth int    // letters of the longest name of a case, if it is known
	Suite     string // what is judged, for JUnit; "": tilejudge

	// Spool is what JUnit keeps cases in until their number is known; nil:
	// memory.
	Spool Spool
}

// A Spool keeps what is written to it, and then writes it elsewhere.
type Spool interface {
	io.Writer
	io.WriterTo
}

// A Summary is what is known at the end.
type Summary struct {
	Tally   judge.Tally
	Begin   time.Time     // the zero value: unknown
	Time    time.Duration // of the whole run
	Stopped string        // why cases were not judged: "interrupted"; "": all were
	Again   string        // a command that repeats a failure; "": none
}

// A Format is a way to report.
type Format struct {
	Name, Title string
	open        func(*bufio.Writer, Options) Reporter
}

// Formats lists the ways to report; the first is the usual one.
var Formats = []Format{
	{"text", "a table of programs, or a list of failures, for people", newText},
	{"json", "JSON Lines: an object for each case, then one that sums up", newJSON},
	{"junit", "JUnit's XML, which most servers of continuous integration read", newJUnit},
	{"tap", "the Test Anything Protocol, version 14", newTAP},
	{"github", "annotations of failures for GitHub Actions", newGitHub},
	{"oj", "the JSON array that oj test --log-file writes", newOJ},
}

// ErrUnknown is returned by New for a name that is not in Formats.
var ErrUnknown = errors.New("unknown report")

// Names returns the names of Formats.
func Names() (names []string) {
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// New returns a reporter of the format of that name, or ErrUnknown.
func New(name string, w io.Writer, o Options) (Reporter, error) {
	for _, f := range Formats {
		if f.Name == name {
			return f.open(bufio.NewWriterSize(w, 64<<10), o), nil
		}
	}
	return nil, ErrUnknown
}

// A printer is what reporters have in common.
type printer struct {
	*bufio.Writer // keeps its error
	Options
}

// Wants says that the reporter wants all.
func (p *printer) Wants(judge.Verdict) bool { return true }

// written ends a case. It returns the error of the writer.
func (p *printer) written() error {
	if p.Programs {
		return p.Flush()
	}
	_, err := p.Write(nil)
	return err
}

// spool returns where to keep what can't be written yet.
func (p *printer) spool() Spool {
	if p.Spool != nil {
		return p.Spool
	}
	return new(bytes.Buffer)
}

// failed reports whether a verdict is one that somebody should look at.
func failed(v judge.Verdict) bool { return v != judge.AC && v != judge.SK }
