package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/convert"
	"tilejudge/judge/program/scratch"
)

// Convert declares the command convert.
func Convert() *app.Command {
	o := new(convertOptions)
	return &app.Command{
		Name:      "convert",
		Category:  "Make and convert",
		Usage:     "write puzzles, or the answers to them, in another format",
		ArgsUsage: "[FILE...]",
		Description: `
The same number of moves solves a puzzle and what it becomes. If the goals of the formats differ,
the board is turned, mirrored or transposed and its tiles get other numbers. If no symmetry takes
one goal to the other, such as from a corner to the centre or from 2x3 to 3x3, a message says why
and the puzzle is not written. Nor is a puzzle written that the judge of --to promises not to have:
an unsolvable one, one that is solved already, or one that needs more moves than the judge allows.
To find that out may take a search of some seconds on a board of more than 10 cells; if the search
ends without a proof, the puzzle is written. --force writes all puzzles, and searches nothing.

With --answers PUZZLES ANSWERS it converts the answers in the second file to the puzzles in the
first. They are replayed, and wrong ones are refused. Those with more moves than the judge of --to
allows are refused too, unless with --force. A limit of the judge of --from counts only if the judge
has an answer for puzzles beyond it.`,
		Action: func(c *cli.Context) error { return convertRecords(c, o) },
		Flags: []cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "from", Category: "Input",
				Usage: "the input is in `FORMAT` (see formats); detected if not given",
			}),
			flags.Format(&cli.StringFlag{Name: "to", Category: "Output", Usage: "write `FORMAT`"}),
			&cli.BoolFlag{
				Name: "answers", Category: "Input", Destination: &o.answers,
				Usage: "convert the answers in the second file to the puzzles in the first",
			},
			&cli.BoolFlag{
				Name: "force", Category: "Output", Destination: &o.force,
				Usage: "write what breaks a promise of the judge, too",
			},
			flags.KeepGoing(&o.keepGoing),
			flags.Output,
			flags.Workers(&o.workers),
		},
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "all is converted"},
			{Code: app.ExitFailed, Meaning: "a record is malformed or cannot be converted," +
				" or breaks a promise"},
		},
		Examples: []app.Example{{
			Command: "echo '2 3 4 1 5 x 7 6 8' | tilejudge convert --from poj-1077 --to columbia",
			Output:  "1,3,2,0,4,8,5,6,7",
		}, {
			Command: "tilejudge convert --from poj-1077 --to hdu-1043 --answers in.txt out.txt",
		}},
	}
}

// convertOptions are the options of convert, beside the files and their formats.
type convertOptions struct {
	answers   bool // the second file has answers to convert
	force     bool // also write what breaks a promise of the judge
	keepGoing bool
	workers   int // 0: one for each core
}

// convertRecords writes puzzles, or the answers to them, in another format.
func convertRecords(c *cli.Context, o *convertOptions) (err error) {
	v := new(conversion)
	if v.from, err = flags.ReadFormat(c, "from"); err != nil {
		return err
	}
	switch v.to, err = flags.GivenFormat(c, "to"); {
	case err != nil:
		return err
	case v.to == nil:
		return errors.New("--to: found none, expected a format (see formats)")
	}
	if v.output, err = stdio.NewOutput(c); err != nil {
		return err
	}
	defer func() { err = v.output.Close(err) }()
	names := c.Args().Slice()
	if o.answers {
		switch {
		case len(names) != 2 || names[0] == "-" && names[1] == "-":
			return fmt.Errorf("--answers: found %q, expected two files: puzzles, and the answers"+
				" to them", names)
		case v.from == nil:
			return errors.New("--answers: --from is missing: puzzles alone do not tell the format" +
				" of the answers")
		}
		answers, err := stdio.Open(c, names[1])
		if err != nil {
			return err
		}
		defer answers.Close()
		v.records, err = convert.Answers(v.from, v.to, answers, stdio.Name(names[1]), v.output)
		if err != nil {
			return fmt.Errorf("--answers: %w", err)
		}
		names = names[:1]
	} else {
		spool := new(scratch.Spool)
		defer func() { err = cmp.Or(err, spool.Close()) }()
		v.records = convert.Puzzles(v.to, v.output, spool)
	}
	v.records.KeepGoing, v.records.Force = o.keepGoing, o.force
	v.records.Workers = flags.Cores(o.workers)
	return v.run(c, names)
}

// A conversion is one run of convert.
type conversion struct {
	from, to *formats.Format // from is nil if it is to be detected
	records  *convert.Conversion
	output   *stdio.Output
	begun    bool // the output is open
}

// run converts the inputs, and ends the output whether or not that fails.
func (v *conversion) run(c *cli.Context, names []string) error {
	v.records.Report = stdio.Complainer(c)
	err := stdio.EachInput(c, names, func(in io.Reader, name string) error {
		return v.input(c.Context, in, name)
	})
	if v.records.Failed && (err == nil || errors.Is(err, convert.ErrFailed)) {
		err = app.ErrFailed
	}
	if v.begun {
		err = cmp.Or(v.records.Close(), err)
	}
	return err
}

// input converts one input.
func (v *conversion) input(ctx context.Context, in io.Reader, name string) error {
	from := v.from
	if from == nil {
		var err error
		if from, in, err = stdio.Detect(ctx, in, name, "from", v.to, v.records.Report); err != nil {
			return err
		}
	}
	from, in = stdio.Uncounted(from, in, name, v.records.Report)
	if err := v.output.Open(); err != nil {
		return err
	}
	v.begun = true
	return v.records.Run(ctx, in, name, from)
}
