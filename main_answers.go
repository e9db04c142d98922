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
	o := solver.Options{Order: v.to.Order, Want: want}
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

// A search that checks an answer may expand checkNodes boards, which are some
// seconds, on boards of more than smallCells: less than that takes no time.
const (
	checkNodes = 20_000_000
	smallCells = 10
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
	case errors.As(result, new(*formats.SyntaxError)):
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
	case errors.Is(result, puzzle.ErrGaveUp), errors.Is(result, puzzle.ErrMalformed):
		return fmt.Errorf("the answer is %q", result)
	case result == puzzle.ErrUnsolvable && solvable && p.Start.Spare == 0:
		return errors.New("the answer is that it is unsolvable, which it is not")
	case result != puzzle.ErrUnsolvable && !solvable:
		return errors.New("the answer is a solution, but there is none")
	case result == nil && c.from.Answer.Wants() == puzzle.WantPath:
		return p.Replay(s.Path)
	default:
		return nil
	}
}

// check solves q, which p has become, if the answer tells no path or the
// target asks for a better one than it may be. It returns what the answer
// becomes there.
func (c *answerCarrier) check(p, q *puzzle.Puzzle, s puzzle.Solution, result error) (puzzle.Solution, error, error) {
	told, rule := c.from.Answer.Wants(), c.to.Rule
	if told == puzzle.WantDecision || result == puzzle.ErrUnsolvable && q.Start.Spare == 0 {
		return s, result, nil
	}
	stricter := c.from.Rule == formats.AnyPath && rule == formats.Shortest || rule == formats.Least
	if told == puzzle.WantLength || result != nil || stricter {
		best, err := c.solve(q)
		most, bounded := p.Bound.Moves()
		switch {
		case err == puzzle.ErrUnsolvable && result == err:
			return s, result, nil
		case err != nil:
			return s, result, fmt.Errorf("the answer can't be checked: %w", err)
		case result == puzzle.ErrUnsolvable, result == puzzle.ErrTooLong && bounded && best.Moves <= most:
			return s, result, fmt.Errorf("the answer is that it needs more moves than it may have, but %d do", best.Moves)
		case result == nil && told == puzzle.WantLength && s.Moves != best.Moves:
			return s, result, fmt.Errorf("the answer is %d moves, a shortest path has %d", s.Moves, best.Moves)
		case result == nil && stricter && s.Moves != best.Moves:
			return s, result, fmt.Errorf("the answer has %d moves, and %s asks for a shortest path, which has %d",
				s.Moves, c.to.Name, best.Moves)
		case result != nil || rule == formats.Least:
			s, result = best, nil
		}
	}
	if c.to.Answer.TooLong != "" && !q.Bound.Allows(s.Moves) {
		result = puzzle.ErrTooLong
	}
	return s, result, nil
}

func (c *answerCarrier) solve(p *puzzle.Puzzle) (puzzle.Solution, error) {
	if p.Start.Cells() <= smallCells {
		return c.small.Solve(c.ctx, p, nil)
	}
	return c.large.Solve(c.ctx, p, nil)
}

func (c *answerCarrier) end(n int64) error {
	err := c.dec.End()
	if errors.As(err, new(*formats.SyntaxError)) {
		c.complain(fmt.Errorf("%w: there are %d puzzles", err, n))
		return errFailed
	}
	return err
}
