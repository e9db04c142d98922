// Package stress runs a program on random puzzles until it fails, and looks for the
// smallest puzzle on which it does. It starts no program and knows no format: it is
// handed functions that do.
//
//	s := stress.Stress{Generator: generator, Input: input, Judge: judge, Solver: solver}
//	failure, err := s.Run(ctx)
//	small, err := s.Smallest(ctx, failure)
package stress

import (
	"context"
	"fmt"

	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// A Stress is a search for an input on which a program fails.
type Stress struct {
	Generator *generate.Generator
	PerInput  int // puzzles in an input, at most; 0: any number

	// Input returns the input with n puzzles, the first of which has that number.
	Input func(src judge.Source, n, first int64) ([]byte, error)

	// Judge returns the verdict on the program's answers to an input; nil only with
	// an error.
	Judge func(ctx context.Context, input []byte) (*judge.Result, error)

	// Solver tells shortest paths, for Smallest.
	Solver judge.Solver

	// Each is called after each input that was accepted; nil: never.
	Each func()

	Inputs, Puzzles int64 // that were accepted
}

// A Failure is an input on which the program fails.
type Failure struct {
	*judge.Result
	First, N int64 // number of the first puzzle, and how many there are
	Input    []byte
}

// String tells which puzzles are meant.
func (f *Failure) String() string {
	if f.N == 1 {
		return fmt.Sprintf("puzzle %d", f.First)
	}
	return fmt.Sprintf("puzzles %d to %d", f.First, f.First+f.N-1)
}

// Run runs the program on one input after the other until it fails, and returns
// that input. The error is that of ctx, or one of the functions.
func (s *Stress) Run(ctx context.Context) (*Failure, error) {
	for {
		f := Failure{First: s.Puzzles + 1, N: s.size()}
		err := s.judge(ctx, &f, s.Generator.Puzzles(f.First, f.N), f.First)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, err
		case f.Verdict != judge.AC:
			return &f, nil
		}
		s.Inputs++
		s.Puzzles += f.N
		if s.Each != nil {
			s.Each()
		}
	}
}

// size returns how many puzzles the next input has: few at first, for what is wrong
// with these is easy to see.
func (s *Stress) size() int64 {
	const limit = 100
	input := s.Inputs + 1
	n := min(1+input*input/100, limit)
	if s.PerInput > 0 {
		n = min(n, int64(s.PerInput))
	}
	return n
}

// judge sets the input of f, whose first puzzle has a number there, and the verdict.
func (s *Stress) judge(ctx context.Context, f *Failure, src judge.Source, number int64) (err error) {
	if f.Input, err = s.Input(src, f.N, number); err != nil {
		return err
	}
	f.Result, err = s.Judge(ctx, f.Input)
	return err
}

// A Small is a puzzle on which the program fails alone. Its First is the number of
// the one that it was made of, which its input has too.
type Small struct {
	Failure
	Puzzle puzzle.Puzzle
	Moves  int // of a shortest solution; -1: none was found
}

// Smallest returns the puzzle with the fewest moves, made of the first of a failure
// that fails alone, or nil if none does.
func (s *Stress) Smallest(ctx context.Context, f *Failure) (*Small, error) {
	small := &Small{Moves: -1}
	fails := func(p *puzzle.Puzzle) (bool, error) {
		one := Failure{N: 1}
		err := s.judge(ctx, &one, &judge.List{*p}, 1)
		if err != nil || one.Verdict == judge.AC {
			return false, err
		}
		small.Result = one.Result
		return true, nil
	}
	for number := f.First; number < f.First+f.N; number++ {
		var p puzzle.Puzzle
		if err := s.Generator.Puzzle(number, &p); err != nil {
			return nil, err
		}
		switch failed, err := fails(&p); {
		case err != nil:
			return nil, err
		case failed:
			small.First, small.N = number, 1
			return small, s.shrink(ctx, small, p, fails)
		}
	}
	return nil, nil
}

// shrink sets the puzzle of small, made of p, of which fails holds.
func (s *Stress) shrink(
	ctx context.Context, small *Small, p puzzle.Puzzle, fails func(*puzzle.Puzzle) (bool, error),
) (err error) {
	if small.Puzzle, err = shrink(ctx, p, s.Solver, fails); err != nil {
		return err
	}
	q := puzzle.Puzzle{Start: small.Puzzle.Start, Goal: small.Puzzle.Goal} // without a bound
	if sol, err := s.Solver.Solve(ctx, &q, nil); err == nil {
		small.Moves = sol.Moves
	}
	small.Input, err = s.Input(&judge.List{small.Puzzle}, small.N, small.First)
	return err
}
