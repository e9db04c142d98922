package report

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"tilejudge/judge"
)

// A matrix is a text with a row for each program, and then a row for each case with a column for
// each program. It is written at the end: until then all verdicts and times are kept.
type matrix struct {
	printer
	programs []*runs
	cases    []string
	at       map[string]int    // index in cases, by name
	faults   map[string]string // by case: why the first judge's error on it is one
}

// runs are the results of one program. The key of a cell is the index of its case.
type runs struct {
	name    string
	cells   map[int]cell
	slowest extreme
	waited  string // the first case that the limit on wall time ended, and the reason

	why  map[judge.Verdict]string // the first case with a verdict, and the reason
	told bool                     // why it has a judge's error stands with a case
}

type cell struct {
	verdict judge.Verdict
	cpu     time.Duration
	ran     bool
}

// Widths of the text, in letters.
const (
	roomLetters = 100 // a line
	cellLetters = 12  // a column of a program: "TLE 10.000s+"
	minCase     = 8   // the column of cases, at least
)

func newMatrix(p printer) *matrix {
	return &matrix{printer: p, at: make(map[string]int), faults: make(map[string]string)}
}

func (m *matrix) Case(r *judge.Result) error {
	if n := len(m.programs); n == 0 || m.programs[n-1].name != r.Program {
		m.programs = append(m.programs, &runs{name: r.Program, cells: make(map[int]cell),
			why: make(map[judge.Verdict]string)})
	}
	i, known := m.at[r.Name]
	if !known {
		i = len(m.cases)
		m.at[r.Name], m.cases = i, append(m.cases, r.Name)
	}
	p := m.programs[len(m.programs)-1]
	if r.Verdict == judge.JE {
		m.faults[r.Name] = cmp.Or(m.faults[r.Name], r.Message)
		p.told = p.told || m.faults[r.Name] == r.Message
	}
	if p.why[r.Verdict] == "" && r.Message != "" {
		p.why[r.Verdict] = fmt.Sprintf(", case %s: %s: %s", r.Name, r.Verdict, r.Message)
		if r.Verdict == judge.CE { // on any case
			p.why[r.Verdict] = ": CE: " + r.Message
		}
	}
	c := cell{verdict: r.Verdict}
	if r.Run != nil {
		c.cpu, c.ran = r.Run.CPU, true
		p.slowest.see(int64(c.cpu), r.Name)
		waited := c.verdict == judge.TLE && m.WallLimit > 0 && r.Run.Wall >= m.WallLimit
		if waited && p.waited == "" {
			p.waited = ", case " + r.Name + ": " + r.Message
		}
	}
	p.cells[i] = c
	return nil
}

func (m *matrix) Close(s Summary) error {
	m.summary(&s)
	if !m.Quiet {
		for rest := m.programs; len(rest) > 0; {
			n := min(max((roomLetters-m.caseLetters())/(cellLetters+2), 1), len(rest))
			m.block(rest[:n], len(m.programs)-len(rest)+1)
			rest = rest[n:]
		}
		if len(m.programs) > 1 {
			m.WriteString("\n+ fastest and - slowest of those accepted, by processor time\n")
		}
	}
	m.reasons(&s)
	for _, name := range m.cases {
		if why := m.faults[name]; why != "" {
			fmt.Fprintln(m, judge.Plain("case "+name+": JE: "+why, lineLetters))
		}
	}
	for _, note := range s.Notes {
		fmt.Fprintln(m, judge.Plain(note, bodyLetters))
	}
	m.ending(s)
	return m.Flush()
}

// reasons writes a line for each program that the limit on wall time ended, that was not compiled
// although nobody expected that, or whose worst verdict is another than it should be.
func (m *matrix) reasons(s *Summary) {
	for i, p := range m.programs {
		why := p.waited
		if why == "" && i < len(s.Programs) {
			of := &s.Programs[i]
			v := of.Verdict()
			told := v == judge.JE && p.told
			if of.Problem != "" && !told || v == judge.CE && of.Expected == "" {
				why = p.why[v]
			}
		}
		if why != "" {
			fmt.Fprintf(m, "%d %s%s\n", i+1, judge.Plain(path.Base(p.name), maxName),
				judge.Plain(why, lineLetters))
		}
	}
}

