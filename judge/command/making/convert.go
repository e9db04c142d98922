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
)

// Convert declares the command convert.
func Convert() *app.Command {
	return &app.Command{
		Name:      "convert",
		Usage:     "write puzzles, or the answers to them, in another format",
		ArgsUsage: "[FILE...]",
		Action:    convertRecords,
		Flags: []cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "from", Usage: "`FORMAT` of the input (see formats); detected if not given",
			}),
			flags.Format(&cli.StringFlag{Name: "to", Usage: "`FORMAT` to write"}),
			&cli.BoolFlag{
				Name:  "answers",
				Usage: "convert not the puzzles in the first file, but the answers to them in the second",
			},
			flags.KeepGoing,
			flags.Output,
		},
	}
}

// convertRecords writes puzzles, or the answers to them, in another format.
func convertRecords(c *cli.Context) (err error) {
	v := new(conversion)
	if v.from, err = flags.ReadFormat(c, "from"); err != nil {
		return err
	}
	if v.to, err = flags.NeedFormat(c, "to"); err != nil {
		return err
	}
	if v.output, err = stdio.NewOutput(c); err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, v.output.Close()) }()
	names := c.Args().Slice()
	if c.Bool("answers") {
		switch {
		case len(names) != 2 || names[0] == "-" && names[1] == "-":
			return fmt.Errorf("--answers: found %q, expected two files: puzzles, and the answers to them", names)
		case v.from == nil:
			return errors.New("--answers: --from is missing: puzzles alone do not tell how they are answered")
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
		spool := new(stdio.Spool)
		defer func() { err = cmp.Or(err, spool.Close()) }()
		v.records = convert.Puzzles(v.to, v.output, spool)
	}
	v.records.KeepGoing, v.records.Report = c.Bool("keep-going"), stdio.Complainer(c)
	return v.run(c, names)
}

// A conversion is one run of convert.
type conversion struct {
	from, to *formats.Format // from is nil if it is to be detected
	records  *convert.Conversion
	output   *stdio.Output
	begun    bool // the output is open
}

// run converts the inputs, and ends the output however that went.
func (v *conversion) run(c *cli.Context, names []string) error {
	err := stdio.EachInput(c, names, func(in io.Reader, name string) error {
		return v.input(c.Context, in, name)
	})
	if v.records.Failed && (err == nil || errors.Is(err, convert.ErrFailed)) {
		err = app.Failed
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
		if from, in, err = stdio.Detect(ctx, in, name, "from", v.to); err != nil {
			return err
		}
	}
	if err := v.output.Open(); err != nil {
		return err
	}
	v.begun = true
	return v.records.Run(ctx, in, name, from)
}
