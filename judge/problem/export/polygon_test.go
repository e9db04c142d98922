package export_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/problem/export"
)

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
