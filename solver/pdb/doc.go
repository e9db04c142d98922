// Package pdb builds additive pattern databases for sliding-tile puzzles (Korf
// and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134,
// 2002), and lays out what a search needs to look values up. It searches for no
// solutions, and keeps no files.
//
//	p, ok := pdb.Instant(pdb.Corner{Shape: shape, Blank: 0})
//	h := pdb.InMemory(p) // h.Table, h.Edges … are what package solver searches with
//
// # What was measured
//
// All figures are of Korf's 100 15-puzzles on one core of a Xeon that others
// shared: boards expanded in millions, seconds of processor time of the search, and
// of building the tables. Both sides (the board and its mirror image) are looked
// up, the maximum counts. Letters are patterns, rows from the top, the dot is the
// blank.
//
//	                              expanded  search  build
//	.baa bbaa bcca bccc  5-5-5        30.3     1.4    0.1  Instant
//	.aab aaab ccbb cccb  5-5-5        38.4     1.8    0.1
//	.abb aabb aacc bccc  5-5-5        55.9     2.7    0.1
//	.aab aabb ccbb cccd  4-5-5-1      62.0     3.0    0.1
//	.aaa bbaa bbcc bccc  5-5-5       110.3     5.2    0.1
//	.aab aabb ccbb cccb  4-6-5        25.4     1.3    0.4  with words of 14 moves
//	.ccc aabb aabb aabb  6-6-3        37.9     2.0    0.6
//	.aaa baaa bbbc bbcc  6-6-3        76.7     4.1    0.6
//	.aac aaac aabc bbbb  7-5-3        25.7     1.5    4.3
//	.aaa aaaa bbbb bbbb  7-8           1.43    0.15  55    Specs
//	.aaa baaa bbba bbbb  7-8           7.48    0.64  53
//
// The first is the best of all 54 partitions into three connected fives, by some
// of the 100. Larger patterns save less than they take to build. For goals with the
// blank in the middle (snails) the best of 34 takes 13 % less than five tiles at a
// time along a winding line, which is what boards without a known partition get.
//
// With 7-8, all 15-puzzles of 80 moves take 95.0 million boards and 7.6 to 9.8 s;
// tables in pages of 2 MB save a sixth of that, but a file has no such pages. All
// neighbours are looked up on both sides before the first is searched, without a
// branch between, so that the memory works on them at once: to look at the second
// side only where the first lets a neighbour pass takes 12 % longer, and branches
// take 8 % longer with 5-5-5.
//
// Words of moves that other words replace (package words) save a quarter of the
// boards with 7-8, and 40 % with 4-6-5. What a child's value says of its parent
// saves another 2 to 4 %; only the figures of Instant and Specs are with that.
//
// Building 7-8 takes 37 s on two cores, half of it reads of the pattern of 8 all
// over the memory as it is put in order. A pattern of 6 tiles of 5x5 takes 10 s of
// processor time.
package pdb
