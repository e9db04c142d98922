package running

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/problem/suite"
)

// casesFor returns all cases at --cases or of the format, those of them that --only names,
// and a function that closes them.
func (o *runOptions) casesFor(
	c *cli.Context, f *formats.Format,
) (all, cases []judge.Case, end func(), err error) {
	end = func() {}
	if !c.IsSet("cases") {
		if c.IsSet("layout") {
			return nil, nil, end, errors.New("--layout: found no --cases to which it applies")
		}
		all, err = bundledCases(c, f)
	} else {
		if c.IsSet("cases-level") {
			return nil, nil, end,
				errors.New("--cases-level: found --cases too, whose cases have no levels")
		}
		all, end, err = o.foundCases(c)
	}
	if err != nil {
		return nil, nil, end, err
	}
	cases = all
	if o.only != "" {
		cases, err = only(o.only, all)
	}
	return all, cases, end, err
}

// bundledCases returns the bundled cases of a format.
func bundledCases(c *cli.Context, f *formats.Format) ([]judge.Case, error) {
	level, err := flags.ReadLevel(c)
	if err != nil {
		return nil, err
	}
	return recipe.Cases(c.Context, f, level)
}

// only returns the cases whose names match a pattern. The pattern can also match the last
// element of a name: "secret/1-random" has the elements "secret" and "1-random".
func only(pattern string, all []judge.Case) (cases []judge.Case, err error) {
	for _, tc := range all {
		whole, err := path.Match(pattern, tc.Name)
		if err != nil {
			return nil, fmt.Errorf("--only: %q: %w", pattern, err)
		}
		if last, _ := path.Match(pattern, path.Base(tc.Name)); whole || last {
			cases = append(cases, tc)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("--only: none of %d cases match %q; the first is %s",
			len(all), pattern, all[0].Name)
	}
	return cases, nil
}

// foundCases returns the cases at --cases.
func (o *runOptions) foundCases(c *cli.Context) (cases []judge.Case, end func(), err error) {
	s, err := suite.Find(o.cases, o.layout)
	if err != nil {
		return nil, func() {}, fmt.Errorf("--cases: %w", err)
	}
	for _, w := range s.Warnings {
		stdio.Complainer(c)(w)
	}
	return s.Cases, func() { s.Close() }, nil
}

// input opens the input of a case and says how to get it, if it is no file.
func (j *trialJob) input(name string) (in io.ReadCloser, hint string, err error) {
	for _, tc := range slices.Concat(j.chosen, j.cases) {
		if tc.Name == name {
			if j.bundled {
				hint = bundledInput(j.checker.Format.Name, name)
			}
			in, err = tc.Open(tc.Input)
			break
		}
	}
	return in, hint, err
}

// bundledInput returns the line that prints the input of a bundled case.
func bundledInput(format, name string) string {
	return fmt.Sprintf("%s generate -f %s --cases %s", app.Program, format, name)
}
