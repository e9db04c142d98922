// Package algorithms lists all solvers by name, and chooses among them. It also finds all shortest
// paths of a puzzle.
//
// # How to add an algorithm
//
//  1. Declare a struct with solver.Options, in the package of its family or in one of its own,
//     and give it the method Solve of solver.Solver. Package bfs is the shortest model.
//  2. Let Solve keep its state in a struct with a search.Search: Begin decides parity and renames
//     the tiles so that the goal is 0 1 2 …, Spend counts an expanded board and ends the search
//     at a limit, Spent makes the Solution to return.
//  3. Add an entry to All: a name, a line, a paragraph, what it finds, and which of the Options it
//     uses. All else follows: flags, help, completion, comparison.
//  4. Run go test ./solver/algorithms, which takes a minute. It tries every entry on all boards of
//     the small shapes, with each goal and two orders of moves, against an exhaustive sweep, with
//     limits, with interrupts and from several goroutines.
//
// The numbers of 8-puzzles by distance, which tests count, are OEIS A089473.
package algorithms

import (
	"context"
	"errors"
	"fmt"

	"tilejudge/solver"
	"tilejudge/solver/anytime"
	"tilejudge/solver/astar"
	"tilejudge/solver/bfs"
	"tilejudge/solver/greedy"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/slides"
	"tilejudge/solver/table"
)

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
	Effort    bool    // sets Options.Effort, except Improvements
	Improves  bool    // sets only Improvements of Options.Effort
	Metric    bool    // takes Options.Metric
	Finds     Quality // without a weight
	make      func(solver.Options) solver.Solver
}

