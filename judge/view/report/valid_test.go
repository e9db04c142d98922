package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// fataler is a method that *testing.T and *rapid.T have in common.
type fataler interface {
	Fatalf(format string, args ...any)
}

var colourSequence = regexp.MustCompile("\x1b\\[[0-9;]*m")

// valid fails the test if a report breaks the rules of its kind.
func valid(t fataler, name, text string) {
	var err error
	switch name {
	case "json":
		for line := range strings.Lines(text) {
			if !json.Valid([]byte(line)) {
				err = fmt.Errorf("no JSON: %q", line)
			}
		}
	case "oj":
		var array []struct {
			Status, Output string
			Testcase       struct{ Name, Input string }
		}
		err = json.Unmarshal([]byte(text), &array)
		for _, c := range array { // as JudgeStatus of oj has them
			if !slices.Contains([]string{"AC", "WA", "RE", "TLE", "MLE"}, c.Status) {
				err = fmt.Errorf("unknown status %q", c.Status)
			}
		}
	case "html":
		for _, data := range pageData(t, text) {
			if !json.Valid([]byte(data)) {
				err = fmt.Errorf("no JSON: %q", data)
			}
		}
	case "csv":
		err = validCSV(text)
	case "gradescope":
		err = validGradescope(text)
	case "github-classroom":
		err = validGitHubClassroom(text)
	case "classroom50":
		err = validClassroom50(text)
	case "junit":
		err = validXML(text)
	case "tap":
		err = validTAP(text)
	case "github":
		err = validLines(text, regexp.MustCompile(
			`^::error (file=[^:,]+,)?(line=\d+,)?title=([A-Z]{2,3} [^:,]*|stopped)::\P{Cc}+$|`+
				`^(and|of|[A-Z]{2,3}) `))
	case "text":
		err = validLines(text, regexp.MustCompile(`^(\P{Cc}|\x1b\[[0-9;]*m)*$`))
	}
	if err == nil && !utf8.ValidString(text) {
		err = fmt.Errorf("no UTF-8")
	}
	plain := colourSequence.ReplaceAllString(text, "")
	if name == "csv" { // RFC 4180 ends its lines so
		plain = strings.ReplaceAll(plain, "\r\n", "\n")
	}
	for _, r := range plain {
		if err == nil && r != '\n' && !unicode.IsPrint(r) {
			err = fmt.Errorf("%q is not printable", r)
		}
	}
	if err != nil {
		t.Fatalf("%s: %v in\n%s", name, err, text)
	}
}

// validXML checks the grammar, and the counts in the attributes.
func validXML(text string) error {
	if _, err := xml.NewDecoder(strings.NewReader(text)).Token(); err != nil {
		return err
	}
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	var doc struct {
		Suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
			Cases    []struct {
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
				Skipped *struct{} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		return err
	}
	s := doc.Suite
	want := fmt.Sprint(s.Tests, s.Failures, s.Errors, s.Skipped)
	var failures, errors, skipped int
	for _, c := range s.Cases {
		if c.Failure != nil {
			failures++
		}
		if c.Error != nil {
			errors++
		}
		if c.Skipped != nil {
			skipped++
		}
	}
	if got := fmt.Sprint(len(s.Cases), failures, errors, skipped); got != want {
		return fmt.Errorf("attributes count %s, elements %s", want, got)
	}
	return nil
}

var (
	tapPoint = regexp.MustCompile(`^(not )?ok (\d+) - ((?:[^#\\]|\\[#\\])*)( # SKIP(?: .*)?)?$`)
	tapField = regexp.MustCompile(`^  [a-z_]+: (.+)$`)
	tapPlan  = regexp.MustCompile(`^1\.\.(\d+)( # SKIP no cases)?$`)
)

// validTAP reads a report as a harness does.
func validTAP(text string) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "TAP version 14" {
		return fmt.Errorf("version %q", lines[0])
	}
	points, yaml, plan := 0, false, false
	for _, line := range lines[1:] {
		point, field := tapPoint.FindStringSubmatch(line), tapField.FindStringSubmatch(line)
		end := tapPlan.FindStringSubmatch(line)
		switch {
		case strings.IndexFunc(line, unicode.IsControl) >= 0:
			return fmt.Errorf("control character in %q", line)
		case yaml && line == "  ...":
			yaml = false
		case yaml && field != nil && json.Valid([]byte(field[1])):
		case !yaml && points > 0 && line == "  ---":
			yaml = true
		case !yaml && !plan && point != nil:
			points++
			if point[2] != fmt.Sprint(points) {
				return fmt.Errorf("point %d is %q", points, line)
			}
		case !yaml && !plan && end != nil && end[1] == fmt.Sprint(points):
			plan = true
		case plan && strings.HasPrefix(line, "Bail out! "):
		default:
			return fmt.Errorf("unexpected %q", line)
		}
	}
	if !plan {
		return fmt.Errorf("no plan")
	}
	return nil
}

