package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
)

// NewProblemOf makes a problem of a format and a setter's own cases. Each case must be valid to the
// byte, and its input must differ from those of the others. The answers of a case must be right;
// NewProblemOf makes those that are missing. Cases whose names begin with "sample" are the samples;
// if there are none, the first case is the sample.
func NewProblemOf(ctx context.Context, f *formats.Format, set []judge.Case) (*Problem, error) {
	f = f.Strict()
	p := &Problem{Format: f}
	m := newCaseMaker(ctx, f, f)
	referee, err := checker.New(f, "", 1)
	if err != nil {
		return nil, err
	}
	for i := range set {
		c, err := m.own(&set[i], referee)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", set[i].Name, err)
		}
		if !m.isNew(c) {
			return nil, fmt.Errorf("case %s: found the input of case %s, expected another one",
				set[i].Name, m.seen[string(c.Input)])
		}
		p.Cases = append(p.Cases, *c)
	}
	if len(p.Cases) == 0 {
		return nil, errors.New("found no case")
	}
	return p, p.finish(ctx, m)
}

// own makes a case of a package from a setter's case.
func (m *caseMaker) own(c *judge.Case, referee *checker.Checker) (*Case, error) {
	input, err := c.ReadInput()
	if err != nil {
		return nil, err
	}
	if _, err := m.valid.Validate(bytes.NewReader(input), c.Input); err != nil {
		return nil, err
	}
	if c.Answer == "" {
		made, err := m.make(c)
		if errors.Is(err, errUnfit) {
			err = errors.New("found none of the answers, and they are too hard or too large to make")
		}
		if err != nil {
			return nil, err
		}
		made.name(c.Name)
		return made, nil
	}
	answers := *c
	answers.Input = c.Answer
	answer, err := answers.ReadInput()
	if err != nil {
		return nil, err
	}
	if max(len(input), len(answer)) > maxCaseSize {
		return nil, fmt.Errorf("found more than %d bytes, expected no more", maxCaseSize)
	}
	made := &Case{Input: input, Answer: answer}
	made.name(c.Name)
	return made, made.judge(m.ctx, referee, c)
}

// name sets the name of a case. It replaces characters that not all judges take in names of files.
func (c *Case) name(name string) {
	c.Sample = strings.HasPrefix(name, "sample")
	c.Name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, path.Base(name))
	c.Purpose = "case " + c.Name
}

// judge returns an error if the answers are not right. Where the referee gives up a search, they
// count as right. It notes which kinds of puzzles the case has.
func (c *Case) judge(ctx context.Context, referee *checker.Checker, from *judge.Case) error {
	var wrong error
	_, err := referee.Run(ctx, protocol.File{Name: from.Input, Reader: bytes.NewReader(c.Input)},
		protocol.File{Name: from.Answer, Reader: bytes.NewReader(c.Answer)}, nil,
		func(f *judge.Finding) {
			switch {
			case f.Verdict != judge.AC && !f.GaveUp && wrong == nil:
				wrong = fmt.Errorf("the answer to puzzle %d is not accepted: %s", f.N, f.Message)
			case f.Puzzle == nil:
			case !f.Puzzle.Solvable():
				c.Unsolvable = true
			case f.Puzzle.Start.Equal(f.Puzzle.Goal.Board):
				c.Solvable = true
			case f.Answer.Moves > 0 || f.Answer.Path != nil:
				c.Solvable, c.Unsolved = true, true
			}
		})
	if err != nil {
		return err
	}
	return wrong
}
