// Package search has what all searches share: the budget that ends them, the board with its tiles
// renamed by their goal cells, the moves between the cells of a shape, a set of packed boards and
// the frontier of a breadth-first search.
//
// Searches embed these structs and use their fields at every node: a call for each would cost more
// than the node.
//
// Whether a board is solvable follows from parity: W. W. Johnson, W. E. Story: Notes on the "15"
// puzzle, American Journal of Mathematics 2 (1879); among walls, R. M. Wilson: Graph puzzles,
// homotopy, and the alternating group, Journal of Combinatorial Theory B 16 (1974).
package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// SearchCells is the most cells of a board that is searched: a cell fits a uint16.
const SearchCells = 1 << 16

const (
	// MaxCells and MaxSide are the most cells, and rows or columns, of a board that
	// greedy.Solver and anytime.Solver take.
	MaxCells = 1_000_000
	MaxSide  = 1<<15 - 1
)

// DefaultNodes is the node limit of anytime.Solver and greedy.Shorten if nothing else would end
// them.
const DefaultNodes = 1 << 20

// The ErrShape for boards that a search does not take.
var (
	ErrBlanks = fmt.Errorf(
		"%w: only bibfs takes several blanks, and it tells the length alone", solver.ErrShape)
	errUnsearched = fmt.Errorf("%w: of more than %d cells; greedy and anytime take up to %d",
		solver.ErrShape, SearchCells, MaxCells)
)

// Order returns the order of moves to use.
func Order(o *solver.Options) puzzle.Order {
	return cmp.Or(o.Order, puzzle.UDLR)
}

// MayHold reports whether o.MemoryLimit lets a search hold the given bytes.
func MayHold(o *solver.Options, bytes int64) bool {
	return o.MemoryLimit == 0 || o.MemoryLimit >= bytes
}

// MaxMoves returns the most moves that a solution of p may have.
func MaxMoves(p *puzzle.Puzzle, o *solver.Options) int {
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		return moves
	}
	return math.MaxInt
}

// A Budget counts the nodes of one search, and ends the search at its limit or with its
// context. It checks the context only from time to time, as a check costs more than a node.
type Budget struct {
	Ctx   context.Context
	Nodes int64 // boards expanded so far
	// Generated counts the neighbours of the expanded boards, without the board that
	// each was reached from. All neighbours of a board count at once, even if the
	// search ends at one of them.
	Generated int64
	NextCheck int64 // number of nodes at which to check again
	Every     int64 // nodes between two checks: fewer on large boards, which take longer
	Limit     int64
	Err       error // why the search must end

	live    *atomic.Int64 // nil: nobody looks
	Counted int64         // how many of Nodes have been added to live

	told   bool           // Round records the rounds
	rounds []solver.Round // of each round, Expanded is that of all rounds before
}

// Start begins a search of a board with a number of cells, within the limits of o.
func (b *Budget) Start(ctx context.Context, o *solver.Options, cells int) {
	b.Limited(ctx, o.NodeLimit, cells)
	b.told, b.live = o.Effort != nil, o.Live
}

// Limited is Start with a limit of nodes; 0: no limit.
func (b *Budget) Limited(ctx context.Context, limit int64, cells int) {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	*b = Budget{Ctx: ctx, Limit: limit, Every: max(64, 4096*16/int64(cells))}
	b.NextCheck = min(limit, b.Every)
}

// Spend counts one node and reports whether it may be expanded.
func (b *Budget) Spend() bool {
	if b.Nodes >= b.NextCheck && !b.Check() {
		return false
	}
	b.Nodes++
	return true
}

// Round says that the search begins an iteration or a layer, see solver.Round.
func (b *Budget) Round(moves int) {
	if b.told {
		b.rounds = append(b.rounds, solver.Round{Moves: moves, Expanded: b.Nodes})
	}
}

// Check reports whether the search may go on, and sets b.Err if not.
func (b *Budget) Check() bool {
	if b.live != nil {
		b.live.Add(max(b.Nodes-b.Counted, 0)) // a worker begins at 0 with each branch
		b.Counted = b.Nodes
	}
	if b.Err != nil {
		return false
	}
	if b.Nodes >= b.Limit {
		b.Err = solver.ErrNodeLimit
		return false
	}
	b.Err = Ended(b.Ctx)
	b.NextCheck = min(b.Limit, b.Nodes+b.Every)
	return b.Err == nil
}

// Ended returns why a context has ended, or nil. While all cores are busy, the context itself
// notices its deadline late, some milliseconds at worst.
func Ended(ctx context.Context) error {
	err := ctx.Err()
	if end, timed := ctx.Deadline(); timed && err == nil && !time.Now().Before(end) {
		err = context.DeadlineExceeded
	}
	return err
}

// Spent returns a Solution with only Nodes set. It sets o.Effort, if that is not nil;
// memory is the bytes held for boards.
func (b *Budget) Spent(o *solver.Options, memory int64) puzzle.Solution {
	if o.Effort != nil {
		end := b.Nodes
		for i := len(b.rounds) - 1; i >= 0; i-- {
			r := &b.rounds[i]
			end, r.Expanded = r.Expanded, end-r.Expanded
		}
		*o.Effort = solver.Effort{
			Expanded: b.Nodes, Generated: b.Generated, Memory: memory, Rounds: b.rounds,
		}
	}
	return puzzle.Solution{Nodes: b.Nodes}
}

