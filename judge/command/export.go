package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/export"
	"tilejudge/judge/recipe"
	"tilejudge/judge/stream"
)

// exportCommand declares the command that makes problem packages.
func exportCommand() *app.Command {
	return &app.Command{
		Name:     "export",
		Category: converting,
		Usage:    "make a problem package for a judge",
		Description: `
A package has a statement, cases with answers, an input validator, a checker, and
submissions right and wrong that get the verdicts they claim. Validator and checker are C++17 files
of their own, without testlib, which give the verdicts of validate and check; having no solver, the
checker takes optimal lengths from the answer file. Kattis wants the name of the directory in small
letters and digits.`,
		Examples: []app.Example{{
			Command: "tilejudge export -f poj-1077 --to kattis -d eightpuzzle && ls eightpuzzle",
			Output: `data
input_validators
output_validators
problem.yaml
problem_statement
submissions`,
		}},
		Action: exportPackage,
		Flags: []cli.Flag{
			formatNamed(&cli.StringFlag{
				Name: "format", Category: "Package", Aliases: []string{"f"},
				Usage: "make the problem of `FORMAT` (see formats)",
			}),
			app.OneOf("judge", export.Names, &cli.StringFlag{
				Name: "to", Category: "Package",
				Usage: "make it for `JUDGE`: " + strings.Join(export.Names(), ", "),
			}),
			&cli.StringFlag{
				Name: "directory", Category: "Package", Aliases: []string{"d"},
				Usage: "write to `DIR`",
			},
			&cli.BoolFlag{
				Name: "force", Category: "Package",
				Usage: "write even to a directory that is not empty",
			},
			&cli.BoolFlag{
				Name: "with-binary", Category: "Package",
				Usage: "use this program as validator and checker, not C++:" +
					" for judges that you run yourself",
			},
		},
	}
}

