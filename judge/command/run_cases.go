package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/recipe"
	"tilejudge/judge/suite"
	"tilejudge/judge/trial"
)

// casesFor returns the cases that the flags name, and a function that ends their
// use.
func casesFor(c *cli.Context, f *formats.Format) (cases []trial.Case, end func(), err error) {
	end = func() {}
	if !c.IsSet("cases") {
		if c.IsSet("layout") {
			return nil, end, errors.New("--layout: found no --cases that it is of")
		}
		cases, err = bundledTrials(c.Context, f)
	} else {
		cases, end, err = foundTrials(c)
	}
	if err != nil {
		return nil, end, err
	}
	if pattern := c.String("only"); pattern != "" {
		all := cases
		cases = nil
		for _, tc := range all {
			ok, err := path.Match(pattern, tc.Name)
			if err != nil {
				return nil, end, fmt.Errorf("--only: %q: %w", pattern, err)
			}
			if ok {
				cases = append(cases, tc)
			}
		}
		if len(cases) == 0 {
			return nil, end, fmt.Errorf("--only: none of %d cases match %q; the first is %s", len(all), pattern, all[0].Name)
		}
	}
	return cases, end, nil
}

// bundledTrials returns the bundled cases of a format.
func bundledTrials(ctx context.Context, f *formats.Format) (cases []trial.Case, err error) {
	set, err := recipe.Cases(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, c := range set {
		cases = append(cases, trial.Case{Name: c.Name, Input: c.Input, Open: c.Open})
	}
	return cases, nil
}

// foundTrials returns the cases at --cases.
func foundTrials(c *cli.Context) (cases []trial.Case, end func(), err error) {
	end = func() {}
	s, err := suite.Find(c.String("cases"), c.String("layout"))
	if err != nil {
		return nil, end, fmt.Errorf("--cases: %w", err)
	}
	for _, w := range s.Warnings {
		complainer(c)(w)
	}
	for _, found := range s.Cases {
		cases = append(cases, trial.Case{
			Name: found.Name, Input: found.Input, Answer: found.Answer,
			Open: func(name string) (io.ReadCloser, error) { return s.Open(name) },
		})
	}
	return cases, func() { s.Close() }, nil
}
