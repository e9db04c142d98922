// Package solver finds solutions of sliding-tile puzzles. It reads no text and writes
// none.
//
//	s, err := solver.New("auto", solver.Options{})
//	sol, err := s.Solve(ctx, &p, nil) // sol.Path.String() == "ullddrurdllurdruldr"
//
// Every algorithm except A* and greedy returns the canonical path if it has no weight: the
// lexicographically smallest of the shortest paths, in Options.Order. So all of them, with
// any number of goroutines, give the same answer.
//
// # Files
//
// The algorithms are one package because each reads the fields of the shared search state
// at every node. The names of files begin with what they belong to:
//
//	solver.go, auto.go    the interface, the list of algorithms, and the choice among them
//	search*.go            what searches share: budget, grid, set of boards, frontier
//	bfs*.go               breadth-first search, from one side and from both
//	astar.go, idastar*.go A*, and IDA*: plain, weighted, with pattern databases, parallel
//	heuristic*.go         the heuristics of A* and IDA*
//	greedy*.go            line by line, and the shortening of its paths
//	table*.go             distance tables of small boards
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
	Order       puzzle.Order // zero: puzzle.UDLR
	Want        puzzle.Want  // how much of a solution
	AnyPath     bool         // the path need not be a shortest one: auto may use greedy
	StopAtBound bool         // do not search for solutions longer than Puzzle.Bound
	Heuristic   Heuristic    // for algorithms that use one; zero: the algorithm chooses
	Patterns    *pdb.Choice  // for PatternDatabase; nil: the best tables available
	Weight      Weight       // for algorithms that use one
	NodeLimit   int64        // boards that one search may expand; 0: no limit
	MemoryLimit int64        // bytes that one search may hold; 0: no limit
	Cores       int          // cores that all searches of one solver may use; 0: all
	Effort      *Effort      // if not nil, each search sets it: one search at a time then

	// Tables returns the bytes of the stored tables with a name in pdb.Specs, or nil if
	// they are not there. The bytes must never change, and their number must be that of
	// the spec's Bytes. It is called at first need, once for each name. It may be nil;
	// package stored makes one.
	Tables func(name string) []byte
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
	ErrShape       = fmt.Errorf("%w: the algorithm takes no such board", puzzle.ErrGaveUp)
)

// errBlanks is the ErrShape for boards with several blanks.
var errBlanks = fmt.Errorf(
	"%w: with several blanks only bibfs does, and tells the length alone", ErrShape)

// ErrUnknown is returned for a name that is not in Algorithms or Heuristics.
var ErrUnknown = errors.New("unknown name")

// A Quality tells which of a puzzle's paths an algorithm finds.
type Quality uint8

// The qualities, each better than those before it.
const (
	AnyPath   Quality = iota
	Bounded           // at most Options.Weight times as long as a shortest path
	Shortest          // a shortest path
	Canonical         // the lexicographically smallest of the shortest paths
)

// An Algorithm is an entry in the list of algorithms.
type Algorithm struct {
	Name      string
	Summary   string  // one line
	Doc       string  // what it does, costs and is good for
	Heuristic bool    // uses Options.Heuristic
	Weight    bool    // uses Options.Weight
	Effort    bool    // sets Options.Effort
	Finds     Quality // if it has no weight
	make      func(Options) Solver
}