// exportPackage makes a problem package.
func exportPackage(c *cli.Context) error {
	f, err := neededFormat(c, "format")
	switch {
	case err != nil:
		return err
	case c.String("to") == "":
		return fmt.Errorf("--to: found none, expected one of %s", strings.Join(export.Names(), ", "))
	case c.String("directory") == "":
		return errors.New("--directory: found none, expected one for the package")
	case c.NArg() > 0:
		return fmt.Errorf("found %q, expected no file", c.Args().First())
	}
	target, err := export.Lookup(c.String("to"))
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	p, err := problemOf(c.Context, f)
	if err != nil {
		return err
	}
	if c.Bool("with-binary") {
		if p.Binary, err = os.Executable(); err != nil {
			return err
		}
	}
	if err := target.Write(c.String("directory"), p, c.Bool("force")); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// A case of a package has at most mostCase bytes, in input and answer each.
const mostCase = 8 << 20

// problemOf returns all that packages are made of: of the bundled cases those that
// are valid to the byte, for white space as the judge has none is not for a package.
func problemOf(ctx context.Context, f *formats.Format) (*export.Problem, error) {
	set, err := recipe.Cases(ctx, f)
	if err != nil {
		return nil, err
	}
	a := stream.NewAnswerer(func(error) {})
	p := &export.Problem{Spec: specOf(f), Source: f.Source}
	seen := make(map[string]bool) // inputs: some packages must not have one twice
	for _, nc := range set {
		if strings.HasPrefix(nc.Name, "all-") { // files of megabytes that show what others do
			continue
		}
		c, err := caseOf(ctx, a, f, &nc)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", nc.Name, err)
		}
		if c != nil && !seen[string(c.Input)] {
			seen[string(c.Input)] = true
			p.Cases = append(p.Cases, *c)
		}
	}
	if len(p.Cases) == 0 {
		return nil, fmt.Errorf("%s has no case that is valid", f.Name)
	}
	p.Cases[0].Sample = true
	for i := range p.Cases {
		if c := &p.Cases[i]; c.Sample {
			if c.Explanation, err = explanation(ctx, f, c.Input); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// caseOf returns a bundled case with the answer to it, or nil if it is not for a
// package.
func caseOf(
	ctx context.Context, a *stream.Answerer, f *formats.Format, c *judge.Case,
) (*export.Case, error) {
	input, err := c.ReadInput()
	if err != nil {
		return nil, err
	}
	valid := puzzles.Validator{Format: f, Each: checker.KeepsPromise(ctx, f)}
	if _, err := valid.Validate(bytes.NewReader(input), c.Name); err != nil {
		return nil, nil
	}
	var answer bytes.Buffer
	stats, err := a.Run(ctx, bytes.NewReader(input), c.Name, f, f, &answer)
	if err != nil {
		return nil, err
	}
	if stats.Failed() > 0 || max(len(input), answer.Len()) > mostCase {
		return nil, nil
	}
	return &export.Case{
		Name: c.Name, Purpose: c.Purpose, Sample: strings.HasPrefix(c.Name, "sample"),
		Unsolvable: stats.Unsolvable > 0, Input: input, Answer: answer.Bytes(),
	}, nil
}

// explanation explains the answer to the first puzzle of a sample.
func explanation(ctx context.Context, f *formats.Format, input []byte) (string, error) {
	ps, err := puzzles.DecodeAll(f, string(input), "sample")
	if err != nil {
		return "", err
	}
	p := &ps[0]
	if p.Start.Spare > 0 {
		return "", nil
	}
	if !p.Solvable() {
		return "No moves solve the first puzzle: each move changes the parity of the tiles'" +
			" permutation and that of the blank's place, and in start and goal they do not agree.", nil
	}
	s, err := checker.NewReferee(f).Solve(ctx, p, nil)
	if err != nil || len(s.Path) != s.Moves { // too long, or hard: the answer has to do
		return "", nil
	}
	const most = 40 // moves to list
	var tiles []string
	b, blank := p.Start.Clone(), p.Start.Blank()
	for _, m := range s.Path {
		from := blank
		blank, _ = b.Slide(blank, m)
		tiles = append(tiles, fmt.Sprint(b.Tiles[from]))
	}
	switch {
	case s.Moves == 0:
		return "The first puzzle is solved as it stands.", nil
	case s.Moves > most:
		return fmt.Sprintf("The first puzzle can be solved by %d moves.", s.Moves), nil
	default:
		return fmt.Sprintf("The first puzzle is solved by %d moves, of these tiles in turn: %s.",
			s.Moves, strings.Join(tiles, " ")), nil
	}
}

// specOf returns the declaration of a format, for programs to be made of.
func specOf(f *formats.Format) *export.Spec {
	a := &f.Answer
	s := &export.Spec{
		Name:  f.Name,
		Least: f.Shapes.Min, Most: f.Shapes.Max, Square: f.Shapes.Square, Odd: f.Shapes.Odd,
		Arrangement: f.Goal, Header: f.Header, Count: f.Count, Record: string(f.Record),
		Stop: f.Stop, Comment: f.Comment, Boards: []export.Notation{notationOf(f.Board)},
		MostPuzzles: f.MaxPuzzles, Unsolved: f.Unsolved, OddSide: f.OddSide,
		HasUnsolvable: f.HasUnsolvable(), MostBound: f.MostBound(),
		Solved: string(a.Solved), Unsolvable: string(a.ToUnsolvable()),
		TooLong: string(a.TooLong), Each: string(a.Each), AnswerBoard: notationOf(a.Board),
		Between: a.Between, StepEnd: a.StepEnd,
		Steps: [4]string{a.Step.Up, a.Step.Down, a.Step.Left, a.Step.Right},
		Want:  a.Wants(), Rule: f.Rule, Order: f.Order,
	}
	for _, n := range f.Also {
		s.Boards = append(s.Boards, notationOf(n))
	}
	for _, l := range f.Limit {
		s.Limits = append(s.Limits, [2]int{l.Rows, l.Moves})
	}
	switch a.Step.Kind {
	case formats.ByTile:
		s.Names = "tile"
	case formats.ByCell:
		s.Names = "cell"
	}
	return s
}

// notationOf returns a notation, for programs to be made of.
func notationOf(n formats.Notation) export.Notation {
	return export.Notation{
		Glyphs: n.Glyphs, Blank: n.Blank, Width: n.Width,
		Around: [6]string{n.Open, n.OpenRow, n.Between, n.CloseRow, n.BetweenRows, n.Close},
	}
}
