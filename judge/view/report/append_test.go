package report

import (
	"bytes"
	"encoding/xml"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/judge"
)

// text draws a text of any characters, often of those that JSON and XML escape.
func text(t *rapid.T, name string) string {
	return rapid.OneOf(rapid.StringMatching(`[a-c"'&<>\\ \n\x00\x7fä€]*`), rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	).Draw(t, name)
}

// drawResult draws the result of a puzzle.
func drawResult(t *rapid.T) *judge.Result {
	return &judge.Result{
		Name: text(t, "name"), File: text(t, "file"), Line: rapid.IntRange(0, 20).Draw(t, "line"),
		Answer: text(t, "answer"), Message: text(t, "message"),
		Verdict: judge.Verdict(rapid.IntRange(int(judge.SK), int(judge.JE)).Draw(t, "verdict")),
		Strict:  rapid.Bool().Draw(t, "strict"),
	}
}

// The line of a case is what encoding/json makes of it.
func TestAppendCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawResult(t)
		var want bytes.Buffer
		if err := encoder(&want).Encode(newJSONCase(r)); err != nil {
			t.Fatal(err)
		}
		if got := appendCase(nil, r); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%+v became\n%s\nwant\n%s", r, got, &want)
		}
	})
}

// The element of a case is what encoding/xml makes of it.
func TestAppendElement(t *testing.T) {
	type problem struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr,omitempty"`
		Body    string `xml:",chardata"`
	}
	type element struct {
		XMLName   xml.Name `xml:"testcase"`
		Classname string   `xml:"classname,attr"`
		Name      string   `xml:"name,attr"`
		Time      string   `xml:"time,attr"`
		File      string   `xml:"file,attr,omitempty"`
		Line      int      `xml:"line,attr,omitempty"`
		Failure   *problem `xml:"failure"`
		Error     *problem `xml:"error"`
		Skipped   *problem `xml:"skipped"`
	}
	rapid.Check(t, func(t *rapid.T) {
		c := junitCase{
			classname: judge.Plain(text(t, "suite"), lineLetters),
			name:      judge.Plain(text(t, "name"), bodyLetters),
			time:      "0.000", file: judge.Plain(text(t, "file"), bodyLetters),
			line:    rapid.IntRange(0, 20).Draw(t, "line"),
			element: rapid.SampledFrom([]string{"", "failure", "error", "skipped"}).Draw(t, "element"),
		}
		e := element{Classname: c.classname, Name: c.name, Time: c.time, File: c.file, Line: c.line}
		if c.element != "" {
			c.problem = junitProblem{rapid.SampledFrom([]string{"", "WA"}).Draw(t, "kind"),
				judge.Plain(text(t, "message"), lineLetters), judge.Plain(text(t, "body"), bodyLetters)}
			p := &problem{c.problem.kind, c.problem.message, c.problem.body}
			*map[string]**problem{
				"failure": &e.Failure, "error": &e.Error, "skipped": &e.Skipped,
			}[c.element] = p
		}
		want, err := xml.MarshalIndent(&e, "    ", "  ")
		if got := string(c.append(nil)); err != nil || got != string(want)+"\n" {
			t.Fatalf("%+v became\n%s\nwant\n%s\n%v", c, got, want, err)
		}
	})
}
