package report

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// A column is one column of the table. Its width is fixed, because rows are written one by one.
type column struct {
	title   string
	width   int
	verbose bool // only with Options.Verbose
	cell    func(r *judge.Result) string
}

// columns lists the columns that follow the column of names.
var columns = []column{
	{"verdict", 8, false, func(r *judge.Result) string { return r.Verdict.String() }},
	{"cpu", 7, false, usage(func(u *judge.Usage) string { return seconds(u.CPU) })},
	{"wall", 7, false, usage(func(u *judge.Usage) string { return seconds(u.Wall) })},
	{"memory", 8, false, usage(func(u *judge.Usage) string { return size(u.Memory) })},
	{"output", 8, true, usage(func(u *judge.Usage) string { return size(u.Output) })},
	{"exit", 8, true, usage(exit)},
}

// usage returns a cell that is empty if no program was run.
func usage(cell func(*judge.Usage) string) func(*judge.Result) string {
	return func(r *judge.Result) string {
		if r.Run == nil {
			return ""
		}
		return cell(r.Run)
	}
}

func seconds(d time.Duration) string { return decimal(d) + "s" }

func decimal(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func size(bytes int64) string { return humanize.IBytes(uint64(max(bytes, 0))) }

func exit(u *judge.Usage) string {
	if u.Signal != "" {
		return judge.Plain(u.Signal, lineLetters)
	}
	return fmt.Sprint(u.Exit)
}

// A table has a row for each run of a program.
type table struct {
	printer
	name    int   // width of the column of names
	headed  bool  // the titles are written
	shown   int   // failures
	more    int64 // failures that are only counted
	failed  failures
	strict  failures // of strict cases
	slowest extreme  // by wall time, in nanoseconds
	largest extreme  // by memory, in bytes
	runs    int64
}

// An extreme is the largest value so far, and the name of its case.
type extreme struct {
	value int64
	name  string
}

func (e *extreme) see(value int64, name string) {
	if e.name == "" || value > e.value {
		e.value, e.name = value, name
	}
}

const (
	minName, maxName = 22, 40 // width of the column of names
	maxNamed         = 8      // number of failures that the last line names
)

func newTable(p printer) *table {
	return &table{printer: p, name: min(max(p.NameWidth, minName), maxName)}
}

func (t *table) Case(r *judge.Result) error {
	if r.Run != nil {
		t.runs++
		t.slowest.see(int64(r.Run.Wall), r.Name)
		t.largest.see(r.Run.Memory, r.Name)
	}
	if failed(r.Verdict) {
		if r.Strict {
			t.strict.add(r)
		} else {
			t.failed.add(r)
		}
		if t.MaxReports > 0 && t.shown == t.MaxReports {
			t.more++
			return nil
		}
		t.shown++
	}
	if t.Quiet || r.Verdict == judge.SK && !t.Verbose {
		return nil
	}
	t.head()
	name, message := judge.Plain(r.Name, lineLetters), judge.Plain(r.Message, lineLetters)
	t.row(name, message, func(c column) string {
		text := pad(c.cell(r), c.width)
		if c.title == "verdict" {
			text = t.paint(r.Verdict, text)
		}
		return text
	})
	return t.written()
}

// head writes the titles before the first row.
func (t *table) head() {
	if !t.headed && !t.Quiet {
		t.row("case", "", func(c column) string { return pad(c.title, c.width) })
	}
	t.headed = true
}

func (t *table) row(name, message string, cell func(column) string) {
	line := pad(name, t.name)
	for _, c := range columns {
		if t.Verbose || !c.verbose {
			line += "  " + cell(c)
		}
	}
	fmt.Fprintf(t, "%s\n", strings.TrimRight(line+"  "+message, " "))
}

func (t *table) Close(s Summary) error {
	t.head()
	if t.more > 0 && !t.Quiet {
		fmt.Fprintf(t, "and %s more that failed\n", humanize.Comma(t.more))
	}
	if t.runs > 1 && !t.Quiet {
		fmt.Fprintf(t, "slowest %s (%s), largest %s (%s)\n",
			seconds(time.Duration(t.slowest.value)), judge.Plain(t.slowest.name, lineLetters),
			size(t.largest.value), judge.Plain(t.largest.name, lineLetters))
	}
	usual := s.Tally
	for v, n := range s.Strict {
		usual[v] -= n
	}
	if s.Strict.Cases() == 0 || usual.Cases() > 0 {
		fmt.Fprintf(t, "%s\n", t.failed.of(&usual))
	}
	if s.Strict.Cases() > 0 {
		fmt.Fprintf(t, "beyond what the judge has: %s\n", t.strict.of(&s.Strict))
	}
	t.ending(s)
	return t.Flush()
}

// failures are the verdicts and names of the first cases that failed: "WA unsolvable".
type failures []string

func (f *failures) add(r *judge.Result) {
	if len(*f) < maxNamed {
		*f = append(*f, r.Verdict.String()+" "+judge.Plain(r.Name, maxName))
	}
}

// of counts verdicts, lists the first failures by name, and counts the others.
func (f failures) of(tally *judge.Tally) string {
	text := fmt.Sprintf("%d of %d accepted", tally[judge.AC], tally.Cases())
	if n := tally[judge.SK]; n > 0 {
		text += fmt.Sprintf(", %d skipped", n)
	}
	if len(f) == 0 {
		return text
	}
	text += ": " + strings.Join(f, ", ")
	total := tally.Cases() - tally[judge.AC] - tally[judge.SK]
	if more := total - int64(len(f)); more > 0 {
		text += fmt.Sprintf(" and %s more", humanize.Comma(more))
	}
	return text
}

// pad adds spaces to a text up to a number of letters.
func pad(text string, letters int) string {
	return text + strings.Repeat(" ", max(letters-utf8.RuneCountInString(text), 0))
}
