package export_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/export"
)

// problemOf returns the problem of a format.
func problemOf(t *testing.T, format string) *export.Problem {
	t.Helper()
	f, err := formats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	p, err := export.NewProblem(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// write makes a package, and returns its directory.
func write(t *testing.T, target string, p *export.Problem) string {
	t.Helper()
	k, err := export.Lookup(target)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := k.Write(dir, p, false); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Judges that limit the number of files or the sum of times get the first and the last case
// of each series, and no more than they take.
func TestFit(t *testing.T) {
	for _, name := range append([]string{"sise", "korf-24"}, usualFormats...) {
		p := problemOf(t, name)
		for _, tt := range []struct {
			target, dir string
			files       int // at most
		}{{"hydro", "testdata", 99}, {"syzoj", ".", 100}} {
			dir := write(t, tt.target, p)
			var inputs []string
			files := textsIn(t, filepath.Join(dir, tt.dir))
			for file := range files {
				if strings.HasSuffix(file, ".in") {
					inputs = append(inputs, filepath.Base(file))
				}
			}
			if len(files) > tt.files {
				t.Errorf("%s: %s has %d files", name, tt.target, len(files))
			}
			slices.Sort(inputs)
			checkFit(t, p, inputs)
			if tt.target == "hydro" {
				checkTime(t, readFile(t, dir+"/testdata/config.yaml"), len(inputs))
			}
		}
	}
}

// checkFit makes sure that the first and the last case of each series are there.
func checkFit(t *testing.T, p *export.Problem, inputs []string) {
	t.Helper()
	all := strings.Join(inputs, " ")
	series := func(i int) string { return strings.TrimRight(p.Cases[i].Name, "0123456789") }
	for i, c := range p.Cases {
		isFirst := i == 0 || series(i-1) != series(i)
		isLast := i+1 == len(p.Cases) || series(i+1) != series(i)
		if (isFirst || isLast) && !strings.Contains(all, "-"+c.Name+".in") {
			t.Errorf("%s: case %s is missing in %s", p.Name, c.Name, all)
		}
	}
}

// checkTime makes sure that Hydro does not find the sum of the limits too large: 60 seconds,
// with limits doubled as for Java.
func checkTime(t *testing.T, config string, cases int) {
	t.Helper()
	m := regexp.MustCompile(`(?m)^time: (\d+)ms$`).FindStringSubmatch(config)
	if m == nil {
		t.Fatalf("there is no time limit:\n%s", config)
	}
	ms, _ := strconv.Atoi(m[1])
	if ms < 1000 || 2*ms*cases > 60_000 {
		t.Errorf("the limit of each of %d cases is %d ms", cases, ms)
	}
}

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
	case problem.DisplayID != "uva-652" || len(problem.Title) > 128 || len(problem.Source) > 200,
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

// CMS's loader counts the cases in gen/GEN, whose points must be 100.
func TestCMS(t *testing.T) {
	p := problemOf(t, "poj-1077")
	dir := write(t, "cms", p)
	points, cases := 0, 0
	for line := range strings.Lines(readFile(t, dir+"/gen/GEN")) {
		line = strings.TrimSpace(line)
		if n, ok := strings.CutPrefix(line, "# ST: "); ok {
			value, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			points += value
		} else if line != "" {
			cases++
		}
	}
	if points != 100 || cases != len(p.Cases) {
		t.Errorf("GEN has %d points and %d cases, want %d", points, cases, len(p.Cases))
	}
	task := readFile(t, dir+"/task.yaml")
	if !strings.Contains(task, fmt.Sprintf("n_input: %d\n", cases)) {
		t.Errorf("task.yaml has other cases than %d:\n%s", cases, task)
	}
	for i, c := range p.Cases {
		if readFile(t, fmt.Sprintf("%s/output/output%d.txt", dir, i)) != string(c.Answer) {
			t.Errorf("case %d has another answer", i)
		}
	}
}

// The files that the texts of a package name are there.
func TestNamedFiles(t *testing.T) {
	p := problemOf(t, "poj-2224")
	for _, tt := range []struct{ target, file, pattern, in string }{
		{"polygon", "problem.xml", `path="([^"]+)"`, ""},
		{"polygon", "statements/english/problem.tex", `\\exmpfile\{(.*?)\}`, "statements/english"},
		{"dmoj", "init.yml", `(?:in|out|source|files): ([^ ,}\n]+)`, ""},
		{"hydro", "testdata/config.yaml", `(?:input|output|checker): ([^ ,}\n]+)`, "testdata"},
		{"syzoj", "data.yml", `fileName: (\S+)`, ""},
		{"lemon", "poj-2224.cdf", `"(poj-2224/[^"]+\.(?:in|out))"`, "data"},
		{"rime", "poj-2224/tests/TESTSET", `src="(\S+?)"`, "poj-2224/tests"},
		{"rime", "poj-2224/too_long/SOLUTION", `src="(\S+?)"`, "poj-2224/too_long"},
		{"cms", "Makefile", `: (\S+)\n`, ""},
		{"lemon", "Makefile", `: (\S+)\n`, ""},
	} {
		dir := write(t, tt.target, p)
		text := readFile(t, filepath.Join(dir, tt.file))
		names := regexp.MustCompile(tt.pattern).FindAllStringSubmatch(text, -1)
		if len(names) == 0 {
			t.Errorf("%s: %s names no file:\n%s", tt.target, tt.file, text)
		}
		for _, m := range names {
			readFile(t, filepath.Join(dir, tt.in, m[1]))
		}
	}
}

// The readers of Polygon's packages find what they look for.
func TestPolygon(t *testing.T) {
	p := problemOf(t, "poj-2224")
	dir := write(t, "polygon", p)
	var properties struct {
		Legend, Input, Output, Notes, Tutorial string
		Interaction, Scoring                   *string
		SampleTests                            []struct{ Input, Output string }
	}
	text := readFile(t, dir+"/statements/english/problem-properties.json")
	if err := json.Unmarshal([]byte(text), &properties); err != nil {
		t.Fatal(err)
	}
	if properties.Legend == "" || properties.Input == "" || properties.Output == "" ||
		properties.SampleTests[0].Input != string(p.Cases[0].Input) {
		t.Errorf("problem-properties.json is %+v", properties)
	}
	rest := readFile(t, dir+"/statements/english/problem.tex")
	for _, part := range []string{ // in this order
		`\begin{problem}{Sliding Tiles (poj-2224)}`, "A board has", `\InputFile`, `\OutputFile`,
		`\Example`, `\Note`, `\end{problem}`,
	} {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("problem.tex has no %q in\n%s", part, rest)
		}
		rest = after
	}
	description := regexp.MustCompile(`^File name: (\w+\.cpp)\nTag: ([A-Z_]+)\n$`)
	known := []string{ // to polygon2domjudge
		"MAIN", "WRONG_ANSWER", "PRESENTATION_ERROR", "TIME_LIMIT_EXCEEDED", "FAILED",
	}
	for _, s := range export.Submissions(p) {
		file := s.Name + ".cpp"
		m := description.FindStringSubmatch(readFile(t, dir+"/solutions/"+file+".desc"))
		if m == nil || m[1] != file || !slices.Contains(known, m[2]) {
			t.Errorf("%s.desc: %q", file, m)
		}
	}
}

// ejudge's statement is XML, and the section names the files as they are.
func TestEjudge(t *testing.T) {
	p := problemOf(t, "poj-2224")
	dir := write(t, "ejudge", p)
	var statement struct {
		Title    string   `xml:"statement>title"`
		Examples []string `xml:"examples>example>input"`
	}
	text := readFile(t, dir+"/problems/poj-2224/statement.xml")
	if err := xml.Unmarshal([]byte(text), &statement); err != nil {
		t.Fatal(err)
	}
	if statement.Title == "" || statement.Examples[0] != string(p.Cases[0].Input) {
		t.Errorf("the statement is %+v", statement)
	}
	config := readFile(t, dir+"/serve.cfg")
	m := regexp.MustCompile(`test_pat = "(.*)"`).FindStringSubmatch(config)
	if m == nil {
		t.Fatalf("serve.cfg has no test_pat:\n%s", config)
	}
	for i, c := range p.Cases {
		file := filepath.Join(dir, "problems/poj-2224/tests", fmt.Sprintf(m[1], i+1))
		if readFile(t, file) != string(c.Input) {
			t.Errorf("%s is another case", file)
		}
	}
}

// A problem has the same UUID each time, which is that of its name: version 5 of RFC 9562.
func TestUUID(t *testing.T) {
	const uuid = "e277884d-c16b-5d55-9b4e-88113a3e7ee5" // as Python's uuid.uuid5 has it
	p := problemOf(t, "poj-1077")
	for _, target := range []string{"kattis", "kattis-2025", "domjudge"} {
		text := readFile(t, write(t, target, p)+"/problem.yaml")
		if !strings.Contains(text, "\nuuid: "+uuid+"\n") {
			t.Errorf("%s: problem.yaml has no uuid %s:\n%s", target, uuid, text)
		}
	}
}
