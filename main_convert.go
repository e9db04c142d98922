package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

func convertFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "`FORMAT` of the input (see formats); detected if not given"},
		&cli.StringFlag{Name: "to", Usage: "`FORMAT` to write"},
		&cli.BoolFlag{
			Name:  "answers",
			Usage: "convert not the puzzles in the first file, but the answers to them in the second",
		},
		keepGoing,
		outputFlag,
	}
}

// convert writes puzzles, or the answers to them, in another format.
func convert(c *cli.Context) (err error) {
	v := &conversion{ctx: c.Context, keepGoing: c.Bool("keep-going"), complain: complainer(c)}
	if v.from, err = formatFlag(c, "from"); err != nil {
		return err
	}
	if v.to, err = formatFlag(c, "to"); err != nil {
		return err
	}
	if v.to == nil {
		return errors.New("--to: found none, expected a format (see formats)")
	}
	if v.output, err = newOutput(c); err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, v.output.close()) }()
	names := c.Args().Slice()
	if c.Bool("answers") {
		if len(names) != 2 {
			return fmt.Errorf("--answers: found %d files, expected two: puzzles and answers", len(names))
		}
		answers, err := openInput(c, names[1])
		if err != nil {
			return err
		}
		defer answers.Close()
		v.answers, v.answersName = answers, names[1]
		names = names[:1]
	}
	err = eachInput(c, names, v.input)
	if err == nil && v.failed {
		err = errFailed
	}
	return cmp.Or(v.end(), err)
}

// A conversion is one run of convert.
type conversion struct {
	ctx         context.Context
	from, to    *formats.Format // from is nil if it is to be detected
	answers     io.Reader       // to convert, not the puzzles; or nil
	answersName string
	answered    func(puzzles int64) error // makes sure that there are no more answers
	keepGoing   bool
	complain    func(error)
	failed      bool

	output *output
	spool  *spool        // what its number must precede; or nil
	out    *bufio.Writer // to the output, or the spool
	n      int64         // records written
}

// input converts one input.
func (v *conversion) input(in io.Reader, name string) error {
	from := v.from
	if from == nil {
		var err error
		if from, in, err = formats.Detect(in, v.to); err != nil {
			return cmp.Or(v.ctx.Err(), fmt.Errorf("%s: %w", name, err))
		}
	}
	if err := v.begin(); err != nil {
		return err
	}
	record := v.puzzles(from)
	if v.answers != nil {
		var err error
		if record, err = v.replayed(from); err != nil {
			return err
		}
	}
	dec := formats.NewDecoder(in, name, from)
	ps := make([]puzzle.Puzzle, 256)
	for read := int64(0); ; {
		n, end := dec.Decode(ps)
		for i := range ps[:n] {
			read++
			err := record(read, &ps[i])
			if errors.As(err, new(recordError)) {
				err = v.fail(fmt.Errorf("%s: puzzle %d: %w", name, read, err))
			}
			if err != nil {
				return err
			}
		}
		if errors.Is(end, puzzle.ErrMalformed) {
			read++
			if err := v.fail(end); err != nil {
				return err
			}
			end = record(read, nil)
		}
		switch err := v.out.Flush(); {
		case err != nil:
			return err
		case end == io.EOF && v.answered != nil:
			return v.answered(read)
		case end == io.EOF:
			return nil
		case end != nil:
			return end
		}
	}
}

// A recordError is about one record, after which others may be converted.
type recordError struct{ error }

// fail reports a record that can't be converted. It returns an error if that is
// the end.
func (v *conversion) fail(err error) error {
	v.complain(err)
	v.failed = true
	if v.keepGoing {
		return nil
	}
	return errFailed
}

// puzzles returns a function that converts a puzzle; nil stands for a
// malformed one.
func (v *conversion) puzzles(from *formats.Format) func(int64, *puzzle.Puzzle) error {
	conv := formats.NewConverter(from, v.to)
	enc := formats.NewPuzzleEncoder(v.to)
	return func(_ int64, p *puzzle.Puzzle) error {
		if p == nil {
			return nil
		}
		q, _, err := conv.Convert(p)
		if err != nil {
			return recordError{err}
		}
		v.n++
		enc.Encode(v.out, v.n, q)
		return nil
	}
}

