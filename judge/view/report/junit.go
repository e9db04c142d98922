package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"tilejudge/judge"
)

// A junitCase is an element testcase, with the element in it. There may be millions of these:
// append takes 0.1 µs for one, encoding/xml 0.5 µs by tokens and 2.1 µs by the tags of a struct.
type junitCase struct {
	classname string
	name      string
	time      string // seconds
	file      string // "": left out
	line      int    // 0: left out
	element   string // in the case: failure, error or skipped; "": none
	problem   junitProblem
}

type junitProblem struct {
	kind    string // attribute type; "": left out
	message string // attribute; "": left out
	body    string
}

// append appends the element as indented lines.
func (c *junitCase) append(b []byte) []byte {
	b = append(b, "    <testcase"...)
	b = appendAttr(b, "classname", c.classname)
	b = appendAttr(b, "name", c.name)
	b = appendAttr(b, "time", c.time)
	if c.file != "" {
		b = appendAttr(b, "file", c.file)
	}
	if c.line != 0 {
		b = append(strconv.AppendInt(append(b, ` line="`...), int64(c.line), 10), '"')
	}
	b = append(b, '>')
	if c.element != "" {
		b = append(append(b, "\n      <"...), c.element...)
		if p := &c.problem; p.kind != "" {
			b = appendAttr(b, "type", p.kind)
		}
		if c.problem.message != "" {
			b = appendAttr(b, "message", c.problem.message)
		}
		b = appendEscaped(append(b, '>'), c.problem.body)
		b = append(append(append(b, "</"...), c.element...), ">\n    "...)
	}
	return append(b, "</testcase>\n"...)
}

func appendAttr(b []byte, name, value string) []byte {
	b = append(append(append(b, ' '), name...), `="`...)
	return append(appendEscaped(b, value), '"')
}

// appendEscaped appends a text that judge.Plain has returned.
func appendEscaped(b []byte, s string) []byte {
	if !strings.ContainsAny(s, `"'&<>`) {
		return append(b, s...)
	}
	w := bytes.NewBuffer(b)
	xml.EscapeText(w, []byte(s)) // a Buffer never fails
	return w.Bytes()
}

// junit writes JUnit's XML. In the file, the number of cases comes before the cases, so junit
// spools the cases until their number is known.
type junit struct {
	printer
	cases Spool
	kept  *bufio.Writer // writes to cases
	text  []byte        // the element of the last case
	suite string
}

func newJUnit(w *bufio.Writer, o Options) Reporter {
	j := &junit{printer: printer{w, o}, suite: judge.Plain(o.Suite, lineLetters)}
	if j.suite == "" {
		j.suite = "tilejudge"
	}
	j.cases = j.spool()
	j.kept = bufio.NewWriterSize(j.cases, 64<<10)
	return j
}

func (j *junit) Case(r *judge.Result) error {
	c := junitCase{
		classname: j.suite, name: judge.Plain(r.Name, bodyLetters), time: "0.000",
		file: judge.Plain(r.File, bodyLetters), line: r.Line,
	}
	if r.Strict {
		c.classname += ".strict"
	}
	if r.Run != nil {
		c.time = decimal(r.Run.Wall)
	}
	switch {
	case r.Verdict == judge.SK:
		c.element, c.problem = "skipped", junitProblem{message: judge.Plain(r.Message, lineLetters)}
	case r.Verdict == judge.JE:
		c.element, c.problem = "error", newProblem(r)
	case failed(r.Verdict):
		c.element, c.problem = "failure", newProblem(r)
	}
	return j.keep(&c)
}

// newProblem describes a result that is not accepted.
func newProblem(r *judge.Result) junitProblem {
	body := r.Verdict.Meaning() + ": " + judge.Plain(r.Message, bodyLetters)
	if u := r.Run; u != nil {
		body += fmt.Sprintf(" (cpu %s, wall %s, memory %s, output %s, exit %s)",
			seconds(u.CPU), seconds(u.Wall), size(u.Memory), size(u.Output), exit(u))
	}
	return junitProblem{r.Verdict.String(), judge.Plain(r.Message, lineLetters), body}
}

// keep spools the element of a case.
func (j *junit) keep(c *junitCase) error {
	j.text = c.append(j.text[:0])
	_, err := j.kept.Write(j.text)
	return err
}

func (j *junit) Close(s Summary) error {
	if s.Stopped != "" { // CI servers look at cases only
		s.Tally[judge.JE]++
		if err := j.stopped(s.Stopped); err != nil {
			return err
		}
	}
	if err := j.kept.Flush(); err != nil {
		return err
	}
	tally := &s.Tally
	counts := fmt.Sprintf(`tests="%d" failures="%d" errors="%d" skipped="%d" time="%s"`,
		tally.Cases(), tally.Cases()-tally[judge.AC]-tally[judge.JE]-tally[judge.SK],
		tally[judge.JE], tally[judge.SK], decimal(s.Time))
	fmt.Fprintf(j, "%s<testsuites %s>\n  <testsuite%s %s", xml.Header, counts,
		appendAttr(nil, "name", j.suite), counts)
	if !s.Begin.IsZero() {
		fmt.Fprintf(j, ` timestamp="%s"`, s.Begin.UTC().Format("2006-01-02T15:04:05"))
	}
	j.WriteString(">\n")
	if _, err := j.cases.WriteTo(j); err != nil {
		return err
	}
	j.WriteString("  </testsuite>\n</testsuites>\n")
	return j.Flush()
}

// stopped adds a case that fails, to say why not all cases were judged.
func (j *junit) stopped(why string) error {
	return j.keep(&junitCase{
		classname: j.suite, name: "all cases are judged", time: "0.000", element: "error",
		problem: junitProblem{
			kind: "stopped", message: judge.Plain(why, lineLetters),
			body: "stopped: " + judge.Plain(why, bodyLetters),
		},
	})
}
