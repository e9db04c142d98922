package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"

	"tilejudge/judge"
)

type junitCase struct {
	XMLName   xml.Name      `xml:"testcase"`
	Classname string        `xml:"classname,attr"`
	Name      string        `xml:"name,attr"`
	Time      string        `xml:"time,attr"` // seconds
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Failure   *junitProblem `xml:"failure"`
	Error     *junitProblem `xml:"error"`
	Skipped   *junitProblem `xml:"skipped"`
}

type junitProblem struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr,omitempty"`
	Body    string `xml:",chardata"`
}

// junit writes JUnit's XML. The number of cases comes before them in the file, so it
// keeps the cases until that is known.
type junit struct {
	printer
	cases Spool
	kept  *bufio.Writer // to cases
	enc   *xml.Encoder  // to kept
	some  bool          // there are cases
	suite string
}

func newJUnit(w *bufio.Writer, o Options) Reporter {
	j := &junit{printer: printer{w, o}, suite: judge.Plain(o.Suite, lineLetters)}
	if j.suite == "" {
		j.suite = "tilejudge"
	}
	j.cases = j.spool()
	j.kept = bufio.NewWriter(j.cases)
	j.enc = xml.NewEncoder(j.kept)
	j.enc.Indent("    ", "  ")
	return j
}

func (j *junit) Case(r *judge.Result) error {
	c := junitCase{
		Classname: j.suite, Name: judge.Plain(r.Name, bodyLetters), Time: "0.000",
		File: judge.Plain(r.File, bodyLetters), Line: r.Line,
	}
	if r.Strict {
		c.Classname += ".strict"
	}
	if r.Run != nil {
		c.Time = decimal(r.Run.Wall)
	}
	switch {
	case r.Verdict == judge.SK:
		c.Skipped = &junitProblem{Message: judge.Plain(r.Message, lineLetters)}
	case r.Verdict == judge.JE:
		c.Error = newProblem(r)
	case failed(r.Verdict):
		c.Failure = newProblem(r)
	}
	return j.keep(&c)
}

// newProblem describes a result that is not accepted.
func newProblem(r *judge.Result) *junitProblem {
	body := r.Verdict.Meaning() + ": " + judge.Plain(r.Message, bodyLetters)
	if u := r.Run; u != nil {
		body += fmt.Sprintf(" (cpu %s, wall %s, memory %s, output %s, exit %s)",
			seconds(u.CPU), seconds(u.Wall), size(u.Memory), size(u.Output), exit(u))
	}
	return &junitProblem{r.Verdict.String(), judge.Plain(r.Message, lineLetters), body}
}

// keep writes the element of a case to the cases. The encoder begins a line for each but the
// first.
func (j *junit) keep(c *junitCase) error {
	j.some = true
	return j.enc.Encode(c)
}

func (j *junit) Close(s Summary) error {
	if s.Stopped != "" { // CI servers do not look at anything else
		s.Tally[judge.JE]++
		if err := j.stopped(s.Stopped); err != nil {
			return err
		}
	}
	if j.some {
		j.kept.WriteByte('\n')
	}
	if err := j.kept.Flush(); err != nil {
		return err
	}
	counts := junitCounts(s)
	enc := xml.NewEncoder(j)
	enc.Indent("", "  ")
	suites := element("testsuites", counts)
	suite := element("testsuite", append([]xml.Attr{attr("name", j.suite)}, counts...))
	if !s.Begin.IsZero() {
		begin := s.Begin.UTC().Format("2006-01-02T15:04:05")
		suite.Attr = append(suite.Attr, attr("timestamp", begin))
	}
	io.WriteString(j, xml.Header)
	if err := encodeTokens(enc, suites, suite); err != nil {
		return err
	}
	j.WriteString("\n")
	if _, err := j.cases.WriteTo(j); err != nil {
		return err
	}
	j.WriteString("  ")
	if err := encodeTokens(enc, suite.End(), suites.End()); err != nil {
		return err
	}
	j.WriteString("\n")
	return j.Flush()
}

// stopped writes a case that fails because not all were judged.
func (j *junit) stopped(why string) error {
	return j.keep(&junitCase{
		Classname: j.suite, Name: "all cases are judged", Time: "0.000",
		Error: &junitProblem{
			Type: "stopped", Message: judge.Plain(why, lineLetters),
			Body: "stopped: " + judge.Plain(why, bodyLetters),
		},
	})
}

// junitCounts returns the attributes of the elements testsuite and testsuites.
func junitCounts(s Summary) []xml.Attr {
	total, errors, skipped := s.Tally.Cases(), s.Tally[judge.JE], s.Tally[judge.SK]
	count := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []xml.Attr{
		attr("tests", count(total)),
		attr("failures", count(total-s.Tally[judge.AC]-errors-skipped)),
		attr("errors", count(errors)),
		attr("skipped", count(skipped)),
		attr("time", decimal(s.Time)),
	}
}

func attr(name, value string) xml.Attr {
	return xml.Attr{Name: xml.Name{Local: name}, Value: value}
}

func element(name string, attrs []xml.Attr) xml.StartElement {
	return xml.StartElement{Name: xml.Name{Local: name}, Attr: attrs}
}

func encodeTokens(enc *xml.Encoder, tokens ...xml.Token) error {
	for _, t := range tokens {
		if err := enc.EncodeToken(t); err != nil {
			return err
		}
	}
	return enc.Flush()
}
