package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"tilejudge/judge"
)

// gradescopeResults is Gradescope's results.json. Names and messages may contain what a student
// wrote, so all formats are text: by default Gradescope takes the output of the whole for HTML.
// https://gradescope-autograders.readthedocs.io/en/latest/specs/ and docs/specs.md of
// github.com/gradescope/autograder_samples, read at af5dee4 of January 15, 2025
type gradescopeResults struct {
	Score      float64          `json:"score"`
	Time       float64          `json:"execution_time"` // seconds
	Output     string           `json:"output"`
	Format     string           `json:"output_format"`
	TestFormat string           `json:"test_output_format"`
	NameFormat string           `json:"test_name_format"`
	Visibility string           `json:"visibility"`
	Tests      []gradescopeTest `json:"tests"`
}

type gradescopeTest struct {
	Score    float64 `json:"score"`
	MaxScore float64 `json:"max_score"`
	Status   string  `json:"status"`
	Name     string  `json:"name"`
	Output   string  `json:"output,omitempty"`
}

func gradescope(g *graded, s *Summary) any {
	results := gradescopeResults{
		Score: rounded(g.total.Given), Time: rounded(s.Time.Seconds()), Output: s.Tally.String(),
		Format: "text", TestFormat: "text", NameFormat: "text", Visibility: "visible",
		Tests: []gradescopeTest{},
	}
	for _, t := range g.tests {
		status := "failed"
		if t.verdict == judge.AC {
			status = "passed"
		}
		results.Tests = append(results.Tests, gradescopeTest{
			Score: rounded(t.points.Given), MaxScore: rounded(t.points.Of), Status: status,
			Name: t.verdict.String() + " " + t.name, Output: t.message,
		})
	}
	return results
}

// A classroomResult is what a grader passes to GitHub Classroom's reporter, encoded in base64.
// https://github.com/classroom-resources/autograding-grading-reporter, read at 43c2d9f of
// September 2, 2025, and autograding-io-grader at 0b167f2 of May 1, 2024
type classroomResult struct {
	Version  int             `json:"version"`
	Status   string          `json:"status"` // the status of the worst test
	MaxScore float64         `json:"max_score"`
	Tests    []classroomTest `json:"tests"`
}

type classroomTest struct {
	Name     string  `json:"name"`
	Status   string  `json:"status"` // pass, fail, or error, which is not the student's fault
	Message  *string `json:"message"`
	Code     string  `json:"test_code"`
	Filename string  `json:"filename"`
	Line     int     `json:"line_no"` // 0: none
	Time     string  `json:"execution_time"`
	Score    float64 `json:"score"`
}

func gitHubClassroom(g *graded, _ *Summary) any {
	result := classroomResult{
		Version: 1, Status: "pass", MaxScore: rounded(g.total.Of), Tests: []classroomTest{},
	}
	for _, t := range g.tests {
		status := "fail"
		switch t.verdict {
		case judge.AC:
			status = "pass"
		case judge.JE:
			status = "error"
		}
		if result.Status == "pass" || status == "error" {
			result.Status = status
		}
		one := classroomTest{
			Name: t.name, Status: status, Filename: t.file, Line: t.line, Time: seconds(t.wall),
			Score: rounded(t.points.Given),
		}
		if status != "pass" {
			message := t.verdict.String() + " " + t.message
			one.Message, one.Code = &message, message // the reporter prints test_code alone
		}
		result.Tests = append(result.Tests, one)
	}
	return result
}

// A classroom50Result is result.json of Classroom 50. Its points are whole numbers.
// https://github.com/foundation50/classroom50, schemas/result-v1.schema.json at 6e593c7, read on
// November 22, 2026
type classroom50Result struct {
	Schema     string            `json:"schema"`
	Classroom  string            `json:"classroom"`
	Assignment string            `json:"assignment"`
	Type       string            `json:"assignment_type"`
	Owner      string            `json:"owner"`
	Submission string            `json:"submission"`
	Commit     string            `json:"commit"`
	Release    string            `json:"release"`
	Review     string            `json:"review"`
	Datetime   string            `json:"datetime"`
	Score      int64             `json:"score"`
	MaxScore   int64             `json:"max-score"`
	Tests      []classroom50Test `json:"tests"`
}

type classroom50Test struct {
	Name     string `json:"test-name"`
	Passed   bool   `json:"passed"`
	Score    int64  `json:"score"`
	MaxScore int64  `json:"max-score"`
	Message  string `json:"message,omitempty"` // further fields are allowed
}

// runnerVariables are environment variables that the runner of Classroom 50 sets. The runner
// writes the owner, the type and the datetime of a result itself.
var runnerVariables = []string{
	"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "OWNER",
}

// inRunner returns an error unless the environment says whose work is graded.
func inRunner(o *Options) error {
	if err := alone(o); err != nil {
		return err
	}
	for _, name := range runnerVariables {
		if o.Getenv == nil || o.Getenv(name) == "" {
			return fmt.Errorf("found no %s in the environment, expected the runner's"+
				" %s", name, strings.Join(runnerVariables, ", "))
		}
	}
	return nil
}

func classroom50(g *graded, s *Summary) any {
	when := s.Begin.UTC()
	result := classroom50Result{
		Schema: "classroom50/result/v1", Classroom: g.Getenv("CLASSROOM"),
		Assignment: g.Getenv("ASSIGNMENT"), Owner: g.Getenv("OWNER"),
		Type:       cmp.Or(g.Getenv("ASSIGNMENT_TYPE"), "individual"),
		Submission: g.Getenv("SUBMISSION_TAG"), Commit: g.Getenv("COMMIT_URL"),
		Release:  g.Getenv("RELEASE_URL"),
		Review:   cmp.Or(g.Getenv("REVIEW_URL"), g.Getenv("COMMIT_URL")),
		Datetime: when.Format("2006-01-02T15:04:05Z"),
		Tests:    []classroom50Test{},
	}
	whole := true
	for _, t := range g.tests {
		whole = whole && t.points.Given == math.Trunc(t.points.Given) &&
			t.points.Of == math.Trunc(t.points.Of)
	}
	for _, t := range g.tests {
		one := classroom50Test{Name: t.name, Passed: t.verdict == judge.AC, Message: t.message}
		if whole {
			one.Score, one.MaxScore = int64(t.points.Given), int64(t.points.Of)
		}
		result.Tests = append(result.Tests, one)
	}
	if !whole { // one more test has all points, rounded
		result.Tests = append(result.Tests, classroom50Test{
			Name: "points", Passed: rounded(g.total.Given) == rounded(g.total.Of),
			Score:    int64(rounded(g.total.Given)),
			MaxScore: int64(rounded(g.total.Of)), Message: s.Tally.String(),
		})
	}
	for _, t := range result.Tests {
		result.Score += t.Score
		result.MaxScore += t.MaxScore
	}
	return result
}
