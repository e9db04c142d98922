package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// validateCommand declares the command that looks whether an input is one that a
// judge could have.
func validateCommand() *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{
			Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` of the input (see formats)",
		},
		&cli.StringFlag{
			Name:  "protocol",
			Usage: "speak as a validator of `NAME` does: " + strings.Join(validatorProtocols, " or "),
		},
		&cli.BoolFlag{
			Name: "lenient", Usage: "take whatever solve reads: any white space, any number of puzzles",
		},
	}
	for _, name := range testlibFlags {
		flags = append(flags, &cli.StringFlag{Name: name, Hidden: true})
	}
	return &cli.Command{
		Name:      "validate",
		Usage:     "tell whether an input is, to the byte, one that the judge promises",
		ArgsUsage: "[FILE]",
		Description: `The input must be to the byte what generate writes for the puzzles in it, or that
in another layout that the judge has; and keep the judge's promises: how many puzzles there are,
whether they are solvable, how many moves they need as far as a table tells (up to 10 cells).
The exit status is 0 if it is valid, 1 if not; or 0 and 3 with --protocol testlib, whose flags may
stand behind "--", and 42 and 43 with --protocol kattis.`,
		Action: validateInput,
		Flags:  flags,
	}
}

// validateInput validates a file, or standard input.
func validateInput(c *cli.Context) error {
	f, err := neededFormat(c, "format")
	protocol := c.String("protocol")
	switch {
	case err != nil:
		return err
	case c.IsSet("protocol") && !slices.Contains(validatorProtocols, protocol):
		return fmt.Errorf("--protocol: found %q, expected %s%s", protocol,
			strings.Join(validatorProtocols, " or "), suggest(protocol, validatorProtocols))
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
		complainer(c)(err)
		return errFailed
	}
	return err
}

// validateFile validates a file, or standard input for "-", and calls each for each
// puzzle, if it is not nil.
func validateFile(c *cli.Context, f *formats.Format, name string, each func(*puzzle.Puzzle) error) (
	n int64, err error,
) {
	in, err := openInput(c, name)
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
	return v.Validate(in, inputName(name))
}

// validatorProtocols are those that validators speak.
var validatorProtocols = []string{"testlib", "kattis"}

// An exitStatus ends the program with a status that a protocol asks for. What
// there is to say has been said.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Exit statuses of Kattis's validators; an error of ours has another one.
const (
	kattisValid   exitStatus = 42
	kattisInvalid exitStatus = 43
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
