package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/protocol"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// judgeFiles judges the answers in output to the puzzles in input, up to the
// first that is wrong, and those in expected, of which all must be right.
func judgeFiles(
	ctx context.Context, f *formats.Format, input, output protocol.File, expected *protocol.File,
) (o protocol.Outcome) {
	options := solver.Options{Order: f.Order, StopAtBound: true, MemoryLimit: checkMemory}
	if f.Shapes.Min.Spare > 0 {
		options.Want = puzzle.WantLength
	}
	small := solver.NewAuto(options)
	options.NodeLimit = checkNodes
	c := &answerCarrier{
		conversion: &conversion{ctx: ctx, to: f}, from: f,
		small: small, large: solver.NewAuto(options),
	}
	var files []answerFile
	if expected != nil {
		own := formats.NewAnswerDecoder(expected, expected.Name, f)
		files = append(files, answerFile{own, expected.Name, true})
	}
	answers := formats.NewAnswerDecoder(output, output.Name, f)
	files = append(files, answerFile{answers, output.Name, false})
	dec := formats.NewDecoder(input, input.Name, f)
	dec.AnswerAs(f)
	ps := make([]puzzle.Puzzle, 256)
	for {
		n, err := dec.Decode(ps)
		for i := range ps[:n] {
			o.Cases++
			if judgeAll(&o, files, func(a answerFile) (judge.Verdict, error) {
				return a.judge(c, o.Cases, &ps[i])
			}) {
				o.Right++
			}
		}
		if err == io.EOF && judgeAll(&o, files, answerFile.end) {
			o.Verdict = judge.AC
		} else if err != nil && err != io.EOF {
			o.Verdict, o.Message = judge.JE, err.Error()
		}
		if err != nil || o.Verdict == judge.JE {
			return o
		}
	}
}

// judgeAll judges one answer of each file, but none of a contestant whose
// verdict is known. It reports whether all have been right so far.
func judgeAll(o *protocol.Outcome, files []answerFile, f func(answerFile) (judge.Verdict, error)) bool {
	for _, file := range files {
		if o.Verdict != 0 && !file.own || o.Verdict == judge.JE {
			continue
		}
		if verdict, err := f(file); err != nil {
			o.Verdict, o.Message = verdict, err.Error()
		}
	}
	return o.Verdict == 0
}

// An answerFile has the contestant's answers, or the judge's own.
type answerFile struct {
	*formats.AnswerDecoder
	name string
	own  bool
}

// judge judges the answer to p, the nth puzzle. The error says what is wrong.
func (a answerFile) judge(c *answerCarrier, n int64, p *puzzle.Puzzle) (judge.Verdict, error) {
	s, result := a.Decode(n, p)
	switch {
	case result == io.EOF:
		err := fmt.Errorf("%s: found %d answers, expected one to each puzzle", a.name, n-1)
		return a.verdict(judge.WA), err
	case errors.As(result, new(*formats.SyntaxError)):
		return a.verdict(judge.PE), result
	case result != nil && !isAnswer(result):
		return judge.JE, result // of reading
	}
	path := slices.Clone(s.Path)
	err := c.replay(p, &s, result)
	if err == nil {
		s, result, err = c.check(p, p, s, result)
	}
	least := c.to.Rule != formats.Least || result != nil || path == nil || slices.Equal(path, s.Path)
	switch {
	case err == nil && !least:
		err = fmt.Errorf("the answer is a shortest path, but not the least in the order %v", c.to.Order)
	case err == nil:
		return judge.AC, nil
	}
	err = fmt.Errorf("%s: puzzle %d: %w", a.name, n, err)
	if errors.Is(err, puzzle.ErrGaveUp) || c.ctx.Err() != nil {
		return judge.JE, err
	}
	return a.verdict(judge.WA), err
}

// end makes sure that nothing follows the last answer.
func (a answerFile) end() (judge.Verdict, error) {
	err := a.End()
	if errors.As(err, new(*formats.SyntaxError)) {
		return a.verdict(judge.PE), err
	}
	return judge.JE, err
}

// verdict returns the one for answers that are wrong in this way.
func (a answerFile) verdict(v judge.Verdict) judge.Verdict {
	if a.own {
		return judge.JE
	}
	return v
}
