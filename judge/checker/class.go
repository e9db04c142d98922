package checker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"tilejudge/judge"
	"tilejudge/judge/protocol"
)

// A Class grades the hand-ins of many students, one after another. It reads the puzzles again
// for each, so that memory does not grow with their number.
type Class struct {
	checker           *Checker
	puzzles, expected Input
	count             int64 // of puzzles
}

// An Input is a file that is read several times. Its zero value is none.
type Input struct {
	Name string // in messages
	Path string
}

// A Grade is what the answers of one student are worth.
type Grade struct {
	Right, Cases int64
	Points       judge.Points // a point a puzzle

	// Finding is the first mistake, with the verdict and the message on all.
	Finding *judge.Finding
}

// NewClass reads the puzzles once, and the judge's own answers if there are any. The fault says
// what is wrong with them; "": nothing. The error is one of reading.
func NewClass(
	ctx context.Context, k *Checker, puzzles, expected Input,
) (c *Class, fault string, err error) {
	one := *k
	if expected == (Input{}) {
		one.Rules.Solver = withoutExpected(k.Rules.Solver, k.LongSearch)
	}
	one.Rules.Solver = remember(one.Rules.Solver)
	c = &Class{checker: &one, puzzles: puzzles, expected: expected}
	s, err := c.run(ctx, protocol.File{Name: "answers", Reader: strings.NewReader("")})
	if err != nil {
		return nil, "", err
	}
	if c.count = s.cases; s.first.Verdict == judge.JE {
		fault = fmt.Sprintf("puzzle %d (%s:%d): %s", s.first.N, puzzles.Name, s.first.Line,
			s.first.Message)
	}
	return c, fault, nil
}

// Grade grades answers. If they can't be read, that is the mistake of the grade. The error is about
// the puzzles, or it is ctx.Err().
func (c *Class) Grade(ctx context.Context, answers protocol.File) (Grade, error) {
	in := &watched{Reader: answers.Reader}
	s, err := c.run(ctx, protocol.File{Name: answers.Name, Reader: in})
	switch {
	case ctx.Err() != nil:
		return Grade{}, ctx.Err()
	case in.err != nil:
		return c.Unread(in.err), nil
	case err != nil:
		return Grade{}, err
	}
	return Grade{
		Right: s.right, Cases: s.cases, Finding: s.finding(),
		Points: judge.Points{Given: s.earned, Of: float64(s.cases)},
	}, nil
}

// Unread returns the grade of answers that can't be read. That the judge may not read them, or a
// fault of their archive, is no fault of the student's.
func (c *Class) Unread(err error) Grade {
	verdict := judge.WA
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, judge.ErrArchive) {
		verdict = judge.JE
	}
	return Grade{
		Cases: c.count, Points: judge.Points{Of: float64(c.count)},
		Finding: &judge.Finding{Verdict: verdict, Message: err.Error(), Unread: true},
	}
}

// run judges answers to all puzzles.
func (c *Class) run(ctx context.Context, answers protocol.File) (s summary, err error) {
	puzzles, err := os.Open(c.puzzles.Path)
	if err != nil {
		return s, err
	}
	defer puzzles.Close()
	var expected *protocol.File
	if c.expected != (Input{}) {
		f, err := os.Open(c.expected.Path)
		if err != nil {
			return s, err
		}
		defer f.Close()
		expected = &protocol.File{Name: c.expected.Name, Reader: f}
	}
	_, err = c.checker.RunInBrief(ctx, protocol.File{Name: c.puzzles.Name, Reader: puzzles},
		answers, expected, s.add, s.addAccepted)
	return s, err
}

// A watched reader keeps its error.
type watched struct {
	io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}
