package running

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"al.essio.dev/pkg/shellescape"
	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/program/stress"
	"tilejudge/judge/program/trial"
	"tilejudge/solver/puzzle"
)

// maxMessage is how much of a message is printed, in letters.
const maxMessage = 1000

// Stress declares the command stress.
func Stress() *app.Command {
	o := new(stressOptions)
	return &app.Command{
		Name:      "stress",
		Usage:     "run a program on random puzzles until it fails",
		Category:  "Judge",
		ArgsUsage: "-- PROGRAM [ARGUMENT...]",
		Description: `
It makes puzzles as generate does, runs the program on them as run does, and stops at the
first answer that is not accepted. It saves that input, and prints the command that runs the program
on it again. With --shrink it first looks for the puzzle with the fewest moves that fails too, until
the time of --for is over or an interrupt ends the search. The puzzle is called the smallest if all
with fewer moves were tried and accepted, which takes minutes on deep boards of 3x3, and otherwise
the smallest found.`,
		Action: func(c *cli.Context) error { return stressProgram(c, o) },
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "the program did not fail in the time of --for"},
			{Code: app.ExitFailed, Meaning: "it failed"},
		},
		Examples: []app.Example{{
			Command: "tilejudge stress -f poj-1077 --seed 7 --shrink -- echo unsolvable",
			Output: `WA puzzle 1 of seed 7: says unsolvable: the puzzle is solvable
WA smallest, 0 moves: [1 2 3 4 5 6 7 8 x]: says unsolvable: the puzzle is solvable
again: tilejudge run -f poj-1077 --cases stress-seed7-1.in -- echo unsolvable`,
		}},
		Flags: append([]cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "format", Category: "Puzzles", Aliases: []string{"f"},
				Usage: "input and answers are in `FORMAT` (see formats)",
			}),
			flags.PositiveTime(&o.time, &cli.StringFlag{
				Name: "for", Category: "Puzzles", Value: "1m",
				Usage: "give up after a `TIME`, but let the first run take its limit; --shrink must" +
					" end by then, too",
			}),
			&cli.BoolFlag{
				Name: "shrink", Category: "Output", Destination: &o.shrink,
				Usage: "look for the puzzle with the fewest moves that fails too",
			},
			&cli.StringFlag{
				Name: "directory", Category: "Output", Aliases: []string{"d"}, Value: ".",
				Destination: &o.directory,
				Usage:       "save what fails in `DIR`",
			},
			o.puzzles.SeedFlag(), o.puzzles.ShapeFlag(), o.puzzles.DepthFlag(),
			o.puzzles.WalkFlag(), o.puzzles.UnsolvableFlag("20%"),
			flags.Requirement(&o.require),
		}, o.program.flags()...),
	}
}

// stressOptions are the options of stress.
type stressOptions struct {
	puzzles   flags.Puzzles
	program   programOptions
	time      time.Duration // of --for
	shrink    bool
	directory string // where a failing input goes
	require   string // for checker.New
}

// stressProgram runs a program on random puzzles until it fails.
func stressProgram(c *cli.Context, o *stressOptions) error {
	defer app.EndCleanly(c)()
	s, err := newStresser(c, o)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := context.WithTimeout(c.Context, s.time)
	defer stop()
	// The first run may take all of its limit, but a search for the right answer to it must end.
	first, stopFirst := context.WithTimeout(c.Context, s.time+s.limits.Wall)
	defer stopFirst()
	begin := time.Now()
	failed, err := s.Run(first, ctx)
	s.progress.End()
	switch {
	case failed != nil:
		return s.failure(c.Context, ctx, failed)
	case ctx.Err() == nil:
		return err
	case s.Inputs == 0 && c.Context.Err() == nil:
		return fmt.Errorf("no input was judged in %.0f s: the search for right answers takes longer",
			time.Since(begin).Seconds())
	}
	fmt.Fprintf(s.out, "accepted: %s inputs with %s puzzles of seed %d, in %.0f s\n",
		humanize.Comma(s.Inputs), humanize.Comma(s.Puzzles), s.Generator.Seed,
		time.Since(begin).Seconds())
	return c.Context.Err() // nil: the time is over
}

// A stresser is one run of the command stress.
type stresser struct {
	stress.Stress
	*contestant
	*stressOptions
	trial    trial.Trial
	format   *formats.Format
	named    string   // how --format names it
	typed    []string // flags with which run judges as stress does
	progress *progress.Bar
	out      io.Writer
}

