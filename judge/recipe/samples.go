package recipe

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A layout changes the white space of an input: it replaces what matches the pattern.
type layout struct {
	name, purpose string
	needsSpaces   bool // it is for inputs that have spaces
	pattern       string
	replacement   string
}

// layouts are kinds of white space. A judge has few of them: see hasLayout.
var layouts = []layout{
	{"double-spaces", "two spaces between tiles", true, ` +`, "  "},
	{"tabs", "tabs between tiles", true, ` +`, "\t"},
	{"leading-spaces", "a space before each line", true, `(?m)^(.)`, " $1"},
	{"trailing-spaces", "a space at the end of each line", true, `(.)\n`, "$1 \n"},
	{"crlf", "lines that end with CR LF, as on Windows", false, `\n`, "\r\n"},
	{"no-final-newline", "no newline at the end of the last line", false, `\n$`, ""},
	{"trailing-empty-lines", "empty lines at the end", false, `\n$`, "\n\n\n"},
}

// sampleCases returns the sample of the judge, and its puzzles with other white space.
func sampleCases(f *formats.Format) (set []judge.Case, err error) {
	sample, err := cases.Lookup(f.Name)
	if err != nil {
		return nil, err
	}
	ps, err := puzzles.DecodeAll(f, sample.Input, "sample")
	if err != nil {
		return nil, err
	}
	add := func(name string, kind judge.Kind, purpose, text string) {
		c := newCase(name, kind, purpose, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		c.Strict = kind == judge.Layout && !hasLayout(f, text)
		set = append(set, c)
	}
	first := ps // the puzzles of the first case
	if len(ps) <= cmp.Or(f.MaxPuzzles, len(ps)) {
		add("sample", judge.Sample, "the sample", sample.Input)
	} else {
		first = ps[:1]
		for i := range ps {
			text := puzzles.EncodeAll(f, ps[i:i+1])
			add(fmt.Sprintf("sample-%d", i+1), judge.Sample, "a puzzle of the sample", text)
		}
	}
	text := puzzles.EncodeAll(f, first)
	for _, l := range layouts {
		other := regexp.MustCompile(l.pattern).ReplaceAllString(text, l.replacement)
		if l.needsSpaces && !strings.Contains(text, " ") || !samePuzzles(f, other, ps[0]) {
			continue
		}
		add(l.name, judge.Layout, l.purpose, other)
	}
	return set, nil
}

// hasLayout reports whether the judge may have an input with the white space of a text.
func hasLayout(f *formats.Format, text string) bool {
	v := puzzles.Validator{Format: f}
	_, err := v.Validate(strings.NewReader(text), "")
	return err == nil
}

// samePuzzles reports whether a text is an input of the format that begins with the
// puzzle.
func samePuzzles(f *formats.Format, text string, p puzzle.Puzzle) bool {
	ps, err := puzzles.DecodeAll(f, text, "")
	return err == nil && len(ps) > 0 && ps[0].Start.Equal(p.Start)
}
