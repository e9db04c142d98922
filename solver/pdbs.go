package solver

import (
	"context"
	"fmt"
	"math"
	"sync"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// patterns is IDA* with pattern databases: those that Options.Tables has, or
// else smaller ones that are made at first need.
type patterns struct {
	pool   pool[patternSearch]
	stored lazy[pdb.Corner, *pdb.Heuristic]

	compounds pool[compoundSearch]
	phases    lazy[pdb.Corner, *pdb.Phases]

	once sync.Once
	*team
}

// instantBytes is more than any of instants and its skips take while they are
// made.
const instantBytes = 64 << 20

// errPattern is the ErrShape of boards without pattern databases.
var errPattern = fmt.Errorf("%w: pdb is for boards of up to 4x4 and 3x5, and those of stored tables, without walls", ErrShape)

// instants are pattern databases that are not stored.
var instants lazy[pdb.Corner, *pdb.Heuristic]

func (a *patterns) solve(
	ctx context.Context, p *puzzle.Puzzle, o *Options, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Spare > 0 {
		return puzzle.Solution{}, errBlanks
	}
	if !p.Solvable() {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	a.once.Do(func() { a.team = newTeam(o.Cores) })
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	if !ok {
		return puzzle.Solution{}, errPattern
	}
	if o.MemoryLimit > 0 && o.MemoryLimit < instantBytes {
		return puzzle.Solution{}, ErrMemoryLimit
	}
	most, crew := math.MaxInt, a.team
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		most = moves
	}
	if o.NodeLimit > 0 {
		crew = nil // what a node limit allows must not depend on helpers
	}
	a.busy.Add(1)
	defer a.busy.Add(-1)
	if h := a.compound(f.Corner, o); h != nil {
		s := a.compounds.get()
		defer a.compounds.Put(s)
		s.begin(ctx, o, h, &f, buf)
		n, err := s.run(f.set(s.at[:], p), most, crew, f.skipsOf)
		return answer(s.spent(o, s.bytes()), n, s.path, o, err)
	}
	h := a.heuristic(f.Corner, o)
	if h == nil {
		return puzzle.Solution{}, errPattern
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	s.begin(ctx, o, h, &f, buf)
	n, err := s.run(f.set(s.at[:], p), most, crew)
	return answer(s.spent(o, int64(len(s.at)+5*len(s.index)+len(s.path))), n, s.path, o, err)
}

// answer adds to what a search took what it found.
func answer(
	sol puzzle.Solution, moves int, path puzzle.Path, o *Options, err error,
) (puzzle.Solution, error) {
	if err != nil {
		return sol, err
	}
	if sol.Moves = moves; o.Want == puzzle.WantPath {
		sol.Path = path
	}
	return sol, nil
}

// take reports whether there are pattern databases for p.
func (a *patterns) take(p *puzzle.Puzzle, o *Options) bool {
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	if !ok || o.MemoryLimit > 0 && o.MemoryLimit < instantBytes {
		return false
	}
	_, ok = pdb.Instant(f.Corner)
	return ok || pdb.Lookup(f.Corner) != nil && a.heuristic(f.Corner, o) != nil ||
		a.compound(f.Corner, o) != nil
}

// compound returns the compound whose tables are stored, or nil.
func (a *patterns) compound(id pdb.Corner, o *Options) *pdb.Phases {
	spec := pdb.LookupCompound(id)
	if spec == nil || o.Tables == nil {
		return nil
	}
	return a.phases.get(id, func() *pdb.Phases {
		data := o.Tables(spec.Name)
		if data == nil {
			return nil
		}
		h, err := pdb.NewPhases(spec.Compound, data)
		if err != nil {
			panic(err) // of another size than the spec says
		}
		return h
	})
}

// heuristic returns the best heuristic that there is for goals, or nil.
func (a *patterns) heuristic(id pdb.Corner, o *Options) *pdb.Heuristic {
	if o.Tables != nil {
		h := a.stored.get(id, func() *pdb.Heuristic { return storedTables(id, o.Tables) })
		if h != nil {
			return h
		}
	}
	return instant(id)
}

// instant returns the heuristic for goals whose tables are built at once, or nil.
func instant(id pdb.Corner) *pdb.Heuristic {
	return instants.get(id, func() *pdb.Heuristic {
		p, ok := pdb.Instant(id)
		if !ok {
			return nil
		}
		return pdb.InMemory(p)
	})
}

// storedTables returns the heuristic of tables in files, or nil.
func storedTables(id pdb.Corner, tables func(string) []byte) *pdb.Heuristic {
	spec := pdb.Lookup(id)
	if spec == nil {
		return nil
	}
	data := tables(spec.Name)
	if data == nil {
		return nil
	}
	h, err := pdb.NewHeuristic(spec.Partition, data)
	if err != nil {
		panic(err) // of another size than the spec says
	}
	return h
}

func (s *patternSearch) begin(
	ctx context.Context, o *Options, h *pdb.Heuristic, f *frame, buf puzzle.Path,
) {
	s.budget.start(ctx, o.NodeLimit, h.Shape.Cells())
	s.h, s.skips, s.moves = h, f.skips(), f.moves
	s.path = buf[:0]
	s.left, s.hard, s.cut, s.to = 0, false, 0, -1
}
