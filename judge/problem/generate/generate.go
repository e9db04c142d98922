// Package generate makes random puzzles. The same seed always gives the same puzzles.
// It knows no format and no algorithm: the caller sets shapes, goals and bounds, and a
// solver if distances matter.
//
//	g, err := generate.New(ctx, generate.Spec{
//		Shapes: []puzzle.Shape{{Rows: 3, Cols: 3}}, Goal: puzzle.BlankLast.Goal,
//		Seed: 7,
//	})
//	n, err := g.Puzzles(1, 1000).Decode(puzzles) // a puzzle.Source of numbers 1 to 1000
package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Way is a method to make puzzles.
type Way uint8

// The ways. Moves is the field of Spec.
const (
	Uniform Way = iota // any board from which the goal can be reached, with equal probability
	Walk               // a random walk of Moves moves from the goal, without steps back
	Depth              // a random board at a distance of Moves from the goal
	All                // every board at a distance of Moves from the goal, one after another
)

// A Range is the numbers from Min to Max, both included.
type Range struct{ Min, Max int }

// These ranges of distances are for boards of small shapes: see puzzle.Shape.Small.
var (
	AnyDistance = Range{0, 1 << 30}
	Farthest    = Range{-1, -1} // the greatest distance, within the bound if Spec.Within is set
)

// String returns "20 to 31", or "20".
func (r Range) String() string {
	if r.Min == r.Max {
		return fmt.Sprint(r.Min)
	}
	return fmt.Sprintf("%d to %d", r.Min, r.Max)
}

// A Spec says which puzzles are made.
type Spec struct {
	Seed   uint64
	Shapes []puzzle.Shape // one is drawn for each puzzle
	Way    Way
	Moves  Range

	// Goal returns the goal of a shape. If it is nil, a goal is drawn for each puzzle;
	// with the way All, one goal for all of them.
	Goal func(puzzle.Shape) *puzzle.Goal

	// Unsolvable is the average percentage of unsolvable puzzles. With the way All it
	// must be 0 or 100.
	Unsolvable int

	// Bound returns the bound of the puzzles of a shape; nil: they have none. If
	// MaxBound is set, a bound from 0 to MaxBound is drawn for each puzzle instead.
	Bound    func(puzzle.Shape) puzzle.Bound
	MaxBound int

	Within   bool // no puzzle needs more moves than its bound
	Unsolved bool // no puzzle starts at its goal

	// Solver finds distances for the ways Depth and All, and for Within. On boards of
	// more than 10 cells it must give up before a search takes long. If it finds paths
	// and not only distances, Depth can reach rare distances there.
	Solver judge.Solver
}

// A Generator makes puzzles by number. Several goroutines may use one at once.
type Generator struct {
	Spec
	ctx    context.Context
	kinds  []kind // of Spec.Shapes, in their order
	levels *knownLevels
	packed *packedMaker // nil: there is none
}

// A kind is the boards of one shape.
type kind struct {
	*space
	goal func() *puzzle.Goal // returns the only one; nil: each puzzle has its own
}

// The generator gives up on a puzzle after this number of boards.
const (
	maxDrawn    = 100_000 // if it takes no search to see whether a board is right
	maxSearched = 100     // if it takes a search
	maxSolved   = 100     // if a search looks for a board at a distance
	maxGaveUp   = 24      // if such a search gives up
)

// ErrNone is returned if no puzzle fits the Spec, or if none was found.
var ErrNone = errors.New("no such puzzle")

// New returns a generator. It keeps ctx and uses it for all searches. The error wraps
// ErrNone if no puzzle fits the spec.
func New(ctx context.Context, spec Spec) (*Generator, error) {
	known := &knownLevels{known: make(map[levelsID]*levels)}
	return (&Generator{ctx: ctx, levels: known}).With(spec)
}

// With returns a generator of other puzzles. It shares the distances of boards that g
// has computed.
func (g *Generator) With(spec Spec) (*Generator, error) {
	g = &Generator{Spec: spec, ctx: g.ctx, levels: g.levels}
	for _, shape := range g.Shapes {
		k := kind{space: newSpace(shape)}
		if g.Goal != nil {
			k.goal = sync.OnceValue(func() *puzzle.Goal { return g.Goal(shape) })
		}
		g.kinds = append(g.kinds, k)
		if err := g.check(k.space); err != nil {
			return nil, err
		}
	}
	if g.Way == All {
		return g, g.prepareAll()
	}
	g.packed = newPackedMaker(g)
	return g, nil
}

