package making

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
A package has a statement, cases with answers, an input validator, a checker, and right
and wrong submissions with the verdicts that they get. Validator and checker are C++17 files that
need no testlib, and give the verdicts of validate and check. The checker has no solver: it takes
the numbers of moves that are optimal from the answer file. Kattis expects the name of the directory
to be of lower-case letters and digits.`,
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
		Flags:  exportFlags,
	}
}

var exportFlags = []cli.Flag{
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
		Usage: "use this program as validator and checker in place of C++," +
			" for judges that you run yourself",
	},
}

// exportPackage makes a problem package.
func exportPackage(c *cli.Context) error {
	f, err := flags.NeedFormat(c, "format")
	switch {
	case err != nil:
		return err
	case c.String("to") == "":
		return fmt.Errorf("--to: found none, expected one of %s",
			strings.Join(export.Names(), ", "))
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
	return warnOfName(c)
}

// kattisName matches the names that Kattis takes for the directory of a package.
var kattisName = regexp.MustCompile(`^[a-z0-9]+$`)

// warnOfName prints a warning if the judge will refuse the name of the directory.
func warnOfName(c *cli.Context) error {
	dir, err := filepath.Abs(c.String("directory"))
	if err != nil {
		return err
	}
	if name := filepath.Base(dir); c.String("to") == "kattis" && !kattisName.MatchString(name) {
		fmt.Fprintf(c.App.ErrWriter, "%s: warning: --directory: found %q, but Kattis expects"+
			" a name of lower-case letters and digits\n", app.Program, name)
	}
	return nil
}
