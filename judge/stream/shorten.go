package stream

import (
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// answered is a Source of puzzles with the answers to them.
type answered struct {
	puzzle.Source
	answers *answers.Decoder
	n       int64 // of the last puzzle
}

// Decode implements puzzle.Source. An error about the answers ends the source.
func (a *answered) Decode(ps []puzzle.Puzzle) (n int, err error) {
	n, err = a.Source.Decode(ps)
	for i := range ps[:n] {
		a.n++
		s, answer, _ := a.answers.Decode(a.n, &ps[i], nil)
		if answer != nil && !judge.IsAnswer(answer) {
			return i, answer
		}
		ps[i].Answer = &puzzle.Answer{Path: s.Path, Err: noPath(answer)}
	}
	if err == io.EOF && a.n > 0 {
		if end := a.answers.End(); end != nil {
			return n, fmt.Errorf("%v", end) // so that it does not pass for a malformed puzzle
		}
	}
	return n, err
}

// noPath returns why there is no path if an answer is an error.
func noPath(answer error) error {
	switch {
	case answer == nil:
		return nil
	case answer == io.EOF:
		return errors.New("there is no answer to shorten")
	case errors.As(answer, new(*formats.SyntaxError)):
		return fmt.Errorf("the given answer is wrong: %v", answer)
	default:
		return fmt.Errorf("the given answer is %q", answer)
	}
}

// checkAnswers returns an error if answers of a format can't be shortened.
func (a *Answerer) checkAnswers(to *formats.Format) error {
	if a.Answers == nil || to.Answer.Wants() == puzzle.WantPath {
		return nil
	}
	return &OptionError{"shorten", fmt.Errorf("an answer of %s has no path", to.Name)}
}
