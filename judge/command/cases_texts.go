package command

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A layoutOfText is another layout for an input, made by a regular expression.
type layoutOfText struct {
	name, purpose string
	blanks        bool // for inputs that have some
	pattern, by   string
}

// layouts are what white space may look like in a judge's input, whatever its
// statement shows.
var layouts = []layoutOfText{
	{"double-spaces", "two spaces between tiles", true, ` +`, "  "},
	{"tabs", "tabs between tiles", true, ` +`, "\t"},
	{"leading-spaces", "a space before each line", true, `(?m)^(.)`, " $1"},
	{"trailing-spaces", "a space behind each line", true, `(.)\n`, "$1 \n"},
	{"crlf", "lines that end as on Windows", false, `\n`, "\r\n"},
	{"no-final-newline", "no end of the last line", false, `\n$`, ""},
	{"trailing-empty-lines", "empty lines at the end", false, `\n$`, "\n\n\n"},
}

// sampleCases returns the sample of the judge, and what other white space makes of
// it.
func sampleCases(f *formats.Format) (set []namedCase, err error) {
	data, err := cases.Read(f.Name)
	if err != nil {
		return nil, err
	}
	sample, _ := example(data)
	ps, err := decodeAll(f, sample, "sample")
	if err != nil {
		return nil, err
	}
	add := func(name, purpose, text string) {
		set = append(set, namedCase{name, purpose, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}})
	}
	text := ""
	if most := cmp.Or(f.MaxPuzzles, len(ps)); len(ps) <= most {
		add("sample", "the sample", sample)
		text, err = encodeAll(f, ps)
	} else {
		for i := range ps {
			if text, err = encodeAll(f, ps[i:i+1]); err != nil {
				return nil, err
			}
			add(fmt.Sprintf("sample-%d", i+1), "a puzzle of the sample", text)
		}
		text, err = encodeAll(f, ps[:1])
	}
	for _, l := range layouts {
		other := regexp.MustCompile(l.pattern).ReplaceAllString(text, l.by)
		if l.blanks && !strings.Contains(text, " ") || !samePuzzles(f, other, ps[0]) {
			continue
		}
		add(l.name, l.purpose, other)
	}
	return set, err
}

// samePuzzles reports whether a text is an input of the format that begins with a
// puzzle.
func samePuzzles(f *formats.Format, text string, p puzzle.Puzzle) bool {
	ps, err := decodeAll(f, text, "")
	return err == nil && len(ps) > 0 && ps[0].Start.Equal(p.Start)
}
