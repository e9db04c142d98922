package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// carryAnswers returns a carrier of the answers to the puzzles of a format.
func (v *conversion) carryAnswers(from *formats.Format, answers io.Reader, name string) (carrier, error) {
	if v.to.Answer.Wants() < from.Answer.Wants() {
		return nil, fmt.Errorf("--answers: those of %s do not tell what those of %s do", from.Name, v.to.Name)
	}
	enc, err := formats.NewEncoder(v.to, v.to)
	if err != nil {
		return nil, err
	}
	want := puzzle.WantPath
	if from.Shapes.Min.Spare > 0 {
		want = puzzle.WantLength
	}
	o := solver.Options{Order: v.to.Order, Want: want, StopAtBound: true, MemoryLimit: checkMemory}
	small := solver.NewAuto(o)
	o.NodeLimit = checkNodes
	return &answerCarrier{
		conversion: v, from: from, name: name, enc: enc,
		conv:  formats.NewConverter(from, v.to),
		dec:   formats.NewAnswerDecoder(flusher{answers, v.out}, name, from),
		small: small, large: solver.NewAuto(o),
	}, nil
}

// An answerCarrier converts answers, as far as the puzzles that they answer are
// converted. Wrong ones become "malformed".
type answerCarrier struct {
	*conversion
	from         *formats.Format
	name         string // of the answers
	conv         *formats.Converter
	dec          *formats.AnswerDecoder
	enc          *formats.Encoder
	small, large solver.Solver // for what replaying does not tell
}

// A search that checks an answer may hold checkMemory bytes and expand
// checkNodes boards, which takes some seconds, on boards of more than smallCells:
// on others it takes no time.
const (
	checkNodes  = 20_000_000
	checkMemory = 1 << 30
	smallCells  = 10
)

// flusher writes out what there is before it waits for more.
type flusher struct {
	io.Reader
	out *bufio.Writer
}

func (f flusher) Read(p []byte) (int, error) {
	f.out.Flush() // it keeps its error
	return f.Reader.Read(p)
}

func (c *answerCarrier) carry(n int64, p *puzzle.Puzzle) error {
	s, result := c.dec.Decode(n, p)
	switch {
	case result == io.EOF:
		c.complain(fmt.Errorf("%s: found %d answers, expected one to each puzzle", c.name, n-1))
		return errFailed
	case errors.As(result, new(*formats.SyntaxError)) && !c.from.Answer.OneLine():
		c.complain(result)
		return errFailed
	case p == nil:
		return nil
	case result != nil && !isAnswer(result):
		return result // of reading
	}
	q, turn, err := c.conv.Convert(p)
	if err != nil {
		return recordError{err} // and the puzzle is not written either
	}
	if err = c.replay(p, &s, result); err == nil {
		if turn != nil {
			turn.Path(s.Path)
		}
		s, result, err = c.check(p, q, s, result)
	}
	if err != nil {
		err, result = recordError{err}, puzzle.ErrMalformed
	}
	c.n++
	c.enc.Encode(c.out, c.n, q, s, result)
	return err
}

// isAnswer reports whether it stands in an answer's place.
func isAnswer(err error) bool {
	return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong ||
		errors.Is(err, puzzle.ErrGaveUp) || errors.Is(err, puzzle.ErrMalformed)
}

// replay returns an error if the answer to p is none, or wrong as far as parity
// and its moves tell.
func (c *answerCarrier) replay(p *puzzle.Puzzle, s *puzzle.Solution, result error) error {
	solvable := p.Solvable()
	switch {
	case errors.As(result, new(*formats.SyntaxError)):
		return result
	case errors.Is(result, puzzle.ErrGaveUp), errors.Is(result, puzzle.ErrMalformed):
		return fmt.Errorf("the answer is %q", result)
	case result == puzzle.ErrUnsolvable && solvable:
		return errors.New("the answer is that it is unsolvable, which it is not")
	case result != puzzle.ErrUnsolvable && !solvable:
		return errors.New("the answer is a solution, but there is none")
	case result == nil && !p.Bound.Allows(s.Moves):
		return fmt.Errorf("the answer has %d moves, more than %s allows", s.Moves, c.from.Name)
	case result == nil && c.from.Answer.Wants() == puzzle.WantPath:
		return p.Replay(s.Path)
	default:
		return nil
	}
}

// check solves q, which p has become, if the answer tells no path or the target
// asks for a shortest one. It returns what the answer becomes there.
func (c *answerCarrier) check(p, q *puzzle.Puzzle, s puzzle.Solution, result error) (puzzle.Solution, error, error) {
	told, rule := c.from.Answer.Wants(), c.to.Rule
	if told == puzzle.WantDecision || result == puzzle.ErrUnsolvable {
		return s, result, nil
	}
	shortest := rule == formats.Shortest || rule == formats.Least
	if told == puzzle.WantLength || result != nil || shortest {
		best, err := c.solve(p, q, result)
		most, _ := p.Bound.Moves()
		switch {
		case result != nil && (err == puzzle.ErrTooLong || err == puzzle.ErrUnsolvable):
			return s, err, nil
		case err != nil:
			return s, result, fmt.Errorf("the answer can't be checked: %w", err)
		case result != nil && best.Moves <= most:
			return s, result, fmt.Errorf("the answer is that it needs more than %d moves, but %d do", most, best.Moves)
		case result == nil && told == puzzle.WantLength && s.Moves != best.Moves:
			return s, result, fmt.Errorf("the answer is %d moves, a shortest path has %d", s.Moves, best.Moves)
		case result == nil && shortest && s.Moves != best.Moves:
			return s, result, fmt.Errorf("the answer has %d moves, and %s asks for a shortest path, which has %d",
				s.Moves, c.to.Name, best.Moves)
		case result != nil || rule == formats.Least:
			s, result = best, nil
		}
	}
	switch most, _ := q.Bound.Moves(); {
	case q.Bound.Allows(s.Moves):
		return s, nil, nil
	case c.to.Answer.TooLong != "":
		return s, puzzle.ErrTooLong, nil
	default:
		return s, nil, fmt.Errorf("the answer has %d moves, and %s allows %d", s.Moves, c.to.Name, most)
	}
}

// solve solves q, which p has become. Of a puzzle that has no solution within a
// bound only that is wanted, if the target has a bound too.
func (c *answerCarrier) solve(p, q *puzzle.Puzzle, result error) (puzzle.Solution, error) {
	r := *q
	r.Bound = 0
	if result != nil && c.to.Answer.TooLong != "" {
		r.Bound = max(p.Bound, q.Bound)
	}
	if p.Start.Cells() <= smallCells {
		return c.small.Solve(c.ctx, &r, nil)
	}
	return c.large.Solve(c.ctx, &r, nil)
}

func (c *answerCarrier) end(n int64) error {
	err := c.dec.End()
	if errors.As(err, new(*formats.SyntaxError)) {
		c.complain(fmt.Errorf("%w: there are %d puzzles", err, n))
		return errFailed
	}
	return err
}
