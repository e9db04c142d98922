package bfs

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Bidirectional is bidirectional breadth-first search.
//
// It expands whole layers. So the sides first meet on a shortest path, and both know all
// boards up to the layer where they meet. The canonical path goes through the first of
// the boards where they meet, in the order of the start's side. From there it makes the
// first move each time that leads one layer nearer to the goal.
//
// It takes boards with several blanks if only the length is wanted: a path does not say
// which blank moves.
type Bidirectional struct {
	solver.Options
	pool search.Pool[bidirectional]
}

// bidirectional is the state of one search.
type bidirectional struct {
	search.Search
	start, goal side
}

// A side is one of the two searches. Layer d has the boards from number layers[d] up to
// layers[d+1], the newest layer those up to the last board.
type side struct {
	search.Frontier
	layers []int
}

func (s *side) begin(at []uint16, blank int, limit int64) {
	s.Frontier.Begin(at, blank, search.BytesPerParent, limit)
	s.layers = append(s.layers[:0], 0)
}

// Solve implements Solver.
func (a *Bidirectional) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.Take()
	defer a.pool.Put(s)
	if p.Start.Spare > 0 && a.Want == puzzle.WantPath {
		return puzzle.Solution{}, search.ErrBlanks // its moves have no names
	}
	if err := s.BeginAny(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	limit := a.MemoryLimit
	if limit > 0 {
		limit = max(limit/2, 1) // 0 would mean no limit
	}
	s.start.begin(s.At, s.Blank, limit)
	s.Set(p.Goal.Tiles, p.Goal)
	s.goal.begin(s.At, s.Home, limit)
	meet, err := s.run()
	sol := s.Spent(&a.Options, s.start.Held()+s.goal.Held())
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.Rule = s.moves(), puzzle.Least
	if a.Want == puzzle.WantPath {
		sol.Path = s.descend(s.start.Path(&s.Search, buf[:0], meet), meet)
	}
	return sol, nil
}

// run expands layers until the sides meet. Of the boards where they meet, it returns the
// first of the start's side, by its number there.
func (s *bidirectional) run() (meet int, err error) {
	if s.goal.Find(s.start.Board(0)) >= 0 {
		return 0, nil
	}
	for {
		near, far := s.sides()
		meet, first := -1, near.newest()
		switch {
		case first == near.N:
			return 0, puzzle.ErrUnsolvable // parity does not tell with several blanks
		case s.moves() >= s.MaxMoves:
			return 0, puzzle.ErrTooLong
		}
		s.Round(s.moves())
		near.layers = append(near.layers, near.N)
		for i := first; i < near.newest(); i++ {
			j := near.N
			if !s.Spend() {
				return 0, s.Err
			}
			if err := near.Expand(&s.Search, i); err != nil {
				return 0, err
			}
			for ; j < near.N; j++ {
				k := far.Find(near.Board(j))
				switch {
				case k < 0:
				case near == &s.start: // the boards come in the order of the start's side
					return j, nil
				case meet < 0 || k < meet:
					meet = k
				}
			}
		}
		if meet >= 0 {
			return meet, nil
		}
	}
}

// sides returns both sides, the one with the smaller newest layer first.
func (s *bidirectional) sides() (near, far *side) {
	near, far = &s.start, &s.goal
	if near.N-near.newest() > far.N-far.newest() {
		near, far = far, near
	}
	return near, far
}

// moves returns the distance between the newest layers of the two sides.
func (s *bidirectional) moves() int { return len(s.start.layers) + len(s.goal.layers) - 2 }

// newest returns the first board of the newest layer.
func (s *side) newest() int { return s.layers[len(s.layers)-1] }

// descend appends the canonical path from a board of the start's side, with the number
// meet, to the goal.
func (s *bidirectional) descend(path puzzle.Path, meet int) puzzle.Path {
	g := &s.goal
	i := g.Find(s.start.Board(meet))
	layer := len(g.layers) - 1
	for g.layers[layer] > i {
		layer--
	}
	for layer--; layer >= 0; layer-- {
		copy(g.Key, g.Board(i))
		blank := int(g.Blank[i])
		for k, cell := range s.Next[blank] {
			if cell < 0 {
				continue
			}
			x := g.Tile(g.Key, int(cell)) ^ uint16(s.Home)
			g.Swap(blank, int(cell), x)
			j := g.Find(g.Key)
			if j >= g.layers[layer] && j < g.layers[layer+1] {
				path = append(path, s.Order[k])
				i = j
				break
			}
			g.Swap(blank, int(cell), x)
		}
	}
	return path
}
