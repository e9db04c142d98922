package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/solver/puzzle"
)

// carryAnswers returns a carrier of the answers to the puzzles of a format.
func (v *conversion) carryAnswers(from *formats.Format, in io.Reader, name string) (carrier, error) {
	if v.to.Answer.Wants() < from.Answer.Wants() {
		return nil, fmt.Errorf("--answers: those of %s do not tell what those of %s do", from.Name, v.to.Name)
	}
	enc, err := answers.NewEncoder(v.to, v.to)
	if err != nil {
		return nil, err
	}
	r := rulesOf(from)
	if asked := v.to.Rule; asked == puzzle.Shortest || asked == puzzle.Least {
		r.Rule = max(r.Rule, puzzle.Shortest)
	}
	return &answerCarrier{
		conversion: v, from: from, name: name, enc: enc,
		conv:    puzzles.NewConverter(from, v.to),
		dec:     answers.NewDecoder(flusher{in, v.out}, name, from),
		rules:   r,
		referee: newReferee(v.to),
	}, nil
}

// An answerCarrier converts answers, as far as the puzzles that they answer are
// converted. Wrong ones become "malformed".
type answerCarrier struct {
	*conversion
	from    *formats.Format
	name    string // of the answers
	conv    *puzzles.Converter
	dec     *answers.Decoder
	enc     *answers.Encoder
	rules   judge.Rules // of the answers
	referee *referee    // for what they become
}

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
	s, result, form := c.dec.Decode(n, p, nil)
	if form != nil {
		result = form
	}
	switch {
	case result == io.EOF:
		c.complain(fmt.Errorf("%s: found %d answers, expected one to each puzzle", c.name, n-1))
		return app.Failed
	case errors.As(result, new(*formats.SyntaxError)) && !c.from.Answer.OneLine():
		c.complain(result)
		return app.Failed
	case p == nil:
		return nil
	case result != nil && !isAnswer(result):
		return result // of reading
	}
	q, turn, err := c.conv.Convert(p)
	if err != nil {
		return recordError{err} // and the puzzle is not written either
	}
	if v, why := c.rules.Verdict(c.ctx, p, s, result); v != judge.AC {
		err = fmt.Errorf("the answer is wrong: %s", why)
	} else {
		if turn != nil {
			turn.Path(s.Path)
		}
		s, result, err = c.become(p, q, s, result)
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

// become returns what a right answer to p becomes for q, which p has become.
func (c *answerCarrier) become(p, q *puzzle.Puzzle, s puzzle.Solution, result error) (puzzle.Solution, error, error) {
	if c.from.Answer.Wants() == puzzle.WantDecision || result == puzzle.ErrUnsolvable {
		return s, result, nil
	}
	if result == puzzle.ErrTooLong || c.to.Rule == puzzle.Least {
		r := *q
		r.Bound = 0
		if result != nil && c.to.Answer.TooLong != "" {
			r.Bound = max(p.Bound, q.Bound)
		}
		var err error
		switch s, err = c.referee.Solve(c.ctx, &r, nil); {
		case err == puzzle.ErrTooLong, err == puzzle.ErrUnsolvable:
			return s, err, nil
		case err != nil:
			return s, result, fmt.Errorf("the answer can't be converted: %w", err)
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

func (c *answerCarrier) end(n int64) error {
	err := c.dec.End()
	if errors.As(err, new(*formats.SyntaxError)) {
		c.complain(fmt.Errorf("%w: there are %d puzzles", err, n))
		return app.Failed
	}
	return err
}
