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
	formatNamed(&cli.StringFlag{
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
