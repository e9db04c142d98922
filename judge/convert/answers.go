package convert

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// Answers returns a conversion of the answers in a file from one format to another; messages call
// the file name. It writes to w. Its Run takes the puzzles that the answers belong to, and may be
// called once. It is an error if the answers of one format do not tell what those of the other do.
func Answers(
	from, to *formats.Format, in io.Reader, name string, w io.Writer,
) (*Conversion, error) {
	if to.Answer.Wants() < from.Answer.Wants() {
		return nil, fmt.Errorf("those of %s do not tell what those of %s do", from.Name, to.Name)
	}
	enc, err := answers.NewEncoder(to, to)
	if err != nil {
		return nil, err
	}
	return &Conversion{target: &answerTarget{bufio.NewWriter(w), to, enc, in, name}}, nil
}

// An answerTarget writes answers.
type answerTarget struct {
	*bufio.Writer
	to   *formats.Format
	enc  *answers.Encoder
	in   io.Reader // of the answers to convert
	name string    // of in
}

func (t *answerTarget) Close() error { return t.Flush() }

// convert reads the puzzles in order, as their answers are.
func (t *answerTarget) convert(ctx context.Context, c *Conversion, in *input) error {
	records := t.from(ctx, in.format, c.Force)
	dec := puzzles.NewDecoder(in, in.name, in.format)
	ps := make([]puzzle.Puzzle, 256)
	for read := int64(0); ; {
		n, end := dec.Decode(ps)
		for i := range ps[:n] {
			read++
			err := records.convert(read, &ps[i])
			if errors.As(err, new(recordError)) {
				err = c.fail(fmt.Errorf("%s: puzzle %d: %w", in.name, read, err))
			}
			if err != nil {
				return c.ended(err)
			}
		}
		if errors.Is(end, puzzle.ErrMalformed) {
			read++
			if err := c.fail(end); err != nil {
				return err
			}
			end = records.convert(read, nil)
		}
		err := cmp.Or(t.Flush(), ctx.Err())
		switch {
		case err != nil:
			return err
		case end == io.EOF:
			return c.ended(records.end(read))
		case end != nil:
			return c.ended(end)
		}
	}
}

// from returns the converter of the answers to an input in that format. Unless force is set, a
// record that breaks a promise of the target's judge fails.
func (t *answerTarget) from(ctx context.Context, f *formats.Format, force bool) *answerConverter {
	rules := checker.RulesOf(f)
	if t.to.Rule == puzzle.Shortest || t.to.Rule == puzzle.Least {
		rules.Rule = max(rules.Rule, puzzle.Shortest)
	}
	return &answerConverter{
		answerTarget: t, ctx: ctx, format: f, rules: rules,
		puzzles: puzzles.NewConverter(f, t.to),
		dec:     answers.NewDecoder(flusher{t.in, t.Writer}, t.name, f),
		referee: checker.NewReferee(t.to), proof: newProof(t.to, force), force: force,
	}
}

// An answerConverter converts the answers to puzzles that can be converted. A wrong
// answer becomes "malformed".
type answerConverter struct {
	*answerTarget
	ctx     context.Context
	format  *formats.Format // of puzzles and answers
	puzzles *puzzles.Converter
	dec     *answers.Decoder
	rules   judge.Rules      // for the answers in the source format
	referee *checker.Referee // for the answers in the target format
	proof   proof            // for the puzzles in the target format
	force   bool             // write answers that are longer than the target allows
	written int64
}

// A flusher is a Reader that flushes out before it waits for more.
type flusher struct {
	io.Reader
	out *bufio.Writer
}

func (f flusher) Read(p []byte) (int, error) {
	f.out.Flush() // it keeps its error
	return f.Reader.Read(p)
}

// An answer is a solution, or err in its place.
type answer struct {
	puzzle.Solution
	err error
}

// convert converts the answer to the nth puzzle of the input; p is nil if that is malformed. It
// returns a recordError if this record fails but later ones may go on.
func (c *answerConverter) convert(n int64, p *puzzle.Puzzle) error {
	solution, err, formError := c.dec.Decode(n, p, nil)
	if formError != nil {
		err = formError
	}
	switch {
	case err == io.EOF:
		return streamError{fmt.Errorf("%s: found %s, expected one to each puzzle",
			c.name, english.Plural(int(n-1), "answer", ""))}
	case errors.As(err, new(*formats.SyntaxError)) && !c.format.Answer.OneLine():
		return streamError{err}
	case p == nil:
		return nil
	case err != nil && !judge.IsAnswer(err):
		return err // of reading
	}
	q, turn, failed := c.puzzle(p)
	switch {
	case failed != nil && c.ctx.Err() != nil:
		return c.ctx.Err()
	case failed != nil:
		return recordError{failed} // the puzzle is not written either
	}
	a := answer{solution, err}
	if v, why := c.rules.Verdict(c.ctx, p, a.Solution, a.err); v != judge.AC {
		failed = fmt.Errorf("the answer is wrong: %s", why)
	} else {
		if turn != nil {
			turn.Path(a.Path)
		}
		a, failed = c.become(p, q, a)
	}
	if err := c.ctx.Err(); failed != nil && err != nil {
		return err // the end of ctx may be why it failed
	}
	if failed != nil {
		failed, a.err = recordError{failed}, puzzle.ErrMalformed
	}
	c.written++
	c.enc.Encode(c.Writer, c.written, q, a.Solution, a.err)
	return failed
}

// puzzle returns the puzzle that p becomes, and the conversion of its paths. It leaves p without
// a bound if no answer says that there is no path within it: the answer must solve the puzzle,
// however long it is.
func (c *answerConverter) puzzle(p *puzzle.Puzzle) (*puzzle.Puzzle, *puzzle.Conversion, error) {
	q, turn, err := c.puzzles.Convert(p)
	if err == nil {
		err = c.proof(c.ctx, q)
	}
	if c.format.Answer.TooLong == "" {
		p.Bound = 0
	}
	return q, turn, err
}

// become converts a right answer to p, whose path is turned already, to an answer to q, which p has
// become.
func (c *answerConverter) become(p, q *puzzle.Puzzle, a answer) (answer, error) {
	if c.format.Answer.Wants() == puzzle.WantDecision || a.err == puzzle.ErrUnsolvable {
		return a, nil
	}
	tooLong := c.to.Answer.TooLong != "" // the judge has an answer that says so
	if a.err == puzzle.ErrTooLong || c.to.Rule == puzzle.Least {
		r := *q
		r.Bound = 0
		if a.err != nil && tooLong {
			r.Bound = max(p.Bound, q.Bound)
		}
		best, err := c.referee.Solve(c.ctx, &r, nil)
		switch {
		case err == puzzle.ErrTooLong, err == puzzle.ErrUnsolvable:
			return answer{best, err}, nil
		case err != nil:
			return a, fmt.Errorf("the answer can't be converted: %w", err)
		}
		a = answer{best, nil}
	}
	switch limit, _ := q.Bound.Moves(); {
	case q.Bound.Allows(a.Moves), c.force && !tooLong:
		return a, nil
	case tooLong:
		return answer{a.Solution, puzzle.ErrTooLong}, nil
	default:
		return a, fmt.Errorf("the answer has %s, and %s allows %d",
			english.Plural(a.Moves, "move", ""), c.to.Name, limit)
	}
}

// end makes sure that nothing is left after n records.
func (c *answerConverter) end(n int64) error {
	err := c.dec.End()
	if errors.As(err, new(*formats.SyntaxError)) {
		return streamError{fmt.Errorf("%w: the input has %s",
			err, english.Plural(int(n), "puzzle", ""))}
	}
	return err
}
