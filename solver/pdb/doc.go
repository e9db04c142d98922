// Package pdb builds additive pattern databases for sliding-tile puzzles (Korf and
// Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002), and
// looks values up as fast as a search needs them. It searches for no solutions and
// keeps no files.
//
//	p, ok := pdb.InstantPartition(pdb.GoalClass{Shape: shape, Blank: 0})
//	h, err := pdb.NewPartitionHeuristic(p, pdb.InMemory(p)) // package solver searches with it
//
// A Pattern is some of the tiles. Its database gives, for each placement of these
// tiles, the fewest moves of theirs that take them to their goal cells. Patterns that
// share no tile may be added up. There are two kinds of tables:
//
//   - A Partition splits the tiles into up to four patterns. Its tables have four
//     bits for each placement: the value less the Manhattan distance, halved. A
//     PartitionHeuristic looks them up, and also serves A*, which needs the value of
//     any board.
//   - A Compound is several partitions, whose largest sum counts. Its tables tell the
//     region of the blank apart, which makes values larger, and have a single bit for
//     each state. That gives only the change of the value from one board to the next,
//     which is all that IDA* needs. A CompoundHeuristic looks them up.
//
// Both also look up the transpose of the board, in which rows and columns are
// exchanged, if they have tables for it. The larger sum counts.
//
// Tables serve a GoalClass: tiles are named by their goal cells, and boards are turned
// and mirrored as Canonical says. Tables are built by breadth-first search back from the
// goal (Build). Small ones are built at first need (InstantPartition, InstantCompound);
// Specs lists those that are worth storing; a Choice is the patterns that a user asks
// for.
//
// MEASUREMENTS.md tells what was tried and what it gave.
package pdb
