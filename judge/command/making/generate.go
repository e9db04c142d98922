package making

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/generate"
)

// Generate declares the command generate.
func Generate() *app.Command {
	return &app.Command{
		Name:  "generate",
		Usage: "make puzzles, the same ones from the same seed",
		Description: `Any solvable board is as likely as any other, if no flag says otherwise. Where a
judge promises few moves on a board of more than 10 cells they come from random walks of as many
at most, and where it gives a bound with each puzzle, from walks of up to twice the largest. What
it promises is always kept: a puzzle that breaks a promise is drawn again. Boards of exact depth
are as likely as each other up to 10 cells; larger ones are found by a walk, a search, and the way
back along its path. With several blanks every board is drawn, solvable or not.`,
		Action: generatePuzzles,
		Flags:  slices.Concat(puzzleFlags, puzzleFileFlags),
	}
}

// puzzleFlags say which puzzles to make.
var puzzleFlags = []cli.Flag{
	flags.Format(&cli.StringFlag{
		Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` to write (see formats)",
	}),
	&cli.Int64Flag{
		Name: "number", Aliases: []string{"n"}, Value: 10, Usage: "make `N` puzzles",
	},
	&cli.Uint64Flag{Name: "seed", Usage: "of the puzzles, `S`", DefaultText: "any"},
	&cli.Int64Flag{
		Name: "index", Value: 1,
		Usage: "begin with puzzle `I` of the seed; that one alone without -n",
	},
	&cli.StringFlag{
		Name: "shape",
		Usage: "`SHAPE` such as 4x4, or several with commas, of which one is drawn for each" +
			" puzzle (default: 3x3 if the format has it)",
	},
	&cli.StringFlag{
		Name:  "depth",
		Usage: "exactly so many moves from the goal, or a `RANGE` such as 20..31",
	},
	&cli.BoolFlag{Name: "deepest", Usage: "as many moves from the goal as there are"},
	&cli.StringFlag{
		Name:  "walk",
		Usage: "random walks of so many moves, or a `RANGE` such as 10..50, without steps back",
	},
	&cli.StringFlag{
		Name: "unsolvable",
		Usage: "make a `SHARE` such as 10% unsolvable, or all" +
			" (default: 50% where the answer is yes or no)",
	},
	&cli.BoolFlag{
		Name:  "all",
		Usage: "make every puzzle once: the solvable ones, or with --unsolvable all the others",
	},
	&cli.BoolFlag{
		Name: "cases", Usage: "list the bundled cases of the format; with -d write them",
	},
}

// generatePuzzles makes puzzles, or lists and writes the bundled cases.
func generatePuzzles(c *cli.Context) error {
	f, err := flags.NeedFormat(c, "format")
	switch {
	case err != nil:
		return err
	case c.NArg() > 0:
		return fmt.Errorf("found %q, expected no file: puzzles are made, not read", c.Args().First())
	}
	files, err := newPuzzleFiles(c, f)
	if err != nil {
		return err
	}
	if c.Bool("cases") {
		if err := casesAlone(c); err != nil {
			return err
		}
		return files.writeBundled(c)
	}
	spec, err := flags.NewSpec(c, f)
	if err != nil {
		return err
	}
	if files.generator, err = generate.New(c.Context, spec); err != nil {
		return err
	}
	if spec.Way != generate.All || spec.Goal == nil {
		fmt.Fprintf(c.App.ErrWriter, "seed %d\n", spec.Seed)
	}
	return files.writeAll(c, spec)
}

// casesAlone returns an error if flags are set that say what bundled cases say
// themselves.
func casesAlone(c *cli.Context) error {
	for _, flag := range []string{
		"number", "seed", "index", "shape", "depth", "deepest", "walk", "unsolvable", "all",
		"per-file", "answers", "output",
	} {
		if c.IsSet(flag) {
			return fmt.Errorf("--cases and --%s exclude each other", flag)
		}
	}
	return nil
}
