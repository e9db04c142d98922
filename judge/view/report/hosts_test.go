package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// validCSV checks the grammar of RFC 4180, and that no cell is a formula.
func validCSV(text string) error {
	ends := strings.Count(text, "\r\n")
	if ends != strings.Count(text, "\n") || !strings.HasSuffix(text, "\n") {
		return fmt.Errorf("a line does not end with CR LF")
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll() // checks that rows are equally long
	if err != nil {
		return err
	}
	if rows[0][0] != "case" {
		return fmt.Errorf("the first row is %q", rows[0])
	}
	for _, cell := range slices.Concat(rows...) {
		if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
			return fmt.Errorf("a formula: %q", cell)
		}
	}
	return nil
}

// strict decodes an object that has no other fields than v.
func strict(text string, v any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more than one object: %v", err)
	}
	return nil
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-3 }

// validGradescope checks what docs/specs.md of gradescope/autograder_samples says: it has all
// fields, and which values some of them take.
func validGradescope(text string) error {
	var r struct {
		Score, Execution_time                               *float64
		Output                                              string
		Output_format, Test_output_format, Test_name_format string
		Visibility, Stdout_visibility                       string
		Extra_data                                          any
		Tests                                               []struct {
			Score, Max_score                          *float64
			Status, Name, Name_format, Number, Output string
			Output_format, Visibility                 string
			Tags                                      []string
			Extra_data                                any
		}
		Leaderboard []any
	}
	if err := strict(text, &r); err != nil {
		return err
	}
	if r.Score == nil || r.Tests == nil || *r.Execution_time < 0 {
		return fmt.Errorf("no score, tests or time")
	}
	formats := []string{"", "text", "html", "simple_format", "md", "ansi"}
	for _, f := range []string{r.Output_format, r.Test_output_format, r.Test_name_format} {
		if !slices.Contains(formats, f) || f != "text" {
			return fmt.Errorf("format %q: a student's text would be HTML", f)
		}
	}
	visibilities := []string{"hidden", "after_due_date", "after_published", "visible"}
	if !slices.Contains(visibilities, r.Visibility) {
		return fmt.Errorf("visibility %q", r.Visibility)
	}
	sum := 0.0
	for _, t := range r.Tests {
		if t.Status != "passed" && t.Status != "failed" || *t.Score < 0 || *t.Score > *t.Max_score {
			return fmt.Errorf("test %+v", t)
		}
		sum += *t.Score
	}
	if !near(sum, *r.Score) {
		return fmt.Errorf("the score is %v, that of the tests %v", *r.Score, sum)
	}
	return nil
}

// validGitHubClassroom does what src/main.js and src/notify-classroom.js of
// classroom-resources/autograding-grading-reporter do.
func validGitHubClassroom(text string) error {
	var r struct {
		Version   int
		Status    string
		Max_score float64
		Tests     []struct {
			Name, Status   string
			Message        *string
			Test_code      string
			Filename       string
			Line_no        int
			Execution_time string
			Score          float64
		}
	}
	if err := strict(text, &r); err != nil {
		return err
	}
	statuses := []string{"pass", "fail", "error"}
	worst, total := 0, 0.0
	for _, t := range r.Tests {
		status := slices.Index(statuses, t.Status)
		if status < 0 || (t.Message == nil) != (status == 0) {
			return fmt.Errorf("test %+v", t)
		}
		if _, err := time.ParseDuration(t.Execution_time); err != nil {
			return err
		}
		worst, total = max(worst, status), total+t.Score
	}
	if r.Version != 1 || r.Status != statuses[worst] || total > r.Max_score+1e-3 {
		return fmt.Errorf("version %d, status %s, %v of %v", r.Version, r.Status, total, r.Max_score)
	}
	return nil
}

