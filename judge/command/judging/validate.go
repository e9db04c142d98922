package judging

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// Validate declares the command validate.
func Validate() *app.Command {
	flags := []cli.Flag{
		flags.Format(&cli.StringFlag{
			Name: "format", Category: "Input", Aliases: []string{"f"},
			Usage: "the input is in `FORMAT` (see formats)",
		}),
		app.OneOf("protocol", protocol.ValidatorNames, &cli.StringFlag{
			Name: "protocol", Category: "Input",
			Usage: "speak as a validator of the judge `NAME`: " +
				strings.Join(protocol.ValidatorNames(), " or "),
		}),
		&cli.BoolFlag{
			Name: "lenient", Category: "Input",
			Usage: "accept whatever solve reads: any white space, any number of puzzles",
		},
	}
	exits := []app.Exit{
		{Code: app.ExitOK, Meaning: "the input is valid"},
		{Code: app.ExitFailed, Meaning: "it is not; 3 with --protocol testlib"},
	}
	for _, v := range protocol.Validators {
		if v.Valid != app.ExitOK {
			with := "with --protocol " + v.Name + ": "
			exits = append(exits, app.Exit{Code: v.Valid, Meaning: with + "it is valid"},
				app.Exit{Code: v.Invalid, Meaning: with + "it is not"})
		}
	}
	return &app.Command{
		Name:      "validate",
		Usage:     "tell whether an input is, to the byte, one that the judge promises",
		ArgsUsage: "[FILE]",
		Category:  "Judge",
		Description: `
The input must be to the byte what generate writes for the puzzles in it, or the same in
another layout that the judge has. It must also keep the judge's promises: how many puzzles there
are, whether they are solvable, and how many moves they need (on boards of up to 10 cells, where a
table tells). The message gives the line, the column, what is there and what is expected.

With --protocol NAME it speaks as a validator of that judge. testlib's has more flags: --testset,
--group, --testOverviewLogFileName, --testMarkupFileName, --testCase and --testCaseFileName.`,
		Exits: exits,
		Examples: []app.Example{{
			Command: "tilejudge generate -f poj-1077 2>&- | " +
				"tilejudge validate -f poj-1077 --lenient; echo $?",
			Output: "0",
		}, {
			Command: `printf '1 2 3 4 5 6 7  8 x\n' | tilejudge validate -f poj-1077`,
			Output:  `tilejudge: stdin:1:15: found a space, expected "8"`,
		}},
		Action: validateInput,
		Flags:  flags,
	}
}

// validateInput validates a file, or standard input.
func validateInput(c *cli.Context) error {
	f, err := flags.NeedFormat(c, "format")
	if err != nil {
		return err
	}
	if name := c.String("protocol"); name != "" {
		v, err := protocol.LookupValidator(name)
		if err != nil {
			return err
		}
		return validateFor(c, v, f)
	}
	if c.NArg() > 1 {
		return fmt.Errorf("found %q, expected one file", c.Args().Slice())
	}
	name := "-"
	if c.NArg() == 1 {
		name = c.Args().First()
	}
	_, err = validateFile(c, f, name, nil, nil)
	if errors.As(err, new(*formats.SyntaxError)) {
		stdio.Complainer(c)(err)
		return app.ErrFailed
	}
	return err
}

// validateFile validates a file, or standard input for "-". It calls each for each puzzle, and
// collects the input in the markup, if they are not nil.
func validateFile(
	c *cli.Context, f *formats.Format, name string,
	each func(*puzzle.Puzzle), markup *puzzles.Markup,
) (n int64, err error) {
	in, err := stdio.Open(c, name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	v := puzzles.Validator{Format: f, Lenient: c.Bool("lenient"), Markup: markup}
	keeps := checker.KeepsPromise(c.Context, f)
	v.Each = func(p *puzzle.Puzzle) error {
		if err := keeps(p); err != nil && !v.Lenient {
			return err
		}
		if each != nil {
			each(p)
		}
		return nil
	}
	return v.Validate(in, stdio.Name(name))
}