// Algorithms lists all algorithms, the default first.
var Algorithms = []Algorithm{
	{
		Name:    "auto",
		Summary: "what an expert would choose for this shape and number of puzzles (the default)",
		Doc: `Boards of up to 10 cells are searched by IDA* until that has cost about as much as a
table, then looked up in a table; so one puzzle is answered at once and a million at the speed
of reading them. Larger boards are searched by IDA* with linear conflicts, and those of up to 25
cells with pattern databases if that has not been enough after some milliseconds; where any path
will do, not for long, and then answered by greedy if that stays within the format's limit. Boards
with several blanks are searched by bibfs.`,
		Heuristic: true,
		Finds:     Canonical,
		make:      func(o Options) Solver { return NewAuto(o) },
	},
	{
		Name:    "bfs",
		Summary: "plain breadth-first search",
		Doc: `Expands boards in order of their distance from the start until it meets the goal, and
remembers every board that it met. Good for seeing how fast that grows.`,
		Effort: true,
		Finds:  Canonical,
		make:   func(o Options) Solver { return &BFS{Options: o} },
	},
	{
		Name:    "bibfs",
		Summary: "bidirectional breadth-first search",
		Doc: `Searches breadth-first from the start and from the goal, a whole layer of the smaller
side at a time, until the two meet: about the square root of the boards of bfs.`,
		Effort: true,
		Finds:  Canonical,
		make:   func(o Options) Solver { return &BiBFS{Options: o} },
	},
	{
		Name:    "astar",
		Summary: "A* with a bucket queue",
		Doc: `Expands boards in order of moves made plus moves estimated (Hart, Nilsson and Raphael
1968), the most advanced of equals first. A board is closed when it is expanded, not when it is
met. Its path is as short as any, but not always the canonical one. With --weight W an estimate
counts W times, and the path has at most W times as many moves as a shortest one (Pohl 1970).`,
		Effort:    true,
		Heuristic: true,
		Weight:    true,
		Finds:     Shortest,
		make:      func(o Options) Solver { return &AStar{Options: o} },
	},
	{
		Name:    "idastar",
		Summary: "iterative-deepening A*",
		Doc: `Searches depth-first below a bound on moves made plus moves estimated, and raises the
bound until the goal turns up (Korf 1985). It never steps straight back and remembers nothing but
the current path, so it runs on boards of any size for as long as it is given. With --weight W an
estimate counts W times, and the path has at most W times as many moves as a shortest one; with
more than 3 or so it tends to go round in circles. With pattern databases it needs a tenth of a
second for the first board of a kind, uses the stored tables if they are there (see tilejudge
tables), skips words of moves that others replace, and searches parts of a hard board at the same
time; it takes no weight then.`,
		Effort:    true,
		Heuristic: true,
		Weight:    true,
		Finds:     Canonical,
		make:      func(o Options) Solver { return &IDAStar{Options: o} },
	},
	{
		Name:    "table",
		Summary: "one breadth-first sweep back from the goal, then every answer is a look-up",
		Doc: `For boards of 2x2 up to 10 cells. The sweep visits every solvable board once and stores
its answer under the rank of its permutation (Cantor expansion): 181,440 boards and about 20 ms
for 3x3, 1,814,400 for 2x5. One table serves all goals that have the blank in the same cell.`,
		Finds: Canonical,
		make:  func(o Options) Solver { return &Table{Options: o} },
	},
	{
		Name:    "greedy",
		Summary: "line by line, at once on boards of any size; not a shortest path",
		Doc: `Puts the tiles of an outer row or column in place, one after the other, and goes on with
the rest of the board until 3x3 cells are left, which bibfs solves; then shortens the path where
another search finds a way around a part of it. It takes a number of moves that grows as the cube
of the board's side.`,
		Finds: AnyPath,
		make:  func(o Options) Solver { return &Greedy{Options: o} },
	},
}

// errWeight is returned for a weight that the algorithm would ignore.
var errWeight = errors.New("idastar takes no weight with pattern databases; astar does")

// New returns a solver that runs the named algorithm. The error wraps ErrUnknown, or says
// which options exclude each other.
func New(name string, o Options) (Solver, error) {
	for _, a := range Algorithms {
		switch {
		case a.Name != name:
		case o.Want == puzzle.WantDecision:
			return parity{}, nil
		case name == "idastar" && o.Heuristic == PatternDatabase && o.Weight > Once:
			return nil, errWeight
		default:
			return a.make(o), nil
		}
	}
	return nil, fmt.Errorf("algorithm %q: %w", name, ErrUnknown)
}

// parity decides whether there is a solution, without a search.
type parity struct{}

func (parity) Solve(_ context.Context, p *puzzle.Puzzle, _ puzzle.Path) (puzzle.Solution, error) {
	switch {
	case p.Start.Spare > 0:
		return puzzle.Solution{}, errBlanks
	case !p.Solvable():
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	default:
		return puzzle.Solution{}, nil
	}
}

// order returns the move order to use.
func (o *Options) order() puzzle.Order {
	if o.Order == (puzzle.Order{}) {
		return puzzle.UDLR
	}
	return o.Order
}
