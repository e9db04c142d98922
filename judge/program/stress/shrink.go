package stress

import (
	"context"
	"errors"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// These are limits on the boards that are tried in the order of their distance.
const (
	shallow  = 200       // boards before any other
	maxCells = 2_000_000 // of all boards: enough for the 181,440 of 3x3
)

// shrink looks for a puzzle like p that is nearer to the goal and on which the program
// fails too. It tries the boards nearest to the goal, then those on a shortest path, goes one
// move nearer as long as the program fails there too, and at last tries the other boards
// that are nearer still. If p is unsolvable, the goal of these paths has two tiles
// swapped.
//
// It returns the nearest puzzle that it found before ctx ended, with its distance, and
// whether the program accepts all that are nearer. The distance is -1 if it is not known.
func shrink(
	ctx context.Context, p puzzle.Puzzle, s judge.Solver, fails func(*puzzle.Puzzle) (bool, error),
) (best puzzle.Puzzle, moves int, least bool, err error) {
	k := &shrinker{ctx: ctx, p: p, goal: p.Goal, solver: s, fails: fails}
	if !p.Solvable() {
		k.goal = swapped(p.Goal)
	}
	k.best, k.moves = p.Start, -1
	err = k.run()
	if ctx.Err() != nil {
		err = nil
	}
	return k.with(k.best), k.moves, k.least, err
}

// A shrinker is one call of shrink.
type shrinker struct {
	ctx    context.Context
	p      puzzle.Puzzle
	goal   *puzzle.Goal // of the paths
	solver judge.Solver
	fails  func(*puzzle.Puzzle) (bool, error)

	best  puzzle.Board // the nearest on which the program fails
	moves int          // of best; -1: not known
	least bool         // the program fails on none that is nearer than best
}

func (k *shrinker) run() error {
	near := newFrontier(k.goal)
	if err := k.nearGoal(near, shallow); err != nil || k.least {
		return err
	}
	err := k.onPath()
	for found := err == nil; found; {
		found, err = k.oneLess()
	}
	if err != nil && !errors.Is(err, puzzle.ErrGaveUp) {
		return err
	}
	return k.nearGoal(near, maxCells/len(k.best.Tiles))
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

// test reports whether the program fails on a board, which is then the best one. The
// board is the given number of moves from the goal.
func (k *shrinker) test(b puzzle.Board, moves int) (bool, error) {
	if err := k.ctx.Err(); err != nil {
		return false, err
	}
	p := k.with(b.Clone())
	failed, err := k.fails(&p)
	if failed && err == nil {
		k.best, k.moves = b.Clone(), moves
	}
	return failed, err
}

// nearGoal tries the boards that are nearer than the best one, in the order of their
// distance, until the program fails. It stops when limit boards have been tried, with
// those of earlier calls.
func (k *shrinker) nearGoal(near *frontier, limit int) error {
	for {
		b, moves, ok := near.peek()
		if !ok || k.moves >= 0 && moves >= k.moves {
			k.least = near.complete
			return nil
		}
		if near.taken == limit {
			return nil
		}
		failed, err := k.test(b, moves)
		if err != nil {
			return err
		}
		if failed {
			k.least = near.complete
			return nil
		}
		near.take()
	}
}

// onPath tries the boards on a shortest path until the program fails.
func (k *shrinker) onPath() error {
	path, err := k.solve(k.p.Start)
	if err != nil {
		return err
	}
	k.moves = len(path)
	boards := []puzzle.Board{k.p.Start.Clone()}
	for _, m := range path {
		b := boards[len(boards)-1].Clone()
		b.Slide(b.Blank(), m)
		boards = append(boards, b)
	}
	for i := len(boards) - 1; i > 0; i-- {
		if failed, err := k.test(boards[i], len(path)-i); failed || err != nil {
			return err
		}
	}
	return nil
}

// oneLess tries the boards that are one move nearer to the goal than the best one. It
// returns false if the program fails on none of them.
func (k *shrinker) oneLess() (bool, error) {
	for _, q := range neighbours(k.best) {
		path, err := k.solve(q)
		if err != nil {
			return false, err
		}
		if len(path) >= k.moves {
			continue
		}
		if failed, err := k.test(q, len(path)); failed || err != nil {
			return failed, err
		}
	}
	return false, nil
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
