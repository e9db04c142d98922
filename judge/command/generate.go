package command

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/generate"
	"tilejudge/judge/recipe"
	"tilejudge/solver/puzzle"
)

// generateCommand declares the command that makes puzzles.
func generateCommand() *app.Command {
	return &app.Command{
		Name:     "generate",
		Category: converting,
		Usage:    "make puzzles, the same ones from the same seed",
		Description: `
If no flag says otherwise, any solvable board is as likely as any other. The same seed
gives the same bytes on every machine. What the judge promises is always kept: a puzzle that breaks
a promise is drawn again. Where the judge promises few moves on a board of more than 10 cells,
puzzles come from random walks of at most that many moves; where it gives a bound with each puzzle,
from walks of up to twice the largest bound. With several blanks every board is drawn, solvable or
not.

Boards of one exact depth are equally likely up to 10 cells. Larger ones are found by a walk, a
search, and the way back along its path.

--cases lists or writes the bundled cases, which catch usual mistakes: a solved start, a single
move, the blank in each cell, every depth, the deepest boards, unsolvable ones, odd white space.`,
		Examples: []app.Example{{
			Command: "tilejudge generate -f poj-1077 -n 2 --seed 7 --depth 20..31",
			Output:  "seed 7\n7 5 1 8 4 3 6 2 x\n4 5 6 3 1 x 8 7 2",
		}, {
			Command: "tilejudge generate -f poj-1077 --cases | head -n 1",
			Output:  "sample-1              a puzzle of the sample",
		}, {
			Command: "tilejudge generate -f poj-1077 -n 100 -d tests --with-answers",
		}},
		Action: generatePuzzles,
		Flags:  slices.Concat(puzzleFlags, puzzleFileFlags),
	}
}

// puzzleFlags say which puzzles to make.
var puzzleFlags = []cli.Flag{
	formatNamed(&cli.StringFlag{
		Name: "format", Category: "Puzzles", Aliases: []string{"f"},
		Usage: "write `FORMAT` (see formats)",
	}),
	&cli.Int64Flag{
		Name: "number", Category: "Puzzles", Aliases: []string{"n"}, Value: 10,
		Usage: "make `N` puzzles",
	},
	&cli.Uint64Flag{
		Name: "seed", Category: "Puzzles", DefaultText: "any",
		Usage: "make the puzzles of seed `S`",
	},
	&cli.Int64Flag{
		Name: "index", Category: "Puzzles", Value: 1,
		Usage: "begin with puzzle `I` of the seed; that one alone without -n",
	},
	&cli.StringFlag{
		Name: "shape", Category: "Puzzles",
		Usage: "make boards of `SHAPE`, such as 4x4, or of one of several with commas, drawn for" +
			" each puzzle (default: 3x3 if the format has it)",
	},
	&cli.StringFlag{
		Name: "depth", Category: "Puzzles",
		Usage: "make puzzles exactly `N` moves from the goal, or a range such as 20..31",
	},
	&cli.BoolFlag{
		Name: "deepest", Category: "Puzzles",
		Usage: "make puzzles as many moves from the goal as there are",
	},
	&cli.StringFlag{
		Name: "walk", Category: "Puzzles",
		Usage: "make puzzles by random walks of `N` moves without steps back, or of a range such" +
			" as 10..50",
	},
	&cli.StringFlag{
		Name: "unsolvable", Category: "Puzzles",
		Usage: "make a `SHARE` such as 10% unsolvable, or all" +
			" (default: 50% where the answer is yes or no)",
	},
	&cli.BoolFlag{
		Name: "all", Category: "Puzzles",
		Usage: "make every puzzle once: the solvable ones, or with --unsolvable all the others",
	},
	&cli.BoolFlag{
		Name: "cases", Category: "Puzzles",
		Usage: "list the bundled cases of the format; with -d write them",
	},
}

