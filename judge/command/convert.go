package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/solver/puzzle"
)

func convertFlags() []cli.Flag {
	return []cli.Flag{
		formatNamed(&cli.StringFlag{
			Name: "from", Usage: "`FORMAT` of the input (see formats); detected if not given",
		}),
		formatNamed(&cli.StringFlag{Name: "to", Usage: "`FORMAT` to write"}),
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
	v := &conversion{
		ctx: c.Context, keepGoing: c.Bool("keep-going"), complain: complainer(c),
		out: bufio.NewWriter(nil),
	}
	if v.from, err = formatFlag(c, "from"); err != nil {
		return err
	}
	if v.to, err = neededFormat(c, "to"); err != nil {
		return err
	}
	if v.output, err = newOutput(c); err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, v.output.close()) }()
	names := c.Args().Slice()
	v.carrier = v.carryPuzzles
	if c.Bool("answers") {
		switch {
		case len(names) != 2 || names[0] == "-" && names[1] == "-":
			return fmt.Errorf("--answers: found %q, expected two files: puzzles, and the answers to them", names)
		case v.from == nil:
			return errors.New("--answers: --from is missing: puzzles alone do not tell how they are answered")
		}
		name := inputName(names[1])
		answers, err := openInput(c, names[1])
		if err != nil {
			return err
		}
		defer answers.Close()
		v.carrier = func(from *formats.Format) (carrier, error) {
			return v.carryAnswers(from, answers, name)
		}
		names = names[:1]
	}
	err = eachInput(c, names, v.input)
	if err == nil && v.failed {
		err = app.Failed
	}
	return cmp.Or(v.end(), err)
}

// A conversion is one run of convert.
type conversion struct {
	ctx       context.Context
	from, to  *formats.Format // from is nil if it is to be detected
	carrier   func(from *formats.Format) (carrier, error)
	keepGoing bool
	complain  func(error)
	failed    bool

	output *output
	spool  *spool        // what its number must precede; or nil
	out    *bufio.Writer // to the output, or the spool
	begun  bool          // the output is open
	framed bool          // puzzles: a count and an end of the list may be due
	n      int64         // records written
}

// A carrier converts one record after the other.
type carrier interface {
	// carry converts the nth record of an input; p is nil if it is malformed.
	// It returns a recordError if there is no more to say of it.
	carry(n int64, p *puzzle.Puzzle) error
	// end makes sure that nothing is left after n records.
	end(n int64) error
}

// A recordError is about one record, after which others may be converted.
type recordError struct{ error }

// input converts one input.
func (v *conversion) input(in io.Reader, name string) error {
	from := v.from
	if from == nil {
		var err error
		if from, in, err = detect(v.ctx, in, name, "from", v.to); err != nil {
			return err
		}
	}
	carrier, err := v.carrier(from)
	if err != nil {
		return err
	}
	if err := v.begin(); err != nil {
		return err
	}
	dec := puzzles.NewDecoder(in, name, from)
	ps := make([]puzzle.Puzzle, 256)
	for read := int64(0); ; {
		n, end := dec.Decode(ps)
		for i := range ps[:n] {
			read++
			err := carrier.carry(read, &ps[i])
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
			end = carrier.carry(read, nil)
		}
		err := cmp.Or(v.out.Flush(), v.ctx.Err())
		switch {
		case err != nil:
			return err
		case end == io.EOF:
			return carrier.end(read)
		case end != nil:
			return end
		}
	}
}

// fail reports a record that can't be converted. It returns an error if that is
// the end.
func (v *conversion) fail(err error) error {
	v.complain(err)
	v.failed = true
	if v.keepGoing {
		return nil
	}
	return app.Failed
}

// begin prepares the output for the first input.
func (v *conversion) begin() error {
	if v.begun {
		return nil
	}
	v.begun = true
	err := v.output.open()
	if v.spool == nil {
		v.out.Reset(v.output.w)
	}
	return err
}

// end writes what stands before and behind all puzzles, however it came to the
// end.
func (v *conversion) end() (err error) {
	if !v.begun {
		return nil
	}
	if v.spool != nil {
		defer func() { err = cmp.Or(err, v.spool.Close()) }()
	}
	if err := v.out.Flush(); err != nil || !v.framed {
		return err
	}
	if v.spool != nil {
		v.out.Reset(v.output.w)
		fmt.Fprintln(v.out, v.n)
		if _, err := v.spool.WriteTo(v.out); err != nil {
			return err
		}
	}
	if v.to.Stop != "" {
		fmt.Fprintln(v.out, v.to.Stop)
	}
	return v.out.Flush()
}

// carryPuzzles returns a carrier of puzzles.
func (v *conversion) carryPuzzles(from *formats.Format) (carrier, error) {
	v.framed = true
	if v.to.Count && v.spool == nil {
		v.spool = new(spool)
		v.out.Reset(v.spool)
	}
	return &puzzleCarrier{v, puzzles.NewConverter(from, v.to), puzzles.NewEncoder(v.to)}, nil
}

// A puzzleCarrier converts puzzles. Malformed ones are left out.
type puzzleCarrier struct {
	*conversion
	conv *puzzles.Converter
	enc  *puzzles.Encoder
}

func (c *puzzleCarrier) carry(_ int64, p *puzzle.Puzzle) error {
	if p == nil {
		return nil
	}
	q, _, err := c.conv.Convert(p)
	if err != nil {
		return recordError{err}
	}
	c.n++
	c.enc.Encode(c.out, c.n, q)
	return nil
}

func (c *puzzleCarrier) end(int64) error { return nil }
