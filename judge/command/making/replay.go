package making

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/replays"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// Replay declares the command replay.
func Replay() *app.Command {
	return &app.Command{
		Name:      "replay",
		Category:  "Make and convert",
		Usage:     "make the moves of games, and write the boards that they lead to",
		ArgsUsage: "[FILE...]",
		Description: `
Some judges do not ask for moves, but give a board with moves, and ask what becomes of the board.
Each game is answered as its judge wants it, as soon as it has been read, and in constant memory.
The first malformed game ends the run. These judges are known, and their formats are for this
command alone:

` + describeReplays(),
		Action: replay,
		Flags: []cli.Flag{
			app.OneOf("format of games", replays.Names, &cli.StringFlag{
				Name: "format", Category: "Input", Aliases: []string{"f"},
				Usage: "the input is in `FORMAT`, one of those above",
			}),
			flags.Output,
		},
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "all games are replayed; a move that the board does not" +
				" allow is a part of them"},
			{Code: app.ExitFailed, Meaning: "a game is malformed"},
		},
		Examples: []app.Example{{
			Command: `printf 'TRGSJ\nXDOKI\nM VLN\nWPABE\nUQHCF\nARRBBL0\nZ\n' |
tilejudge replay -f uva-227`,
			Output: "Puzzle #1:\nT R G S J\nX O K L I\nM D V B N\nW P   A E\nU Q H C F",
		}},
	}
}

// describeReplays has a paragraph for each format.
func describeReplays() string {
	var b strings.Builder
	for _, f := range replays.All {
		fmt.Fprintf(&b, " %s: %s %s\n   (%s)\n\n", f.Name, f.Judge, f.Title, f.Source)
	}
	return strings.TrimRight(b.String(), "\n")
}

// replay replays the games of each input in turn.
func replay(c *cli.Context) (err error) {
	name, from := c.String("format"), "--format"
	if name == "" {
		name, from = os.Getenv(flags.FormatVariable), flags.FormatVariable
	}
	if name == "" {
		return fmt.Errorf("--format: found none, expected %s", strings.Join(replays.Names(), ", "))
	}
	f, err := replays.Lookup(name)
	if err != nil {
		return fmt.Errorf("%s: %w", from, app.Unknown("format of games", name, replays.Names()))
	}
	output, err := stdio.NewOutput(c)
	if err != nil {
		return err
	}
	defer func() { err = output.Close(err) }()
	return stdio.EachInput(c, c.Args().Slice(), func(in io.Reader, name string) error {
		if err := output.Open(); err != nil {
			return err
		}
		err := f.Replay(in, name, output)
		if errors.As(err, new(*formats.SyntaxError)) {
			stdio.Complainer(c)(err)
			return app.ErrFailed
		}
		return err
	})
}
