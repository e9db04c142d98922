package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
)

// A Problem is what a package is made from.
type Problem struct {
	*formats.Format
	Metadata
	Cases  []Case  // the samples first
	Trials []Trial // for the validator and the checker
	Binary string  // the path of tilejudge as validator and checker; "": they are in C++

	Programs []Program // the setter's own submissions

	Unfit []string // names of bundled cases that are not fit for a package
}

// A Case is an input and the answer to it.
type Case struct {
	Name        string
	Purpose     string // what it shows
	Sample      bool
	Explanation string // of the first answer of a sample; "": none
	Unsolvable  bool   // it has an unsolvable puzzle
	Solvable    bool   // it has a solvable puzzle
	Unsolved    bool   // it has a solvable puzzle that is not solved already
	Seeded      string // arguments with which the generator makes the input again; "": none
	Input       []byte
	Answer      []byte
}

// maxCaseSize is the limit on an input and on an answer, in bytes.
const maxCaseSize = 8 << 20

// seriesOf returns the indices of the cases of each series. The names of the cases of a series
// differ only in the number at the end.
func seriesOf(cases []Case) (series [][]int) {
	number := make(map[string]int) // of each series, by the name without the number
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

// Supports returns an error if the C++ programs of packages can't read the format.
func Supports(f *formats.Format) error {
	switch {
	case f.JSON != formats.NoJSON:
		return fmt.Errorf("%s has no packages: their programs do not search JSON for keys", f.Name)
	case f.PDDL != nil, f.Answer.Step.Kind == formats.ByAction:
		return fmt.Errorf("%s has no packages: their programs do not read PDDL", f.Name)
	case f.Answer.Step.Kind == formats.ByMessage:
		return fmt.Errorf("%s has no packages: their programs do not read messages", f.Name)
	case f.Answer.First != "", f.Answer.Each.Has(pattern.Number), f.Answer.Each.Has(pattern.Path):
		return fmt.Errorf("%s has no packages: their programs do not number the boards of an answer,"+
			" nor name the moves between them", f.Name)
	case f.Answer.StepBegin != "":
		return fmt.Errorf("%s has no packages: their programs do not number moves", f.Name)
	case f.Answer.RunsOfTiles():
		return fmt.Errorf("%s has no packages: their programs do not read runs of tiles", f.Name)
	default:
		return nil
	}
}

// NewProblem makes a problem of a format and its bundled cases of a level. It leaves out a case
// that is not valid to the byte, that is too large, or that has the input of another case.
func NewProblem(ctx context.Context, f *formats.Format, level recipe.Level) (*Problem, error) {
	if err := Supports(f); err != nil {
		return nil, err
	}
	set, err := recipe.Cases(ctx, f, level)
	if err != nil {
		return nil, err
	}
	p := &Problem{Format: f.Strict()}
	m := newCaseMaker(ctx, p.Format, f)
	for i := range set {
		c, err := m.make(&set[i])
		switch {
		case errors.Is(err, errUnfit):
			p.Unfit = append(p.Unfit, set[i].Name)
			continue
		case err != nil:
			return nil, fmt.Errorf("case %s: %w", set[i].Name, err)
		}
		if m.isNew(c) {
			p.Cases = append(p.Cases, *c)
		}
	}
	if len(p.Cases) == 0 {
		return nil, fmt.Errorf("%s has no case that is valid", f.Name)
	}
	return p, p.finish(ctx, m)
}

// finish makes the explanations and trials of a problem that has its cases. Samples come first. Of
// these, the ones whose answer is white space come last: BAPCtools takes an empty output to any of
// the first three for a wrong one.
func (p *Problem) finish(ctx context.Context, m *caseMaker) error {
	rank := func(c *Case) int {
		switch {
		case !c.Sample:
			return 2
		case len(bytes.TrimSpace(c.Answer)) == 0:
			return 1
		default:
			return 0
		}
	}
	slices.SortStableFunc(p.Cases, func(a, b Case) int { return cmp.Compare(rank(&a), rank(&b)) })
	p.Cases[0].Sample = true
	if err := p.explainSamples(ctx); err != nil {
		return err
	}
	return p.makeTrials(ctx, m.valid)
}

// A caseMaker makes cases of a package from the bundled cases of a format.
type caseMaker struct {
	ctx      context.Context
	format   *formats.Format // of the package
	judges   *formats.Format // of the bundled cases
	valid    puzzles.Validator
	answerer *stream.Answerer
	seen     map[string]string // the name of the case that has an input
}

// newCaseMaker returns a maker of cases for packages of a strict format. judges is the format that
// the judge's own inputs have.
func newCaseMaker(ctx context.Context, f, judges *formats.Format) *caseMaker {
	return &caseMaker{
		ctx: ctx, format: f, judges: judges,
		valid:    puzzles.Validator{Format: f, Each: checker.KeepsPromise(ctx, f)},
		answerer: stream.NewAnswerer(func(error) {}), // make looks at the statistics
		seen:     make(map[string]string),
	}
}

// isNew reports whether no case before this one had its input.
func (m *caseMaker) isNew(c *Case) bool {
	if _, ok := m.seen[string(c.Input)]; ok {
		return false
	}
	m.seen[string(c.Input)] = c.Name
	return true
}

// SpaceMatters reports whether blanks are part of answers: those that stand for the blank of a board.
// Kattis's validators take other white space for the same, unless a package says so.
func (p *Problem) SpaceMatters() bool { return p.Answer.Board.Blank == " " }

// read returns the input of a case. If only the judge takes the layout of the input, read returns
// its puzzles as the validator of a package takes them. A sample is in the plain layout: BAPCtools
// adds a space to samples, which must not make another layout of the format.
func (m *caseMaker) read(c *judge.Case) ([]byte, error) {
	input, err := c.ReadInput()
	if err != nil {
		return nil, err
	}
	if _, err := m.valid.Validate(bytes.NewReader(input), c.Name); err == nil &&
		c.Kind != judge.Sample {
		return input, nil
	}
	judges := puzzles.Validator{Format: m.judges, Each: m.valid.Each}
	if _, err := judges.Validate(bytes.NewReader(input), c.Name); err != nil {
		return nil, errUnfit
	}
	ps, err := puzzles.DecodeAll(m.judges, string(input), c.Name)
	if err != nil {
		return nil, err
	}
	return []byte(puzzles.EncodeAll(m.format, ps)), nil
}

// errUnfit is the error for a case that is not fit for a package.
var errUnfit = errors.New("the case is invalid, too large or too hard")

// make makes a case of a package from a bundled case, or returns errUnfit.
func (m *caseMaker) make(c *judge.Case) (*Case, error) {
	input, err := m.read(c)
	if err != nil {
		return nil, err
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
		Unsolvable: stats.Unsolvable > 0, Solvable: stats.Solved > 0, Unsolved: stats.Moves > 0,
		Seeded: c.Seeded, Input: input, Answer: answer.Bytes(),
	}, nil
}
