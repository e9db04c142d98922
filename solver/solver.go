// Package solver finds shortest solutions of sliding-tile puzzles. It reads no
// text and writes none.
//
// Every algorithm but A* gives the canonical path: of all shortest paths the
// lexicographically smallest in Options.Order. So any two of them, and any
// number of goroutines, give the same answer:
//
//	s := solver.New("auto", solver.Options{})
//	sol, err := s.Solve(ctx, &p, nil) // sol.Path.String() == "ullddrurdllurdruldr"
package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"tilejudge/solver/puzzle"
)

// A Solver solves one puzzle at a time. Its methods may be called from several
// goroutines at once; each call keeps its search state to itself.
type Solver interface {
	// Solve returns the shortest solution of p. The path is appended to
	// buf[:0], which the caller hands over; it may be nil.
	//
	// It returns puzzle.ErrUnsolvable if no moves lead to the goal, an error
	// that wraps puzzle.ErrGaveUp if it ran into a limit of Options or takes
	// no boards of this shape, and ctx.Err() if ctx ended first. Solution.Nodes
	// is valid in each of these cases.
	Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error)
}

// Options are what a solver is told beside the puzzle. The zero value asks for
// canonical paths in the order u d l r, without limits.
type Options struct {
	Order       puzzle.Order // zero: puzzle.UDLR
	LengthOnly  bool         // leave Solution.Path nil
	Heuristic   Heuristic    // of the algorithms that use one; zero: their choice
	NodeLimit   int64        // boards that one search may expand; 0: no limit
	MemoryLimit int64        // bytes that one search may hold; 0: no limit
}

// Why a search gives up. All wrap puzzle.ErrGaveUp.
var (
	ErrNodeLimit   = fmt.Errorf("%w: node limit", puzzle.ErrGaveUp)
	ErrMemoryLimit = fmt.Errorf("%w: memory limit", puzzle.ErrGaveUp)
	ErrShape       = fmt.Errorf("%w: board too large for this algorithm", puzzle.ErrGaveUp)
)

// ErrUnknown is returned for a name that is not in Algorithms or Heuristics.
var ErrUnknown = errors.New("unknown name")

// An Algorithm is an entry in the list of algorithms.
type Algorithm struct {
	Name      string
	Summary   string // one line
	Doc       string // what it does, costs and is good for
	Heuristic bool   // uses Options.Heuristic
	make      func(Options) Solver
}

// Algorithms lists all algorithms, the default first.
var Algorithms = []Algorithm{
	{
		Name:    "auto",
		Summary: "what an expert would choose for this shape and number of puzzles (the default)",
		Doc: `Boards of up to 10 cells are searched by IDA* until that has cost about as much as a
table, then looked up in a table; so one puzzle is answered at once and a million at the speed
of reading them. Larger boards are searched by IDA* with linear conflicts.`,
		Heuristic: true,
		make:      func(o Options) Solver { return NewAuto(o) },
	},
	{
		Name:    "bfs",
		Summary: "plain breadth-first search",
		Doc: `Expands boards in order of their distance from the start until it meets the goal, and
remembers every board that it met. Good for seeing how fast that grows.`,
		make: func(o Options) Solver { return &BFS{Options: o} },
	},
	{
		Name:    "bibfs",
		Summary: "bidirectional breadth-first search",
		Doc: `Searches breadth-first from the start and from the goal, a whole layer of the smaller
side at a time, until the two meet: about the square root of the boards of bfs.`,
		make: func(o Options) Solver { return &BiBFS{Options: o} },
	},
	{
		Name:    "astar",
		Summary: "A* with a bucket queue",
		Doc: `Expands boards in order of moves made plus moves estimated (Hart, Nilsson and Raphael
1968), the most advanced of equals first. A board is closed when it is expanded, not when it is
met. Its path is as short as any, but not always the canonical one.`,
		Heuristic: true,
		make:      func(o Options) Solver { return &AStar{Options: o} },
	},
	{
		Name:    "idastar",
		Summary: "iterative-deepening A*",
		Doc: `Searches depth-first below a bound on moves made plus moves estimated, and raises the
bound until the goal turns up (Korf 1985). It never steps straight back and remembers nothing but
the current path, so it runs on boards of any size for as long as it is given.`,
		Heuristic: true,
		make:      func(o Options) Solver { return &IDAStar{Options: o} },
	},
	{
		Name:    "table",
		Summary: "one breadth-first sweep back from the goal, then every answer is a look-up",
		Doc: `For boards of 2x2 up to 10 cells. The sweep visits every solvable board once and stores
its answer under the rank of its permutation (Cantor expansion): 181,440 boards and about 10 ms
for 3x3, 1,814,400 for 2x5. One table serves all goals that have the blank in the same cell.`,
		make: func(o Options) Solver { return &Table{Options: o} },
	},
}

// New returns a solver that runs the named algorithm, or ErrUnknown.
func New(name string, o Options) (Solver, error) {
	for _, a := range Algorithms {
		if a.Name == name {
			return a.make(o), nil
		}
	}
	return nil, fmt.Errorf("algorithm %q: %w", name, ErrUnknown)
}

