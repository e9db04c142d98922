// Package pdb builds additive pattern databases for sliding-tile puzzles (Korf
// and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134,
// 2002). It searches for no solutions, and keeps no files.
//
//	p := pdb.Pattern{Shape: shape, Blank: 0, Tiles: []int{1, 4, 5, 8, 9}}
//	table := make([]byte, p.Bytes())
//	err := pdb.Build(ctx, p, table, nil)
package pdb
