package command

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/judge/recipe"
	"tilejudge/solver/puzzle"
)

// A namedCase is a bundled input of a format. Nothing is made before it is
// written.
type namedCase struct {
	name    string
	purpose string
	write   func(w io.Writer) error
}

// caseSet returns the bundled cases of a format: the sample, and what recipes make.
func caseSet(ctx context.Context, f *formats.Format) (set []namedCase, err error) {
	if set, err = sampleCases(f); err != nil {
		return nil, err
	}
	all, err := recipe.Cases(ctx, judgeOf(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	for _, rc := range all {
		set = append(set, namedCase{rc.Name, rc.Purpose, func(w io.Writer) error {
			v := puzzleFiles{ctx: ctx, format: f, puzzles: puzzles.NewEncoder(f)}
			return v.write(rc.Puzzles(), rc.N, rc.First, w, nil)
		}})
	}
	return set, nil
}

// caseSeed is the seed of all bundled cases.
const caseSeed = 1

// judgeOf returns what a format says of its judge.
func judgeOf(f *formats.Format) recipe.Judge {
	return recipe.Judge{
		Shape: usualShape(f), Least: f.Shapes.Min, Most: f.Shapes.Max, Has: f.HasShape,
		PerInput: f.MaxPuzzles, Unsolvable: f.HasUnsolvable(), Rule: f.Rule,
		Spec: func(shape puzzle.Shape) generate.Spec {
			return newFormatSpec(f, caseSeed, []puzzle.Shape{shape})
		},
		Fifteens: func() (recipe.Series, error) { return deepestFifteens(f) },
	}
}

// deepestFifteens returns the bundled ones as puzzles of a format.
func deepestFifteens(f *formats.Format) (recipe.Series, error) {
	const name = "deepest-15"
	data, err := cases.Read(name)
	if err != nil {
		return recipe.Series{}, err
	}
	from, err := exampleFormat(name, data)
	if err != nil {
		return recipe.Series{}, err
	}
	text, _ := example(data)
	ps, err := decodeAll(from, text, name)
	conv := puzzles.NewConverter(from, f)
	return recipe.Series{N: int64(len(ps)), At: func(i int64, p *puzzle.Puzzle) error {
		q, _, err := conv.Convert(&ps[i-1])
		if err == nil {
			*p = *q
		}
		return err
	}}, err
}

// bundledCases lists the bundled cases of a format, or writes them to files.
func bundledCases(c *cli.Context, v *puzzleFiles) error {
	set, err := caseSet(c.Context, v.format)
	if err != nil {
		return err
	}
	if v.directory == "" {
		var items []item
		for _, nc := range set {
			items = append(items, item{name: nc.name, summary: nc.purpose})
		}
		return list(c, items)
	}
	for _, nc := range set {
		if err := cmp.Or(v.ctx.Err(), v.writeNamed(nc)); err != nil {
			return fmt.Errorf("case %s: %w", nc.name, err)
		}
	}
	return nil
}

// writeNamed writes the file of a bundled case, and that of the answers.
func (v *puzzleFiles) writeNamed(nc namedCase) (err error) {
	var text bytes.Buffer
	if err := nc.write(&text); err != nil {
		return err
	}
	w, err := v.create(nc.name + ".in")
	if err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		w.Close()
		return err
	}
	if err := w.Close(); err != nil || v.answers == nil {
		return err
	}
	answers, err := v.create(nc.name + "." + v.ext)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, answers.Close()) }()
	dec := puzzles.NewDecoder(&text, nc.name+".in", v.format)
	stats, err := v.answers.Run(v.ctx, dec, v.encoder, answers)
	if err == nil && stats.Failed() > 0 {
		err = errFailed
	}
	return err
}

// decodeAll returns the puzzles of a text.
func decodeAll(f *formats.Format, text, name string) (all []puzzle.Puzzle, err error) {
	dec := puzzles.NewDecoder(bytes.NewReader([]byte(text)), name, f)
	for {
		ps := make([]puzzle.Puzzle, 16)
		n, err := dec.Decode(ps)
		all = append(all, ps[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// encodeAll returns the text of puzzles.
func encodeAll(f *formats.Format, ps []puzzle.Puzzle) (string, error) {
	var text bytes.Buffer
	v := puzzleFiles{format: f, puzzles: puzzles.NewEncoder(f)}
	rest := judge.List(ps)
	err := v.write(&rest, int64(len(ps)), 1, &text, nil)
	return text.String(), err
}
