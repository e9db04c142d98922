package app

import (
	"errors"
	"io"

	"github.com/urfave/cli/v2"
)

// Within runs an action with the flags of the command c, for another command that does the
// work of c: as if the words stood behind the name of c on a command line. The action writes
// to w, and to the standard error of the other command, whose context is outer.
func (c *Command) Within(
	outer *cli.Context, w io.Writer, words []string, action cli.ActionFunc,
) error {
	sorted, help := flagsFirst(c.Flags, words)
	if help {
		return errors.New(c.Name + ": found a flag that asks for help, expected others")
	}
	inner := &Command{Name: c.Name, Flags: c.Flags, Action: action}
	return (&cli.App{
		Name: Program, Commands: library([]*Command{inner}), HideHelp: true, HideVersion: true,
		Reader: outer.App.Reader, Writer: w, ErrWriter: outer.App.ErrWriter,
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   usageError,
	}).RunContext(outer.Context, append([]string{Program, c.Name}, sorted...))
}
