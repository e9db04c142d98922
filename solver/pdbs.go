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
	library
	pool      pool[patternSearch]
	compounds pool[compoundSearch]
	once      sync.Once
	*team
}

// A library keeps the pattern databases of a solver.
type library struct{ of lazy[pdb.Corner, databases] }

// databases are what look up the tables for a corner. At most one is not nil.
type databases struct {
	heuristic *pdb.Heuristic
	phases    *pdb.Phases
}

// instantBytes is more than any of instants and its skips take while they are
// made, and entryBytes what each entry of larger ones takes.
const (
	instantBytes = 64 << 20
	entryBytes   = 3
)

// errPattern is the ErrShape of boards without pattern databases.
var errPattern = fmt.Errorf("%w: pdb is for boards of up to 4x4 and 3x5, and those of stored tables, without walls", ErrShape)

// errBits is the ErrShape of tables of one bit an entry.
var errBits = fmt.Errorf("%w: of these tables idastar alone takes use", ErrShape)

// ErrTables is returned for patterns of tables that are not stored.
var ErrTables = fmt.Errorf("%w: the tables are not there", puzzle.ErrGaveUp)

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
	db, err := a.get(f.Corner, o)
	if err != nil {
		return puzzle.Solution{}, err
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
	if db.phases != nil {
		s := a.compounds.get()
		defer a.compounds.Put(s)
		s.begin(ctx, o, db.phases, &f, buf)
		n, err := s.run(f.set(s.at[:], p), most, crew, f.skipsOf)
		return answer(s.spent(o, s.bytes()), n, s.path, o, err)
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	s.begin(ctx, o, db.heuristic, &f, buf)
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
	if !ok || !o.hold(instantBytes) {
		return false
	}
	if _, ok = pdb.Instant(f.Corner); ok {
		return true
	}
	_, err := a.get(f.Corner, o)
	return err == nil
}

// hold reports whether a search may hold so many bytes.
func (o *Options) hold(bytes int64) bool { return o.MemoryLimit == 0 || o.MemoryLimit >= bytes }

// get returns the databases that o.Patterns chooses, or else the best that there
// are for goals.
func (l *library) get(at pdb.Corner, o *Options) (databases, error) {
	need := int64(instantBytes)
	c := o.Patterns
	switch {
	case c == nil:
	case c.Serves() != at:
		return databases{}, errChoice(c)
	case c.Spec == nil:
		need += entryBytes * int64(c.Partition.Bytes()) * 2
	}
	if !o.hold(need) {
		return databases{}, ErrMemoryLimit
	}
	db := l.of.get(at, func() databases {
		switch {
		case c == nil:
			return best(at, o.Tables)
		case c.Spec == nil:
			return databases{heuristic: pdb.InMemory(c.Partition)}
		default:
			return stored(c.Spec, o.Tables)
		}
	})
	switch {
	case db != databases{}:
		return db, nil
	case c != nil:
		return db, fmt.Errorf("%w: %s needs those of %s", ErrTables, c.Name, c.Spec.Name)
	default:
		return db, errPattern
	}
}

// errChoice is the ErrShape of goals that a choice of patterns is not for.
func errChoice(c *pdb.Choice) error {
	at := c.Serves()
	where := "in a corner"
	if at.Blank != 0 {
		where = fmt.Sprintf("where cell %d is or would be on a board turned or mirrored", at.Blank)
	}
	return fmt.Errorf("%w: %s is for %v boards whose goal has the blank %s", ErrShape, c.Name, at.Shape, where)
}

// best returns the stored databases, or else those that are built at once.
func best(at pdb.Corner, tables func(string) []byte) databases {
	if db := stored(pdb.Lookup(at), tables); db != (databases{}) {
		return db
	}
	return databases{heuristic: instants.get(at, func() *pdb.Heuristic {
		p, ok := pdb.Instant(at)
		if !ok {
			return nil
		}
		return pdb.InMemory(p)
	})}
}

// stored returns the databases of tables in files, if they are there.
func stored(spec *pdb.Spec, tables func(string) []byte) (db databases) {
	if spec == nil || tables == nil {
		return db
	}
	data := tables(spec.Name)
	if data == nil {
		return db
	}
	var err error
	switch t := spec.Tables.(type) {
	case *pdb.Partition:
		db.heuristic, err = pdb.NewHeuristic(t, data)
	case *pdb.Compound:
		db.phases, err = pdb.NewPhases(t, data)
	}
	if err != nil {
		panic(err) // of another size than the spec says
	}
	return db
}

func (s *patternSearch) begin(
	ctx context.Context, o *Options, h *pdb.Heuristic, f *frame, buf puzzle.Path,
) {
	s.budget.start(ctx, o.NodeLimit, h.Shape.Cells())
	s.h, s.skips, s.moves = h, f.skips(), f.moves
	s.path = buf[:0]
	s.left, s.hard, s.cut, s.to = 0, false, 0, -1
}
