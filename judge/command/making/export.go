package making

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/export"
)

// Export declares the command export.
func Export() *app.Command {
	return &app.Command{
		Name:     "export",
		Category: "Make and convert",
		Usage:    "make a problem package for a judge",
		Description: `
A package has a statement, cases with answers, an input validator, a checker, and
submissions right and wrong that get the verdicts they claim. Validator and checker are C++17 files
of their own, without testlib, which give the verdicts of validate and check; having no solver, the
checker takes optimal lengths from the answer file. Kattis wants the name of the directory in small
letters and digits.`,
		Examples: []app.Example{{
			Command: "tilejudge export -f poj-1077 --to kattis -d eightpuzzle && ls eightpuzzle",
			Output: `data
input_validators
output_validators
problem.yaml
problem_statement
submissions`,
		}},
		Action: exportPackage,
		Flags: []cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "format", Category: "Package", Aliases: []string{"f"},
				Usage: "make the problem of `FORMAT` (see formats)",
			}),
			app.OneOf("judge", export.Names, &cli.StringFlag{
				Name: "to", Category: "Package",
				Usage: "make it for `JUDGE`: " + strings.Join(export.Names(), ", "),
			}),
			&cli.StringFlag{
				Name: "directory", Category: "Package", Aliases: []string{"d"},
				Usage: "write to `DIR`",
			},
			&cli.BoolFlag{
				Name: "force", Category: "Package",
				Usage: "write even to a directory that is not empty",
			},
			&cli.BoolFlag{
				Name: "with-binary", Category: "Package",
				Usage: "use this program as validator and checker, not C++:" +
					" for judges that you run yourself",
			},
		},
	}
}

// exportPackage makes a problem package.
func exportPackage(c *cli.Context) error {
	f, err := flags.NeedFormat(c, "format")
	switch {
	case err != nil:
		return err
	case c.String("to") == "":
		return fmt.Errorf("--to: found none, expected one of %s", strings.Join(export.Names(), ", "))
	case c.String("directory") == "":
		return errors.New("--directory: found none, expected one for the package")
	case c.NArg() > 0:
		return fmt.Errorf("found %q, expected no file", c.Args().First())
	}
	target, err := export.Lookup(c.String("to"))
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	p, err := export.NewProblem(c.Context, f)
	if err != nil {
		return err
	}
	if c.Bool("with-binary") {
		if p.Binary, err = os.Executable(); err != nil {
			return err
		}
	}
	if err := target.Write(c.String("directory"), p, c.Bool("force")); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