// newStresser reads the flags and starts a runner.
func newStresser(c *cli.Context, o *stressOptions) (s *stresser, err error) {
	f, err := flags.NeedFormat(c)
	if err != nil {
		return nil, err
	}
	s = &stresser{
		stressOptions: o, format: f, named: c.String("format"), typed: o.verdictFlags(c),
		out: c.App.Writer,
	}
	if s.contestant, err = newContestant(c, o.program, c.Args().Slice()); err != nil {
		return nil, err
	}
	k, err := checker.New(f, o.require, 1)
	if err != nil {
		return nil, err
	}
	s.trial = trial.Trial{
		Command: s.words, ByName: s.byName, Limits: s.limits,
		Check: k.Judge, CheckCase: k.CheckCase,
	}
	s.Stress = stress.Stress{
		PerInput: f.MaxPuzzles, Input: s.input, Judge: s.trial.RunInput, Solver: k.Rules.Solver,
	}
	if s.Generator, err = o.generator(c.Context, f); err != nil {
		return nil, err
	}
	if s.trial.Runners, err = s.start(c, 1); err != nil {
		return nil, err
	}
	if s.progress = progress.New(c.App.ErrWriter); s.progress != nil {
		s.Each = func() { s.progress.Show(&judge.Tally{judge.AC: s.Puzzles}, 0) }
	}
	return s, nil
}

// generator returns what makes the puzzles.
func (o *stressOptions) generator(ctx context.Context, f *formats.Format) (
	*generate.Generator, error,
) {
	spec, err := o.puzzles.Spec(f)
	if err != nil {
		return nil, err
	}
	if o.puzzles.Unsolvable == nil {
		spec = recipe.Mixed(f, spec)
	}
	return generate.New(ctx, spec)
}

// verdictFlags returns the flags on which a verdict depends, as they are typed.
func (o *stressOptions) verdictFlags(c *cli.Context) (typed []string) {
	for _, f := range append([]cli.Flag{flags.Requirement(nil)}, new(programOptions).flags()...) {
		name := f.Names()[0]
		if name == "mount" {
			for _, path := range o.program.sandbox.Mount {
				typed = append(typed, "--mount="+path)
			}
		} else if name != "command" && c.IsSet(name) {
			typed = append(typed, fmt.Sprintf("--%s=%v", name, c.Value(name)))
		}
	}
	return typed
}

func (s *stresser) close() { stopRunners(s.trial.Runners) }

// input is the Input of a Stress: it writes puzzles in the format.
func (s *stresser) input(src puzzle.Source, n, first int64) ([]byte, error) {
	var text bytes.Buffer
	in := recipe.Input{Format: s.format, Puzzles: src, First: first, N: n}
	err := in.Write(&text)
	return text.Bytes(), err
}

// failure reports what failed, one puzzle or several together, and saves it, even if ctx
// ends. Before that it shrinks the failure, if that is wanted, until inTime ends.
func (s *stresser) failure(ctx, inTime context.Context, f *stress.Failure) error {
	fmt.Fprintf(s.out, "%v %v of seed %d: %s\n", f.Verdict, f, s.Generator.Seed,
		judge.Plain(f.Message, maxMessage))
	saved := f
	if s.shrink {
		small, err := s.Smallest(inTime, f)
		switch {
		case err != nil && inTime.Err() == nil:
			return err
		case err != nil:
			fmt.Fprintln(s.out, "no time was left to look for a smaller puzzle")
		case small == nil:
			fmt.Fprintln(s.out, "none of these puzzles fails alone")
		default:
			board := s.format.Board.Draw(small.Puzzle.Start)
			fmt.Fprintf(s.out, "%v %s: %s: %s\n", small.Verdict, small, board,
				judge.Plain(small.Message, maxMessage))
			saved = &small.Failure
		}
	}
	if err := s.save(saved); err != nil {
		return err
	}
	if f.Verdict == judge.JE {
		return app.ErrJudge
	}
	return cmp.Or(ctx.Err(), app.ErrFailed)
}

// save writes an input to a file, and prints the command that runs the program on
// it again.
func (s *stresser) save(f *stress.Failure) error {
	file := filepath.Join(s.directory, fmt.Sprintf("stress-seed%d-%d.in", s.Generator.Seed, f.First))
	if err := os.MkdirAll(s.directory, 0o777); err != nil {
		return err
	}
	out, err := stdio.Replace(file)
	if err != nil {
		return err
	}
	_, err = out.Write(f.Input)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	run := slices.Concat(
		[]string{app.Program, "run", "-f", s.named}, s.typed,
		[]string{"--cases", file, "--"}, s.words)
	_, err = fmt.Fprintf(s.out, "again: %s\n", shellescape.QuoteCommand(run))
	return err
}
