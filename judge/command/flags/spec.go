package flags

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/solver/puzzle"
)

// Puzzles say which puzzles to make.
type Puzzles struct {
	Seed       uint64
	Shapes     []puzzle.Shape  // nil: the usual shape of the format
	Depth      *generate.Range // moves from the goal; nil: any
	Walk       *generate.Range // moves of the walks; nil: no walks
	Deepest    bool            // the puzzles are as far from the goal as possible
	All        bool            // every puzzle once
	Unsolvable *int            // percent; nil: the usual share of the format
}

// SeedFlag is --seed.
func (o *Puzzles) SeedFlag() cli.Flag {
	return &cli.Uint64Flag{
		Name: "seed", Category: "Puzzles", DefaultText: "any", Destination: &o.Seed,
		Value: uint64(rand.Uint32()), // short enough to be typed
		Usage: "make the puzzles of seed `S`",
	}
}

// ShapeFlag is --shape.
func (o *Puzzles) ShapeFlag() cli.Flag {
	return app.Read(o.readShapes, &cli.StringFlag{
		Name: "shape", Category: "Puzzles", Aliases: []string{"size"},
		Usage: "make boards of `SHAPE`, such as 2x3, or 4 for 4x4, or of one that is drawn for" +
			" each puzzle from a list such as 3x3,4x4 (default: 3x3 if the format has it)",
	})
}

// DepthFlag is --depth.
func (o *Puzzles) DepthFlag() cli.Flag {
	return Range(&o.Depth, &cli.StringFlag{
		Name: "depth", Category: "Puzzles",
		Usage: "make puzzles exactly `N` moves from the goal, or a range such as 20..31",
	})
}

// WalkFlag is --walk.
func (o *Puzzles) WalkFlag() cli.Flag {
	return Range(&o.Walk, &cli.StringFlag{
		Name: "walk", Category: "Puzzles",
		Usage: "make puzzles by random walks of `N` moves, or of a range such as 10..50, that" +
			" never take a move back",
	})
}

// UnsolvableFlag is --unsolvable; byDefault describes the default of the command.
func (o *Puzzles) UnsolvableFlag(byDefault string) cli.Flag {
	return app.Read(o.readShare, &cli.StringFlag{
		Name: "unsolvable", Category: "Puzzles",
		Usage: "make a `SHARE` of the puzzles unsolvable, such as 10%, or all (default: " +
			byDefault + ")",
	})
}

// Spec returns the spec of the puzzles in a format.
func (o *Puzzles) Spec(f *formats.Format) (spec generate.Spec, err error) {
	shapes, err := o.shapesOf(f)
	if err != nil {
		return spec, err
	}
	spec = recipe.NewSpec(f, o.Seed, shapes)
	if err := o.setWay(&spec); err != nil {
		return spec, err
	}
	if o.All {
		spec.Unsolvable = 0
	}
	if o.Unsolvable != nil {
		if *o.Unsolvable > 0 && !f.HasUnsolvable() {
			return spec, fmt.Errorf("--unsolvable: %s has no unsolvable puzzles", f.Name)
		}
		spec.Unsolvable = *o.Unsolvable
	}
	return spec, nil
}

// setWay sets the way in which puzzles are made. It returns an error if the options name two.
func (o *Puzzles) setWay(spec *generate.Spec) error {
	var set []string
	for _, way := range []struct {
		flag string
		set  bool
	}{{"--deepest", o.Deepest}, {"--depth", o.Depth != nil}, {"--walk", o.Walk != nil}} {
		if way.set {
			set = append(set, way.flag)
		}
	}
	switch {
	case len(set) > 1:
		return fmt.Errorf("%s exclude each other", strings.Join(set, " and "))
	case o.All && o.Walk != nil:
		return errors.New("--all and --walk exclude each other")
	case o.Walk != nil:
		spec.Way, spec.Moves = generate.Walk, *o.Walk
	case o.Depth != nil:
		spec.Way, spec.Moves = generate.Depth, *o.Depth
	case o.Deepest:
		spec.Way, spec.Moves = generate.Depth, generate.Farthest
	case o.All:
		spec.Moves = generate.AnyDistance
	}
	if o.All {
		spec.Way = generate.All
	}
	return nil
}

// maxSteps is the largest number of moves of a walk; more do not mix any better.
const maxSteps = 1_000_000

// Range returns a flag that is a number or a range of numbers.
func Range(to **generate.Range, f *cli.StringFlag) cli.Flag {
	return app.Read(func(text string) error {
		first, last, ok := strings.Cut(text, "..")
		if !ok {
			last = first
		}
		var r generate.Range
		var errs [2]error
		r.Min, errs[0] = strconv.Atoi(first)
		r.Max, errs[1] = strconv.Atoi(last)
		if errors.Join(errs[:]...) != nil || r.Min < 0 || r.Min > r.Max || r.Max > maxSteps {
			return fmt.Errorf("found %q, expected a number up to %d or a range such as 20..31",
				text, maxSteps)
		}
		*to = &r
		return nil
	}, f)
}

// readShare reads --unsolvable.
func (o *Puzzles) readShare(text string) error {
	digits, percent := strings.CutSuffix(text, "%")
	share, err := strconv.Atoi(digits)
	switch {
	case text == "all":
		share = 100
	case err != nil || !percent || share < 0 || share > 100:
		return fmt.Errorf("found %q, expected a whole percentage such as 10%%, or all", text)
	}
	o.Unsolvable = &share
	return nil
}

// readShapes reads --shape.
func (o *Puzzles) readShapes(text string) (err error) {
	o.Shapes = nil
	for value := range strings.SplitSeq(text, ",") {
		rows, cols, both := strings.Cut(value, "x")
		if !both {
			cols = rows
		}
		var shape puzzle.Shape
		shape.Rows, err = strconv.Atoi(rows)
		if err == nil {
			shape.Cols, err = strconv.Atoi(cols)
		}
		if err != nil {
			return fmt.Errorf("found %q, expected rows and columns such as 4x4", value)
		}
		o.Shapes = append(o.Shapes, shape)
	}
	return nil
}

// shapesOf returns the shapes to draw from, or an error if the format does not have one of them.
func (o *Puzzles) shapesOf(f *formats.Format) (shapes []puzzle.Shape, err error) {
	if o.Shapes == nil {
		return []puzzle.Shape{recipe.UsualShape(f)}, nil
	}
	for _, shape := range o.Shapes {
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
