package solver

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"tilejudge/solver/puzzle"
)

// searchCells is the most cells of a board that is searched: a cell fits a uint16.
const searchCells = 1 << 16

const (
	// MaxCells and MaxSide are the most cells, and rows or columns, of a board that Greedy and
	// Anytime take.
	MaxCells = 1_000_000
	MaxSide  = 1<<15 - 1
)

// DefaultNodes is the node limit of Anytime and Shorten if nothing else would end them.
const DefaultNodes = 1 << 20

// The ErrShape of boards that a search does not take.
var (
	errBlanks = fmt.Errorf(
		"%w: only bibfs takes several blanks, and it tells the length alone", ErrShape)
	errUnsearched = fmt.Errorf("%w: of more than %d cells; greedy and anytime take up to %d",
		ErrShape, searchCells, MaxCells)
)

// orderOf returns the order of moves to use.
func orderOf(o *Options) puzzle.Order {
	return cmp.Or(o.Order, puzzle.UDLR)
}

// mayHold reports whether o.MemoryLimit lets a search hold the given bytes.
func mayHold(o *Options, bytes int64) bool {
	return o.MemoryLimit == 0 || o.MemoryLimit >= bytes
}

// maxMoves returns the most moves that a solution of p may have.
func maxMoves(p *puzzle.Puzzle, o *Options) int {
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		return moves
	}
	return math.MaxInt
}

// A budget counts the nodes of one search, and ends the search at its limit or with its
// context. It checks the context only from time to time, as a check costs more than a node.
type budget struct {
	ctx   context.Context
	nodes int64 // expanded so far
	// generated counts the neighbours of the expanded boards, without the board that
	// each was reached from. All neighbours of a board count at once, even if the
	// search ends at one of them.
	generated int64
	nextCheck int64 // number of nodes at which to check again
	every     int64 // nodes between two checks; fewer on large boards, which take longer
	limit     int64
	err       error // why the search must end
}

func (b *budget) start(ctx context.Context, limit int64, cells int) {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	*b = budget{ctx: ctx, limit: limit, every: max(64, 4096*16/int64(cells))}
	b.nextCheck = min(limit, b.every)
}

// spend counts one node and reports whether it may be expanded.
func (b *budget) spend() bool {
	if b.nodes >= b.nextCheck && !b.check() {
		return false
	}
	b.nodes++
	return true
}

// check reports whether the search may go on, and sets b.err if not.
func (b *budget) check() bool {
	if b.err != nil {
		return false
	}
	if b.nodes >= b.limit {
		b.err = ErrNodeLimit
		return false
	}
	b.err = ended(b.ctx)
	b.nextCheck = min(b.limit, b.nodes+b.every)
	return b.err == nil
}

// ended returns why a context has ended, or nil. While all cores are busy, the context itself
// notices its deadline late, some milliseconds at worst.
func ended(ctx context.Context) error {
	err := ctx.Err()
	if end, timed := ctx.Deadline(); timed && err == nil && !time.Now().Before(end) {
		err = context.DeadlineExceeded
	}
	return err
}

// spent returns a Solution with only Nodes set. It sets o.Effort, if that is not nil;
// memory is the bytes held for boards.
func (b *budget) spent(o *Options, memory int64) puzzle.Solution {
	if o.Effort != nil {
		*o.Effort = Effort{Expanded: b.nodes, Generated: b.generated, Memory: memory}
	}
	return puzzle.Solution{Nodes: b.nodes}
}

// A search is the state that all searches share: a budget, and the board with its tiles
// renamed.
type search struct {
	*grid
	budget
	// at[cell] is the goal cell of the tile there, so the goal is 0 1 2 …. A wall has
	// the number of its own cell.
	at       []uint16
	maxMoves int // of a solution
	blank    int // cell of the blank
	home     int // goal cell of the blank, which is its number in at
}

// begin sets the search to the start of p. It returns puzzle.ErrUnsolvable if parity
// says so, and ErrShape if a cell does not fit a uint16 or there are several blanks.
func (s *search) begin(ctx context.Context, p *puzzle.Puzzle, o *Options) error {
	if p.Start.Spare > 0 {
		return errBlanks
	}
	return s.beginAny(ctx, p, o)
}

// beginAny is begin for searches that take several blanks.
func (s *search) beginAny(ctx context.Context, p *puzzle.Puzzle, o *Options) error {
	n := p.Start.Cells()
	s.budget.start(ctx, o.NodeLimit, n)
	if !p.Solvable() {
		return puzzle.ErrUnsolvable
	}
	if n > searchCells {
		return errUnsearched
	}
	s.load(p, o)
	return nil
}

// load sets all but the budget to the start of p.
func (s *search) load(p *puzzle.Puzzle, o *Options) {
	s.maxMoves = maxMoves(p, o)
	if order := orderOf(o); s.grid == nil || s.Shape != p.Start.Shape || s.order != order {
		s.grid = newGrid(p.Start.Shape, order)
		s.at = make([]uint16, p.Start.Cells())
	}
	s.set(p.Start.Tiles, p.Goal)
	s.home = p.Goal.Cell(puzzle.Blank)
	s.blank = p.Start.Blank()
}

// turn sets the search to one from the goal of o to its board, with its budget. A path of o
// backwards is one of s.
func (s *search) turn(o *search) {
	s.grid, s.budget, s.maxMoves = o.grid, o.budget, o.maxMoves
	s.blank, s.home = o.home, o.blank
	s.at = resized(s.at, len(o.at))
	for c, t := range o.at {
		s.at[t] = uint16(c)
	}
}

// set sets the board to the given tiles.
func (s *search) set(tiles []puzzle.Tile, goal *puzzle.Goal) {
	for c, t := range tiles {
		if t == puzzle.Wall {
			s.at[c] = uint16(c)
		} else {
			s.at[c] = uint16(goal.Cell(t))
		}
	}
}

// distance returns how far apart two rows or two columns are.
func distance(a, b uint16) int {
	if a < b {
		return int(b - a)
	}
	return int(a - b)
}

// A grid has the moves of the blank between the cells of a shape. A move is its index in
// the order, 0 to 3; none stands for no move.
type grid struct {
	puzzle.Shape
	order    puzzle.Order
	next     [][4]int32 // next[cell][move] is where the blank gets to, or -1
	ways     [][5]ways  // ways[cell][last move] are the moves that do not undo the last one
	back     [5]int     // back[move] undoes the move; -1 for none
	row, col []uint16   // of each cell
	ahead    [4][]int32 // ahead[move][cell] grows in the direction in which the move takes a tile
}

const none = 4

// outside appends all cells, beginning with the farthest from the goal of the blank.
func (s *search) outside(cells []int32) []int32 {
	away := func(c int32) int {
		return distance(s.row[c], s.row[s.home]) + distance(s.col[c], s.col[s.home])
	}
	for c := range s.at {
		cells = append(cells, int32(c))
	}
	slices.SortStableFunc(cells, func(a, b int32) int { return away(b) - away(a) })
	return cells
}

// ways are moves that the blank can make, in order.
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

// move returns the move that takes the blank from one cell to another.
func (g *grid) move(from, to int) int {
	for k, c := range g.next[from] {
		if int(c) == to {
			return k
		}
	}
	panic("cells are not neighbours")
}

// A pool keeps the state of finished searches for reuse, so that a search on a small
// board allocates nothing.
type pool[S any] struct{ sync.Pool }

func (p *pool[S]) get() *S {
	if s, ok := p.Get().(*S); ok {
		return s
	}
	return new(S)
}
