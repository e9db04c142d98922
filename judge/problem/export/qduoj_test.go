package export_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A qduojProblem has the fields that QDUOJ's import demands.
type qduojProblem struct {
	DisplayID         string `json:"display_id"`
	Title             string
	Description       qduojText
	InputDescription  qduojText `json:"input_description"`
	OutputDescription qduojText `json:"output_description"`
	Hint              qduojText
	TimeLimit         int `json:"time_limit"`
	MemoryLimit       int `json:"memory_limit"`
	Samples           []struct{ Input, Output string }
	Template          map[string]any
	RuleType          string `json:"rule_type"`
	Source            string
	Tags              []string
	SPJ               qduojProgram
	Answers           []qduojProgram
	TestCaseScore     []struct {
		Score      int
		InputName  string `json:"input_name"`
		OutputName string `json:"output_name"`
	} `json:"test_case_score"`
}

type (
	qduojText    struct{ Format, Value string }
	qduojProgram struct{ Language, Code string }
)

// QDUOJ's import takes the problem: no field is missing, too long or too large, and the
// cases are numbered from 1.
func TestQDUOJ(t *testing.T) {
	p := problemOf(t, "uva-652")
	dir := write(t, "qduoj", p)
	var problem qduojProblem
	d := json.NewDecoder(strings.NewReader(readFile(t, filepath.Join(dir, "1/problem.json"))))
	d.DisallowUnknownFields()
	if err := d.Decode(&problem); err != nil {
		t.Fatal(err)
	}
	checker := qduojProgram{"C++", readFile(t, dir+"/checker.cpp")}
	switch {
	case !strings.Contains(checker.Code, "\n#pragma GCC optimize(\"O0\")\n"), // to compile it in 3 s
		problem.DisplayID != "uva-652" || len(problem.Title) > 128 || len(problem.Source) > 200,
		problem.TimeLimit < 1 || problem.TimeLimit > 60_000 || problem.MemoryLimit != 256,
		problem.RuleType != "ACM" || problem.Description.Format != "html",
		!strings.HasPrefix(problem.Description.Value, "<p>A board has 3 rows"),
		problem.SPJ != checker || len(problem.Answers) != 1 || len(problem.Samples) != 1:
		t.Errorf("problem.json is %+v", problem)
	}
	for i, c := range p.Cases {
		name := fmt.Sprint(i + 1)
		score := problem.TestCaseScore[i]
		if score.Score < 1 || score.InputName != name+".in" || score.OutputName != name+".out" {
			t.Errorf("case %s: %+v", name, score)
		}
		if text := readFile(t, dir+"/1/testcase/"+name+".in"); text != string(c.Input) {
			t.Errorf("case %s is %q, want %q", name, text, c.Input)
		}
	}
}

// The checker for QDUOJ knows the expected answers that it needs, which that judge does not
// pass.
func TestKnownAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	for _, tt := range []struct {
		format string
		knows  bool
	}{{"poj-1077", false}, {"hdu-3567", true}} {
		p := problemOf(t, tt.format)
		dir := write(t, "qduoj", p)
		source := readFile(t, dir+"/checker.cpp")
		want := 0
		if tt.knows {
			want = len(p.Cases)
		}
		if answers := strings.Count(source, "ull, \n"); answers != want {
			t.Errorf("%s: the checker has %d answers, want %d", tt.format, answers, want)
		}
		checker := compile(t, t.TempDir(), "checker", source, "-O0")
		for i := range min(3, len(p.Cases)) {
			input := fmt.Sprintf("%s/1/testcase/%d.in", dir, i+1)
			answer := fmt.Sprintf("%s/1/testcase/%d.out", dir, i+1)
			if code, out := runProgram(t, "", checker, input, answer); code != 0 {
				t.Errorf("%s: exit %d, %q for a right answer to %s", tt.format, code, out, input)
			}
			if code, _ := runProgram(t, "", checker, input, input); code != 1 {
				t.Errorf("%s: exit %d for a wrong answer to %s", tt.format, code, input)
			}
		}
		code, out := runProgram(t, "", checker, dir+"/nosuch", dir+"/checker.cpp")
		if code != 255 || !strings.HasPrefix(out, "judge's error: ") {
			t.Errorf("%s: exit %d, %q without an input", tt.format, code, out)
		}
	}
}

// A freeProblemSet has what HUSTOJ reads.
type freeProblemSet struct {
	Title   string    `xml:"item>title"`
	In      []fpsText `xml:"item>test_input"`
	Out     []fpsText `xml:"item>test_output"`
	Samples []string  `xml:"item>sample_input"`
	SPJ     fpsText   `xml:"item>spj"`
}

type fpsText struct {
	Name     string `xml:"name,attr"`
	Language string `xml:"language,attr"`
	Text     string `xml:",chardata"`
}

// HUSTOJ reads the problem, its cases and the checker from one file.
func TestHUSTOJ(t *testing.T) {
	p := problemOf(t, "leetcode-773")
	dir := write(t, "hustoj", p)
	var set freeProblemSet
	if err := xml.Unmarshal([]byte(readFile(t, dir+"/fps.xml")), &set); err != nil {
		t.Fatal(err)
	}
	checker := fpsText{Language: "C++", Text: readFile(t, dir+"/spj.cc")}
	if set.Title == "" || len(set.Samples) == 0 || set.SPJ != checker ||
		len(set.In) != len(p.Cases) || len(set.Out) != len(p.Cases) {
		t.Fatalf("fps.xml has %d samples and %d cases", len(set.Samples), len(set.In))
	}
	for i, c := range p.Cases {
		in := fpsText{Name: c.Name, Text: string(c.Input)}
		out := fpsText{Name: c.Name, Text: strings.TrimSuffix(string(c.Answer), "\n") + "\n"}
		if set.In[i] != in || set.Out[i] != out {
			t.Errorf("case %d is %+v, %+v, want %+v, %+v", i+1, set.In[i], set.Out[i], in, out)
		}
	}
}
