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
//
// # Compounds
//
// The figures are of Korf and Felner's 24-puzzles on one core of the same machine:
// millions of boards expanded, and seconds of processor time of the search, with
// words of 12 moves. Letters are partitions into four patterns of 6 tiles; both
// sides are looked up.
//
//	A .abbb aabbb aaacc dddcc dddcc  Korf and Felner's
//	B .aabb aabbb aabcc dddcc dddcc  these and C to G: R. Clausecker's
//	C .abbb aabbb aaacc ccccd ddddd
//	D .aabb aabbb aabcc ccccd ddddd
//	E .abbb aabbb accdd accdd accdd
//	F .aabb aaccb aaccb dddcb dddcb
//	G .abbb aabbb acccd acccd adddd
//
//	         no. 40    no. 38    no. 44    no. 25  tables
//	A         8.5 1.1  60.1 7.7                     4
//	AB        6.4 1.1  42.2 6.8                     6
//	AEF       4.4 0.9  20.5 4.4  30.8 7.9           9
//	ABF       5.6 1.1  21.8 4.3  27.8 5.6  21.3 4.2 8
//	BEF       4.6 1.0  22.1 4.6  27.6 5.6  19.6 4.3 9
//	ABEF      4.1 1.0  19.5 4.5  25.2 5.6  15.9 3.7 10  the spec of 5x5
//	ABEFG     3.8 1.0  18.5 4.9  20.3 5.1  14.9 3.8 12
//	ABCEF     3.9 1.0  17.6 4.9  21.0 5.6  15.7 4.2 11
//	ABDEF     3.9 1.1  17.8 4.9  20.2 5.6  15.5 4.3 11
//	A to G    3.7 1.1  16.8 5.1  16.3 5.2  14.6 4.3 14
//
// With eight sums in a word in place of sixteen in two, ABEF takes 4 to 9 % less
// than it says there, and with what follows another 8 %: the places of a level
// copied, not restored (x0.95), and sets of cells by their kind, in half the memory
// (x0.95). No. 32 takes 64.4 million boards and 15 s. Of no. 38's time two thirds go
// to some 6 look-ups for each board, of 36 ns; 9 ns are instructions, the rest is
// memory and wrong guesses at branches.
//
// A table has 22.6 MB, a quarter of one of four bits without the blank's region
// and an eighth of one of bytes with it, and takes 6 s of processor time to build.
// What else was tried, as time of the search:
//
//	a row for each block, not for each order   x1.15 (A), x1.6 (A to G)
//	all regions in a record of 16 bytes        x1.2
//	no node put off: see dive in package solver
//	  a child's slots all looked up in turn    x1.0 to x1.1
//	  the tight ones without a branch between  x1.2
//	the first tight one of all children first  x1.0
//	sets numbered by shifts, not by two halves x1.0, but x0.95 with kinds
//	cells, order and phase in a struct         x1.0
//	tables in pages of 2 MB                    x0.94, but a file has no such pages
//	words of 10, 14 moves                      x1.04, x0.97
//
// On 4x5, twelve random puzzles took 0.03 to 16 s on two cores, half of them at
// most 0.5 s. To build its tables takes 41 s of processor time.
package pdb
