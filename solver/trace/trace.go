// Package trace tells how a search works on one small puzzle: which boards it expands, what it does
// with their neighbours, and why. Its searches are written to be read, and keep every step in
// memory. They expand the same boards as those of package solver.
//
//	t, err := trace.Run(ctx, &p, trace.Options{Algorithm: "astar"})
//	for _, s := range t.Steps { … }
package trace

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
)

// Limits of a trace.
const (
	MaxSteps = 10_000 // boards that are expanded
	MaxCells = 64     // of a board
)

// ErrLong is returned if a search would expand more than MaxSteps boards.
var ErrLong = fmt.Errorf("%w: a trace has at most %d expanded boards", puzzle.ErrGaveUp, MaxSteps)

// ErrLarge is returned for a board of more than MaxCells cells.
var ErrLarge = fmt.Errorf("%w: a trace has boards of at most %d cells", puzzle.ErrGaveUp, MaxCells)

// ErrAlgorithm is returned for an algorithm that is not in Algorithms.
var ErrAlgorithm = errors.New("the algorithm has no trace")

// Algorithms lists the algorithms that Run takes.
func Algorithms() []string {
	var names []string
	for _, a := range algorithms {
		names = append(names, a.name)
	}
	return names
}

var algorithms = []struct {
	name      string
	heuristic bool // it uses one
	run       func(*run) error
}{
	{"bfs", false, (*run).bfs},
	{"bibfs", false, (*run).bibfs},
	{"astar", true, (*run).astar},
	{"idastar", true, (*run).idastar},
}

// Options choose what Run does.
type Options struct {
	Algorithm string           // one of Algorithms
	Heuristic solver.Heuristic // zero: solver.Manhattan; not solver.PatternDatabase
	Order     puzzle.Order     // of the moves
}

// A Trace is the whole course of a search.
type Trace struct {
	Algorithm string
	Heuristic string // "": the algorithm uses none
	Start     puzzle.Puzzle
	Steps     []*Step
	Generated int64 // neighbours of expanded boards, without those that each was reached from
	Path      puzzle.Path
}

// A Step is the expansion of one board.
type Step struct {
	Board  puzzle.Board
	Goal   bool // the side of bibfs that starts from the goal
	Bound  int  // of the iteration of idastar; 0 in other algorithms
	G, H   int  // moves made, moves estimated; H is 0 without a heuristic
	Left   int  // moves of a shortest path to the goal, or Unknown
	Next   []*Child
	Open   []Level // what waits after this step, the next ones first
	Parent *Step   // that led to the board; nil: it is the start
}

// A Level is a number of boards that wait with the same value: g+h, or the distance from where
// the search started.
type Level struct{ Value, Boards int }

// A Child is a neighbour of an expanded board.
type Child struct {
	Move  puzzle.Move
	Board puzzle.Board
	G, H  int
	Fate  Fate
}

// A Fate is what becomes of a neighbour.
type Fate uint8

// The fates.
const (
	Queued   Fate = iota // it waits in the open list
	Known                // as short a path to it is known
	Shorter              // it was known, but this path is shorter, so it is queued again
	Cut                  // g+h is more than the bound of the iteration
	Entered              // it is expanded next
	Solved               // it is the goal, and the search ends
	Met                  // the other side knows it, so a path is complete
	NotTried             // the search ended before it
)

// String describes a fate in a word or two.
func (f Fate) String() string {
	return [...]string{"queued", "known", "shorter", "cut", "entered", "goal", "meets", "not tried"}[f]
}

// Run traces a search. It returns puzzle.ErrUnsolvable if parity says so, ErrLong if the search is
// too long, and ctx.Err() if ctx ends; then the trace has the steps until then. For boards that a
// trace does not take, the error wraps puzzle.ErrGaveUp.
func Run(ctx context.Context, p *puzzle.Puzzle, o Options) (*Trace, error) {
	r := &run{
		ctx: ctx, goal: p.Goal, order: o.Order,
		trace: &Trace{Algorithm: o.Algorithm, Start: *p},
	}
	if r.order == (puzzle.Order{}) {
		r.order = puzzle.UDLR
	}
	switch {
	case p.Start.Spare > 0:
		return nil, solver.ErrShape
	case p.Start.Cells() > MaxCells:
		return nil, ErrLarge
	case !p.Solvable():
		return nil, puzzle.ErrUnsolvable
	}
	for _, a := range algorithms {
		if a.name != o.Algorithm {
			continue
		}
		if a.heuristic {
			if o.Heuristic == 0 {
				o.Heuristic = solver.Manhattan
			}
			r.estimator = &heuristic.Estimator{Heuristic: o.Heuristic}
			r.trace.Heuristic = o.Heuristic.String()
		}
		err := a.run(r)
		r.trace.measure()
		return r.trace, err
	}
	return nil, ErrAlgorithm
}

// A run is a search that is traced.
type run struct {
	ctx       context.Context
	goal      *puzzle.Goal
	order     puzzle.Order
	estimator *heuristic.Estimator // nil: none
	trace     *Trace
}

// estimate returns the value of the heuristic for a board.
func (r *run) estimate(b puzzle.Board) (int, error) {
	return r.estimator.Value(&puzzle.Puzzle{Start: b, Goal: r.goal})
}

// step adds the expansion of a board, with all its neighbours but the one that undoes the move
// that led to it. It returns an error at the limit, or if ctx has ended.
func (r *run) step(s *Step, last puzzle.Move) (*Step, error) {
	if len(r.trace.Steps) == MaxSteps {
		return nil, ErrLong
	}
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	r.trace.Steps = append(r.trace.Steps, s)
	blank := s.Board.Blank()
	for _, m := range r.order {
		if s.Parent != nil && m == last.Opposite() {
			continue
		}
		b := s.Board.Clone()
		if _, ok := b.Slide(blank, m); ok {
			s.Next = append(s.Next, &Child{Move: m, Board: b, G: s.G + 1})
		}
	}
	r.trace.Generated += int64(len(s.Next))
	return s, nil
}

// A node is a board that was met.
type node struct {
	board  puzzle.Board
	last   puzzle.Move // that led to it
	parent *node       // nil: the search started here
	step   *Step       // its expansion; nil: it waits
	g, h   int
	closed bool
}

// stepOf returns the step of a node's parent.
func stepOf(n *node) *Step {
	if n.parent == nil {
		return nil
	}
	return n.parent.step
}

// path returns the moves that lead to a node.
func (n *node) path() (path puzzle.Path) {
	for ; n.parent != nil; n = n.parent {
		path = append(path, n.last)
	}
	slices.Reverse(path)
	return path
}

// key returns a text that is the same for equal boards.
func key(b puzzle.Board) string {
	return fmt.Sprint(b.Tiles)
}
