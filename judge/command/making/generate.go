// Package making has the commands that make puzzles, or something else from puzzles: generate,
// convert, replay, export and formats.
package making

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/problem/generate"
)

// Generate declares the command generate.
func Generate() *app.Command {
	o := new(generateOptions)
	return &app.Command{
		Name:      "generate",
		Category:  "Make and convert",
		Usage:     "make puzzles, the same ones from the same seed",
		ArgsUsage: "[--cases [NAME...]]",
		Description: `
By default all solvable boards are equally likely. The same seed gives the same bytes on every
machine. Puzzles keep what the judge promises: a puzzle that does not is drawn again. If the judge
promises few moves on boards of more than 10 cells, random walks of at most that many moves make
the puzzles; if it gives a bound with each puzzle, walks of up to twice the largest bound. If
boards have several blanks, unsolvable ones are drawn too.

With --depth, all boards of up to 10 cells at that depth are equally likely. For a larger board, a
walk leads away from the goal, and a search finds the shortest way back: the puzzle is the board on
this way at that depth.

--cases lists the bundled cases, which catch usual mistakes: a solved start, a single move, the
blank in each cell, every depth, the deepest boards, unsolvable ones. With a NAME it prints the
input of that case, and with -d it writes files. The inputs are ones that the judge may have. With
--cases-level strict there are also inputs with odd white space, and with all puzzles of a shape;
programs that the judge accepts may fail on these.`,
		Examples: []app.Example{{
			Command: "tilejudge generate -f poj-1077 -n 2 --seed 7 --depth 20..31",
			Output:  "7 5 1 8 4 3 6 2 x\n4 5 6 3 1 x 8 7 2\n# on standard error:\nseed 7",
		}, {
			Command: "tilejudge generate -f 42-npuzzle -n 1 --seed 7 --layout judge 2>&-",
			Output:  "# This puzzle is solvable\n3\n1 8 2 \n0 7 6 \n3 4 5 ",
		}, {
			Command: "tilejudge generate -f poj-1077 --cases | head -n 1",
			Output:  "sample-1        a puzzle of the sample",
		}, {
			Command: "tilejudge generate -f poj-1077 --cases sample-1",
			Output:  "2 3 4 1 5 x 7 6 8",
		}, {
			Command: "tilejudge generate -f poj-1077 --histogram --plot distances.svg | tail -n 3",
			Output: `   29           760  ##
   30           221  #
   31             2  #`,
		}, {
			Command: "tilejudge generate -f poj-1077 -n 100 -d tests --with-answers",
		}},
		Action: func(c *cli.Context) error { return generatePuzzles(c, o) },
		Flags:  slices.Concat(o.puzzleFlags(), o.files.flags()),
	}
}

// generateOptions are the options of generate.
type generateOptions struct {
	puzzles   flags.Puzzles
	number    int64 // 0: not given
	index     int64 // the number of the first puzzle; 0: not given
	histogram bool
	plot      string // file for the histogram; "": none
	cases     bool   // the bundled cases, not made puzzles
	files     puzzleFileOptions
}

// usualNumber is how many puzzles are made if no flag says it.
const usualNumber = 10

// puzzleFlags are the flags that say which puzzles to make.
func (o *generateOptions) puzzleFlags() []cli.Flag {
	return []cli.Flag{
		flags.Format(&cli.StringFlag{
			Name: "format", Category: "Puzzles", Aliases: []string{"f"},
			Usage: "write `FORMAT` (see formats)",
		}),
		app.AtLeast(1, &cli.Int64Flag{
			Name: "number", Category: "Puzzles", Aliases: []string{"n", "count"},
			Destination: &o.number, DefaultText: strconv.Itoa(usualNumber),
			Usage: "make `N` puzzles",
		}),
		o.puzzles.SeedFlag(),
		app.AtLeast(1, &cli.Int64Flag{
			Name: "index", Category: "Puzzles", Destination: &o.index, DefaultText: "1",
			Usage: "begin with puzzle `I` of the seed; without -n make that one alone",
		}),
		o.puzzles.ShapeFlag(),
		o.puzzles.DepthFlag(),
		&cli.BoolFlag{
			Name: "deepest", Category: "Puzzles", Destination: &o.puzzles.Deepest,
			Usage: "make puzzles that are as far from the goal as possible",
		},
		o.puzzles.WalkFlag(),
		o.puzzles.UnsolvableFlag("50% where the answer is yes or no"),
		&cli.BoolFlag{
			Name: "all", Category: "Puzzles", Destination: &o.puzzles.All,
			Usage: "make every solvable puzzle once, or with --unsolvable all every unsolvable one",
		},
		&cli.BoolFlag{
			Name: "histogram", Category: "Puzzles", Destination: &o.histogram,
			Usage: "make none, but count the boards of the shape at each distance from the goal:" +
				" all of them up to 10 cells, or -n random ones",
		},
		&cli.StringFlag{
			Name: "plot", Category: "Puzzles", Destination: &o.plot,
			Usage: "draw the histogram, and save it as `FILE`, a .svg, .png or .pdf",
		},
		&cli.BoolFlag{
			Name: "cases", Category: "Cases", Destination: &o.cases,
			Usage: "list the bundled cases of the format, or print the input of the one that is" +
				" named; with -d write them all, or those that are named",
		},
		flags.CasesLevel,
	}
}

// generatePuzzles makes puzzles, or lists and writes the bundled cases.
func generatePuzzles(c *cli.Context, o *generateOptions) error {
	f, err := flags.NeedFormat(c)
	switch {
	case err != nil:
		return err
	case c.NArg() > 0 && !o.cases:
		return fmt.Errorf("found %q, expected no file: puzzles are made, not read",
			c.Args().First())
	}
	if c.IsSet("cases-level") && !o.cases {
		return errors.New("--cases-level: found no --cases to which it applies")
	}
	files, err := newPuzzleFiles(c, f, &o.files)
	if err != nil {
		return err
	}
	if o.cases {
		if err := noFlagsBesideCases(c); err != nil {
			return err
		}
		return files.writeBundled(c)
	}
	spec, err := o.puzzles.Spec(f)
	if err != nil {
		return err
	}
	switch {
	case o.histogram:
		return o.printHistogram(c, spec)
	case o.plot != "":
		return errors.New("--plot: found no --histogram to draw")
	}
	if files.generator, err = generate.New(c.Context, spec); err != nil {
		return err
	}
	if spec.Way != generate.All || spec.Goal == nil {
		fmt.Fprintf(c.App.ErrWriter, "seed %d\n", spec.Seed)
	}
	return files.writeAll(c, o)
}

// noFlagsBesideCases returns an error if a flag is set that makes no sense with --cases.
func noFlagsBesideCases(c *cli.Context) error {
	for _, flag := range []string{
		"number", "seed", "index", "shape", "depth", "deepest", "walk", "unsolvable", "all",
		"per-file", "answers", "output", "layout",
	} {
		if c.IsSet(flag) {
			return fmt.Errorf("--cases and --%s exclude each other", flag)
		}
	}
	return nil
}
