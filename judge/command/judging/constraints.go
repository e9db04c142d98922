package judging

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/problem/suite"
	"tilejudge/solver/puzzle"
)

// showConstraints tells which bounds of a format the inputs at the arguments reach. They must
// be valid.
func (o *validateOptions) showConstraints(c *cli.Context, f *formats.Format) error {
	all, err := recipe.NewConstraints(c.Context, f)
	if err != nil {
		return err
	}
	paths := c.Args().Slice()
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, path := range paths {
		if err := o.addConstraints(c, all, f, path); err != nil {
			return err
		}
	}
	bounds := all.Bounds()
	if o.json {
		return stdio.PrintJSON(c.App.Writer, bounds)
	}
	for _, b := range bounds {
		if _, err := fmt.Fprintln(c.App.Writer, boundText(&b)); err != nil {
			return err
		}
	}
	return nil
}

// boundText returns the line for a bound.
func boundText(b *recipe.Bound) string {
	place := ""
	if b.At != nil {
		if place = b.At.File; b.At.Puzzle > 0 {
			place += fmt.Sprintf(", puzzle %d", b.At.Puzzle)
		}
	}
	switch {
	case b.Reached:
		return fmt.Sprintf("reached: %s (%s)", b.Name, place)
	case b.Nearest != nil:
		return fmt.Sprintf("not reached: %s; the nearest is %d (%s)", b.Name, *b.Nearest, place)
	default:
		return "not reached: " + b.Name
	}
}

// addConstraints adds the inputs at a path: a file, "-", or what run takes as --cases.
func (o *validateOptions) addConstraints(
	c *cli.Context, all *recipe.Constraints, f *formats.Format, path string,
) error {
	if path == "-" {
		in, err := stdio.Open(c, path)
		if err != nil {
			return err
		}
		defer in.Close()
		return o.addInput(c, all, f, in, stdio.Name(path))
	}
	s, err := suite.Find(path, "")
	if err != nil {
		return err
	}
	defer s.Close()
	for _, w := range s.Warnings {
		stdio.Complainer(c)(w)
	}
	for i := range s.Cases {
		if err := o.addCase(c, all, f, &s.Cases[i]); err != nil {
			return err
		}
	}
	return nil
}

// addCase adds the input of a case.
func (o *validateOptions) addCase(
	c *cli.Context, all *recipe.Constraints, f *formats.Format, tc *judge.Case,
) error {
	in, err := tc.Open(tc.Input)
	if err != nil {
		return err
	}
	defer in.Close()
	return o.addInput(c, all, f, in, tc.Input)
}

// addInput adds an input, and returns an error if it is not valid.
func (o *validateOptions) addInput(
	c *cli.Context, all *recipe.Constraints, f *formats.Format, in io.Reader, name string,
) error {
	var ends lineEnds
	number := int64(0)
	keeps := checker.KeepsPromise(c.Context, f)
	v := &puzzles.Validator{Format: f, Lenient: o.lenient, Note: o.note(&ends)}
	var failed error
	v.Each = func(p *puzzle.Puzzle) error {
		number++
		if err := keeps(p); err != nil && !v.Lenient {
			return err
		}
		if failed == nil {
			failed = all.Add(p, recipe.Place{File: name, Puzzle: number})
		}
		return failed
	}
	n, err := v.Validate(in, name)
	if failed != nil {
		return failed
	}
	if err != nil {
		return err
	}
	ends.print(c)
	all.EndInput(name, n)
	return nil
}
