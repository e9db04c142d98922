package checker_test

import (
	"strings"
	"testing"
	"unicode"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
)

// looseForms change what the default validator of Kattis ignores. BAPCtools' validator_tests.py
// calls them generic valid outputs.
var looseForms = []struct {
	name   string
	change func(answers string) string
}{
	{"leading space", func(s string) string { return " " + s }},
	{"leading line end", func(s string) string { return "\n" + s }},
	{"trailing line end", func(s string) string { return s + "\n" }},
	{"space at the end", func(s string) string { return strings.TrimSuffix(s, "\n") + " \n" }},
	{"line ends for spaces", func(s string) string { return strings.ReplaceAll(s, " ", "\n") }},
	{"spaces for line ends", func(s string) string { return strings.ReplaceAll(s, "\n", " ") }},
	{"no line end", func(s string) string { return strings.TrimSuffix(s, "\n") }},
	{"Windows", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{"tabs", func(s string) string { return strings.ReplaceAll(s, " ", "\t \t") }},
	{"other case", swapCase},
	{"all at once", func(s string) string {
		return "\n\t" + swapCase(strings.ReplaceAll(s, "\n", " ")) + "\r\n"
	}},
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// columns returns a text in lower case, without line ends around it and spaces at the ends of its
// lines.
func columns(text string) string {
	lines := strings.Split(strings.Trim(strings.ReplaceAll(text, "\r", ""), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.ToLower(strings.Join(lines, "\n"))
}

// Where white space and case do not matter, the answers of every format are accepted in all of
// these forms, and wrong ones are not.
func TestTolerance(t *testing.T) {
	for i, f := range formats.All {
		if testing.Short() && i%8 > 0 {
			continue
		}
		if k := f.Answer.Step.Kind; k == formats.ByAction || k == formats.ByMessage {
			continue // the ends of lines tell where a comment or a message ends
		}
		e, err := cases.Lookup(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		k, err := checker.New(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		k.Tolerance = answers.Tolerance{Case: true, Space: true}
		expected := text("answer", e.Answer)
		for _, form := range looseForms {
			output := form.change(e.Answer)
			if f.Answer.Board.Blank == " " && columns(output) != columns(e.Answer) {
				continue // the columns of tiles tell where the blank is
			}
			o := k.Outcome(t.Context(), text("in", e.Input), text("out", output), &expected)
			if expected = text("answer", e.Answer); o.Verdict != judge.AC {
				t.Errorf("%s, %s: %v %s\n%q", f.Name, form.name, o.Verdict, o.Message, output)
			}
			for _, junk := range []string{"x", " 42", "\nhello\n"} {
				o := k.Outcome(t.Context(), text("in", e.Input), text("out", output+junk), &expected)
				if expected = text("answer", e.Answer); o.Verdict == judge.AC {
					t.Errorf("%s, %s: %q after the answers is accepted", f.Name, form.name, junk)
				}
			}
		}
	}
}

// An empty path has only white space.
func TestTolerantEmptyPath(t *testing.T) {
	const solved = "1 2 3 4 5 6 7 8 x\n"
	for _, tt := range []struct{ input, output string }{
		{solved, ""},
		{solved, " "},
		{solved, "\r\n\t\n"},
		{solved + oneMove + solved, "\nr\n\n"},
		{solved + oneMove + solved, "\nr\n"},
		{solved + oneMove + solved, " R  "},
		{oneMove + solved + oneMove, "\n\n R  \t r"},
	} {
		k, err := checker.New(judgetest.Format("hdu-1043"), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		k.Tolerance = answers.Tolerance{Case: true, Space: true}
		o := k.Outcome(t.Context(), text("in", tt.input), text("out", tt.output), nil)
		if o.Verdict != judge.AC {
			t.Errorf("%q: %v %s", tt.output, o.Verdict, o.Message)
		}
	}
}