// All lists all algorithms, the default first.
var All = []Algorithm{
	{
		Name:    "auto",
		Summary: "chooses the best algorithm for the shape and number of puzzles (the default)",
		Doc: `Boards of up to 10 cells are searched by IDA* until that has cost about as much as building
a distance table; from then on they are looked up. So one puzzle is answered at once, and a million
at the speed of reading them. Boards of up to 12 cells among walls are searched with pattern
databases before that. Larger boards are searched by IDA* with linear conflicts. If that takes more
than some milliseconds, those of up to 25 cells, walls among them, are searched with pattern
databases; or, if any path will do, greedy answers, provided its path keeps to the format's limit.
With a time limit, or a node limit above 20,000, anytime answers there in place of greedy. Boards
with several blanks are searched by bibfs.`,
		Heuristic: true,
		Metric:    true,
		Finds:     Canonical,
		make:      func(o solver.Options) solver.Solver { return NewAuto(o) },
	},
	{
		Name:    "bfs",
		Summary: "plain breadth-first search",
		Doc: `Expands boards in order of their distance from the start until it meets the goal, and
remembers every board that it has met. Good for seeing how fast their number grows.`,
		Effort: true,
		Finds:  Canonical,
		make:   func(o solver.Options) solver.Solver { return &bfs.Solver{Options: o} },
	},
	{
		Name:    "bibfs",
		Summary: "bidirectional breadth-first search",
		Doc: `Searches breadth-first from the start and from the goal, a whole layer of the smaller
side at a time, until the two meet. It expands about the square root of the boards of bfs.`,
		Effort: true,
		Finds:  Canonical,
		make:   func(o solver.Options) solver.Solver { return &bfs.Bidirectional{Options: o} },
	},
	{
		Name:    "astar",
		Summary: "A* with a bucket queue",
		Doc: `Expands boards in order of moves made plus moves estimated (Hart, Nilsson and Raphael
1968); of equals, a board with more moves made comes first. A board is closed when it is
expanded, not when it is met. The path is a shortest one, but not always the canonical one.
With --weight W an estimate counts W times, and the path has at most W times as many moves as a
shortest one (Pohl 1970).`,
		Effort:    true,
		Heuristic: true,
		Weight:    true,
		Finds:     Shortest,
		make:      func(o solver.Options) solver.Solver { return &astar.Solver{Options: o} },
	},
	{
		Name:    "idastar",
		Summary: "iterative-deepening A*",
		Doc: `Searches depth-first within a bound on moves made plus moves estimated, and raises the
bound until it finds the goal (Korf 1985). It never undoes the last move, and remembers nothing but
the current path, so it runs on boards of any size, for as long as you let it. With --weight W an
estimate counts W times, and the path has at most W times as many moves as a shortest one; with W
above 3 or so it tends to search in circles. With pattern databases it needs a tenth of a second
for the first board of a kind, uses the stored tables if they are built (see tilejudge tables),
prunes strings of moves that have a shorter or smaller duplicate, and searches parts of a hard
puzzle in parallel; then it takes no weight.`,
		Effort:    true,
		Heuristic: true,
		Weight:    true,
		Metric:    true,
		Finds:     Canonical,
		make:      func(o solver.Options) solver.Solver { return &idastar.Solver{Options: o} },
	},
	{
		Name:    "table",
		Summary: "a distance table: one breadth-first search back from the goal, then look-ups",
		Doc: `For boards of up to 12 cells, walls not counted. The search visits every solvable board once
and stores its answer under the rank of its permutation (Cantor expansion): 181,440 boards and about
20 ms for 3x3, 1,814,400 for 2x5. With walls, or from 11 cells on, it stores the distance modulo 3:
19,958,400 boards, 5 MB and a second for 11 cells, 60 MB and a quarter of a minute for 12. One table
serves all goals that have the blank in the same cell.`,
		Metric: true,
		Finds:  Canonical,
		make:   func(o solver.Options) solver.Solver { return &table.Solver{Options: o} },
	},
	{
		Name:    "greedy",
		Summary: "line by line: fast on boards of any size, but not a shortest path",
		Doc: `On a large board the blank first walks where the tiles that it passes come nearer to their
places. Then it puts the tiles of an outer row or column in place, one after another, and goes on
with the rest of the board until 3x3 cells are left, which bibfs solves. Then it replaces parts of
the path by shorter ones that a search finds. The number of moves grows as the cube of the board's
side.`,
		Finds: AnyPath,
		make:  func(o solver.Options) solver.Solver { return &greedy.Solver{Options: o} },
	},
	{
		Name:    "anytime",
		Summary: "a path at once, then shorter ones for as long as there is time",
		Doc: `Begins with the path of greedy. Then it searches with beams: of all boards that have
made the same number of moves it goes on with the best 16, then with the best 64, and so on; the
last beam is as wide as the limits allow. What makes a board good is learnt from paths of smaller
boards: how far each tile is from its place, and which way neighbours have to go. A beam puts outer
rows and columns in place; on boards of up to 10 rows and columns it does without, and a second one
searches from the goal to the board. Between beams IDA* looks for a proof that no path is
shorter, with pattern databases for up to 25 cells, if that seems to fit into the limits. It ends at
the time limit, at the node limit, or once the path is proved to be a shortest one. Without a limit
it ends after about a million boards. With a node limit and no time limit the answer is the same on
every machine, unless memory runs out; stored tables serve only searches with a time limit. solve
--stats tells the lower bound: no path has fewer moves.`,
		Improves: true,
		Finds:    AnyPath,
		make:     func(o solver.Options) solver.Solver { return &anytime.Solver{Options: o} },
	},
}

// ErrMetric is returned by New for a metric, a heuristic and a weight that do not go together.
var ErrMetric = errors.New("multi-tile is for auto, idastar and table, without heuristic or weight")

// errWeight is returned for a weight that the algorithm would ignore.
var errWeight = errors.New("idastar takes no weight with pattern databases; astar does")

// New returns a solver that runs the named algorithm. The error wraps ErrUnknown, or says
// which options exclude each other.
func New(name string, o solver.Options) (solver.Solver, error) {
	for _, a := range All {
		switch {
		case a.Name != name:
		case o.Want == puzzle.WantDecision:
			return parity{}, nil
		case name == "idastar" && o.Heuristic == solver.PatternDatabase && o.Weight > solver.Once:
			return nil, errWeight
		case o.Metric == puzzle.MultiTile:
			if !a.Metric || o.Heuristic != 0 || o.Weight > solver.Once {
				return nil, ErrMetric
			}
			return slides.New(o, name), nil
		default:
			return a.make(o), nil
		}
	}
	return nil, fmt.Errorf("algorithm %q: %w", name, solver.ErrUnknown)
}

// parity decides whether there is a solution, without a search.
type parity struct{}

func (parity) Solve(_ context.Context, p *puzzle.Puzzle, _ puzzle.Path) (puzzle.Solution, error) {
	switch {
	case p.Start.Spare > 0:
		return puzzle.Solution{}, search.ErrBlanks
	case !p.Solvable():
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	default:
		return puzzle.Solution{}, nil
	}
}