// check returns an error if a shape has no such puzzles.
func (g *Generator) check(s *space) error {
	switch {
	case g.Unsolvable > 0 && s.Spare > 0:
		return fmt.Errorf("%w: with several blanks parity does not tell which %v boards are"+
			" unsolvable", ErrNone, s.Shape)
	case g.Unsolvable > 0 && !s.hasUnsolvable():
		return fmt.Errorf("%w: every %v board is solvable", ErrNone, s.Shape)
	case g.Unsolved && len(s.cells) < 2:
		return fmt.Errorf("%w: every %v board is solved", ErrNone, s.Shape)
	case (g.Way == All || g.Moves == Farthest) && !s.Shape.Small():
		return fmt.Errorf("%w: the deepest and all of them are known"+
			" for full boards of 2x2 to %d cells, not for %v", ErrNone, smallCells, s.Shape)
	case g.Way == Depth && g.Within && g.bound(s.Shape) > 0 &&
		!g.bound(s.Shape).Allows(g.Moves.Min):
		limit, _ := g.bound(s.Shape).Moves()
		return fmt.Errorf("%w: %v moves are more than the %d that are promised",
			ErrNone, g.Moves, limit)
	default:
		return nil
	}
}

// bound returns the bound of the puzzles of a shape, or the largest if they differ.
func (g *Generator) bound(s puzzle.Shape) puzzle.Bound {
	switch {
	case g.MaxBound > 0:
		return puzzle.AtMost(g.MaxBound)
	case g.Bound != nil:
		return g.Bound(s)
	default:
		return 0
	}
}

// Puzzle makes the puzzle with a number, counted from 1. It reuses the memory of p.Start
// if that is large enough.
func (g *Generator) Puzzle(number int64, p *puzzle.Puzzle) error {
	if g.Way == All {
		return g.nth(number, p)
	}
	r := newStream(g.Seed, number)
	k := &g.kinds[0]
	if len(g.kinds) > 1 {
		k = &g.kinds[r.below(len(g.kinds))]
	}
	s, shape := k.space, k.Shape
	fit(&p.Start, shape)
	p.Goal, p.Bound, p.ID = k.goalOf(&r), g.bound(shape), 0
	if g.MaxBound > 0 {
		p.Bound = puzzle.AtMost(r.below(g.MaxBound + 1))
	}
	if g.Unsolvable > 0 && r.below(100) < g.Unsolvable {
		s.unsolvable(&r, p.Goal, &p.Start)
		return nil
	}
	limit := maxDrawn
	if !Easy(shape, p.Bound) {
		limit = maxSearched
	}
	for range limit {
		if err := g.draw(&r, s, p); err != nil {
			return err
		}
		if ok, err := g.fits(p); ok || err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: found none that keeps the judge's promises in %d tries", ErrNone, limit)
}

// goalOf returns the goal of the boards. It draws one if each puzzle has its own.
func (k *kind) goalOf(r *stream) *puzzle.Goal {
	if k.goal != nil {
		return k.goal()
	}
	b := puzzle.Board{Shape: k.Shape, Tiles: make([]puzzle.Tile, k.Cells())}
	k.any(r, &b)
	goal, err := puzzle.NewGoal(b)
	if err != nil {
		panic(err) // impossible: any makes valid boards
	}
	return goal
}

// draw makes the start of p. The caller checks whether it fits the Spec.
func (g *Generator) draw(r *stream, s *space, p *puzzle.Puzzle) error {
	switch {
	case g.Way == Uniform && s.Spare > 0:
		s.any(r, &p.Start)
	case g.Way == Uniform:
		s.solvable(r, p.Goal, &p.Start)
	case g.Way == Walk:
		copy(p.Start.Tiles, p.Goal.Tiles)
		walk(r, &p.Start, r.within(g.Moves), slide{})
	case s.Shape.Small():
		return g.atDepth(r, p)
	default:
		return g.search(r, p)
	}
	return nil
}

// fits reports whether p keeps the promises Unsolved and Within.
func (g *Generator) fits(p *puzzle.Puzzle) (bool, error) {
	if g.Unsolved && p.Start.Equal(p.Goal.Board) {
		return false, nil
	}
	limit, bounded := p.Bound.Moves()
	if !g.Within || !bounded || g.Way == Walk && g.Moves.Max <= limit ||
		enough(p.Start.Shape, limit) {
		return true, nil
	}
	sol, err := g.Solver.Solve(g.ctx, p, nil)
	if g.ctx.Err() != nil {
		return false, g.ctx.Err()
	}
	return err == nil && p.Bound.Allows(sol.Moves), nil
}

// Easy reports whether it takes no search to see if a puzzle is within a bound: a table
// has the distances of a small shape, or every puzzle is within it.
func Easy(s puzzle.Shape, b puzzle.Bound) bool {
	limit, bounded := b.Moves()
	return !bounded || s.Small() || enough(s, limit)
}

// enough reports whether this number of moves solves any board of a shape: n x n boards
// need at most 5n^3 (Parberry: A real-time algorithm for the (n^2-1)-puzzle, 1995).
func enough(s puzzle.Shape, moves int) bool {
	n := max(s.Rows, s.Cols)
	return s.Walls == 0 && moves >= 5*n*n*n
}

// Quick reports whether Puzzle takes no search for any puzzle.
func (g *Generator) Quick() bool {
	search := func(s puzzle.Shape) bool {
		return g.Way == Depth && !s.Small() || g.Within && !Easy(s, g.bound(s))
	}
	return !slices.ContainsFunc(g.Shapes, search)
}