// validClassroom50 checks what schemas/result-v1.schema.json of foundation50/classroom50 says.
func validClassroom50(text string) error {
	var r struct {
		Schema, Classroom, Assignment, Assignment_type, Owner string
		Submission, Commit, Release, Review, Datetime         string
		Score                                                 int
		MaxScore                                              int `json:"max-score"`
		Tests                                                 []struct {
			Name     string `json:"test-name"`
			Passed   bool
			Score    int
			MaxScore int `json:"max-score"`
			Message  string
		}
	}
	if err := strict(text, &r); err != nil {
		return err
	}
	times := regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$`)
	switch {
	case r.Schema != "classroom50/result/v1", r.Classroom == "", r.Assignment == "", r.Owner == "",
		!strings.HasPrefix(r.Submission, "submit/"), r.Commit == "", r.Release == "",
		r.Review == "", r.Assignment_type != "individual" && r.Assignment_type != "group",
		!times.MatchString(r.Datetime), r.Tests == nil:
		return fmt.Errorf("%+v", r)
	}
	score, limit := 0, 0
	for _, t := range r.Tests {
		if t.Name == "" || t.Score < 0 || t.Score > t.MaxScore {
			return fmt.Errorf("test %+v", t)
		}
		score, limit = score+t.Score, limit+t.MaxScore
	}
	if score != r.Score || limit != r.MaxScore {
		return fmt.Errorf("score %d of %d, tests %d of %d", r.Score, r.MaxScore, score, limit)
	}
	return nil
}

// Formulas in names and messages stay text.
func TestFormulas(t *testing.T) {
	var out bytes.Buffer
	cases := []judge.Result{
		{Name: `=HYPERLINK("http://x","y")`, Verdict: judge.WA, Message: "@SUM(A1)"},
		{Name: "-1+2", Verdict: judge.WA, Message: "\t=1"},
		{Name: "＝1", Verdict: judge.AC, Message: `says "u, d"`},
	}
	if err := write(t, &out, "csv", report.Options{}, report.Summary{}, cases); err != nil {
		t.Fatal(err)
	}
	valid(t, "csv", out.String())
	for _, want := range []string{
		`"'=HYPERLINK(""http://x"",""y"")",,,WA,0,1,'@SUM(A1),`, `'-1+2,,,WA,0,1,\t=1,`,
		`'＝1,,,AC,1,1,"says ""u, d""",`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("found no %s in\n%s", want, &out)
		}
	}
}

// Hosts list at most 1,000 tests. All points count.
func TestManyTests(t *testing.T) {
	results := make([]judge.Result, 5000)
	for i := range results {
		results[i] = judge.Result{Name: fmt.Sprint("puzzle ", i+1), Verdict: judge.AC}
	}
	results[4000].Verdict, results[4000].Message = judge.WA, "too long"
	for _, tt := range []struct {
		name    string
		maximum float64
		want    string
	}{
		{"gradescope", 0, `"score": 4999,`},
		{"gradescope", 10, `"score": 9.998,`},
		{"github-classroom", 10, `"max_score": 10,`},
		{"classroom50", 0, `"score": 4999,`},
		{"classroom50", 10, `"score": 9,`},
	} {
		var out bytes.Buffer
		o := report.Options{Maximum: tt.maximum}
		if err := write(t, &out, tt.name, o, report.Summary{}, results); err != nil {
			t.Fatal(err)
		}
		valid(t, tt.name, out.String())
		tests := strings.Count(out.String(), `"name":`) + strings.Count(out.String(), `"test-name":`)
		last := "AC 4000  WA 1  of 4001; the first mistake: puzzle 4001: too long"
		if tests > 1001 || !strings.Contains(out.String(), tt.want) ||
			!strings.Contains(out.String(), last) {
			t.Errorf("%s, maximum %v: %d tests, want at most 1001, %s and %q",
				tt.name, tt.maximum, tests, tt.want, last)
		}
	}
}

// Classroom 50 is told whose work is graded, and outside of its runner nothing is written.
func TestOutsideRunner(t *testing.T) {
	_, err := report.New("classroom50", io.Discard, report.Options{})
	const want = "classroom50: found no CLASSROOM in the environment"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("New: %v, want %s", err, want)
	}
}
