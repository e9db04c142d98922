package generate

import (
	"context"
	"fmt"
	"slices"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

const smallCells = puzzle.SmallCells

// numbered fills b with the solvable board of a number: the cell of the blank,
// then an order of the other tiles, where parity decides the last two. The
// tiles are named after their places in the goal, so that goals with the blank
// in the same cell number boards alike.
func numbered(number int, goal *puzzle.Goal, b *puzzle.Board) {
	n, each := b.Cells(), b.Boards()/b.Cells()
	blank := number / each
	number %= each
	tiles := make([]puzzle.Tile, 0, smallCells)
	for _, t := range goal.Tiles {
		if t != puzzle.Blank {
			tiles = append(tiles, t)
		}
	}
	cell := func(i int) int {
		if i >= blank {
			i++
		}
		return i
	}
	b.Tiles[blank] = puzzle.Blank
	for i := range n - 3 {
		left := n - 1 - i
		j := i + number%left
		number /= left
		tiles[i], tiles[j] = tiles[j], tiles[i]
		b.Tiles[cell(i)] = tiles[i]
	}
	b.Tiles[cell(n-3)], b.Tiles[cell(n-2)] = tiles[n-3], tiles[n-2]
	if p := (puzzle.Puzzle{Start: *b, Goal: goal}); !p.Solvable() {
		swap(b, cell(n-3), cell(n-2))
	}
}

// lastTiles returns the last two cells of a small board that have tiles.
func lastTiles(b puzzle.Board) (i, j int) {
	n := b.Cells()
	switch b.Blank() {
	case n - 1:
		return n - 3, n - 2
	case n - 2:
		return n - 3, n - 1
	default:
		return n - 2, n - 1
	}
}

// levels are the numbers of the boards of a small space, by their distance from
// the goal.
type levels struct {
	numbers []uint32
	from    []int // from[d] is where those at distance d begin; one more at the end
}

type levelsID struct {
	puzzle.Shape
	home int // of the blank
}

// deepest returns the largest distance.
func (l *levels) deepest() int { return len(l.from) - 2 }

// newLevels asks a solver for the distance of every board.
func newLevels(ctx context.Context, s judge.Solver, goal *puzzle.Goal) (*levels, error) {
	distance, err := distances(ctx, s, goal)
	if err != nil {
		return nil, err
	}
	l := &levels{
		numbers: make([]uint32, len(distance)), from: make([]int, slices.Max(distance)+2),
	}
	for _, d := range distance {
		l.from[d+1]++
	}
	for d := range l.from[1:] {
		l.from[d+1] += l.from[d]
	}
	next := slices.Clone(l.from)
	for number, d := range distance {
		l.numbers[next[d]] = uint32(number)
		next[d]++
	}
	return l, nil
}

// distances returns the distance of each board by its number.
func distances(ctx context.Context, s judge.Solver, goal *puzzle.Goal) ([]uint8, error) {
	all := make([]uint8, 0, goal.Boards())
	add := func(_ *puzzle.Puzzle, sol puzzle.Solution, _ error) { // all are solvable
		all = append(all, uint8(sol.Moves))
	}
	many, _ := s.(judge.TableSolver)
	ps := make([]puzzle.Puzzle, 1024)
	for len(all) < cap(all) {
		begin := len(all)
		ps := ps[:min(len(ps), cap(all)-begin)]
		for i := range ps {
			fit(&ps[i].Start, goal.Shape)
			ps[i].Goal = goal
			numbered(begin+i, goal, &ps[i].Start)
		}
		if many != nil {
			many.SolveMany(ctx, ps, nil, add)
		}
		for i := len(all) - begin; i < len(ps); i++ {
			sol, err := s.Solve(ctx, &ps[i], nil)
			if err != nil {
				return nil, fmt.Errorf("to solve %v: %w", ps[i].Start.Tiles, err)
			}
			add(&ps[i], sol, nil)
		}
	}
	return all, nil
}

// fit makes a board one of that shape, in its own memory if there is room.
func fit(b *puzzle.Board, s puzzle.Shape) {
	if cap(b.Tiles) < s.Cells() {
		b.Tiles = make([]puzzle.Tile, s.Cells())
	}
	b.Shape, b.Tiles = s, b.Tiles[:s.Cells()]
}
