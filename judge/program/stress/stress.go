// Package stress runs a program on random puzzles until it fails, and then looks for a
// puzzle with few moves on which it also fails. It starts no program and knows no
// format: the caller passes functions that do.
//
//	s := stress.Stress{Generator: generator, Input: input, Judge: judge, Solver: solver}
//	failure, err := s.Run(ctx, ctx)
//	small, err := s.Smallest(ctx, failure)
package stress

import (
	"cmp"
	"context"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// A Stress is a search for an input on which a program fails.
type Stress struct {
	Generator *generate.Generator
	PerInput  int // maximum number of puzzles in an input; 0: any number

	// Input returns an input with n puzzles of src; first is the number of the first one.
	Input func(src puzzle.Source, n, first int64) ([]byte, error)

	// Judge runs the program on an input and returns the verdict on its answers. The
	// result is nil only with an error.
	Judge func(ctx context.Context, input []byte) (*judge.Result, error)

	// Solver finds shortest paths, for Smallest.
	Solver judge.Solver

	// Each is called after each accepted input. May be nil.
	Each func()

	Inputs, Puzzles int64 // accepted so far
}

// A Failure is an input on which the program fails.
type Failure struct {
	*judge.Result
	First, N int64 // number of the first puzzle, and count of puzzles
	Input    []byte
}

// String names the puzzles: "puzzles 5 to 8".
func (f *Failure) String() string {
	if f.N == 1 {
		return fmt.Sprintf("puzzle %d", f.First)
	}
	return fmt.Sprintf("puzzles %d to %d", f.First, f.First+f.N-1)
}

// Run runs the program on one input after another until it fails, and returns that
// input. The error is that of ctx, of inTime or of one of the functions. The end of
// inTime does not end the first run: else a program that hangs would look like a right one.
func (s *Stress) Run(ctx, inTime context.Context) (*Failure, error) {
	for ; ; ctx = inTime {
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

// size returns how many puzzles the next input has. The first inputs have few, because a
// mistake in a small input is easy to see.
func (s *Stress) size() int64 {
	const maxPuzzles = 100
	input := s.Inputs + 1
	n := min(1+input*input/100, maxPuzzles)
	if s.PerInput > 0 {
		n = min(n, int64(s.PerInput))
	}
	return n
}

// judge makes the input of f and sets the result. The first puzzle gets the number.
func (s *Stress) judge(
	ctx context.Context, f *Failure, src puzzle.Source, number int64,
) (err error) {
	if f.Input, err = s.Input(src, f.N, number); err != nil {
		return err
	}
	f.Result, err = s.Judge(ctx, f.Input)
	return err
}

// A Small is a failure with a single puzzle. First is the number of the puzzle from
// which it was made; in the input, to the byte the one that was judged, its number is 1.
type Small struct {
	Failure
	Puzzle puzzle.Puzzle
	Moves  int // of a shortest solution; -1: not known, or there is none

	// Least says that all puzzles like this one that are nearer to the goal have been
	// tried, and are accepted.
	Least bool
}

// String says how small the puzzle is: "smallest, 10 moves".
func (s *Small) String() string {
	size := "smallest"
	if !s.Least {
		size = "smallest found"
	}
	switch {
	case !s.Puzzle.Solvable():
		size += ", unsolvable"
	case s.Moves >= 0:
		size += ", " + english.Plural(s.Moves, "move", "")
	}
	return size
}

// Smallest looks for the first puzzle of a failure on which the program fails even if it
// is alone in the input. It shrinks that puzzle to one with few moves. It returns nil if
// there is no such puzzle.
//
// If ctx ends, it returns the smallest puzzle so far, or ctx.Err() if it has none.
func (s *Stress) Smallest(ctx context.Context, f *Failure) (*Small, error) {
	small := new(Small)
	fails := func(p *puzzle.Puzzle) (bool, error) {
		one := Failure{N: 1}
		err := s.judge(ctx, &one, &puzzle.List{*p}, 1)
		if err = cmp.Or(ctx.Err(), err); err != nil || one.Verdict == judge.AC {
			return false, err
		}
		small.Result, small.Input = one.Result, one.Input
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
			small.Puzzle, small.Moves, small.Least, err = shrink(ctx, p, s.Solver, fails)
			if err == nil && !small.Puzzle.Solvable() {
				small.Moves = -1 // its distance is from another goal
			}
			return small, err
		}
	}
	return nil, nil
}
