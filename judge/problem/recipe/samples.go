package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/stream"
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

// Example returns the sample of a judge and the answers to it, which are bundled. For a format of
// a user it makes them: a puzzle of a few moves and, if an input may have several puzzles and the
// judge has unsolvable ones, one of these.
func Example(ctx context.Context, f *formats.Format) (input, answers string, err error) {
	if e := bundled(f); e != nil {
		return e.Input, e.Answer, nil
	}
	if input, err = sampleInput(ctx, f); err != nil {
		return "", "", err
	}
	var out strings.Builder
	a := stream.NewAnswerer(func(error) {})
	_, err = a.Run(ctx, strings.NewReader(input), "example", f, f, &out)
	return input, out.String(), err
}

// bundled returns the bundled sample of a format, or nil for that of a user.
func bundled(f *formats.Format) *cases.Example {
	if _, err := formats.Lookup(f.Name); err != nil {
		return nil
	}
	e, _ := cases.Lookup(f.Name) // each format has one
	return e
}

// sampleInput returns the input of Example.
func sampleInput(ctx context.Context, f *formats.Format) (string, error) {
	if e := bundled(f); e != nil {
		return e.Input, nil
	}
	b, err := newBuilder(ctx, f)
	if err != nil {
		return "", err
	}
	ps, err := b.sample()
	if err != nil {
		return "", fmt.Errorf("%s: sample: %w", f.Name, err)
	}
	return puzzles.EncodeAll(f, ps), nil
}

// sample makes the puzzles of Example.
func (b *builder) sample() ([]puzzle.Puzzle, error) {
	const few = 6 // moves
	spec := b.spec(b.shape)
	spec.Way, spec.Moves = generate.Walk, generate.Range{Min: few, Max: few}
	if limit, ok := spec.Bound(b.shape).Moves(); ok {
		spec.Moves = generate.Range{Min: min(few, limit), Max: min(few, limit)}
	}
	specs := []generate.Spec{spec}
	if b.parity() && b.format.MaxPuzzles != 1 {
		spec.Unsolvable = 100
		specs = append(specs, spec)
	}
	ps := make([]puzzle.Puzzle, len(specs))
	for i, spec := range specs {
		s, err := b.generated(1, spec)
		if err == nil {
			err = s.at(1, &ps[i])
		}
		if errors.Is(err, generate.ErrNone) && i > 0 {
			return ps[:i], nil // all of these boards can be solved
		}
		if err != nil {
			return nil, err
		}
	}
	return ps, nil
}

// sampleCases returns the sample of the judge, and its puzzles with other white space.
func sampleCases(ctx context.Context, f *formats.Format) (set []judge.Case, err error) {
	sample, err := sampleInput(ctx, f)
	if err != nil {
		return nil, err
	}
	ps, err := puzzles.DecodeAll(f, sample, "sample")
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
		add("sample", judge.Sample, "the sample", sample)
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
