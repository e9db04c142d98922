package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/judge/report"
	"tilejudge/judge/trial"
	"tilejudge/solver/puzzle"
)

func stressCommand() *cli.Command {
	return &cli.Command{
		Name:      "stress",
		Usage:     "run a program on random puzzles until it fails",
		ArgsUsage: "-- PROGRAM [ARGUMENT...]",
		Action:    stress,
		Flags: append([]cli.Flag{
			&cli.StringFlag{
				Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` of input and answers (see formats)",
			},
			&cli.DurationFlag{Name: "for", Value: time.Minute, Usage: "give up after a `TIME`"},
			&cli.BoolFlag{Name: "shrink", Usage: "look for the puzzle with the fewest moves that fails too"},
			&cli.StringFlag{Name: "directory", Aliases: []string{"d"}, Value: ".", Usage: "save what fails in `DIR`"},
			&cli.Uint64Flag{Name: "seed", Usage: "of the puzzles, `S`; any if it is not given"},
			&cli.StringFlag{Name: "shape", Usage: "`SHAPE` such as 4x4, or several with commas"},
			&cli.StringFlag{Name: "depth", Usage: "exactly so many moves from the goal, or a `RANGE` such as 20..31"},
			&cli.StringFlag{Name: "walk", Usage: "random walks of so many moves, or a `RANGE` such as 10..50"},
			&cli.StringFlag{Name: "unsolvable", Usage: "make a `SHARE` such as 10% unsolvable, or all (default: 20%)"},
			requirement,
		}, programFlags()...),
	}
}

// stress runs a program on random puzzles until it fails.
func stress(c *cli.Context) error {
	s, err := newStresser(c)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := context.WithTimeout(c.Context, c.Duration("for"))
	defer stop()
	begin, first := time.Now(), int64(1)
	for inputs := int64(1); ; inputs++ {
		n := s.size(inputs)
		failed, err := s.run(ctx, s.generator.Puzzles(first, n), n, first)
		switch {
		case ctx.Err() != nil:
			s.progress.Clear()
			fmt.Fprintf(s.out, "accepted: %s inputs with %s puzzles of seed %d, in %.0f s\n",
				humanize.Comma(inputs-1), humanize.Comma(first-1), s.generator.Seed, time.Since(begin).Seconds())
			return c.Context.Err() // nil: the time is over
		case err != nil:
			return err
		case failed.Verdict != judge.AC:
			return s.failure(c.Context, failed, first, n)
		}
		first += n
		s.progress.Show(&judge.Tally{judge.AC: first - 1}, 0)
	}
}

// A stresser is one run of the command stress.
type stresser struct {
	*contestant
	*checker
	trial     trial.Trial
	generator *generate.Generator
	files     puzzleFiles
	shrink    bool
	flags     []string // for run, to do the same
	progress  *report.Progress
	out       io.Writer
}

// newStresser reads the flags and starts a runner.
func newStresser(c *cli.Context) (s *stresser, err error) {
	s = &stresser{shrink: c.Bool("shrink"), flags: verdictFlags(c), out: c.App.Writer}
	f, err := neededFormat(c, "format")
	switch {
	case err != nil:
		return nil, err
	case c.Duration("for") <= 0:
		return nil, fmt.Errorf("--for: found %v, expected a time such as 60s", c.Duration("for"))
	}
	if s.contestant, err = newContestant(c); err != nil {
		return nil, err
	}
	if s.checker, err = newChecker(f, c.String("require"), 1); err != nil {
		return nil, err
	}
	spec, err := newSpec(c, f)
	if err != nil {
		return nil, err
	}
	if !c.IsSet("unsolvable") && f.HasUnsolvable() && spec.Unsolvable == 0 {
		spec.Unsolvable = 20
	}
	if s.generator, err = generate.New(c.Context, spec); err != nil {
		return nil, err
	}
	s.files = puzzleFiles{
		ctx: c.Context, format: f, puzzles: puzzles.NewEncoder(f), directory: c.String("directory"),
	}
	s.trial = trial.Trial{Command: s.command, Limits: s.limits, Check: s.checker.trial}
	if s.trial.Runners, err = s.start(c, 1); err != nil {
		return nil, err
	}
	if isTerminal(c.App.ErrWriter) {
		s.progress = report.NewProgress(c.App.ErrWriter)
	}
	return s, nil
}

// verdictFlags returns the flags that a verdict depends on.
func verdictFlags(c *cli.Context) (flags []string) {
	for _, f := range append([]cli.Flag{requirement}, programFlags()...) {
		name := f.Names()[0]
		if name != "command" && c.IsSet(name) {
			flags = append(flags, fmt.Sprintf("--%s=%v", name, c.Value(name)))
		}
	}
	return flags
}

func (s *stresser) close() { stopRunners(s.trial.Runners) }

// size returns how many puzzles an input has: few at first, for what is wrong
// with these is easy to see.
func (s *stresser) size(input int64) int64 {
	const most = 100
	n := min(1+input*input/100, most)
	if s.format.Most > 0 {
		n = min(n, int64(s.format.Most))
	}
	return n
}

// run runs the program on n puzzles, the first of which has that number.
func (s *stresser) run(ctx context.Context, src judge.Source, n, first int64) (r *judge.Result, err error) {
	var text bytes.Buffer
	if err := s.files.write(src, n, first, &text, nil); err != nil {
		return nil, err
	}
	c := trial.Case{Name: "random", Input: "random.in", Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(text.Bytes())), nil
	}}
	s.trial.Each = func(result *judge.Result) error {
		r = result
		return nil
	}
	_, err = s.trial.Run(ctx, []trial.Case{c})
	return r, err
}

// failure reports what failed: one of the n puzzles from first on, or all of them
// together. It shrinks it, if that is wanted, and saves it, even if ctx ends.
func (s *stresser) failure(ctx context.Context, r *judge.Result, first, n int64) error {
	s.progress.Clear()
	fmt.Fprintf(s.out, "%v %s of seed %d: %s\n", r.Verdict, numbers(first, n), s.generator.Seed, r.Message)
	var text bytes.Buffer // before ctx ends, and nothing is generated any more
	if err := s.files.write(s.generator.Puzzles(first, n), n, first, &text, nil); err != nil {
		return err
	}
	if s.shrink {
		small, number, err := s.smallest(ctx, first, n)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			return err
		case small == nil:
			fmt.Fprintln(s.out, "none of these puzzles fails alone")
		default:
			text.Reset()
			first = number
			if err := s.files.write(one(*small), 1, first, &text, nil); err != nil {
				return err
			}
		}
	}
	if err := s.save(text.Bytes(), first); err != nil {
		return err
	}
	if r.Verdict == judge.JE {
		return errJudge
	}
	return cmp.Or(ctx.Err(), errFailed)
}

// save writes an input to a file, and prints the command that runs the program on
// it again.
func (s *stresser) save(input []byte, first int64) error {
	file := fmt.Sprintf("stress-seed%d-%d.in", s.generator.Seed, first)
	w, err := s.files.create(file)
	if err != nil {
		return err
	}
	_, err = w.Write(input)
	if err := cmp.Or(err, w.Close()); err != nil {
		return err
	}
	run := slices.Concat(
		[]string{name, "run", "-f", s.format.Name}, s.flags,
		[]string{"--cases", filepath.Join(s.files.directory, file), "--"}, s.command)
	_, err = fmt.Fprintf(s.out, "again: %s\n", quoted(run...))
	return err
}

// smallest returns the puzzle with the fewest moves, made of the first that fails
// alone, and the number of that; nil if none does.
func (s *stresser) smallest(ctx context.Context, first, n int64) (*puzzle.Puzzle, int64, error) {
	var last *judge.Result // of those that failed
	fails := func(p *puzzle.Puzzle) (bool, error) {
		r, err := s.run(ctx, one(*p), 1, 1)
		if err != nil || r.Verdict == judge.AC {
			return false, err
		}
		last = r
		return true, nil
	}
	for number := first; number < first+n; number++ {
		var p puzzle.Puzzle
		if err := s.generator.Puzzle(number, &p); err != nil {
			return nil, 0, err
		}
		p.Start = p.Start.Clone()
		switch failed, err := fails(&p); {
		case err != nil:
			return nil, 0, err
		case !failed:
			continue
		}
		small, err := trial.Shrink(ctx, p, s.Solver, fails)
		if err != nil {
			return nil, 0, err
		}
		what := "unsolvable"
		q := puzzle.Puzzle{Start: small.Start, Goal: small.Goal}
		if sol, err := s.Solver.Solve(ctx, &q, nil); err == nil {
			what = fmt.Sprintf("%d moves", sol.Moves)
		}
		fmt.Fprintf(s.out, "%v smallest, %s: %v: %s\n", last.Verdict, what, small.Start.Tiles, last.Message)
		return &small, number, nil
	}
	return nil, 0, nil
}

// numbers tells which puzzles of a seed are meant.
func numbers(first, n int64) string {
	if n == 1 {
		return fmt.Sprintf("puzzle %d", first)
	}
	return fmt.Sprintf("puzzles %d to %d", first, first+n-1)
}

// one returns a source of one puzzle.
func one(p puzzle.Puzzle) judge.Source {
	return series{n: 1, at: func(_ int64, q *puzzle.Puzzle) error {
		*q = p
		return nil
	}}.part(1, 1)
}

// quoted returns words as a shell takes them.
func quoted(words ...string) string {
	var all []string
	for _, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\$`!*?[](){}<>|&;#~") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		all = append(all, w)
	}
	return strings.Join(all, " ")
}
