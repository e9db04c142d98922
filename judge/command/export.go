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
	"tilejudge/judge/export"
	"tilejudge/judge/recipe"
	"tilejudge/judge/stream"
)

// exportCommand declares the command that makes problem packages.
func exportCommand() *cli.Command {
	return &cli.Command{
		Name:   "export",
		Usage:  "make a problem package for a judge: statement, cases, validator, checker, submissions",
		Action: exportPackage,
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` of the problem (see formats)",
			},
			&cli.StringFlag{Name: "to", Usage: "for `JUDGE`: " + strings.Join(export.Names(), ", ")},
			&cli.StringFlag{Name: "directory", Aliases: []string{"d"}, Usage: "write to `DIR`"},
			&cli.BoolFlag{Name: "force", Usage: "write to a directory that is not empty, too"},
			&cli.BoolFlag{
				Name: "with-binary",
				Usage: "put this program in as validator and checker, in place of C++:" +
					" for judges of one's own",
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
		return fmt.Errorf("--to: %w%s", err, suggest(c.String("to"), export.Names()))
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
	p := &export.Problem{Format: f}
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
