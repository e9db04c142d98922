package solver

import (
	"context"
	"fmt"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A library keeps the pattern databases of a solver.
type library struct{ of lazy[pdb.Corner, databases] }

// databases are what look up the tables for a corner. At most one is not nil.
type databases struct {
	heuristic *pdb.Heuristic
	phases    *pdb.Phases
}

// instantBytes is more than any instant tables, or the skips that every search
// has, take while they are made, and entryBytes what each entry of larger tables
// takes.
const (
	instantBytes = 64 << 20
	entryBytes   = 3
)

var (
	errPattern = fmt.Errorf(
		"%w: pdb is for boards of two to five rows and up to 25 cells, without walls; with astar, of up to 4x4 or 3x5",
		ErrShape,
	)
	errBits = fmt.Errorf("%w: idastar alone uses tables of these patterns", ErrShape)

	// ErrTables is returned for patterns of tables that are not stored.
	ErrTables = fmt.Errorf("%w: the tables are not there", puzzle.ErrGaveUp)
)

// get returns the databases that o.Patterns chooses, or else the best that there
// are for goals: with values, the best of those that have a heuristic. A library is
// asked always with values, or never.
func (l *library) get(
	ctx context.Context, at pdb.Corner, o *Options, values bool,
) (databases, error) {
	need := int64(instantBytes)
	c := o.Patterns
	switch {
	case c == nil:
	case c.Serves() != at:
		return databases{}, errChoice(c)
	case c.Spec == nil:
		need += entryBytes * int64(c.Entries)
	}
	if !o.hold(need) {
		return databases{}, ErrMemoryLimit
	}
	db, err := l.of.get(ctx, at, func() databases {
		switch {
		case c == nil:
			return best(at, o.Tables, values)
		case c.Spec == nil:
			return lookUp(c.Tables, pdb.InMemory(c.Tables))
		default:
			return stored(c.Spec, o.Tables)
		}
	})
	switch {
	case err != nil:
		return db, err
	case values && db.phases != nil:
		return db, errBits
	case db != databases{}:
		return db, nil
	case c != nil:
		return db, fmt.Errorf("%w: %s needs those of %s", ErrTables, c.Name, c.Spec.Name)
	default:
		return db, errPattern
	}
}

// hold reports whether a search may hold so many bytes.
func (o *Options) hold(bytes int64) bool { return o.MemoryLimit == 0 || o.MemoryLimit >= bytes }

// errChoice is the ErrShape of goals that a choice of patterns is not for.
func errChoice(c *pdb.Choice) error {
	at := c.Serves()
	small, large := min(at.Shape.Rows, at.Shape.Cols), max(at.Shape.Rows, at.Shape.Cols)
	where := "in a corner"
	if at.Blank != 0 {
		where = fmt.Sprintf("where cell %d is or would be on a board turned or mirrored", at.Blank)
	}
	return fmt.Errorf("%w: %s is for %dx%d boards whose goal has the blank %s",
		ErrShape, c.Name, small, large, where)
}

// instants are databases that are not stored.
var instants lazy[instantKey, databases]

type instantKey struct {
	pdb.Corner
	values bool
}

// best returns the stored databases, or else those that are built at once.
func best(at pdb.Corner, tables func(string) []byte, values bool) databases {
	if db := stored(pdb.Lookup(at), tables); db.heuristic != nil || !values && db.phases != nil {
		return db
	}
	t := instant(at, values)
	if t == nil {
		return databases{}
	}
	build := func() databases { return lookUp(t, pdb.InMemory(t)) }
	db, _ := instants.get(context.Background(), instantKey{at, values}, build)
	return db
}

// instant returns the tables that are built at once, or nil.
func instant(at pdb.Corner, values bool) pdb.Tables {
	if c, ok := pdb.InstantCompound(at); ok && !values {
		return c
	}
	if p, ok := pdb.Instant(at); ok {
		return p
	}
	return nil
}

// stored returns the databases of tables in files, if they are there.
func stored(spec *pdb.Spec, tables func(string) []byte) databases {
	if spec == nil || tables == nil {
		return databases{}
	}
	data := tables(spec.Name)
	if data == nil {
		return databases{}
	}
	return lookUp(spec.Tables, data)
}

// lookUp returns what looks tables up.
func lookUp(t pdb.Tables, data []byte) (db databases) {
	var err error
	switch t := t.(type) {
	case *pdb.Partition:
		db.heuristic, err = pdb.NewHeuristic(t, data)
	case *pdb.Compound:
		db.phases, err = pdb.NewPhases(t, data)
	}
	if err != nil {
		panic(err) // of another size than there must be
	}
	return db
}