func validLines(text string, line *regexp.Regexp) error {
	for l := range strings.Lines(text) {
		if l = strings.TrimSuffix(l, "\n"); !line.MatchString(l) {
			return fmt.Errorf("unexpected %q", l)
		}
	}
	return nil
}

// Every report is valid, whatever a contestant prints and whatever names files have.
func TestAnyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 50),
				func(b []byte) string { return string(b) }),
			rapid.StringN(0, 50, -1),
			rapid.SampledFrom([]string{
				"", "1..3\nnot ok", "]]>", "</testcase>",
				"\u2028\ufffe\uffff\u202e\U000e0001", "# TODO", "\u009b31m\u007f\u0085\ufeff",
				"\x1b]0;x\a", `\`, "  ...\nBail out!",
				strings.Repeat("\x00\n", 3000), "{moves}", "'\"&<>", "##[error]x", "::error::x",
			}),
		)
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) judge.Result {
			r := judge.Result{
				Name: text.Draw(t, "name"), File: text.Draw(t, "file"),
				Answer: text.Draw(t, "answer"),
				Line:   rapid.IntRange(0, 3).Draw(t, "line"), Message: text.Draw(t, "message"),
				Verdict: rapid.SampledFrom(judge.Verdicts()).Draw(t, "verdict"),
			}
			if rapid.Bool().Draw(t, "points") {
				of := rapid.Float64Range(0, 100).Draw(t, "of")
				r.Points = &judge.Points{Given: rapid.Float64Range(0, of).Draw(t, "given"), Of: of}
			}
			if rapid.Bool().Draw(t, "run") {
				r.Run = &judge.Usage{
					Memory: rapid.Int64().Draw(t, "memory"), Exit: rapid.Int().Draw(t, "exit"),
					Signal: text.Draw(t, "signal"), Head: text.Draw(t, "head"),
				}
			}
			return r
		}), 0, 5).Draw(t, "results")
		o := report.Options{
			Programs: rapid.Bool().Draw(t, "programs"), Verbose: rapid.Bool().Draw(t, "verbose"),
			Quiet: rapid.Bool().Draw(t, "quiet"), Colour: rapid.Bool().Draw(t, "colour"),
			Maximum: rapid.SampledFrom([]float64{0, 1, 10, 0.3}).Draw(t, "maximum"), Getenv: runner,
			MaxReports: rapid.IntRange(0, 3).Draw(t, "max"), Suite: text.Draw(t, "suite"),
		}
		s := report.Summary{Stopped: text.Draw(t, "stopped")}
		for _, r := range results {
			s.Tally[r.Verdict]++
		}
		for _, name := range report.Names() {
			var out bytes.Buffer
			r, err := report.New(name, &out, o)
			for i := range results {
				if err == nil {
					err = r.Case(&results[i])
				}
			}
			if err == nil {
				err = r.Close(s)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			valid(t, name, out.String())
			if strings.Contains(out.String(), "##[") {
				t.Fatalf("%s: a command to a CI server in\n%s", name, &out)
			}
		}
	})
}

// pageData returns the data of a page: its rows, and what is known at its end.
func pageData(t fataler, page string) (data []string) {
	for _, m := range jsonScript.FindAllStringSubmatch(page, -1) {
		data = append(data, m[1])
	}
	if len(data) != 2 || !strings.HasSuffix(page, "</html>\n") {
		t.Fatalf("found %d pieces of data in a page, expected 2, in\n%s", len(data), page)
	}
	return data
}

var jsonScript = regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`)

// data returns what a golden keeps of a report: of a page only its data, since package draw
// tests the rest.
func data(t fataler, name, text string) string {
	if name != "html" {
		return text
	}
	return strings.Join(pageData(t, text), "\n") + "\n"
}
