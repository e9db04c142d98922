package report

import (
	"bufio"
	"fmt"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// newText returns a reporter that writes a table of programs or hand-ins, or a list of puzzles.
func newText(w *bufio.Writer, o Options) Reporter {
	p := printer{w, o}
	switch {
	case o.Class:
		return newGradeList(p)
	case o.Matrix:
		return newMatrix(p)
	case o.Programs:
		return newTable(p)
	}
	return &list{printer: p, hold: o.Held()}
}

// maxHeld is the maximum number of failures that are held back, to be shown below the
// counts. If Options.MaxReports is larger, failures are written at once, above the counts.
const maxHeld = 1000

// Held reports whether a list of puzzles or hand-ins is written only at the end.
func (o Options) Held() bool {
	return o.Class || !o.Programs && !o.Verbose && o.MaxReports > 0 && o.MaxReports <= maxHeld
}

// A list writes puzzles that failed: "WA puzzle 17 (in.txt:17): 21 moves".
type list struct {
	printer
	hold  bool
	held  []string
	shown int   // failures that are shown or held
	more  int64 // failures that are only counted
	fault bool  // a judge's error is shown or held
}

func (l *list) Wants(v judge.Verdict) bool { return !l.Quiet && (l.Verbose || failed(v)) }

func (l *list) Case(r *judge.Result) error {
	if !l.Wants(r.Verdict) {
		return nil
	}
	fault := r.Verdict == judge.JE && !l.fault // the first is always shown
	full := failed(r.Verdict) && l.MaxReports > 0 && l.shown >= l.MaxReports
	switch {
	case full && !fault:
		l.more++
		return nil
	case full && l.hold: // this case takes the place of the last one held
		l.more++
		l.held = l.held[:len(l.held)-1]
	case failed(r.Verdict):
		l.shown++
	}
	l.fault = l.fault || fault
	if l.hold {
		l.held = append(l.held, l.line(r))
		return nil
	}
	l.WriteString(l.line(r))
	return l.written()
}

func (l *list) line(r *judge.Result) string {
	line := l.paint(r.Verdict, r.Verdict.String()) + " " + judge.Plain(r.Name, lineLetters)
	if at := place(r); at != "" {
		line += " (" + judge.Plain(at, lineLetters) + ")"
	}
	if r.Message != "" {
		line += ": " + judge.Plain(r.Message, lineLetters)
	}
	if r.Score != nil {
		line += ", score " + hundredths(*r.Score)
	}
	return line + "\n"
}

func (l *list) Close(s Summary) error {
	if !l.hold && l.more > 0 {
		l.rest()
	}
	for _, v := range judge.Verdicts() {
		if n := s.Tally[v]; n > 0 {
			fmt.Fprintf(l, "%s %d  ", l.paint(v, v.String()), n)
		}
	}
	fmt.Fprintf(l, "of %d\n", s.Tally.Cases())
	if points := s.rated(); points != "" {
		fmt.Fprintln(l, points)
	}
	for _, line := range l.held {
		l.WriteString(line)
	}
	if l.hold && l.more > 0 {
		l.rest()
	}
	l.ending(s)
	return l.Flush()
}

func (l *list) rest() { fmt.Fprintf(l, "and %s more\n", humanize.Comma(l.more)) }

// ending writes the last line if the run was stopped.
func (p *printer) ending(s Summary) {
	if s.Stopped != "" {
		fmt.Fprintf(p, "stopped: %s\n", judge.Plain(s.Stopped, lineLetters))
	}

}
