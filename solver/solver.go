// Package solver says what all solvers of sliding-tile puzzles have in common: the interface
// Solver, Options, and the reasons why a search gives up. It finds no path itself.
//
//	s, err := algorithms.New("auto", solver.Options{})
//	sol, err := s.Solve(ctx, &p, nil) // sol.Path.String() == "ullddrurdllurdruldr"
//
// No solver reads or writes text. Each family of searches has a package of its own:
//
//	algorithms     the list of algorithms, the choice among them, and all shortest paths
//	bfs            breadth-first search, from one side and from both
//	astar          A*
//	idastar        IDA*: plain, weighted, with pattern databases, on several cores
//	table, slides  distance tables of small boards; paths of the fewest slides
//	greedy         a path at once on any board, and the shortening of paths
//	anytime        shorter and shorter paths within a limit, by beam search
//	heuristic      what A*, IDA* and others estimate with
//
// Every solver except those of astar, greedy and anytime returns the canonical path if it has no
// weight: the lexicographically smallest of the shortest paths, in Options.Order. So all of them,
// with any number of goroutines, give the same answer.
package solver

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A Solver solves one puzzle at a time. Its methods may be called from several goroutines at once;
// each call has search state of its own.
type Solver interface {
	// Solve returns a solution of p: a shortest one, unless the algorithm's Quality says
	// otherwise. It appends the path to buf[:0], which may be nil and belongs to the
	// solution afterwards.
	//
	// It returns puzzle.ErrUnsolvable if no moves lead to the goal, puzzle.ErrTooLong if
	// none within p.Bound do, an error that wraps puzzle.ErrGaveUp if it ran into a
	// limit of Options or does not take boards of this shape, and ctx.Err() if ctx ended
	// first. Solution.Nodes is valid in all these cases.
	Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error)
}

// Options configure a solver. The zero value asks for canonical paths in the order u d l
// r, without limits.
type Options struct {
	Order       puzzle.Order  // zero: puzzle.UDLR
	Want        puzzle.Want   // how much of a solution
	Metric      puzzle.Metric // what counts as one move; for algorithms that take another
	AnyPath     bool          // the path need not be a shortest one: auto may use greedy
	StopAtBound bool          // do not search for paths longer than Puzzle.Bound
	Heuristic   Heuristic     // for algorithms that use one; zero: the algorithm chooses
	Patterns    *pdb.Choice   // for PatternDatabase; nil: the best tables available
	Weight      Weight        // for algorithms that use one
	NodeLimit   int64         // boards that one search may expand; 0: no limit
	MemoryLimit int64         // bytes that one search may hold; 0: no limit
	Cores       int           // cores that all searches of one solver may use; 0: all
	Share       Sharing       // if not nil, does the long iterations of IDA* with pattern databases
	Effort      *Effort       // if not nil, each search sets it; only one may run at a time
	Live        *atomic.Int64 // if not nil, searches add the boards that they expand, now and then

	// Tables returns the bytes of the stored tables of a name in pdb.Specs, or nil if they are not
	// stored. The bytes must never change, and their number must be that of the spec's Bytes. It is
	// called at first need, once for each name. It may be nil; package stored makes one.
	Tables func(name string) []byte
	// Keep returns the bytes that make returns or, if other searches have made those of that name,
	// these. The name can be that of a file. If Keep is nil, each process makes its own.
	Keep func(name string, make func() []byte) []byte
	// TableFault is called if the bytes of a stored table can't be read any more, because its file
	// was truncated after it was mapped. The search goes on without the table; if Patterns asks for
	// it, the search gives up. Each solver calls it at most once for each table, from any
	// goroutine. It may be nil.
	TableFault func(name string, err error)
}

// An Effort is what a search took, whether or not it found a solution.
type Effort struct {
	Expanded  int64 // boards expanded, as Solution.Nodes
	Generated int64 // neighbours of these boards, without the board that each was reached from
	Memory    int64 // bytes held for boards: all boards that were met, or the boards of one path

	// Rounds are the iterations of IDA* and the layers of breadth-first searches, in their order.
	Rounds []Round

	// Improvements are the paths of anytime, each shorter than those before or with a higher bound.
	Improvements []Improvement
}

// An Improvement is the shortest path at some time after the search began.
type Improvement struct {
	Time  time.Duration
	Moves int
	Bound int // no path has fewer moves
}

// A Round is an iteration with a bound on the moves, or a layer with a depth in moves. The depth is
// that of the expanded boards; in a search from both sides, it is the sum of both depths.
type Round struct {
	Moves    int
	Expanded int64
}

// The reasons why a search gives up. All wrap puzzle.ErrGaveUp.
var (
	ErrNodeLimit   = fmt.Errorf("%w: node limit", puzzle.ErrGaveUp)
	ErrMemoryLimit = fmt.Errorf("%w: memory limit", puzzle.ErrGaveUp)
	ErrShape       = fmt.Errorf("%w: the algorithm does not take this board", puzzle.ErrGaveUp)
	// ErrTables is returned for patterns whose tables are not stored.
	ErrTables = fmt.Errorf("%w: the tables are not built", puzzle.ErrGaveUp)
)
