// Package stored connects the solvers to the tables in the store: it declares the files
// of tables that there can be, and hands their bytes to solver.Options.Tables. It
// neither builds nor searches; packages pdb and tables do.
//
//	s, err := algorithms.New("idastar", solver.Options{
//		Heuristic:  solver.PatternDatabase,
//		Tables:     stored.All.In(store),
//		TableFault: stored.All.Faults(store),
//	})
package stored

import (
	"slices"
	"sync"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/tables"
)

// A List is the tables that there can be.
type List []*tables.Spec

// All lists the tables of pdb.Specs, in the same order.
var All = List{
	declare("4x4", tables.Spec{
		Version: 2, Size: 288_288_000,
		Title:  "patterns of 7 and 8 tiles, for goals with the blank in a corner",
		Speeds: "15-puzzles: one of 80 moves takes 0.6 s, not 26",
		Memory: 1_400 << 20, // 1,361 MiB were measured
	}),
	declare("4x5", tables.Spec{
		Version: 3, Size: 227_810_880,
		Title:  "6 patterns of 6 and 7 tiles, for goals with the blank in a corner",
		Speeds: "19-puzzles: random ones take about a second",
		Memory: 768 << 20,
	}),
	declare("5x5", tables.Spec{
		Version: 2, Size: 226_260_000,
		Title:  "10 patterns of 6 tiles, for goals with the blank in a corner",
		Speeds: "24-puzzles: the easiest of korf-felner-50 take seconds",
		Memory: 256 << 20,
	}),
}

// declare completes spec with what package pdb knows of the tables of that name.
func declare(name string, spec tables.Spec) *tables.Spec {
	i := slices.IndexFunc(pdb.Specs, func(s pdb.Spec) bool { return s.Name == name })
	t := pdb.Specs[i].Tables
	spec.Name, spec.Shape, spec.Build = name, t.Serves().Shape, t.Build
	return &spec
}

// Names returns the names of the tables.
func (l List) Names() (names []string) {
	for _, spec := range l {
		names = append(names, spec.Name)
	}
	return names
}

// In returns a function for solver.Options.Tables. It opens a table of the list in the
// store, and returns its bytes, or nil if the table is absent or refused; the store
// tells which. Without a store, In returns nil.
func (l List) In(store *tables.Store) func(name string) []byte {
	if store == nil {
		return nil
	}
	return func(name string) []byte {
		for _, spec := range l {
			if spec.Name != name {
				continue
			}
			if t, err := store.Open(spec); err == nil {
				return t.Bytes()
			}
		}
		return nil
	}
}

// For returns the table of the list that searches of a puzzle look up, or nil.
func (l List) For(p *puzzle.Puzzle) *tables.Spec {
	if p.Start.Walls != 0 || p.Start.Spare != 0 || !pdb.HasInstant(p.Start.Shape) {
		return nil
	}
	goals, _ := pdb.Canonical(p.Start.Shape, p.Goal.Cell(puzzle.Blank))
	known := pdb.Lookup(goals)
	if known == nil {
		return nil
	}
	i := slices.IndexFunc(l, func(s *tables.Spec) bool { return s.Name == known.Name })
	if i < 0 {
		return nil
	}
	return l[i]
}

// Faults returns a function for solver.Options.TableFault. It passes faults on to the store.
func (l List) Faults(store *tables.Store) func(name string, err error) {
	return func(name string, err error) {
		for _, spec := range l {
			if spec.Name == name {
				store.Fault(spec, err)
			}
		}
	}
}

// UserStore returns the store of the environment, or nil if there is no place for one.
// It always returns the same store, and reports no refused tables: it is for searches on
// the side, whose standard error may be a judge's to read.
var UserStore = sync.OnceValue(func() *tables.Store {
	dir, err := tables.DefaultDir()
	if err != nil {
		return nil
	}
	return tables.New(dir)
})
