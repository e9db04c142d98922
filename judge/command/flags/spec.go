package flags

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/solver/puzzle"
)

// Flags that NewSpec reads.
var (
	Seed = &cli.Uint64Flag{
		Name: "seed", Category: "Puzzles", DefaultText: "any",
		Usage: "make the puzzles of seed `S`",
	}
	Shape = &cli.StringFlag{
		Name: "shape", Category: "Puzzles", Aliases: []string{"size"},
		Usage: "make boards of `SHAPE`, such as 4x4, or of one that is drawn for each puzzle from" +
			" a list such as 3x3,4x4 (default: 3x3 if the format has it)",
	}
	Depth = &cli.StringFlag{
		Name: "depth", Category: "Puzzles",
		Usage: "make puzzles exactly `N` moves from the goal, or a range such as 20..31",
	}
	Walk = &cli.StringFlag{
		Name: "walk", Category: "Puzzles",
		Usage: "make puzzles by random walks of `N` moves, or of a range such as 10..50, that" +
			" never take a move back",
	}
)

// Unsolvable is --unsolvable of a command with that default.
func Unsolvable(byDefault string) cli.Flag {
	return &cli.StringFlag{
		Name: "unsolvable", Category: "Puzzles",
		Usage: "make a `SHARE` of the puzzles unsolvable, such as 10%, or all (default: " +
			byDefault + ")",
	}
}

// NewSpec reads the flags that say which puzzles to make: these, --all and --deepest.
func NewSpec(c *cli.Context, f *formats.Format) (spec generate.Spec, err error) {
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

// wayFlags reads the flags for the way in which puzzles are made, which exclude each other.
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
		spec.Moves, err = Range(c, "walk")
	case c.IsSet("depth"):
		spec.Way = generate.Depth
		spec.Moves, err = Range(c, "depth")
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

// maxSteps is the largest number of moves of a walk; more do not mix any better.
const maxSteps = 1_000_000

// Range reads a flag that is a number or a range of numbers.
func Range(c *cli.Context, flag string) (r generate.Range, err error) {
	value := c.String(flag)
	first, last, ok := strings.Cut(value, "..")
	if !ok {
		last = first
	}
	wrong := fmt.Errorf("--%s: found %q, expected a number up to %d or a range such as 20..31",
		flag, value, maxSteps)
	if r.Min, err = strconv.Atoi(first); err != nil {
		return r, wrong
	}
	r.Max, err = strconv.Atoi(last)
	if err != nil || r.Min < 0 || r.Min > r.Max || r.Max > maxSteps {
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
			return nil, fmt.Errorf("--shape: found %q, expected rows and columns such as 4x4",
				value)
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
