// Package show makes a scene of each puzzle of an input: with a solution, or with an answer that
// is replayed up to where it goes wrong.
//
//	s := show.Show{Format: format, Each: func(s *draw.Scene) error { … }}
//	err := s.Solve(ctx, os.Stdin, "stdin")
package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/draw"
	"tilejudge/solver/puzzle"
)

// A Show reads puzzles and makes a scene of each, in order and in constant memory.
type Show struct {
	Format      *formats.Format
	Shades      draw.Shading
	First, Last int64  // numbers of the puzzles to show, from 1; Last 0: up to the end
	Algorithm   string // for Solve, a name in solver.Algorithms; "": a shortest path if that is quick
	KeepGoing   bool   // after a malformed puzzle

	// Each is called with every scene. The memory of the scene is used again when Each
	// returns. An error of Each ends the show.
	Each func(*draw.Scene) error

	// Report is called with the error of each malformed puzzle after which Solve goes on, and
	// with that of the malformed puzzle that ends Answers.
	Report func(error)
}

// Shows reports whether the nth puzzle, from 1, is to be shown.
func (s *Show) Shows(n int64) bool { return n >= s.First && !s.after(n) }

// after reports whether a puzzle comes after all puzzles that are to be shown.
func (s *Show) after(n int64) bool { return s.Last > 0 && n > s.Last }

// Solve shows the puzzles of an input with their solutions. It returns the error of Each, of
// reading, of a malformed puzzle, or ctx.Err(). With KeepGoing, malformed puzzles are
// reported and counted.
func (s *Show) Solve(ctx context.Context, in io.Reader, name string) (malformed int64, err error) {
	d := puzzles.NewDecoder(in, name, s.Format)
	d.AnswerAs(s.Format)
	best := newSolver(s.Format, false)
	if s.Algorithm != "" {
		if err := best.use(s.Algorithm); err != nil {
			return 0, err
		}
	}
	var ps [1]puzzle.Puzzle
	for n := int64(1); !s.after(n); {
		count, err := d.Decode(ps[:])
		switch {
		case err == nil || err == io.EOF:
		case errors.Is(err, puzzle.ErrMalformed) && s.KeepGoing:
			s.Report(err)
			malformed++
			n++
		default:
			return malformed, err
		}
		if count > 0 && s.Shows(n) {
			found := best.solve(ctx, &ps[0])
			if ctx.Err() != nil {
				return malformed, ctx.Err()
			}
			scene := s.scene(n, d.Line(), name, &ps[0])
			scene.Path, scene.Note = found.Path, found.note
			if err := s.Each(scene); err != nil {
				return malformed, err
			}
		}
		n += int64(count)
		if err == io.EOF {
			break
		}
	}
	return malformed, nil
}

// Answers shows the puzzles of an input with the answers in output and k's verdicts on them. The
// tally has the verdicts on all answers up to the last that is shown. The error is one of
// Each or of reading, or ctx.Err().
func (s *Show) Answers(
	ctx context.Context, k *checker.Checker, in, output protocol.File,
) (tally judge.Tally, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	_, err = k.Run(ctx, in, output, nil, func(f *judge.Finding) {
		if context.Cause(ctx) != nil {
			return
		}
		if s.after(f.N) {
			cancel(errDone)
			return
		}
		tally[f.Verdict]++
		if f.Puzzle == nil {
			s.Report(errors.New(f.Message))
		} else if s.Shows(f.N) {
			if err := s.Each(s.Judged(f, in.Name)); err != nil {
				cancel(err)
			}
		}
	})
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err == errDone {
		err = nil
	}
	return tally, err
}

// errDone is the cause of the end of a show whose last puzzle is not the last of the input.
var errDone = errors.New("all is shown")

// Judged returns the scene of a finding, which must have a puzzle. name is the name of the input.
func (s *Show) Judged(f *judge.Finding, name string) *draw.Scene {
	scene := s.scene(f.N, f.Line, name, f.Puzzle)
	scene.Verdict, scene.Note = f.Verdict.String(), f.Message
	if scene.Path = f.Answer.Path; scene.Path != nil {
		scene.Ends = f.Verdict == judge.WA
	}
	if scene.Note == "" {
		scene.Note = s.claim(f)
	}
	return scene
}

// claim returns what an answer that is accepted says.
func (s *Show) claim(f *judge.Finding) string {
	none := f.Answer.Moves == 0 && !f.Puzzle.Start.Equal(f.Puzzle.Goal.Board)
	_, bounded := f.Puzzle.Bound.Moves()
	switch {
	case !f.Puzzle.Solvable():
		return "unsolvable"
	case s.Format.Answer.Wants() == puzzle.WantDecision:
		return "solvable"
	case none && bounded:
		return "takes more moves than are allowed"
	case none: // parity does not tell
		return "unsolvable"
	default:
		return english.Plural(f.Answer.Moves, "move", "")
	}
}

// scene returns the scene of a puzzle without moves, with its place in the title.
func (s *Show) scene(n int64, line int, name string, p *puzzle.Puzzle) *draw.Scene {
	scene := s.Scene(n, p)
	scene.Title += fmt.Sprintf(" (%s:%d)", judge.Plain(name, math.MaxInt), line)
	return scene
}

// Scene returns the scene of the nth puzzle, without moves.
func (s *Show) Scene(n int64, p *puzzle.Puzzle) *draw.Scene {
	scene := &draw.Scene{
		Title: fmt.Sprintf("puzzle %d", n),
		Start: p.Start, Goal: p.Goal, Shades: s.Shades, Label: s.Format.Board.Tile,
	}
	if step := &s.Format.Answer.Step; step.Kind == formats.ByWord && step.Up != "" {
		scene.Word = step.Word
	}
	return scene
}
