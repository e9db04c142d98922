package export

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
)

// A Trial tests the validator or the checker of a package: it is an invalid input, or a right or
// wrong output for a valid input.
type Trial struct {
	Kind   string // "invalid_input", "invalid_output" or "valid_output"
	Name   string
	Input  []byte
	Answer []byte // the expected one; nil for an invalid input
	Output []byte // nil for an invalid input
}

// A mutation changes a text, unless it does not apply to the text.
type mutation struct {
	name  string
	apply func(string) string
}

// replaced returns a mutation that replaces the first match of a pattern.
func replaced(name, pattern, by string) mutation {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return mutation{name, func(s string) string {
		re := compiled()
		at := re.FindStringSubmatchIndex(s)
		if at == nil {
			return s
		}
		return s[:at[0]] + string(re.ExpandString(nil, by, s, at)) + s[at[1]:]
	}}
}

// inputMutations make inputs invalid in most formats.
var inputMutations = []mutation{
	replaced("nothing", `(?s)^.*$`, ""),
	replaced("leading-space", `^`, " "),
	replaced("doubled-space", ` `, "  "),
	replaced("trailing-space", `\n`, " \n"),
	replaced("empty-line-at-the-end", `$`, "\n"),
	replaced("no-newline-at-the-end", `\n$`, ""),
	replaced("carriage-return", `\n`, "\r\n"),
	replaced("byte-order-mark", `^`, "\xEF\xBB\xBF"),
	replaced("leading-zero", `\b\d`, "0$0"),
	replaced("minus-sign", `\b\d`, "-$0"),
	replaced("large-number", `\b\d+`, "4294967297"),
	replaced("junk-at-the-end", `$`, "7#7#\n"),
	replaced("two-tiles-the-same", `\b(\d+)(\W+)\d+\b`, "${1}${2}${1}"),
	replaced("tile-that-is-a-letter", `\b[1-9]\b`, "q"),
	{"half", func(s string) string { return s[:len(s)/2] }},
}

// outputMutations change right outputs. Which results are still accepted differs between formats.
var outputMutations = []mutation{
	replaced("unchanged", `^`, ""),
	replaced("no-newline-at-the-end", `\n$`, ""),
	replaced("empty-line-at-the-end", `$`, "\n"),
	replaced("trailing-space", `\n`, " \n"),
	{"carriage-returns", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	replaced("nothing", `(?s)^.*$`, ""),
	replaced("leading-line", `^`, "The answer is:\n"),
	replaced("trailing-line", `$`, "That is all.\n"),
	replaced("another-number", `\b\d+`, "1${0}"),
	replaced("minus-sign", `\b\d`, "-$0"),
	replaced("NUL-at-the-end", `$`, "\x00"),
	{"half", func(s string) string { return s[:len(s)/2] }},
	{"twice", func(s string) string { return s + s }},
}

// A trialMaker makes trials of a problem. It finds out what each of them is.
type trialMaker struct {
	ctx     context.Context
	problem *Problem
	valid   puzzles.Validator
	checker *checker.Checker
	seen    map[string]bool // kinds of trials, each followed by a text that a trial has
}

// makeTrials sets Problem.Trials. It makes them from the first case and the answers to the others.
func (p *Problem) makeTrials(ctx context.Context, valid puzzles.Validator) error {
	k, err := checker.New(p.Format, "", 1)
	if err != nil {
		return err
	}
	// That of Kattis's validators.
	k.Tolerance = answers.Tolerance{Case: true, Space: !p.SpaceMatters()}
	m := &trialMaker{ctx, p, valid, k, make(map[string]bool)}
	first := &p.Cases[0]
	for _, change := range inputMutations {
		m.tryInput(change.name, change.apply(string(first.Input)))
	}
	for _, change := range outputMutations {
		m.tryOutput(change.name, change.apply(string(first.Answer)))
	}
	const maxOthers = 2
	for i := 1; i < len(p.Cases) && i <= maxOthers; i++ {
		m.tryOutput("answer-of-"+p.Cases[i].Name, string(p.Cases[i].Answer))
	}
	return nil
}

// tryInput adds a trial with an input, if the input is invalid.
func (m *trialMaker) tryInput(name, input string) {
	_, err := m.valid.Validate(strings.NewReader(input), name)
	if errors.As(err, new(*formats.SyntaxError)) {
		m.add(Trial{Kind: "invalid_input", Name: name, Input: []byte(input)})
	}
}

// tryOutput adds a trial with an output for the first case, if the output is right or wrong.
func (m *trialMaker) tryOutput(name, output string) {
	c := &m.problem.Cases[0]
	file := func(name string, text []byte) protocol.File {
		return protocol.File{Name: name, Reader: bytes.NewReader(text)}
	}
	answer := file("answer", c.Answer)
	o := m.checker.Outcome(m.ctx, file("input", c.Input), file("output", []byte(output)), &answer)
	t := Trial{Name: name, Input: c.Input, Answer: c.Answer, Output: []byte(output)}
	switch o.Verdict {
	case judge.AC:
		t.Kind = "valid_output"
	case judge.WA, judge.PE:
		t.Kind = "invalid_output"
	default:
		return // the fault is not in the output
	}
	m.add(t)
}

// add adds a trial, unless an earlier trial of its kind has the same text.
func (m *trialMaker) add(t Trial) {
	text := t.Kind + string(t.Output)
	if t.Output == nil {
		text += string(t.Input)
	}
	if !m.seen[text] {
		m.seen[text] = true
		m.problem.Trials = append(m.problem.Trials, t)
	}
}