// order returns the move order to use.
func (o *Options) order() puzzle.Order {
	if o.Order == (puzzle.Order{}) {
		return puzzle.UDLR
	}
	return o.Order
}

// A budget counts the nodes of one search and ends it in time. It looks at the
// context only now and then: a look costs more than a node.
type budget struct {
	ctx   context.Context
	nodes int64 // expanded so far
	pause int64 // the number of nodes at which to look again
	limit int64
	err   error // why the search must end
}

const nodesPerLook = 4096

func (b *budget) start(ctx context.Context, limit int64) {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	*b = budget{ctx: ctx, limit: limit, pause: min(limit, nodesPerLook)}
}

// spend counts one node and reports whether it may be expanded.
func (b *budget) spend() bool {
	if b.nodes >= b.pause && !b.look() {
		return false
	}
	b.nodes++
	return true
}

func (b *budget) look() bool {
	if b.err != nil {
		return false
	}
	if b.nodes >= b.limit {
		b.err = ErrNodeLimit
		return false
	}
	b.err = b.ctx.Err()
	b.pause = min(b.limit, b.nodes+nodesPerLook)
	return b.err == nil
}

// A search is what the state of every search has: the board in the form that
// searches want, and a budget.
type search struct {
	*grid
	budget
	at    []uint16 // at[cell] is the goal cell of the tile there: the goal is 0 1 2 …
	blank int      // the cell of the blank
	home  int      // the goal cell of the blank, and so its name in at
}

// begin sets the search to the start of p. It returns puzzle.ErrUnsolvable by
// parity, before any search, and ErrShape if a cell does not fit an uint16.
func (s *search) begin(ctx context.Context, p *puzzle.Puzzle, o *Options) error {
	s.budget.start(ctx, o.NodeLimit)
	n := p.Start.Cells()
	if n > math.MaxUint16+1 {
		return ErrShape
	}
	if !p.Solvable() {
		return puzzle.ErrUnsolvable
	}
	if order := o.order(); s.grid == nil || s.Shape != p.Start.Shape || s.order != order {
		s.grid = newGrid(p.Start.Shape, order)
		s.at = make([]uint16, n)
	}
	for c, t := range p.Start.Tiles {
		s.at[c] = uint16(p.Goal.Cell(t))
	}
	s.home = p.Goal.Cell(puzzle.Blank)
	s.blank = p.Start.Blank()
	return nil
}

// A grid is the cells of a shape and how the blank goes between them. A move is
// its index in the order, 0 to 3; none stands for no move.
type grid struct {
	puzzle.Shape
	order    puzzle.Order
	next     [][4]int32 // next[cell][move] is where the blank gets to, or -1
	ways     [][5]ways  // ways[cell][last move] are the moves that do not step straight back
	back     [5]int     // back[move] is the opposite; -1 for none
	row, col []uint16   // of each cell
	ahead    [4][]int32 // ahead[move][cell] grows in the direction in which the move takes a tile
}

const none = 4

// ways are the moves that the blank can make, in order.
type ways struct {
	n    int
	list [4]struct{ move, to uint16 }
}

func newGrid(s puzzle.Shape, order puzzle.Order) *grid {
	n := s.Cells()
	g := &grid{Shape: s, order: order, next: make([][4]int32, n)}
	g.row, g.col = make([]uint16, n), make([]uint16, n)
	for c := range n {
		g.row[c], g.col[c] = uint16(c/s.Cols), uint16(c%s.Cols)
		for k, m := range order {
			to, ok := s.Step(c, m)
			if !ok {
				to = -1
			}
			g.next[c][k] = int32(to)
			g.ahead[k] = append(g.ahead[k], ahead(m, c/s.Cols, c%s.Cols))
		}
	}
	for k, m := range order {
		for j, o := range order {
			if o == m.Opposite() {
				g.back[k] = j
			}
		}
	}
	g.back[none] = -1
	g.ways = make([][5]ways, n)
	for c, next := range g.next {
		for last := range g.ways[c] {
			w := &g.ways[c][last]
			for k, to := range next {
				if to >= 0 && k != g.back[last] {
					w.list[w.n].move, w.list[w.n].to = uint16(k), uint16(to)
					w.n++
				}
			}
		}
	}
	return g
}

// ahead returns how far a cell is in the direction in which m takes a tile, the
// opposite of the blank's.
func ahead(m puzzle.Move, row, col int) int32 {
	switch m {
	case puzzle.Up:
		return int32(row)
	case puzzle.Down:
		return int32(-row)
	case puzzle.Left:
		return int32(col)
	default:
		return int32(-col)
	}
}

// move returns the move that takes the blank from one cell to another.
func (g *grid) move(from, to int) int {
	for k, c := range g.next[from] {
		if int(c) == to {
			return k
		}
	}
	panic("cells are not neighbours")
}

// A pool keeps the state of ended searches, so that a search on a small board
// allocates nothing.
type pool[S any] struct{ sync.Pool }

func (p *pool[S]) get() *S {
	if s, ok := p.Get().(*S); ok {
		return s
	}
	return new(S)
}