// A Search is the state that all searches share: a budget, and the board with its tiles
// renamed.
type Search struct {
	*Grid
	Budget
	// At[cell] is the goal cell of the tile there, so the goal is 0 1 2 …. A wall has
	// the number of its own cell.
	At       []uint16
	MaxMoves int // of a solution
	Blank    int // cell of the blank
	Home     int // goal cell of the blank, which is also its number in At
}

// Begin sets the search to the start of p. It returns puzzle.ErrUnsolvable if parity
// says so, and ErrShape if a cell does not fit a uint16 or there are several blanks.
func (s *Search) Begin(ctx context.Context, p *puzzle.Puzzle, o *solver.Options) error {
	if p.Start.Spare > 0 {
		return ErrBlanks
	}
	return s.BeginAny(ctx, p, o)
}

// BeginAny is Begin for searches that take several blanks.
func (s *Search) BeginAny(ctx context.Context, p *puzzle.Puzzle, o *solver.Options) error {
	n := p.Start.Cells()
	s.Budget.Start(ctx, o, n)
	if !p.Solvable() {
		return puzzle.ErrUnsolvable
	}
	if n > SearchCells {
		return errUnsearched
	}
	s.Load(p, o)
	return nil
}

// Load sets all but the budget to the start of p.
func (s *Search) Load(p *puzzle.Puzzle, o *solver.Options) {
	s.MaxMoves = MaxMoves(p, o)
	if order := Order(o); s.Grid == nil || s.Shape != p.Start.Shape || s.Order != order {
		s.Grid = NewGrid(p.Start.Shape, order)
		s.At = make([]uint16, p.Start.Cells())
	}
	s.Set(p.Start.Tiles, p.Goal)
	s.Home = p.Goal.Cell(puzzle.Blank)
	s.Blank = p.Start.Blank()
}

// Turn sets the search to the reverse of o: from the goal of o to its board, with its budget. A
// path of o, read backwards, is a path of s.
func (s *Search) Turn(o *Search) {
	s.Grid, s.Budget, s.MaxMoves = o.Grid, o.Budget, o.MaxMoves
	s.Blank, s.Home = o.Home, o.Blank
	s.At = Resized(s.At, len(o.At))
	for c, t := range o.At {
		s.At[t] = uint16(c)
	}
}

// Set sets the board to the given tiles.
func (s *Search) Set(tiles []puzzle.Tile, goal *puzzle.Goal) {
	for c, t := range tiles {
		if t == puzzle.Wall {
			s.At[c] = uint16(c)
		} else {
			s.At[c] = uint16(goal.Cell(t))
		}
	}
}

// Distance returns how far apart two rows or two columns are.
func Distance(a, b uint16) int {
	if a < b {
		return int(b - a)
	}
	return int(a - b)
}

// A Grid has the moves of the blank between the cells of a shape. A move is its index in
// the order, 0 to 3; none stands for no move.
type Grid struct {
	puzzle.Shape
	Order    puzzle.Order
	Next     [][4]int32 // Next[cell][move] is where the blank gets to, or -1
	Ways     [][5]ways  // Ways[cell][last move] are the moves that do not undo the last one
	Back     [5]int     // Back[move] undoes the move; -1 for none
	Row, Col []uint16   // of each cell
	Ahead    [4][]int32 // Ahead[move][cell] grows in the direction in which the move takes a tile
}

const None = 4

// Outside appends all cells, beginning with the farthest from the goal of the blank.
func (s *Search) Outside(cells []int32) []int32 {
	away := func(c int32) int {
		return Distance(s.Row[c], s.Row[s.Home]) + Distance(s.Col[c], s.Col[s.Home])
	}
	for c := range s.At {
		cells = append(cells, int32(c))
	}
	slices.SortStableFunc(cells, func(a, b int32) int { return away(b) - away(a) })
	return cells
}

// ways are moves that the blank can make, in order.
type ways struct {
	N    int
	List [4]struct{ Move, To uint16 }
}

func NewGrid(s puzzle.Shape, order puzzle.Order) *Grid {
	n := s.Cells()
	g := &Grid{Shape: s, Order: order, Next: make([][4]int32, n)}
	g.Row, g.Col = make([]uint16, n), make([]uint16, n)
	for c := range n {
		g.Row[c], g.Col[c] = uint16(c/s.Cols), uint16(c%s.Cols)
		for k, m := range order {
			to, ok := s.Step(c, m)
			if !ok {
				to = -1
			}
			g.Next[c][k] = int32(to)
			g.Ahead[k] = append(g.Ahead[k], ahead(m, c/s.Cols, c%s.Cols))
		}
	}
	for k, m := range order {
		for j, o := range order {
			if o == m.Opposite() {
				g.Back[k] = j
			}
		}
	}
	g.Back[None] = -1
	g.Ways = make([][5]ways, n)
	for c, next := range g.Next {
		for last := range g.Ways[c] {
			w := &g.Ways[c][last]
			for k, to := range next {
				if to >= 0 && k != g.Back[last] {
					w.List[w.N].Move, w.List[w.N].To = uint16(k), uint16(to)
					w.N++
				}
			}
		}
	}
	return g
}

// ahead returns a coordinate of a cell that grows in the direction in which m takes a
// tile, which is opposite to the blank's.
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

// Move returns the move that takes the blank from one cell to another.
func (g *Grid) Move(from, to int) int {
	for k, c := range g.Next[from] {
		if int(c) == to {
			return k
		}
	}
	panic("cells are not neighbours")
}

// A Pool keeps the state of finished searches for reuse, so that a search on a small
// board allocates nothing.
type Pool[S any] struct{ sync.Pool }

func (p *Pool[S]) Take() *S {
	if s, ok := p.Get().(*S); ok {
		return s
	}
	return new(S)
}
