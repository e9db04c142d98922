package suite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tilejudge/judge"
	"tilejudge/judge/problem/suite"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"sample-10.in", "sample-2.in", "sample-2.out"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o666)
	}
	s, err := suite.Find(dir, "")
	if err != nil {
		panic(err)
	}
	fmt.Println("layout", s.Layout)
	for _, c := range s.Cases {
		fmt.Println(c.Name, filepath.Base(c.Input), c.Answer != "")
	}
	// Output:
	// layout pairs
	// sample-2 sample-2.in true
	// sample-10 sample-10.in false
}

// of returns a file system with empty files.
func of(names string) fstest.MapFS {
	files := make(fstest.MapFS)
	for _, name := range strings.Fields(names) {
		files[name] = &fstest.MapFile{}
	}
	return files
}

// show returns each case as "name=input>answer".
func show(cases []judge.Case) string {
	var words []string
	for _, c := range cases {
		words = append(words, c.Name+"="+filepath.ToSlash(c.Input)+">"+filepath.ToSlash(c.Answer))
	}
	return strings.Join(words, " ")
}

func TestLayouts(t *testing.T) {
	for _, tt := range []struct {
		name, layout, files string
		want, cases         string
		warning             string
	}{
		{name: "oj", files: "test/sample-1.in test/sample-1.out test/b.in main.py",
			want: "oj", cases: "b=test/b.in> sample-1=test/sample-1.in>test/sample-1.out"},
		{name: "Kattis", want: "kattis",
			files: "problem.yaml data/sample/1.in data/sample/1.ans " +
				"data/secret/10.in data/secret/10.ans data/secret/9.in data/secret/9.ans " +
				"data/secret/g2/a.in data/secret/g2/a-b.in submissions/accepted/a.py",
			cases: "sample/1=data/sample/1.in>data/sample/1.ans " +
				"secret/10=data/secret/10.in>data/secret/10.ans " +
				"secret/9=data/secret/9.in>data/secret/9.ans " +
				"secret/g2/a-b=data/secret/g2/a-b.in> secret/g2/a=data/secret/g2/a.in>"},
		{name: "inputs that Kattis has to be refused",
			files: "data/sample/1.in data/invalid_input/x.in",
			want:  "kattis", cases: "sample/1=data/sample/1.in>"},
		{name: "Kattis's data", files: "secret/1.in secret/1.ans sample/1.in", want: "kattis",
			cases: "sample/1=sample/1.in> secret/1=secret/1.in>secret/1.ans"},
		{name: "atcoder-tools", files: "in_1.txt out_1.txt in_2.txt main.py metadata.json",
			want: "atcoder-tools", cases: "1=in_1.txt>out_1.txt 2=in_2.txt>"},
		{name: "AtCoder", files: "in/01.txt in/b.txt out/01.txt out/b.txt", want: "atcoder",
			cases: "01.txt=in/01.txt>out/01.txt b.txt=in/b.txt>out/b.txt"},
		{name: "directories", files: "in/1.in out/1.out in/2.in in/2.ans", want: "directories",
			cases: "1=in/1.in>out/1.out 2=in/2.in>in/2.ans"},
		{name: "Polygon", want: "polygon",
			files: "problem.xml tests/01 tests/01.a tests/02 tests/100 tests/100.a " +
				"tests/99 files/check.cpp",
			cases: "01=tests/01>tests/01.a 02=tests/02> 99=tests/99> 100=tests/100>tests/100.a"},
		{name: "Polygon's tests", files: "01 01.a 02 02.a", want: "bare",
			cases: "01=01>01.a 02=02>02.a"},
		{name: "Hydro", files: "problem.yaml testdata/1.in testdata/1.out testdata/config.yaml",
			want: "hydro", cases: "1=testdata/1.in>testdata/1.out"},
		{name: "HackerRank", want: "hackerrank",
			files: "input/input00.txt input/input01.txt output/output00.txt output/output01.txt",
			cases: "00=input/input00.txt>output/output00.txt " +
				"01=input/input01.txt>output/output01.txt"},
		{name: "cf-tool", files: "in1.txt ans1.txt in2.txt ans2.txt a.cpp", want: "cf-tool",
			cases: "1=in1.txt>ans1.txt 2=in2.txt>ans2.txt"},
		{name: "numbered", files: "input1.txt output1.txt", want: "numbered",
			cases: "1=input1.txt>output1.txt"},
		{name: "pairs, numbers in order", files: "1.in 1.out 10.in 10.out 2.in 2.ans a.out",
			want:  "pairs",
			cases: "1=1.in>1.out 2=2.in>2.ans 10=10.in>10.out"},
		{name: "an answer rather than an output", files: "1.in 1.out 1.ans",
			want: "pairs", cases: "1=1.in>1.ans"},
		{name: "directories below", files: "easy/1.in easy/1.out hard/x/1.in", want: "pairs",
			cases: "easy/1=easy/1.in>easy/1.out hard/x/1=hard/x/1.in>"},
		{name: "hidden", files: "1.in .1.in.swp .git/2.in __MACOSX/._1.in .in",
			want: "pairs", cases: "1=1.in>"},
		{name: "an answer alone", want: "oj",
			files:   "test/1.in test/1.out test/2.out test/3.out test/4.out test/5.out",
			cases:   "1=test/1.in>test/1.out",
			warning: "no input to the answer test/2.out, test/3.out, test/4.out and 1 more"},
		{name: "capital letters", files: "1.in 1.ANS 2.IN 2.ans B.in", want: "pairs",
			cases: "1=1.in> B=B.in>", warning: "capital letters in the name: 1.ANS, 2.IN"},
		{name: "two layouts", files: "test/1.in test/1.out data/sample/1.in", want: "kattis",
			cases: "sample/1=data/sample/1.in>",
			warning: "the layout is taken to be kattis; " +
				"in that of oj there are other cases, such as test/1.in"},
		{name: "two layouts, one chosen", layout: "oj",
			files: "test/1.in data/sample/1.in", want: "oj", cases: "1=test/1.in>"},
		{name: "oj's pattern", layout: "%s.%e", files: "1.in 1.out test/2.in", want: "%s.%e",
			cases: "1=1.in>1.out test/2=test/2.in>"},
		{name: "ending in front", layout: "%e/%s.txt",
			files: "in/a.txt out/a.txt in/b.txt", want: "%e/%s.txt",
			cases: "a=in/a.txt>out/a.txt b=in/b.txt>"},
		{name: "input and answer", layout: "q%n|a%n", files: "q1 a1 q2 qx a3", want: "q%n|a%n",
			cases:   "1=q1>a1 2=q2>",
			warning: "no input to the answer a3"},
		{name: "no answers", layout: "%s.txt", files: "b.txt a.txt", want: "%s.txt",
			cases: "a=a.txt> b=b.txt>"},
	} {
		s, err := suite.Search(of(tt.files), tt.layout)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := show(s.Cases); got != tt.cases || s.Layout != tt.want {
			t.Errorf("%s: layout %s with\n%s\nwant %s with\n%s",
				tt.name, s.Layout, got, tt.want, tt.cases)
		}
		got := errors.Join(s.Warnings...)
		if tt.warning != "" && (got == nil || !strings.Contains(got.Error(), tt.warning)) {
			t.Errorf("%s: warnings %v, want %s", tt.name, got, tt.warning)
		} else if tt.warning == "" && got != nil && !strings.HasPrefix(tt.name, "inputs that") {
			t.Errorf("%s: warnings %v, want none", tt.name, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ name, layout, files, want string }{
		{"nothing", "", "main.py readme.txt",
			"no cases found: looked for data/sample/%s.in, " +
				"data/secret/%s.in, sample/%s.in, secret/%s.in, test/%s.in, " +
				"tests/%n, testdata/%s.in, input/input%n.txt, in%n.txt, in_%n.txt, input%n.txt, " +
				"in/%s.in, %s.in, %n, in/%s"},
		{"nothing in a layout", "oj", "1.in", "no cases found: looked for test/%s.in"},
		{"answers alone", "oj", "test/1.out", "no cases found: looked for test/%s.in"},
		{"unknown", "katis", "1.in",
			`unknown layout "katis": expected one of kattis, oj, polygon, hydro, hackerrank, ` +
				`cf-tool, atcoder-tools, numbered, directories, pairs, bare, atcoder, ` +
				`or a pattern such as %s.%e`},
		{"no field", "%e", "1.in", `layout "%e": expected one %s or %n in each path`},
		{"two fields", "%s/%s.in", "1.in", `layout "%s/%s.in": expected one %s or %n in each path`},
		{"unknown field", "%d.in", "1.in", `layout "%d.in": expected one %s or %n in each path`},
		{"outside", "../%s.in", "1.in",
			`layout "../%s.in": a path must stay in the directory of the cases`},
		{"absolute", "/tmp/%s.in", "1.in",
			`layout "/tmp/%s.in": a path must stay in the directory of the cases`},
		{"the same", "%s|%s", "1.in", `layout "%s|%s": the answer is the input`},
	} {
		if _, err := suite.Search(of(tt.files), tt.layout); err == nil || err.Error() != tt.want {
			t.Errorf("%s: error %q, want %q", tt.name, err, tt.want)
		}
	}
}

// Each file is an input or an answer only once, whatever names the files have, and the
// order is always the same.
func TestAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`((test|tests|data/sample|input|d)/)?` +
			`(in|input|output|ans)?[0-9a%\\~]{1,3}(\.(in|out|ans|a|txt))?`)
		files := of(strings.Join(rapid.SliceOfN(name, 1, 12).Draw(t, "files"), " "))
		for clash := range files { // a file can't be a directory too
			for other := range files {
				if strings.HasPrefix(other, clash+"/") {
					delete(files, clash)
				}
			}
		}
		s, err := suite.Search(files, "")
		if errors.Is(err, suite.ErrNoCases) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := suite.Search(files, "")
		if err != nil || show(again.Cases) != show(s.Cases) ||
			fmt.Sprint(again.Warnings) != fmt.Sprint(s.Warnings) {
			t.Fatalf("at first %+v, then %+v, %v", s, again, err)
		}
		seen := make(map[string]bool)
		for _, c := range s.Cases {
			for _, file := range []string{c.Input, c.Answer, "name " + c.Name} {
				if file != "" && seen[file] || files[c.Input] == nil {
					t.Fatalf("%s twice, or not there, in %v", file, s.Cases)
				}
				seen[file] = true
			}
		}
	})
}

// Every layout is found by its own files.
func TestTable(t *testing.T) {
	for _, l := range suite.Layouts {
		if len(l.Files) == 0 {
			t.Errorf("%s has no files", l.Name)
		}
		for _, f := range l.Files {
			fill := strings.NewReplacer("%s", "7", "%n", "7")
			input := fill.Replace(string(f.Input))
			for _, pattern := range f.Answers {
				answer := fill.Replace(string(pattern))
				s, err := suite.Search(of(input+" "+answer), "")
				if err != nil || s.Layout != l.Name || len(s.Cases) != 1 ||
					s.Cases[0].Answer != answer || s.Warnings != nil {
					t.Errorf("%s: its files are %+v, %v", l.Name, s, err)
				}
			}
		}
	}
}
