package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/recipe"
	"tilejudge/judge/stream"
)

// A Problem is what a package is made of.
type Problem struct {
	*formats.Format
	Cases  []Case  // the samples first
	Trials []Trial // of validator and checker
	Binary string  // path of a program to use as validator and checker; "": C++
}

// A Case is an input and the answer to it.
type Case struct {
	Name        string
	Purpose     string // what it shows
	Sample      bool
	Explanation string // of the first answer of a sample; "": none
	Unsolvable  bool   // it has an unsolvable puzzle
	Input       []byte
	Answer      []byte
}

// maxCaseSize is the limit on an input and on an answer, in bytes.
const maxCaseSize = 8 << 20

// seriesOf returns the numbers of the cases of each series: those whose names differ in
// the number at the end alone.
func seriesOf(cases []Case) (series [][]int) {
	number := make(map[string]int) // of a series
	for i := range cases {
		name := strings.TrimRight(cases[i].Name, "0123456789")
		if _, ok := number[name]; !ok {
			number[name] = len(series)
			series = append(series, nil)
		}
		n := number[name]
		series[n] = append(series[n], i)
	}
	return series
}

// Supports returns an error if the programs of a package can't read puzzles or answers of the
// format.
func Supports(f *formats.Format) error {
	switch {
	case f.PDDL != nil, f.Answer.Step.Kind == formats.ByAction:
		return fmt.Errorf("%s has no packages: their programs do not read PDDL", f.Name)
	case f.Answer.Step.Kind == formats.ByMessage:
		return fmt.Errorf("%s has no packages: their programs do not read messages", f.Name)
	default:
		return nil
	}
}

// NewProblem makes a problem of a format and its bundled cases. It leaves out a case that
// is not valid to the byte, that has the input of another one, or that is too large.
func NewProblem(ctx context.Context, f *formats.Format) (*Problem, error) {
	if err := Supports(f); err != nil {
		return nil, err
	}
	set, err := recipe.Cases(ctx, f, recipe.Judge)
	if err != nil {
		return nil, err
	}
	p := &Problem{Format: f}
	m := &caseMaker{
		ctx: ctx, format: f,
		valid:    puzzles.Validator{Format: f, Each: checker.KeepsPromise(ctx, f)},
		answerer: stream.NewAnswerer(func(error) {}), // make looks at the statistics
	}
	seen := make(map[string]bool) // inputs
	for i := range set {
		c, err := m.make(&set[i])
		switch {
		case errors.Is(err, errUnfit):
			continue
		case err != nil:
			return nil, fmt.Errorf("case %s: %w", set[i].Name, err)
		}
		if !seen[string(c.Input)] {
			seen[string(c.Input)] = true
			p.Cases = append(p.Cases, *c)
		}
	}
	if len(p.Cases) == 0 {
		return nil, fmt.Errorf("%s has no case that is valid", f.Name)
	}
	p.Cases[0].Sample = true
	if err := p.explainSamples(ctx); err != nil {
		return nil, err
	}
	return p, p.makeTrials(ctx, m.valid)
}

// A caseMaker makes cases of a package from the bundled cases of a format.
type caseMaker struct {
	ctx      context.Context
	format   *formats.Format
	valid    puzzles.Validator
	answerer *stream.Answerer
}

// errUnfit is returned for a case that is not fit for a package.
var errUnfit = errors.New("the case is invalid, too large or too hard")

// make answers a bundled case, or returns errUnfit.
func (m *caseMaker) make(c *judge.Case) (*Case, error) {
	input, err := c.ReadInput()
	if err != nil {
		return nil, err
	}
	if _, err := m.valid.Validate(bytes.NewReader(input), c.Name); err != nil {
		return nil, errUnfit
	}
	var answer bytes.Buffer
	stats, err := m.answerer.Run(m.ctx, bytes.NewReader(input), c.Name, m.format, m.format, &answer)
	if err != nil {
		return nil, err
	}
	if stats.Failed() > 0 || max(len(input), answer.Len()) > maxCaseSize {
		return nil, errUnfit
	}
	return &Case{
		Name: c.Name, Purpose: c.Purpose, Sample: c.Kind == judge.Sample,
		Unsolvable: stats.Unsolvable > 0, Input: input, Answer: answer.Bytes(),
	}, nil
}