// generatePuzzles makes puzzles, or lists and writes the bundled cases.
func generatePuzzles(c *cli.Context) error {
	f, err := neededFormat(c, "format")
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
	spec, err := newSpec(c, f)
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

// newSpec reads the flags that say which puzzles to make.
func newSpec(c *cli.Context, f *formats.Format) (spec generate.Spec, err error) {
	seed := c.Uint64("seed")
	if !c.IsSet("seed") {
		seed = uint64(rand.Uint32()) // short enough to be typed
	}
	shapes, err := shapesFlag(c, f)
	if err != nil {
		return spec, err
	}
	spec = recipe.NewSpec(f, seed, shapes)
	if err := wayFlags(c, &spec); err != nil {
		return spec, err
	}
	if c.Bool("all") {
		spec.Unsolvable = 0
	}
	if c.IsSet("unsolvable") {
		spec.Unsolvable, err = shareFlag(c, f)
	}
	return spec, err
}

// wayFlags reads the flags that exclude each other.
func wayFlags(c *cli.Context, spec *generate.Spec) (err error) {
	var set []string
	for _, flag := range []string{"deepest", "depth", "walk"} {
		if c.IsSet(flag) {
			set = append(set, "--"+flag)
		}
	}
	all := c.Bool("all")
	switch {
	case len(set) > 1:
		return fmt.Errorf("%s exclude each other", strings.Join(set, " and "))
	case all && c.IsSet("walk"):
		return errors.New("--all and --walk exclude each other")
	case c.IsSet("walk"):
		spec.Way = generate.Walk
		spec.Moves, err = rangeFlag(c, "walk")
	case c.IsSet("depth"):
		spec.Way = generate.Depth
		spec.Moves, err = rangeFlag(c, "depth")
	case c.Bool("deepest"):
		spec.Way, spec.Moves = generate.Depth, generate.Farthest
	case all:
		spec.Moves = generate.AnyDistance
	}
	if all {
		spec.Way = generate.All
	}
	return err
}

// mostSteps is how many moves a walk may have; more do not mix any better.
const mostSteps = 1_000_000

// rangeFlag reads a number or a range.
func rangeFlag(c *cli.Context, flag string) (r generate.Range, err error) {
	value := c.String(flag)
	least, most, ok := strings.Cut(value, "..")
	if !ok {
		most = least
	}
	wrong := fmt.Errorf("--%s: found %q, expected a number up to %d or a range such as 20..31",
		flag, value, mostSteps)
	if r.Least, err = strconv.Atoi(least); err != nil {
		return r, wrong
	}
	r.Most, err = strconv.Atoi(most)
	if err != nil || r.Least < 0 || r.Least > r.Most || r.Most > mostSteps {
		return r, wrong
	}
	return r, nil
}

// shareFlag reads --unsolvable.
func shareFlag(c *cli.Context, f *formats.Format) (int, error) {
	value := c.String("unsolvable")
	digits, percent := strings.CutSuffix(value, "%")
	share, err := strconv.Atoi(digits)
	switch {
	case value == "all":
		share = 100
	case err != nil || !percent || share < 0 || share > 100:
		return 0, fmt.Errorf(
			"--unsolvable: found %q, expected a whole percentage such as 10%%, or all", value)
	}
	if share > 0 && !f.HasUnsolvable() {
		return 0, fmt.Errorf("--unsolvable: %s has no unsolvable puzzles", f.Name)
	}
	return share, nil
}

// shapesFlag reads --shape, or chooses a shape.
func shapesFlag(c *cli.Context, f *formats.Format) (shapes []puzzle.Shape, err error) {
	if !c.IsSet("shape") {
		return []puzzle.Shape{recipe.UsualShape(f)}, nil
	}
	for value := range strings.SplitSeq(c.String("shape"), ",") {
		rows, cols, _ := strings.Cut(value, "x")
		var shape puzzle.Shape
		shape.Rows, err = strconv.Atoi(rows)
		if err == nil {
			shape.Cols, err = strconv.Atoi(cols)
		}
		if err != nil {
			return nil, fmt.Errorf("--shape: found %q, expected rows and columns such as 4x4", value)
		}
		only := f.Shapes.Min
		if only == f.Shapes.Max && only.Rows == shape.Rows && only.Cols == shape.Cols {
			shape = only // with its walls
		}
		if !f.HasShape(shape) {
			return nil, fmt.Errorf("--shape: %s has no %v boards, but %v", f.Name, shape, f.Shapes)
		}
		shapes = append(shapes, shape)
	}
	return shapes, nil
}
