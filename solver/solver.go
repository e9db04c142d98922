// Package solver finds solutions of sliding-tile puzzles. It reads no text and writes
// none.
//
//	s, err := solver.New("auto", solver.Options{})
//	sol, err := s.Solve(ctx, &p, nil) // sol.Path.String() == "ullddrurdllurdruldr"
//
// Every algorithm except A*, greedy and anytime returns the canonical path if it has no weight: the
// lexicographically smallest of the shortest paths, in Options.Order. So all of them, with
// any number of goroutines, give the same answer.
//
// # Files
//
// The algorithms are one package because each reads the fields of the shared search state
// at every node. The names of files begin with what they belong to:
//
//	solver.go, algorithms.go  the interface, the options and the list of algorithms
//	auto.go                   the choice of an algorithm for each puzzle
//	search*.go                what searches share: budget, grid, set of boards, frontier
//	all_shortest.go           all shortest paths of a puzzle
//	bfs*.go                   breadth-first search, from one side and from both
//	astar.go, idastar*.go     A*, and IDA*: plain, weighted, with pattern databases, parallel
//	heuristic*.go, weight.go  the estimates of A* and IDA*, and their weight
//	anytime*.go, beam*.go     shorter and shorter paths within a limit, by beam search
//	descent*.go               the same on large boards
//	greedy*.go                a solution line by line, and the shortening of its path
//	shorten.go                the shortening of given paths
//	slides*.go                IDA* and tables for slides of several tiles
//	table*.go                 distance tables of small boards
//
// # How to add an algorithm
//
//  1. Declare a struct with Options in a file of its own, whose prefix tells its family,
//     and give it the method Solve of Solver. BFS in bfs.go is the shortest model.
//  2. Let Solve keep its state in a struct with a search: search.begin decides parity and
//     renames the tiles such that the goal is 0 1 2 …, search.spend counts an expanded
//     board and ends the search at a limit, search.spent makes the Solution to return.
//  3. Add an entry to Algorithms: a name, a line, a paragraph, what it finds, and which
//     of the Options it uses. All else follows: flags, help, completion, comparison.
//  4. Run go test ./solver, which takes a minute. It tries every entry on all boards of
//     the small shapes, with each goal and two orders of moves, against an exhaustive
//     sweep, with limits, with interrupts and from several goroutines.
//
// # Sources
//
//   - W. W. Johnson, W. E. Story: Notes on the "15" puzzle. American Journal of Mathematics 2
//     (1879): parity.
//   - P. E. Hart, N. J. Nilsson, B. Raphael: A formal basis for the heuristic determination of
//     minimum cost paths. IEEE Transactions on Systems Science and Cybernetics 4 (1968): A*.
//   - I. Pohl: Heuristic search viewed as path finding in a graph. Artificial Intelligence 1
//     (1970): weights.
//   - N. J. Nilsson: Problem-Solving Methods in Artificial Intelligence (1971): effective
//     branching factor.
//   - R. M. Wilson: Graph puzzles, homotopy, and the alternating group. Journal of Combinatorial
//     Theory B 16 (1974): parity among walls.
//   - R. E. Korf: Depth-first iterative-deepening. Artificial Intelligence 27 (1985): IDA*,
//     Manhattan distance.
//   - O. Hansson, A. Mayer, M. Yung: Criticizing solutions to relaxed models yields powerful
//     admissible heuristics. Information Sciences 63 (1992): linear conflict.
//   - L. A. Taylor, R. E. Korf: Pruning duplicate nodes in depth-first search. AAAI 1993.
//   - K. Takahashi: walking distance, in his solver of the 15-puzzle (2001).
//   - R. E. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134
//     (2002).
//   - I. Parberry: Solving the (n^2-1)-puzzle with 8/3 n^3 expected moves. Algorithms 8 (2015).
//   - OEIS A089473: 8-puzzle boards by distance.
package solver

import (
	"context"
	"errors"
	"fmt"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A Solver solves one puzzle at a time. Its methods may be called from several
// goroutines at once; each call keeps its search state to itself.
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
	StopAtBound bool          // do not search for solutions longer than Puzzle.Bound
	Heuristic   Heuristic     // for algorithms that use one; zero: the algorithm chooses
	Patterns    *pdb.Choice   // for PatternDatabase; nil: the best tables available
	Weight      Weight        // for algorithms that use one
	NodeLimit   int64         // boards that one search may expand; 0: no limit
	MemoryLimit int64         // bytes that one search may hold; 0: no limit
	Cores       int           // cores that all searches of one solver may use; 0: all
	Effort      *Effort       // if not nil, each search sets it: one search at a time then

	// Tables returns the bytes of the stored tables with a name in pdb.Specs, or nil if
	// they are not there. The bytes must never change, and their number must be that of
	// the spec's Bytes. It is called at first need, once for each name. It may be nil;
	// package stored makes one.
	Tables func(name string) []byte
	// TableFault is called if the bytes of a stored table can't be read any more, because
	// its file was truncated after it was mapped. The search goes on without them, with
	// Patterns of that table it gives up. Each solver calls it at most once for each table,
	// from any goroutine. It may be nil.
	TableFault func(name string, err error)
}

// An Effort is what a search took, whether or not it found a solution.
type Effort struct {
	Expanded  int64 // boards expanded, as Solution.Nodes
	Generated int64 // their neighbours, without the board that each was reached from
	Memory    int64 // bytes held for boards: of all boards met, or of one path
}

// The reasons why a search gives up. All wrap puzzle.ErrGaveUp.
var (
	ErrNodeLimit   = fmt.Errorf("%w: node limit", puzzle.ErrGaveUp)
	ErrMemoryLimit = fmt.Errorf("%w: memory limit", puzzle.ErrGaveUp)
	ErrShape       = fmt.Errorf("%w: the algorithm does not take this board", puzzle.ErrGaveUp)
	// ErrTables is returned for patterns whose tables are not stored.
	ErrTables = fmt.Errorf("%w: the tables are not built", puzzle.ErrGaveUp)
)

// ErrUnknown is returned for a name that is not in Algorithms or Heuristics.
var ErrUnknown = errors.New("unknown name")
