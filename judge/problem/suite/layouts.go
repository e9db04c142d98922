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

// Files are patterns for the name of a case and for the slash-separated paths of its files. For
// one case, the field has the same value in all patterns.
type Files struct {
	Name, Input Pattern
	Answers     []Pattern // the first that exists is the answer
}

// A Pattern is text with one field: %s stands for any text, including slashes, and %n for digits.
type Pattern string

// Layouts are tried in this order: the layouts that name directories come first.
var Layouts = []Layout{
	// A problem package of Kattis or DOMjudge, or its data directory.
	{"kattis", []Files{
		{"sample/%s", "data/sample/%s.in", []Pattern{"data/sample/%s.ans"}},
		{"secret/%s", "data/secret/%s.in", []Pattern{"data/secret/%s.ans"}},
		{"sample/%s", "sample/%s.in", []Pattern{"sample/%s.ans"}},
		{"secret/%s", "secret/%s.in", []Pattern{"secret/%s.ans"}},
	}, byElement},
	// The files that oj download makes.
	{"oj", []Files{
		{"%s", "test/%s.in", []Pattern{"test/%s.out"}},
	}, nil},
	// A package of Polygon.
	{"polygon", []Files{
		{"%n", "tests/%n", []Pattern{"tests/%n.a"}},
	}, nil},
	// A package of Hydro.
	{"hydro", []Files{
		{"%s", "testdata/%s.in", []Pattern{"testdata/%s.ans", "testdata/%s.out"}},
	}, nil},
	// HackerRank's archive of test cases.
	{"hackerrank", []Files{
		{"%n", "input/input%n.txt", []Pattern{"output/output%n.txt"}},
	}, nil},
	// The files that cf parse makes.
	{"cf-tool", []Files{
		{"%n", "in%n.txt", []Pattern{"ans%n.txt"}},
	}, nil},
	// The files that atcoder-tools makes.
	{"atcoder-tools", []Files{
		{"%n", "in_%n.txt", []Pattern{"out_%n.txt"}},
	}, nil},
	{"numbered", []Files{
		{"%n", "input%n.txt", []Pattern{"output%n.txt"}},
	}, nil},
	{"directories", []Files{
		{"%s", "in/%s.in", []Pattern{"out/%s.out", "out/%s.ans", "in/%s.out", "in/%s.ans"}},
	}, nil},
	// The files of DMOJ, Luogu and most other judges.
	{"pairs", []Files{
		{"%s", "%s.in", []Pattern{"%s.ans", "%s.out", "%s.a"}},
	}, nil},
	// The tests directory of Polygon.
	{"bare", []Files{
		{"%n", "%n", []Pattern{"%n.a"}},
	}, nil},
	// The test cases that AtCoder publishes.
	{"atcoder", []Files{
		{"%s", "in/%s", []Pattern{"out/%s"}},
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
	f := Files{Name: "%s", Input: Pattern(strings.ReplaceAll(input, "%e", "in"))}
	switch {
	case !strings.Contains(text, "%"):
		return Layout{}, fmt.Errorf("unknown layout %q: expected one of %s, or a pattern such as"+
			" %%s.%%e", text, strings.Join(LayoutNames(), ", "))
	case both:
		f.Answers = []Pattern{Pattern(answer)}
	case f.Input != Pattern(input):
		for _, end := range []string{"ans", "out", "a"} {
			f.Answers = append(f.Answers, Pattern(strings.ReplaceAll(input, "%e", end)))
		}
	}
	for _, p := range f.paths() {
		if !p.valid() {
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
	return Layout{Name: text, Files: []Files{f}}, nil
}

// paths returns the patterns of the input and of the answers.
func (f *Files) paths() []Pattern { return append([]Pattern{f.Input}, f.Answers...) }

// valid reports whether a text has one field, as patterns must.
func (p Pattern) valid() bool {
	_, rest, _ := strings.Cut(string(p), "%")
	return rest != "" && (rest[0] == 's' || rest[0] == 'n') && !strings.Contains(rest, "%")
}

// around returns the text before and after the field, and whether the field is %n.
func (p Pattern) around() (before, after string, digits bool) {
	before, rest, _ := strings.Cut(string(p), "%")
	return before, rest[1:], rest[0] == 'n'
}

// match returns the value of the field in a path, or false if the path does not match.
func (p Pattern) match(path string) (field string, ok bool) {
	before, after, digits := p.around()
	field, ok = strings.CutPrefix(path, before)
	if !ok {
		return "", false
	}
	field, ok = strings.CutSuffix(field, after)
	if digits && strings.Trim(field, "0123456789") != "" {
		return "", false
	}
	// A file must have a name: "test/.in" is a hidden file.
	return field, ok && field != "" && !strings.HasSuffix(field, "/")
}

// looksInto reports whether a path in a directory, or below it, may match.
func (p Pattern) looksInto(dir string) bool {
	dir += "/"
	before, after, digits := p.around()
	if strings.HasPrefix(before, dir) {
		return true
	}
	rest, ok := strings.CutPrefix(dir, before)
	if !ok || !digits {
		return ok
	}
	tail := strings.TrimLeft(rest, "0123456789")
	return tail != rest && strings.Contains(after, tail)
}

// names reports whether the path begins with a directory.
func (p Pattern) names(dir string) bool {
	before, _, _ := p.around()
	return strings.HasPrefix(before, dir+"/")
}

// fill returns the path with a value of the field.
func (p Pattern) fill(field string) string {
	before, after, _ := p.around()
	return before + field + after
}
