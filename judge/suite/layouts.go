package suite

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/maruel/natural"
)

// A Layout is a way to keep cases in files.
type Layout struct {
	Name, Doc string
	Files     []Files
	Order     func(a, b Case) int // nil: by name, numbers as numbers
}

// Files are patterns of slash-separated paths: text as it stands and one field,
// which is the same in all of them: %s is any text, with slashes if there are
// directories in it, and %n is digits.
type Files struct {
	Name, Input string
	Answers     []string // the first that is there is the answer
}

// Layouts are tried in this order: those that name directories come first.
var Layouts = []Layout{
	{"kattis", "a problem package of Kattis or DOMjudge, or its data directory", []Files{
		{"sample/%s", "data/sample/%s.in", []string{"data/sample/%s.ans"}},
		{"secret/%s", "data/secret/%s.in", []string{"data/secret/%s.ans"}},
		{"sample/%s", "sample/%s.in", []string{"sample/%s.ans"}},
		{"secret/%s", "secret/%s.in", []string{"secret/%s.ans"}},
	}, byElement},
	{"oj", "what oj download makes", []Files{
		{"%s", "test/%s.in", []string{"test/%s.out"}},
	}, nil},
	{"polygon", "a package of Polygon", []Files{
		{"%n", "tests/%n", []string{"tests/%n.a"}},
	}, nil},
	{"hydro", "a package of Hydro", []Files{
		{"%s", "testdata/%s.in", []string{"testdata/%s.ans", "testdata/%s.out"}},
	}, nil},
	{"hackerrank", "the archive of test cases of HackerRank", []Files{
		{"%n", "input/input%n.txt", []string{"output/output%n.txt"}},
	}, nil},
	{"cf-tool", "what cf parse makes", []Files{
		{"%n", "in%n.txt", []string{"ans%n.txt"}},
	}, nil},
	{"numbered", "input1.txt and output1.txt", []Files{
		{"%n", "input%n.txt", []string{"output%n.txt"}},
	}, nil},
	{"pairs", "1.in with 1.ans, 1.out or 1.a, as DMOJ, Luogu and most others have them", []Files{
		{"%s", "%s.in", []string{"%s.ans", "%s.out", "%s.a"}},
	}, nil},
	{"bare", "01 and 01.a, the tests directory of Polygon", []Files{
		{"%n", "%n", []string{"%n.a"}},
	}, nil},
}

// byName orders numbers in names as numbers.
func byName(a, b Case) int {
	return cmp.Or(natural.Compare(a.Name, b.Name), strings.Compare(a.Name, b.Name))
}

// byElement orders paths as Kattis does, which sorts one directory after the
// other, byte by byte.
func byElement(a, b Case) int {
	return slices.Compare(strings.Split(a.Input, "/"), strings.Split(b.Input, "/"))
}

// LayoutNames returns the names of Layouts.
func LayoutNames() (names []string) {
	for _, l := range Layouts {
		names = append(names, l.Name)
	}
	return names
}

// choose returns the layouts to try: all for "".
func choose(layout string) ([]Layout, error) {
	if layout == "" {
		return Layouts, nil
	}
	l, err := ParseLayout(layout)
	return []Layout{l}, err
}

// ParseLayout returns the layout of a name in Layouts or a pattern. A pattern
// has one %s or %n, as Files have; then %e, as in "%s.%e", which is "in" for
// an input and "ans", "out" or "a" for an answer, or "|" between the input and
// the answer, as in "in/%s.txt|out/%s.txt", or neither if there are no answers.
func ParseLayout(text string) (Layout, error) {
	for _, l := range Layouts {
		if l.Name == text {
			return l, nil
		}
	}
	input, answer, both := strings.Cut(filepath.ToSlash(text), "|")
	f := Files{Input: strings.ReplaceAll(input, "%e", "in")}
	switch {
	case !strings.Contains(text, "%"):
		return Layout{}, fmt.Errorf("unknown layout %q: expected one of %s, or a pattern such as %%s.%%e",
			text, strings.Join(LayoutNames(), ", "))
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
			return Layout{}, fmt.Errorf("layout %q: a path must stay in the directory of the cases", text)
		}
	}
	if slices.Contains(f.Answers, f.Input) {
		return Layout{}, fmt.Errorf("layout %q: the answer is the input", text)
	}
	f.Name = "%s"
	return Layout{Name: text, Files: []Files{f}}, nil
}

// A pattern is one of those in Files.
type pattern struct {
	before, after string
	digits        bool
}

// parsePattern reports whether the text is a pattern with one field.
func parsePattern(text string) (p pattern, ok bool) {
	before, rest, ok := strings.Cut(text, "%")
	if !ok || rest == "" || rest[0] != 's' && rest[0] != 'n' || strings.Contains(rest, "%") {
		return p, false
	}
	return pattern{before, rest[1:], rest[0] == 'n'}, true
}

// match returns the text of the field.
func (p pattern) match(path string) (field string, ok bool) {
	field, ok = strings.CutPrefix(path, p.before)
	if !ok {
		return "", false
	}
	field, ok = strings.CutSuffix(field, p.after)
	if p.digits && strings.Trim(field, "0123456789") != "" {
		return "", false
	}
	// A path can't end in the file's directory: "test/.in" is a hidden file.
	return field, ok && field != "" && !strings.HasSuffix(field, "/")
}

// fill returns the path with a field.
func (p pattern) fill(field string) string { return p.before + field + p.after }

// mustParse parses a pattern of Layouts, or one that ParseLayout has seen.
func mustParse(text string) pattern {
	p, ok := parsePattern(text)
	if !ok {
		panic(fmt.Sprintf("suite: no pattern: %q", text))
	}
	return p
}
