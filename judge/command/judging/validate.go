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
	"tilejudge/solver/puzzle"
)

// Validate declares the command validate.
func Validate() *app.Command {
	flags := []cli.Flag{
		flags.Format(&cli.StringFlag{
			Name: "format", Category: "Input", Aliases: []string{"f"},
			Usage: "the input is in `FORMAT` (see formats)",
		}),
		app.OneOf("protocol", validatorProtocols, &cli.StringFlag{
			Name: "protocol", Category: "Input",
			Usage: "speak as a validator of the judge `NAME`: " +
				strings.Join(validatorProtocols(), " or "),
		}),
		&cli.BoolFlag{
			Name: "lenient", Category: "Input",
			Usage: "take whatever solve reads: any white space, any number of puzzles",
		},
	}
	for _, name := range testlibFlags {
		flags = append(flags, &cli.StringFlag{Name: name, Hidden: true})
	}
	return &app.Command{
		Name:      "validate",
		Usage:     "tell whether an input is, to the byte, one that the judge promises",
		ArgsUsage: "[FILE]",
		Category:  "Judge",
		Description: `
The input must be to the byte what generate writes for the puzzles in it, or the same in
another layout that the judge has. It must also keep the judge's promises: how many puzzles there
are, whether they are solvable, and how many moves they need, as far as a table tells (up to 10
cells). The message gives line, column, what stands there and what is expected.

With --protocol testlib it takes the flags of a validator of testlib, which may stand behind "--".`,
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "the input is valid"},
			{Code: app.ExitFailed, Meaning: "it is not; 3 with --protocol testlib"},
			{Code: int(kattisValid), Meaning: "with --protocol kattis: it is valid"},
			{Code: int(kattisInvalid), Meaning: "with --protocol kattis: it is not"},
		},
		Examples: []app.Example{{
			Command: "tilejudge generate -f poj-1077 2>&- | tilejudge validate -f poj-1077 --lenient; echo $?",
			Output:  "0",
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
	protocol := c.String("protocol")
	switch {
	case err != nil:
		return err
	case protocol == "testlib":
		return validateForTestlib(c, f)
	case protocol == "kattis":
		return validateForKattis(c, f)
	case c.NArg() > 1:
		return fmt.Errorf("found %q, expected one file", c.Args().Slice())
	}
	name := "-"
	if c.NArg() == 1 {
		name = c.Args().First()
	}
	_, err = validateFile(c, f, name, nil)
	if errors.As(err, new(*formats.SyntaxError)) {
		stdio.Complainer(c)(err)
		return app.Failed
	}
	return err
}

// validateFile validates a file, or standard input for "-", and calls each for each
// puzzle, if it is not nil.
func validateFile(c *cli.Context, f *formats.Format, name string, each func(*puzzle.Puzzle) error) (
	n int64, err error,
) {
	in, err := stdio.Open(c, name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	v := puzzles.Validator{Format: f, Lenient: c.Bool("lenient")}
	within := checker.KeepsPromise(c.Context, f)
	v.Each = func(p *puzzle.Puzzle) error {
		if err := within(p); err != nil && !v.Lenient {
			return err
		}
		if each == nil {
			return nil
		}
		return each(p)
	}
	return v.Validate(in, stdio.Name(name))
}

// validatorProtocols returns those that validators speak.
func validatorProtocols() []string { return []string{"testlib", "kattis"} }

// Exit statuses of Kattis's validators; an error of ours has another one.
const (
	kattisValid   app.Status = 42
	kattisInvalid app.Status = 43
)

// validateForKattis does what an input validator of Kattis, DOMjudge and their
// kin does: it reads standard input, whatever its arguments, and says what is
// wrong on standard output.
func validateForKattis(c *cli.Context, f *formats.Format) error {
	_, err := validateFile(c, f, "-", nil)
	switch {
	case errors.As(err, new(*formats.SyntaxError)):
		if _, err := fmt.Fprintln(c.App.Writer, err); err != nil {
			return err
		}
		return kattisInvalid
	case err != nil:
		return err
	default:
		return kattisValid
	}
}
