package stress

import (
	"context"
	"errors"
	"slices"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// shallow is how many boards nearest to the goal shrink tries first.
const shallow = 200

// shrink returns a puzzle like p, on which the program also fails, but nearer to the
// goal. It tries the boards nearest to the goal, then those on a shortest path, and then
// goes one move nearer as long as the program fails there too. It calls fails for some
// hundreds of puzzles, and the solver for shortest paths. If p is unsolvable, the goal
// of these paths has two tiles swapped.
func shrink(
	ctx context.Context, p puzzle.Puzzle, s judge.Solver, fails func(*puzzle.Puzzle) (bool, error),
) (puzzle.Puzzle, error) {
	k := &shrinker{ctx: ctx, p: p, goal: p.Goal, solver: s, fails: fails}
	if !p.Solvable() {
		k.goal = swapped(p.Goal)
	}
	if q, ok, err := k.nearGoal(); ok || err != nil {
		return q, err
	}
	best, moves, err := k.onPath()
	for found := err == nil; found; {
		var q puzzle.Board
		if q, found, err = k.oneLess(best, moves); found {
			best, moves = q, moves-1
		}
	}
	if errors.Is(err, puzzle.ErrGaveUp) {
		err = nil // the best board so far is good enough
	}
	return k.with(best), err
}

// A shrinker is one call of shrink.
type shrinker struct {
	ctx    context.Context
	p      puzzle.Puzzle
	goal   *puzzle.Goal // of the paths
	solver judge.Solver
	fails  func(*puzzle.Puzzle) (bool, error)
}

// swapped returns a goal with two tiles swapped.
func swapped(g *puzzle.Goal) *puzzle.Goal {
	b := g.Board.Clone()
	var cells []int
	for c, t := range b.Tiles {
		if t > 0 && len(cells) < 2 {
			cells = append(cells, c)
		}
	}
	if len(cells) == 2 {
		b.Tiles[cells[0]], b.Tiles[cells[1]] = b.Tiles[cells[1]], b.Tiles[cells[0]]
	}
	other, err := puzzle.NewGoal(b)
	if err != nil {
		panic(err) // impossible: it is a permutation of a goal
	}
	return other
}

// with returns the puzzle with another start.
func (k *shrinker) with(b puzzle.Board) puzzle.Puzzle {
	p := k.p
	p.Start = b
	return p
}

// test reports whether the program fails on a board.
func (k *shrinker) test(b puzzle.Board) (bool, error) {
	if err := k.ctx.Err(); err != nil {
		return false, err
	}
	p := k.with(b.Clone())
	return k.fails(&p)
}

// nearGoal tries the boards nearest to the goal, in the order of their distance. It
// returns false if the program fails on none.
func (k *shrinker) nearGoal() (puzzle.Puzzle, bool, error) {
	queue := []puzzle.Board{k.goal.Board.Clone()}
	for i := 0; i < len(queue) && i < shallow; i++ {
		if failed, err := k.test(queue[i]); failed || err != nil {
			return k.with(queue[i]), failed, err
		}
		for _, b := range neighbours(queue[i]) {
			if !slices.ContainsFunc(queue, b.Equal) {
				queue = append(queue, b)
			}
		}
	}
	return k.p, false, nil
}

// onPath returns the last board on a shortest path on which the program fails, and its
// distance from the goal.
func (k *shrinker) onPath() (best puzzle.Board, moves int, err error) {
	path, err := k.solve(k.p.Start)
	if err != nil {
		return k.p.Start, 0, err
	}
	boards := []puzzle.Board{k.p.Start.Clone()}
	for _, m := range path {
		b := boards[len(boards)-1].Clone()
		b.Slide(b.Blank(), m)
		boards = append(boards, b)
	}
	for i := len(boards) - 1; i > 0; i-- {
		if failed, err := k.test(boards[i]); failed || err != nil {
			return boards[i], len(path) - i, err
		}
	}
	return boards[0], len(path), nil
}

// oneLess returns a board on which the program fails and that is one move nearer to the
// goal than b, or false if there is none.
func (k *shrinker) oneLess(b puzzle.Board, moves int) (puzzle.Board, bool, error) {
	for _, q := range neighbours(b) {
		path, err := k.solve(q)
		if err != nil {
			return b, false, err
		}
		if len(path) >= moves {
			continue
		}
		if failed, err := k.test(q); failed || err != nil {
			return q, failed, err
		}
	}
	return b, false, nil
}

// solve returns a shortest path from a board.
func (k *shrinker) solve(b puzzle.Board) (puzzle.Path, error) {
	s, err := k.solver.Solve(k.ctx, &puzzle.Puzzle{Start: b.Clone(), Goal: k.goal}, nil)
	return s.Path, err
}

// neighbours returns the boards one move away.
func neighbours(b puzzle.Board) (all []puzzle.Board) {
	for _, m := range puzzle.UDLR {
		q := b.Clone()
		if _, ok := q.Slide(q.Blank(), m); ok {
			all = append(all, q)
		}
	}
	return all
}
