package flags

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/generate"
	"tilejudge/judge/recipe"
	"tilejudge/solver/puzzle"
)

// NewSpec reads the flags that say which puzzles to make.
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
	if r.Min, err = strconv.Atoi(least); err != nil {
		return r, wrong
	}
	r.Max, err = strconv.Atoi(most)
	if err != nil || r.Min < 0 || r.Min > r.Max || r.Max > mostSteps {
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
