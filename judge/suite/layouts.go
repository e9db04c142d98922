package suite

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"

	"github.com/maruel/natural"
)

// A Layout is a way to keep cases in files.
type Layout struct {
	Name  string
	Files []Files
	Order func(a, b judge.Case) int // nil: by name, with numbers in numerical order
}

// Files are patterns for the name of a case and for the slash-separated paths of its files. A
// pattern is text with one field: %s stands for any text, including slashes, and %n for digits.
// For one case, the field has the same value in all patterns.
type Files struct {
	Name, Input string
	Answers     []string // the first that exists is the answer
}

// Layouts are tried in this order: the layouts that name directories come first.
var Layouts = []Layout{
	// A problem package of Kattis or DOMjudge, or its data directory.
	{"kattis", []Files{
		{"sample/%s", "data/sample/%s.in", []string{"data/sample/%s.ans"}},
		{"secret/%s", "data/secret/%s.in", []string{"data/secret/%s.ans"}},
		{"sample/%s", "sample/%s.in", []string{"sample/%s.ans"}},
		{"secret/%s", "secret/%s.in", []string{"secret/%s.ans"}},
	}, byElement},
	// The files that oj download makes.
	{"oj", []Files{
		{"%s", "test/%s.in", []string{"test/%s.out"}},
	}, nil},
	// A package of Polygon.
	{"polygon", []Files{
		{"%n", "tests/%n", []string{"tests/%n.a"}},
	}, nil},
	// A package of Hydro.
	{"hydro", []Files{
		{"%s", "testdata/%s.in", []string{"testdata/%s.ans", "testdata/%s.out"}},
	}, nil},
	// HackerRank's archive of test cases.
	{"hackerrank", []Files{
		{"%n", "input/input%n.txt", []string{"output/output%n.txt"}},
	}, nil},
	// The files that cf parse makes.
	{"cf-tool", []Files{
		{"%n", "in%n.txt", []string{"ans%n.txt"}},
	}, nil},
	// The files that atcoder-tools makes.
	{"atcoder-tools", []Files{
		{"%n", "in_%n.txt", []string{"out_%n.txt"}},
	}, nil},
	{"numbered", []Files{
		{"%n", "input%n.txt", []string{"output%n.txt"}},
	}, nil},
	{"directories", []Files{
		{"%s", "in/%s.in", []string{"out/%s.out", "out/%s.ans", "in/%s.out", "in/%s.ans"}},
	}, nil},
	// The files of DMOJ, Luogu and most other judges.
	{"pairs", []Files{
		{"%s", "%s.in", []string{"%s.ans", "%s.out", "%s.a"}},
	}, nil},
	// The tests directory of Polygon.
	{"bare", []Files{
		{"%n", "%n", []string{"%n.a"}},
	}, nil},
	// The test cases that AtCoder publishes.
	{"atcoder", []Files{
		{"%s", "in/%s", []string{"out/%s"}},
	}, nil},
}

// byName orders cases by name, and numbers in names by their value.
func byName(a, b judge.Case) int { return byNames(a.Name, b.Name) }

func byNames(a, b string) int { return cmp.Or(natural.Compare(a, b), strings.Compare(a, b)) }

// byElement orders cases as Kattis does: by the bytes of the first directory of the input's path,
// then of the second, and so on.
func byElement(a, b judge.Case) int {
	return slices.Compare(strings.Split(a.Input, "/"), strings.Split(b.Input, "/"))
}

// LayoutNames returns the names of Layouts.
func LayoutNames() (names []string) {
	for _, l := range Layouts {
		names = append(names, l.Name)
	}
	return names
}

// choose returns the layouts to try: all of them for "".
func choose(layout string) ([]Layout, error) {
	if layout == "" {
		return Layouts, nil
	}
	l, err := parseLayout(layout)
	return []Layout{l}, err
}

// parseLayout returns the layout of a name in Layouts, or of a pattern. A pattern has
// one %s or %n, as in Files. There are three kinds of patterns:
//
//   - "%s.%e": %e is "in" for an input, and "ans", "out" or "a" for an answer
//   - "in/%s.txt|out/%s.txt": the pattern of the answer follows that of the input
//   - "%s.in": there are no answers
func parseLayout(text string) (Layout, error) {
	for _, l := range Layouts {
		if l.Name == text {
			return l, nil
		}
	}
	input, answer, both := strings.Cut(filepath.ToSlash(text), "|")
	f := Files{Input: strings.ReplaceAll(input, "%e", "in")}
	switch {
	case !strings.Contains(text, "%"):
		return Layout{}, fmt.Errorf("unknown layout %q: expected one of %s, or a pattern such as"+
			" %%s.%%e", text, strings.Join(LayoutNames(), ", "))
	case both:
		f.Answers = []string{answer}
	case f.Input != input:
		for _, end := range []string{"ans", "out", "a"} {
			f.Answers = append(f.Answers, strings.ReplaceAll(input, "%e", end))
		}
	}
	for _, p := range append([]string{f.Input}, f.Answers...) {
		p, ok := parsePattern(p)
		if !ok {
			return Layout{}, fmt.Errorf("layout %q: expected one %%s or %%n in each path", text)
		}
		if !fs.ValidPath(p.fill("1")) {
			return Layout{}, fmt.Errorf("layout %q: a path must stay in the directory of the cases",
				text)
		}
	}
	if slices.Contains(f.Answers, f.Input) {
		return Layout{}, fmt.Errorf("layout %q: the answer is the input", text)
	}
	f.Name = "%s"
	return Layout{Name: text, Files: []Files{f}}, nil
}

// A pattern is a pattern of Files in parsed form.
type pattern struct {
	before, after string // the text around the field
	digits        bool   // the field is %n
}

// parsePattern parses a pattern. It returns false if the text does not have one field.
func parsePattern(text string) (p pattern, ok bool) {
	before, rest, ok := strings.Cut(text, "%")
	if !ok || rest == "" || rest[0] != 's' && rest[0] != 'n' || strings.Contains(rest, "%") {
		return p, false
	}
	return pattern{before, rest[1:], rest[0] == 'n'}, true
}

// match returns the value of the field in a path, or false if the path does not match.
func (p pattern) match(path string) (field string, ok bool) {
	field, ok = strings.CutPrefix(path, p.before)
	if !ok {
		return "", false
	}
	field, ok = strings.CutSuffix(field, p.after)
	if p.digits && strings.Trim(field, "0123456789") != "" {
		return "", false
	}
	// A file must have a name: "test/.in" is a hidden file.
	return field, ok && field != "" && !strings.HasSuffix(field, "/")
}

// fill returns the path with a value of the field.
func (p pattern) fill(field string) string { return p.before + field + p.after }

// mustParse parses a pattern of Layouts, or one that parseLayout has checked.
func mustParse(text string) pattern {
	p, ok := parsePattern(text)
	if !ok {
		panic(fmt.Sprintf("suite: no pattern: %q", text))
	}
	return p
}
