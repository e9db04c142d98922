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

// A layout is other white space for an input, made by a regular expression.
type layout struct {
	name, purpose string
	needsBlanks   bool // for inputs that have blanks
	pattern, by   string
}

// layouts are the white space that a judge's input may have, whatever its statement
// shows.
var layouts = []layout{
	{"double-spaces", "two spaces between tiles", true, ` +`, "  "},
	{"tabs", "tabs between tiles", true, ` +`, "\t"},
	{"leading-spaces", "a space before each line", true, `(?m)^(.)`, " $1"},
	{"trailing-spaces", "a space behind each line", true, `(.)\n`, "$1 \n"},
	{"crlf", "lines that end as on Windows", false, `\n`, "\r\n"},
	{"no-final-newline", "no end of the last line", false, `\n$`, ""},
	{"trailing-empty-lines", "empty lines at the end", false, `\n$`, "\n\n\n"},
}

// IsLayout reports whether a case differs from the sample by its white space alone.
func IsLayout(name string) bool {
	for _, l := range layouts {
		if l.name == name {
			return true
		}
	}
	return false
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
	add := func(name, purpose, text string) {
		set = append(set, newCase(name, purpose, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
	}
	here := ps // the puzzles of the first case
	if len(ps) <= cmp.Or(f.MaxPuzzles, len(ps)) {
		add("sample", "the sample", sample.Input)
	} else {
		here = ps[:1]
		for i := range ps {
			text := puzzles.EncodeAll(f, ps[i:i+1])
			add(fmt.Sprintf("sample-%d", i+1), "a puzzle of the sample", text)
		}
	}
	text := puzzles.EncodeAll(f, here)
	for _, l := range layouts {
		other := regexp.MustCompile(l.pattern).ReplaceAllString(text, l.by)
		if l.needsBlanks && !strings.Contains(text, " ") || !samePuzzles(f, other, ps[0]) {
			continue
		}
		add(l.name, l.purpose, other)
	}
	return set, nil
}

// samePuzzles reports whether a text is an input of the format that begins with a
// puzzle.
func samePuzzles(f *formats.Format, text string, p puzzle.Puzzle) bool {
	ps, err := puzzles.DecodeAll(f, text, "")
	return err == nil && len(ps) > 0 && ps[0].Start.Equal(p.Start)
}