// replayed returns a function that converts the next answer, which is one to
// this puzzle.
func (v *conversion) replayed(from *formats.Format) (func(int64, *puzzle.Puzzle) error, error) {
	if v.to.Answer.Wants() < from.Answer.Wants() {
		return nil, fmt.Errorf("--answers: those of %s do not tell what those of %s do", from.Name, v.to.Name)
	}
	conv := formats.NewConverter(from, v.to)
	dec := formats.NewAnswerDecoder(v.answers, v.answersName, from)
	enc, err := formats.NewEncoder(v.to, v.to)
	if err != nil {
		return nil, err
	}
	v.answered = func(puzzles int64) error {
		if _, err := dec.Decode(puzzles+1, nil); err != io.EOF {
			return fmt.Errorf("%s: it has more answers than the %d puzzles", v.answersName, puzzles)
		}
		return nil
	}
	return func(read int64, p *puzzle.Puzzle) error {
		s, result := dec.Decode(read, p)
		switch {
		case result == io.EOF:
			return fmt.Errorf("%s: it has %d answers, and there are more puzzles", v.answersName, read-1)
		case errors.As(result, new(*formats.SyntaxError)):
			v.complain(result)
			return errFailed
		case p == nil || errors.Is(result, puzzle.ErrGaveUp):
			v.n++
			enc.Encode(v.out, v.n, nil, s, result)
			return nil
		case result != nil && result != puzzle.ErrUnsolvable && result != puzzle.ErrTooLong:
			return result
		}
		if err := replay(p, s, result, from.Answer.Wants()); err != nil {
			return recordError{err}
		}
		q, conversion, err := conv.Convert(p)
		if err != nil {
			return recordError{err}
		}
		if conversion != nil {
			conversion.Path(s.Path)
		}
		if result == puzzle.ErrTooLong && v.to.Answer.TooLong == "" {
			return recordError{fmt.Errorf("the answer gives no path, and %s has none without", v.to.Name)}
		}
		v.n++
		enc.Encode(v.out, v.n, q, s, result)
		return nil
	}, nil
}

// replay returns an error if the answer to p is wrong, as far as it tells.
func replay(p *puzzle.Puzzle, s puzzle.Solution, result error, told puzzle.Want) error {
	solvable := p.Solvable()
	switch {
	case result == puzzle.ErrUnsolvable && solvable && p.Start.Spare == 0:
		return errors.New("the answer is that it is unsolvable, which it is not")
	case result == nil && !solvable:
		return errors.New("the answer is a solution, but there is none")
	case result == nil && told == puzzle.WantPath:
		return p.Replay(s.Path)
	default:
		return nil
	}
}

// begin prepares the output for the first input.
func (v *conversion) begin() error {
	if v.out != nil {
		return nil
	}
	if err := v.output.open(); err != nil {
		return err
	}
	v.out = bufio.NewWriter(v.output.w)
	if v.to.Count && v.answers == nil {
		v.spool = new(spool)
		v.out.Reset(v.spool)
	}
	return nil
}

// end writes what stands before and behind all puzzles, however it came to the
// end.
func (v *conversion) end() (err error) {
	if v.out == nil {
		return nil
	}
	if err := v.out.Flush(); err != nil || v.answers != nil {
		return err
	}
	if v.spool != nil {
		defer func() { err = cmp.Or(err, v.spool.Close()) }()
		v.out.Reset(v.output.w)
		fmt.Fprintln(v.out, v.n)
		if err := v.spool.copyTo(v.out); err != nil {
			return err
		}
	}
	if v.to.Stop != "" {
		fmt.Fprintln(v.out, v.to.Stop)
	}
	return v.out.Flush()
}

// A spool keeps what is written to it, in memory or, if it is much, in a file.
type spool struct {
	memory bytes.Buffer
	file   *os.File
}

const spoolMemory = 1 << 20 // bytes

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(p) > spoolMemory {
		f, err := os.CreateTemp("", "tilejudge-")
		if err != nil {
			return 0, err
		}
		os.Remove(f.Name()) // while it is open it lives on, but on Windows: see Close
		s.file = f
	}
	if s.file != nil {
		return s.file.Write(p)
	}
	return s.memory.Write(p)
}

// copyTo writes all to w.
func (s *spool) copyTo(w io.Writer) error {
	if _, err := w.Write(s.memory.Bytes()); err != nil || s.file == nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

// Close removes the file.
func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(s.file.Name())
	return err
}
