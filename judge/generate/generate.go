// Package generate makes puzzles by chance, the same ones from the same seed. It
// knows no format and no algorithm: it is told shapes, goals and bounds, and
// handed a solver where distances matter.
//
//	g, err := generate.New(ctx, generate.Spec{
//		Shapes: []puzzle.Shape{{Rows: 3, Cols: 3}}, Goal: puzzle.BlankLast.Goal,
//		Seed: 7,
//	})
//	n, err := g.Puzzles(1, 1000).Decode(puzzles) // a judge.Source of numbers 1 to 1000
package generate

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Way is how a puzzle is found.
type Way uint8

// The ways. Moves is the field of Spec.
const (
	Uniform Way = iota // any board that can be reached, each with the same probability
	Walk               // a random walk of Moves from the goal, without steps back
	Depth              // a board at a distance of Moves from the goal
	All                // each board at a distance of Moves in turn
)

// A Range is the numbers from Least to Most.
type Range struct{ Least, Most int }

// Distances of small boards.
var (
	AnyDistance = Range{0, 1 << 30}
	Farthest    = Range{-1, -1} // the greatest that there is, or that is promised
)

// String returns "20 to 31", or "20".
func (r Range) String() string {
	if r.Least == r.Most {
		return fmt.Sprint(r.Least)
	}
	return fmt.Sprintf("%d to %d", r.Least, r.Most)
}

// A Spec says which puzzles are made.
type Spec struct {
	Seed   uint64
	Shapes []puzzle.Shape // one is drawn for each puzzle
	Way    Way
	Moves  Range

	// Goal returns the goal of a shape. If it is nil one is drawn for each
	// puzzle, and one for all with the way All.
	Goal func(puzzle.Shape) *puzzle.Goal

	// Unsolvable is how many of a hundred puzzles are, on average: one of the
	// wrong parity is drawn instead. With the way All it is 0 or 100.
	Unsolvable int

	// Bound returns the bound of the puzzles of a shape; nil: they have none.
	// If MostBound is set, one from 0 to that is drawn for each puzzle instead.
	Bound     func(puzzle.Shape) puzzle.Bound
	MostBound int

	Within   bool // no puzzle needs more moves than its bound
	Unsolved bool // no puzzle is solved as it stands

	// Solver tells distances: with the ways Depth and All, or if
	// puzzles must be within a bound. For boards of more than 10 cells it tells
	// paths, if Depth is to find rare distances, and gives up before it takes
	// long.
	Solver judge.Solver
}

// A Generator makes puzzles by number. It is not for several goroutines at
// once; a judge.Batch reads its Source in one at a time.
type Generator struct {
	Spec
	ctx    context.Context
	spaces map[puzzle.Shape]*space
	goals  map[puzzle.Shape]*puzzle.Goal
	levels map[levelsID]*levels
	path   puzzle.Path // memory for one
}

// For one puzzle so many boards are drawn before the generator gives up: of those
// that a table or nothing judges, of those that a search does, and of those whose
// distance a search tells.
const (
	mostDrawn    = 100_000
	mostSearched = 100
	mostSolved   = 24
)

// ErrNone is returned where no puzzle is as the Spec says, or none was found.
var ErrNone = errors.New("no such puzzle")

// New returns a generator, or an error if there are no such puzzles.
func New(ctx context.Context, spec Spec) (*Generator, error) {
	return (&Generator{ctx: ctx, levels: make(map[levelsID]*levels)}).With(spec)
}

// With returns a generator of other puzzles that shares with g the distances that
// it has found out.
func (g *Generator) With(spec Spec) (*Generator, error) {
	g = &Generator{
		Spec: spec, ctx: g.ctx, levels: g.levels,
		spaces: make(map[puzzle.Shape]*space),
		goals:  make(map[puzzle.Shape]*puzzle.Goal),
	}
	for _, shape := range g.Shapes {
		s := newSpace(shape)
		g.spaces[shape] = s
		if err := g.check(s); err != nil {
			return nil, err
		}
	}
	if g.Way == All {
		return g, g.prepareAll()
	}
	return g, nil
}

// check returns an error if a shape has no such puzzles.
func (g *Generator) check(s *space) error {
	switch {
	case g.Unsolvable > 0 && s.Spare > 0:
		return fmt.Errorf("%w: with several blanks parity does not tell which %v boards are unsolvable",
			ErrNone, s.Shape)
	case g.Unsolvable > 0 && !s.hasUnsolvable():
		return fmt.Errorf("%w: every %v board is solvable", ErrNone, s.Shape)
	case g.Unsolved && len(s.cells) < 2:
		return fmt.Errorf("%w: every %v board is solved", ErrNone, s.Shape)
	case (g.Way == All || g.Moves == Farthest) && !Small(s.Shape):
		return fmt.Errorf("%w: the deepest and all of them are known"+
			" for full boards of 2x2 to %d cells, not for %v", ErrNone, smallCells, s.Shape)
	case g.Way == Depth && g.Within && g.bound(s.Shape) > 0 && !g.bound(s.Shape).Allows(g.Moves.Least):
		most, _ := g.bound(s.Shape).Moves()
		return fmt.Errorf("%w: %v moves are more than the %d that are promised", ErrNone, g.Moves, most)
	default:
		return nil
	}
}

