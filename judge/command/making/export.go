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
		Name:   "export",
		Usage:  "make a problem package for a judge: statement, cases, validator, checker, submissions",
		Action: exportPackage,
		Flags: []cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` of the problem (see formats)",
			}),
			app.OneOf("judge", export.Names, &cli.StringFlag{
				Name: "to", Usage: "for `JUDGE`: " + strings.Join(export.Names(), ", "),
			}),
			&cli.StringFlag{Name: "directory", Aliases: []string{"d"}, Usage: "write to `DIR`"},
			&cli.BoolFlag{Name: "force", Usage: "write to a directory that is not empty, too"},
			&cli.BoolFlag{
				Name: "with-binary",
				Usage: "put this program in as validator and checker, in place of C++:" +
					" for judges of one's own",
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