// summary writes a row for each program.
func (m *matrix) summary(s *Summary) {
	width := len("program")
	for _, p := range s.Programs {
		width = min(max(width, len([]rune(p.Name))), maxName)
	}
	format := "%-3s %s  %s  %-19s  %9s  %9s  %s"
	line := func(cells ...any) {
		fmt.Fprintln(m, strings.TrimRight(fmt.Sprintf(format, cells...), " "))
	}
	line("", pad("program", width), "verdict", "expected", "accepted", "slowest", "")
	good := 0
	for i, p := range s.Programs {
		verdict := m.paint(p.Verdict(), pad(p.Verdict().String(), len("verdict")))
		accepted := fmt.Sprintf("%d/%d", p.Tally[judge.AC], p.Tally.Cases())
		slowest, end := "", judge.Plain(p.Problem, lineLetters)
		if i < len(m.programs) && m.programs[i].slowest.name != "" {
			e := m.programs[i].slowest
			slowest = seconds(time.Duration(e.value))
			if end == "" {
				end = judge.Plain(e.name, maxName)
			}
		}
		if p.Problem == "" {
			good++
		}
		line(fmt.Sprint(i+1), pad(judge.Plain(p.Name, maxName), width), verdict, p.Expected, accepted,
			slowest, end)
	}
	if s.Stopped == "" {
		fmt.Fprintf(m, "as they should be: %d of %s\n", good,
			english.Plural(len(s.Programs), "program", ""))
	}
}

// caseLetters returns the width of the column of cases.
func (m *matrix) caseLetters() int {
	width := minCase
	for _, name := range m.cases {
		width = max(width, len([]rune(name)))
	}
	return min(width, maxName)
}

// block writes a row for each case with a column for each of some programs. The first program has
// the given number, and the others follow.
func (m *matrix) block(programs []*runs, number int) {
	width := m.caseLetters()
	line := pad("case", width)
	for i, p := range programs {
		label := judge.Plain(fmt.Sprintf("%d %s", number+i, path.Base(p.name)), cellLetters-1)
		line += "  " + pad(label, cellLetters)
	}
	fmt.Fprintf(m, "\n%s\n", strings.TrimRight(line, " "))
	for i, name := range m.cases {
		fastest, slowest := m.extremes(i)
		line := pad(judge.Plain(name, maxName), width)
		for _, p := range programs {
			line += "  " + m.cell(p.cells[i], fastest, slowest)
		}
		fmt.Fprintln(m, strings.TrimRight(line, " "))
	}
}

// extremes returns the least and the largest time of the programs that are accepted on a case.
func (m *matrix) extremes(i int) (fastest, slowest time.Duration) {
	first := true
	for _, p := range m.programs {
		c := p.cells[i]
		switch {
		case c.verdict != judge.AC:
		case first:
			fastest, slowest, first = c.cpu, c.cpu, false
		default:
			fastest, slowest = min(fastest, c.cpu), max(slowest, c.cpu)
		}
	}
	return fastest, slowest
}

// cell returns a verdict and a time, with a mark if it is the fastest or the slowest.
func (m *matrix) cell(c cell, fastest, slowest time.Duration) string {
	if c.verdict == 0 {
		return pad("", cellLetters)
	}
	text := fmt.Sprintf("%-3s", c.verdict)
	if c.ran {
		text += " " + seconds(c.cpu)
	}
	switch {
	case c.verdict != judge.AC || fastest == slowest:
	case c.cpu == fastest:
		text += "+"
	case c.cpu == slowest:
		text += "-"
	}
	return m.paint(c.verdict, pad(text, cellLetters))
}

// Verdict returns the worst verdict on a case, or SK if no case was judged.
func (p *Program) Verdict() judge.Verdict { return max(p.Tally.Worst(), judge.SK) }
