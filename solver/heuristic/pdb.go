package heuristic

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
)

// A Cache keeps the pattern databases of one solver. Either all calls of Get ask for values, or
// none.
type Cache struct {
	of     search.Lazy[pdbKey, database]
	faulty sync.Map // the classes of goals (pdb.GoalClass) whose stored tables can't be read any more
}

type pdbKey struct {
	pdb.GoalClass
	faulty bool // the database does without stored tables
}

// A database looks up the tables for a class of goals. At most one field is not nil.
type database struct {
	Partition *pdb.PartitionHeuristic // a table entry is a value
	Compound  *pdb.CompoundHeuristic  // a table entry is one bit
}

const (
	// InstantBytes is more memory than making any instant tables takes, and more than making the
	// shortest list of pruneLengths in package idastar takes.
	InstantBytes = 64 << 20
	// entryBytes is the memory for each entry that making larger tables takes.
	entryBytes = 3
)

var (
	ErrPattern = fmt.Errorf(
		"%w: pdb is for boards of two to five rows and up to 25 cells, of 5x5 with walls;"+
			" with astar, of up to 4x4 or 3x5 without walls", solver.ErrShape)
	errBits = fmt.Errorf("%w: only idastar can use tables of these patterns", solver.ErrShape)
)

// Get returns the database that o.Patterns chooses, or else the best one for the goals. With
// values, it is the best one whose tables have values. It makes the database at the first call for
// these goals.
func (l *Cache) Get(
	ctx context.Context, goals pdb.GoalClass, o *solver.Options, values bool,
) (database, error) {
	need := int64(InstantBytes)
	c := o.Patterns
	switch {
	case c == nil:
	case c.Serves() != goals:
		return database{}, errChoice(c)
	case c.Spec == nil:
		need += entryBytes * int64(c.Entries)
	}
	if !search.MayHold(o, need) {
		return database{}, solver.ErrMemoryLimit
	}
	tables := o.Tables
	_, faulty := l.faulty.Load(goals)
	if faulty {
		tables = nil
	}
	db, err := l.of.Get(ctx, pdbKey{goals, faulty}, func() database {
		switch {
		case c == nil:
			return bestDatabase(goals, tables, values, o)
		case c.Spec == nil:
			name := "pdb-" + strings.ReplaceAll(c.Name, ":", "-")
			return newDatabase(c.Tables, inMemory(c.Tables, name, o))
		default:
			return storedDatabase(c.Spec, tables)
		}
	})
	switch {
	case err != nil:
		return db, err
	case values && db.Compound != nil:
		return db, errBits
	case db != database{}:
		return db, nil
	case c != nil:
		return db, fmt.Errorf("%w: %s needs those named %s", solver.ErrTables, c.Name, c.Spec.Name)
	default:
		return db, ErrPattern
	}
}

// errChoice returns the ErrShape for goals that a choice of patterns is not for.
func errChoice(c *pdb.Choice) error {
	goals := c.Serves()
	small := min(goals.Shape.Rows, goals.Shape.Cols)
	large := max(goals.Shape.Rows, goals.Shape.Cols)
	where := "in a corner"
	if goals.Blank != 0 {
		where = fmt.Sprintf(
			"where cell %d is or would be on a board turned or mirrored", goals.Blank)
	}
	return fmt.Errorf("%w: %s is for %dx%d boards whose goal has the blank %s",
		solver.ErrShape, c.Name, small, large, where)
}

// instantDatabases are the databases that are built in memory at first need. All solvers share
// them.
var instantDatabases search.Lazy[instantKey, database]

type instantKey struct {
	pdb.GoalClass
	values bool
}

// bestDatabase returns the database of stored tables, or else of tables that are built at once.
func bestDatabase(
	goals pdb.GoalClass, tables func(string) []byte, values bool, o *solver.Options,
) database {
	db := storedDatabase(pdb.Lookup(goals), tables)
	if db.Partition != nil || !values && db.Compound != nil {
		return db
	}
	t := instantTables(goals, values)
	if t == nil {
		return database{}
	}
	build := func() database {
		return newDatabase(t, inMemory(t, fmt.Sprintf("pdb-%s-%v", nameOf(goals), values), o))
	}
	db, _ = instantDatabases.Get(context.Background(), instantKey{goals, values}, build)
	return db
}

// nameOf returns a name for files of tables for some goals.
func nameOf(g pdb.GoalClass) string {
	return fmt.Sprintf("%dx%d-%x-%d", g.Shape.Rows, g.Shape.Cols, g.Shape.Walls, g.Blank)
}

// inMemory returns the bytes of tables that are built in memory. They may have been built before.
func inMemory(t pdb.Tables, name string, o *solver.Options) []byte {
	build := func() []byte { return pdb.InMemory(t) }
	if o.Keep == nil {
		return build()
	}
	if data := o.Keep(name, build); len(data) == t.Bytes() {
		return data
	}
	return build()
}

// largerDatabases are the databases of long searches. All solvers share them.
var largerDatabases search.Lazy[pdb.GoalClass, *pdb.CompoundHeuristic]

// Larger returns a database with larger patterns than those that are built at once. NodesForLarger
// says when a search is long enough for it.
func Larger(
	ctx context.Context, goals pdb.GoalClass, o *solver.Options,
) (*pdb.CompoundHeuristic, error) {
	return largerDatabases.Get(ctx, goals, func() *pdb.CompoundHeuristic {
		c := pdb.LargerCompound(goals)
		return newDatabase(c, inMemory(c, "larger-"+nameOf(goals), o)).Compound
	})
}

// NodesForLarger returns the nodes of a search that take about as long as building the database
// that Larger returns. It returns 0 if there is none within the limits, and for goals that can have
// stored tables, which are better still.
func NodesForLarger(goals pdb.GoalClass, o *solver.Options) int64 {
	const entriesPerNode = 16
	c := pdb.LargerCompound(goals)
	if c == nil || pdb.Lookup(goals) != nil ||
		!search.MayHold(o, InstantBytes+int64(c.Entries())) {
		return 0
	}
	return int64(c.Entries()) / entriesPerNode
}

// instantTables returns the tables that are built at once, or nil.
func instantTables(goals pdb.GoalClass, values bool) pdb.Tables {
	if c, ok := pdb.InstantCompound(goals); ok && !values {
		return c
	}
	if p, ok := pdb.InstantPartition(goals); ok {
		return p
	}
	return nil
}

// storedDatabase returns the database of tables in a file, if the file is there.
func storedDatabase(spec *pdb.Spec, tables func(string) []byte) database {
	if spec == nil || tables == nil {
		return database{}
	}
	data := tables(spec.Name)
	if data == nil {
		return database{}
	}
	return newDatabase(spec.Tables, data)
}

// newDatabase returns the database of tables whose bytes are data.
func newDatabase(t pdb.Tables, data []byte) (db database) {
	var err error
	switch t := t.(type) {
	case *pdb.Partition:
		db.Partition, err = pdb.NewPartitionHeuristic(t, data)
	case *pdb.Compound:
		db.Compound, err = pdb.NewCompoundHeuristic(t, data)
	}
	if err != nil {
		panic(err) // Options.Tables returned tables of a wrong size
	}
	return db
}
