// Package pdb builds additive pattern databases for sliding-tile puzzles (Korf
// and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134,
// 2002), and lays out what a search needs to look values up. It searches for no
// solutions, and keeps no files.
//
//	p, ok := pdb.Instant(pdb.Corner{Shape: shape, Blank: 0})
//	h, err := pdb.NewHeuristic(p, pdb.InMemory(p)) // what package solver searches with
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
//	.aab aabb ccdb ccdd  4-4-4-3     104.7     4.8    0.01
//	.aab aabb ccbb cccb  4-6-5        25.4     1.3    0.4  with words of 14 moves
//	.ccc aabb aabb aabb  6-6-3        37.9     2.0    0.6
//	.aaa baaa bbbc bbcc  6-6-3        76.7     4.1    0.6
//	.aac aaac aabc bbbb  7-5-3        25.7     1.5    4.3
//	.aaa aaaa bbbb bbbb  7-8           1.43    0.16  55    Specs
//	.aaa baaa bbba bbbb  7-8           7.48    0.64  53
//
// The first is the best of all 54 partitions into three connected fives, by some
// of the 100. Larger patterns save less than they take to build. For goals with the
// blank in the middle (snails) the best of 34 takes 13 % less than five tiles at a
// time along a winding line, which is what boards without a known partition get.
//
// With 7-8, all 15-puzzles of 80 moves take 95.0 million boards and 7.8 to 8.5 s;
// tables in pages of 2 MB save a sixth of that, but a file has no such pages. All
// neighbours are looked up on both sides before the first is searched, without a
// branch between, so that the memory works on them at once: to look at the second
// side only where the first lets a neighbour pass takes 12 % longer, and branches
// take 8 % longer with 5-5-5.
//
// A node of 80 moves' puzzles looks 3.8 entries up. By a simulation with the
// usual sizes, 46 % of these miss the first cache, 18 % the second (1.5 MB), 7 %
// a third of 16 MB, and 10 % the 2,048 pages of the TLB. Tried against that, as
// processor time of the search on a machine whose other core was busy (medians of
// pairs, the nodes the same unless given):
//
//	several branches in turns in one goroutine, an explicit stack of choices,
//	  a node's values looked at when the turn comes again: with 7-8
//	  1, 2, 3, 4 at a time                     x1.09, x1.08, x1.08, x1.15
//	  and 2 with 5-5-5                         x1.09
//	the same in batches: go to all boards, then look all neighbours up, then
//	  judge them, loops without a branch to guess: with 7-8
//	  1, 2, 4, 8, 16 at a time                 x1.10, x1.00, x1.05, x1.12, x1.21
//	  1, 4, 8, 16 with 5-5-5                   x1.14, x1.11, x1.17, x1.26
//	a table of 2^14 or 2^16 boards searched    x1.0, x1.2, 2 %, 4 % fewer nodes
//	  of 2^20                                  x1.8, 9 % fewer nodes
//	the board in two words of four bits a cell x0.97, with 5-5-5 x1.0
//	digits of the index in another order:
//	  the tiles backwards                      x0.93 to x0.95
//	  2 3 7 1 4 5 6, 11 8 12 13 9 15 14 10,
//	    and the board in words                 x0.86
//	  the same without                         x0.88: Specs
//
// More branches at a time miss more (six: 21 % the second cache, 15 % the TLB,
// where one has 17 and 10), and take more instructions, which seems to outweigh
// what overlaps. The last order, climbed to by simulation, has 15 % miss the second
// cache and 6 % the TLB, where as it is 19 and 9 do.
//
// Entries of two bits, the value modulo 4, would have 12 % miss the second cache
// and 4 % the TLB, tiles backwards. But they need neighbours that differ by 1 at
// most: without the blank's region 0.4 % differ by 2, and a few by 3 and 4, so that
// some values would have to be lowered first.
//
// As a Compound, of one bit an entry that knows the blank's region, 7-8 has 196 MB
// and takes 65.2 million boards for those of 80 moves but 14.6 s; 5-5-5 takes 23.7
// million for Korf's 100, but 2.7 s.
//
// Words of moves that other words replace (package words) save a quarter of the
// boards with 7-8, and 40 % with 4-6-5. What a child's value says of its parent
// saves another 2 to 4 %; only the figures of Instant and Specs are with that.
//
// Building 7-8 takes 37 s on two cores, half of it reads of the pattern of 8 all
// over the memory as it is put in order. A pattern of 6 tiles of 5x5 takes 10 s of
// processor time.
//
// # Other boards
//
// For boards other than 4x4 InstantCompound cuts a line that winds along the board
// into patterns. Thousands of boards expanded for 20 random puzzles, 12 of
// 2x8, with the remainder at the end of the line, at its beginning, and the maximum of
// both; the last column is Instant's partition along the rows.
//
//	        end     beginning  both   rows
//	2x6, 5    180       133      21
//	2x6, 6      7.5       3.4     2.8
//	2x7, 5  18183     65873    3455
//	2x7, 6    951      1615      76
//	2x8, 6 180517  > 160000    3540
//	3x4, 5     35        82      18     23
//	3x4, 6     11.7       8.7     6.4
//	3x5, 5   3370      2787    1193   3703
//	3x5, 6    993      1532     288
//
// With linear conflicts a random board of 2x6 takes 11 million. To build the tables of
// 3x5 takes 0.5 s of processor time, those of 2x8 one second.
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
