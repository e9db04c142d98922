package checker

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A memory is a solver that remembers what searches found. Small boards take no search.
type memory struct {
	judge.Solver
	mutex sync.Mutex
	known map[string]outcome // by puzzle
	size  int                // bytes
}

// An outcome is what Solve returned for a puzzle with a bound.
type outcome struct {
	solution puzzle.Solution
	err      error
	bound    puzzle.Bound
}

// maxMemorySize is the most bytes that a memory keeps. Further puzzles are searched again.
const maxMemorySize = 64 << 20

func remember(s judge.Solver) *memory {
	return &memory{Solver: s, known: make(map[string]outcome)}
}

// Solve implements judge.Solver.
func (m *memory) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Small() {
		return m.Solver.Solve(ctx, p, buf)
	}
	key := keyOf(p)
	m.mutex.Lock()
	o, ok := m.known[key]
	m.mutex.Unlock()
	if ok && o.answers(p.Bound) {
		o.solution.Path = append(buf[:0], o.solution.Path...)
		return o.solution, o.err
	}
	s, err := m.Solver.Solve(ctx, p, buf)
	if ctx.Err() == nil && (err == nil || errors.Is(err, puzzle.ErrGaveUp)) {
		m.keep(key, outcome{s, err, p.Bound})
	}
	return s, err
}

// answers reports whether a search with that bound has the same outcome: a shortest path stays one,
// and a search that gave up does so again if longer paths are allowed.
func (o *outcome) answers(bound puzzle.Bound) bool {
	if o.err == nil {
		return bound.Allows(o.solution.Moves)
	}
	limit, limited := o.bound.Moves()
	return o.bound == bound || limited && bound.Allows(limit)
}

func (m *memory) keep(key string, o outcome) {
	o.solution.Path = append(puzzle.Path(nil), o.solution.Path...)
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if size := len(key) + len(o.solution.Path) + 100; m.size+size <= maxMemorySize {
		m.size += size
		m.known[key] = o
	}
}

// keyOf returns a key that only equal puzzles share.
func keyOf(p *puzzle.Puzzle) string {
	key := make([]byte, 0, 4*len(p.Start.Tiles)+16)
	for _, n := range []int{p.Start.Rows, p.Start.Cols, p.Start.Spare} {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for _, b := range []puzzle.Board{p.Start, p.Goal.Board} {
		for _, t := range b.Tiles {
			key = binary.AppendUvarint(key, uint64(t))
		}
	}
	return string(key)
}