// bound returns the bound of puzzles of a shape, or the largest.
func (g *Generator) bound(s puzzle.Shape) puzzle.Bound {
	switch {
	case g.MostBound > 0:
		return puzzle.AtMost(g.MostBound)
	case g.Bound != nil:
		return g.Bound(s)
	default:
		return 0
	}
}

// Puzzles returns n puzzles from the number first on.
func (g *Generator) Puzzles(first, n int64) *Source { return &Source{g, first, first + n} }

// Puzzle makes the puzzle of a number, in the memory of p.Start if there is room.
func (g *Generator) Puzzle(number int64, p *puzzle.Puzzle) error {
	if g.Way == All {
		return g.nth(number, p)
	}
	r := newStream(g.Seed, number)
	shape := g.Shapes[0]
	if len(g.Shapes) > 1 {
		shape = g.Shapes[r.below(len(g.Shapes))]
	}
	s := g.spaces[shape]
	fit(&p.Start, shape)
	p.Goal, p.Bound, p.ID = g.goal(&r, s), g.bound(shape), 0
	if g.MostBound > 0 {
		p.Bound = puzzle.AtMost(r.below(g.MostBound + 1))
	}
	if g.Unsolvable > 0 && r.below(100) < g.Unsolvable {
		s.unsolvable(&r, p.Goal, &p.Start)
		return nil
	}
	most := mostDrawn
	if !Easy(shape, p.Bound) {
		most = mostSearched
	}
	for range most {
		if err := g.draw(&r, s, p); err != nil {
			return err
		}
		if ok, err := g.fits(p); ok || err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: found none that keeps the judge's promises in %d tries", ErrNone, most)
}

// goal returns the goal of a shape, drawn if it is not fixed.
func (g *Generator) goal(r *stream, s *space) *puzzle.Goal {
	if goal := g.goals[s.Shape]; goal != nil {
		return goal
	}
	if g.Goal != nil {
		g.goals[s.Shape] = g.Goal(s.Shape)
		return g.goals[s.Shape]
	}
	b := puzzle.Board{Shape: s.Shape, Tiles: make([]puzzle.Tile, s.Cells())}
	s.any(r, &b)
	goal, err := puzzle.NewGoal(b)
	if err != nil {
		panic(err) // any makes proper boards
	}
	return goal
}

// draw makes p's start.
func (g *Generator) draw(r *stream, s *space, p *puzzle.Puzzle) error {
	switch {
	case g.Way == Uniform && s.Spare > 0:
		s.any(r, &p.Start)
	case g.Way == Uniform:
		s.solvable(r, p.Goal, &p.Start)
	case g.Way == Walk:
		copy(p.Start.Tiles, p.Goal.Tiles)
		walk(r, &p.Start, r.within(g.Moves), slide{})
	case Small(s.Shape):
		return g.atDepth(r, p)
	default:
		return g.search(r, p)
	}
	return nil
}

// fits reports whether p keeps what is promised.
func (g *Generator) fits(p *puzzle.Puzzle) (bool, error) {
	if g.Unsolved && p.Start.Equal(p.Goal.Board) {
		return false, nil
	}
	most, bounded := p.Bound.Moves()
	if !g.Within || !bounded || g.Way == Walk && g.Moves.Most <= most || enough(p.Start.Shape, most) {
		return true, nil
	}
	sol, err := g.Solver.Solve(g.ctx, p, g.path)
	g.path = sol.Path
	if g.ctx.Err() != nil {
		return false, g.ctx.Err()
	}
	return err == nil && p.Bound.Allows(sol.Moves), nil
}

// Easy reports whether it is found out at once if a puzzle is within a bound: with
// the table of a small space, or because every one is.
func Easy(s puzzle.Shape, b puzzle.Bound) bool {
	most, bounded := b.Moves()
	return !bounded || Small(s) || enough(s, most)
}

// enough reports whether so many moves solve any board of a shape: n x n boards
// take 5n^3 at most (Parberry: A real-time algorithm for the (n^2-1)-puzzle, 1995).
func enough(s puzzle.Shape, moves int) bool {
	n := max(s.Rows, s.Cols)
	return s.Walls == 0 && moves >= 5*n*n*n
}

// A Source is some of a generator's puzzles: a judge.Source.
type Source struct {
	g         *Generator
	next, end int64
}

var _ judge.Source = (*Source)(nil)

// Decode implements judge.Source. Its errors are io.EOF, ErrNone and those of
// the context.
func (s *Source) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		if err := s.g.ctx.Err(); err != nil {
			return n, err
		}
		if err := s.g.Puzzle(s.next, &ps[n]); err != nil {
			return n, fmt.Errorf("puzzle %d: %w", s.next, err)
		}
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
