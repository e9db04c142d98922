package making

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/list"
	"tilejudge/judge/recipe"
)

// writeBundled lists the bundled cases of the format, or writes them to files.
func (v *puzzleFiles) writeBundled(c *cli.Context) error {
	level, err := flags.ReadLevel(c)
	if err != nil {
		return err
	}
	set, err := recipe.Cases(v.ctx, v.format, level)
	if err != nil {
		return err
	}
	if v.directory == "" {
		var items []list.Item
		for _, bundled := range set {
			summary := bundled.Purpose
			if bundled.Strict {
				summary = "strict: " + summary
			}
			items = append(items, list.Item{Name: bundled.Name, Summary: summary})
		}
		return list.Print(c, items)
	}
	for _, bundled := range set {
		if err := cmp.Or(v.ctx.Err(), v.writeCase(&bundled)); err != nil {
			return fmt.Errorf("case %s: %w", bundled.Name, err)
		}
	}
	return nil
}

// writeCase writes the file of a bundled case, and the file of its answers if they are
// wanted.
func (v *puzzleFiles) writeCase(bundled *judge.Case) (err error) {
	input, err := bundled.ReadInput()
	if err != nil {
		return err
	}
	if err := v.save(bundled.Input, input); err != nil || v.answers == nil {
		return err
	}
	w, err := v.create(bundled.Name + "." + v.ext)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.Close()) }()
	return v.answer(puzzles.NewDecoder(bytes.NewReader(input), bundled.Input, v.format), w)
}
