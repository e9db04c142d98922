// Package solver finds solutions of sliding-tile puzzles. It reads no text and
// writes none.
//
// Every algorithm but A* and greedy gives the canonical path, unless it is given
// a weight: of all shortest paths the lexicographically smallest in Options.Order.
// So any two of them, and any number of goroutines, give the same answer:
//
//	s, err := solver.New("auto", solver.Options{})
//	sol, err := s.Solve(ctx, &p, nil) // sol.Path.String() == "ullddrurdllurdruldr"
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
	// Solve returns a solution of p, which is a shortest one unless the
	// algorithm says otherwise. The path is appended to buf[:0], which the
	// caller hands over; it may be nil.
	//
	// It returns puzzle.ErrUnsolvable if no moves lead to the goal,
	// puzzle.ErrTooLong if none within p.Bound do, an error that wraps
	// puzzle.ErrGaveUp if it ran into a limit of Options or takes no boards of
	// this shape, and ctx.Err() if ctx ended first. Solution.Nodes is valid in
	// each of these cases.
	Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error)
}

// Options are what a solver is told beside the puzzle. The zero value asks for
// canonical paths in the order u d l r, without limits.
type Options struct {
	Order       puzzle.Order // zero: puzzle.UDLR
	Want        puzzle.Want  // how much of a solution
	AnyPath     bool         // a path need not be a shortest one: auto may use greedy
	StopAtBound bool         // look for no solution beyond Puzzle.Bound
	Heuristic   Heuristic    // of the algorithms that use one; zero: their choice
	Patterns    *pdb.Choice  // of PatternDatabase; nil: the best that are there
	Weight      Weight       // of the algorithms that use one
	NodeLimit   int64        // boards that one search may expand; 0: no limit
	MemoryLimit int64        // bytes that one search may hold; 0: no limit
	Cores       int          // that searches of one solver may use; 0: all
	Effort      *Effort      // if not nil, set by each search, for one goroutine alone

	// Tables returns the stored tables of a name in pdb.Specs, or nil if there
	// are none. They must never change, and have the size that the spec says. It is
	// called at first need, once for each name. May be nil.
	Tables func(name string) []byte
}

// An Effort is what a search took, whether or not it found a solution.
type Effort struct {
	Expanded  int64 // boards whose neighbours were looked at, as Solution.Nodes
	Generated int64 // these neighbours, less the board that each was reached from
	Memory    int64 // bytes held for boards at once: all that were met, or a path
}

// Why a search gives up. All wrap puzzle.ErrGaveUp.
var (
	ErrNodeLimit   = fmt.Errorf("%w: node limit", puzzle.ErrGaveUp)
	ErrMemoryLimit = fmt.Errorf("%w: memory limit", puzzle.ErrGaveUp)
	ErrShape       = fmt.Errorf("%w: the algorithm takes no such board", puzzle.ErrGaveUp)
)

// errBlanks is the ErrShape of boards with several blanks.
var errBlanks = fmt.Errorf(
	"%w: with several blanks only bibfs does, and tells the length alone", ErrShape)

// ErrUnknown is returned for a name that is not in Algorithms or Heuristics.
var ErrUnknown = errors.New("unknown name")

// A Quality is which of a puzzle's paths an algorithm finds.
type Quality uint8

// The qualities, each better than those before it.
const (
	AnyPath   Quality = iota
	Bounded           // at most Options.Weight times as long as a shortest one
	Shortest          // no other is shorter
	Canonical         // the lexicographically smallest of the shortest
)

// An Algorithm is an entry in the list of algorithms.
type Algorithm struct {
	Name      string
	Summary   string  // one line
	Doc       string  // what it does, costs and is good for
	Heuristic bool    // uses Options.Heuristic
	Weight    bool    // uses Options.Weight
	Effort    bool    // sets Options.Effort
	Finds     Quality // without a weight
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

// errWeight is returned for a weight that would be ignored.
var errWeight = errors.New("idastar takes no weight with pattern databases; astar does")

// New returns a solver that runs the named algorithm. The error is ErrUnknown, or
// says which options don't go together.
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

// parity decides, and searches for nothing.
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
