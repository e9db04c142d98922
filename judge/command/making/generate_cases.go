package making

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/recipe"
)

// writeBundled lists the bundled cases of the format, prints one, or writes them to files.
func (v *puzzleFiles) writeBundled(c *cli.Context) error {
	level, err := flags.ReadLevel(c)
	if err != nil {
		return err
	}
	set, err := recipe.Cases(v.ctx, v.format, level)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		if set, err = v.namedCases(c.Args().Slice()); err != nil {
			return err
		}
		if v.directory == "" {
			return printCase(c, set)
		}
	}
	if v.directory == "" {
		var items []stdio.Item
		for _, bundled := range set {
			summary := bundled.Purpose
			if bundled.Strict {
				summary = "strict: " + summary
			}
			items = append(items, stdio.Item{Name: bundled.Name, Summary: summary})
		}
		return stdio.PrintItems(c, items)
	}
	for _, bundled := range set {
		if err := cmp.Or(v.ctx.Err(), v.writeCase(&bundled)); err != nil {
			return fmt.Errorf("case %s: %w", bundled.Name, err)
		}
	}
	return nil
}

// namedCases returns the bundled cases with the names, of any level.
func (v *puzzleFiles) namedCases(wanted []string) (set []judge.Case, err error) {
	all, err := recipe.Cases(v.ctx, v.format, recipe.Strict)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, bundled := range all {
		names = append(names, bundled.Name)
	}
	for _, name := range wanted {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, fmt.Errorf("--cases: %w", app.Unknown("case", name, names))
		}
		set = append(set, all[i])
	}
	return set, nil
}

// printCase prints the input of a case. It returns an error if there are several cases.
func printCase(c *cli.Context, set []judge.Case) error {
	if len(set) > 1 {
		return fmt.Errorf("--cases: found %d names, expected one, or --directory for the files",
			len(set))
	}
	input, err := set[0].ReadInput()
	if err != nil {
		return err
	}
	_, err = c.App.Writer.Write(input)
	return err
}

// writeCase writes the file of a bundled case, and the file of its answers if they are
// wanted.
func (v *puzzleFiles) writeCase(bundled *judge.Case) (err error) {
	input, err := bundled.ReadInput()
	if err != nil {
		return err
	}
	if err := v.save(bundled.Input, input); err != nil || v.answerer == nil {
		return err
	}
	w, err := v.create(bundled.Name + "." + v.ext)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.Close()) }()
	return v.answer(puzzles.NewDecoder(bytes.NewReader(input), bundled.Input, v.format), w)
}
