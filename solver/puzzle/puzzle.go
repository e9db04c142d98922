package puzzle

import (
	"errors"
	"math/bits"
	"slices"
	"time"
)

// A Puzzle asks for the moves that turn Start, a proper board, into Goal, a
// board of the same shape.
type Puzzle struct {
	Start Board
	Goal  *Goal
	Bound Bound // on the moves of a solution
	ID    int   // the number that the source gives the puzzle; 0: none
	Line  int   // on which it begins in the source, from 1; 0: not known

	Answer *Answer // that came with the puzzle; nil: there is none
}

// An Answer is one that comes with a puzzle, and may be wrong.
type Answer struct {
	Path  Path
	Moves int   // of a shortest path, for an answer without a path
	Err   error // why there is no path; nil: there is one
}

// IDOr returns the ID, or n if there is none.
func (p *Puzzle) IDOr(n int64) int64 {
	if p.ID > 0 {
		return int64(p.ID)
	}
	return n
}

// A Bound is the largest number of moves that a solution may have. The zero value is no
// bound.
type Bound int32

// AtMost returns a bound of the given number of moves.
func AtMost(moves int) Bound { return Bound(moves + 1) }

// Moves returns the number of moves, and false if there is no bound.
func (b Bound) Moves() (moves int, ok bool) { return int(b) - 1, b > 0 }

// Allows reports whether a solution may have that number of moves.
func (b Bound) Allows(moves int) bool { return b <= 0 || moves < int(b) }

// A Solution is what a solver found for one puzzle.
type Solution struct {
	Moves int   // length of the path
	Path  Path  // nil if only the length was asked for
	Nodes int64 // boards expanded; 0 for a look-up
	// LowerBound is a number of moves that every path has at least. 0: the solver tells none.
	LowerBound int
	Shortest   *Paths        // all shortest paths; nil unless they were asked for
	Rule       Rule          // the strictest rule that the path is known to meet, except Decision
	Made       *Replay       // of a long path, whose moves are not kept; nil: they are
	Slides     int           // of an answer that states slides of several tiles; 0: as many as Moves
	Time       time.Duration // that the search took; 0: it was not measured, or was a look-up
}

// Want tells which parts of a solution are wanted.
type Want uint8

// The parts of a solution that can be asked for. The zero value asks for all.
const (
	WantPath     Want = iota // Solution.Path and Moves
	WantLength               // Moves; Path is nil
	WantDecision             // neither: the error tells whether there is a solution, by parity
)

// A Rule tells which solutions are accepted.
type Rule uint8

// The rules. If the answer is only a number of moves, every rule except Decision demands
// that of a shortest path.
const (
	AnyPath  Rule = iota
	Shortest      // any shortest path, or their length
	Least         // the lexicographically smallest of the shortest paths, in an Order
	Decision      // whether there is a path
)

// String describes the rule to a person.
func (r Rule) String() string {
	return [...]string{
		"any path", "a shortest path", "of the shortest paths the lexicographically smallest",
		"whether there is a path",
	}[r]
}

// RuleNames returns the names that ParseRule takes: those of the rules about paths.
func RuleNames() []string {
	return []string{AnyPath: "any", Shortest: "shortest", Least: "least"}
}

// ParseRule returns the rule of a name, and whether there is one.
func ParseRule(name string) (r Rule, ok bool) {
	i := slices.Index(RuleNames(), name)
	return Rule(max(i, 0)), i >= 0
}

// The reasons why a puzzle may have no solution in the output. Errors with more detail wrap
// them.
var (
	ErrUnsolvable = errors.New("unsolvable") // an answer: no moves lead to the goal
	ErrTooLong    = errors.New("too long")   // an answer: no solution is within the bound
	ErrGaveUp     = errors.New("gave up")    // a budget ran out before the search ended
	ErrMalformed  = errors.New("malformed")  // the text is not a puzzle

	// ErrTwice is wrapped by the error for an answer that gives one of its values twice.
	ErrTwice = errors.New("a second value")
)

// Solvable reports whether any moves lead from the start to the goal. It takes time linear
// in the cells, and does not search.
//
// A move swaps the blank with a neighbour: it changes the parity of the permutation and the
// parity of the blank's distance from its goal cell. From 2x2 cells on, these two parities
// are equal exactly if the puzzle is solvable (Johnson and Story 1879); in a single row or
// column no tile can pass another. With walls, the rule holds for the cells that remain when
// dead ends are cut off, if these are 2-connected and more than a ring (Wilson 1974). For
// puzzles with several blanks it returns true, as only a search can tell.
func (p *Puzzle) Solvable() bool {
	switch {
	case p.Start.Spare > 0:
		return true
	case p.Start.Walls != 0:
		q := Puzzle{Start: p.Start.Clone(), Goal: p.Goal}
		return q.cutDeadEnds() && q.sameParity()
	case p.Start.Rows == 1 || p.Start.Cols == 1:
		return p.sameSequence()
	default:
		return p.sameParity()
	}
}

// cutDeadEnds moves the blanks of start and goal out of dead ends, and reports whether both
// then have the same tiles in all dead ends. These tiles can never change places.
func (p *Puzzle) cutDeadEnds() bool {
	goal := p.Goal.Board.Clone()
	inner := p.Start.Shape // with walls in place of dead ends
	for cell := 0; cell < inner.Cells(); cell++ {
		ways, way := 0, Up
		for _, m := range UDLR {
			if _, ok := inner.Step(cell, m); ok {
				ways++
				way = m
			}
		}
		if inner.IsWall(cell) || ways != 1 {
			continue
		}
		for _, b := range []Board{p.Start, goal} {
			if b.Tiles[cell] == Blank {
				b.Slide(cell, way)
			}
		}
		if p.Start.Tiles[cell] != goal.Tiles[cell] {
			return false
		}
		inner.Walls |= 1 << cell
		cell = -1 // start again: its neighbour may be a dead end now
	}
	var err error
	p.Goal, err = NewGoal(goal)
	return err == nil
}

// sameParity reports whether the parities of the permutation and of the blank's distance
// are equal.
func (p *Puzzle) sameParity() bool {
	from, to, cols := p.Start.Blank(), p.Goal.Cell(Blank), p.Start.Cols
	steps := from/cols + from%cols + to/cols + to%cols
	return parity(p.Start.Tiles, p.Start.MaxTile())^p.Goal.odd == steps&1
}

// sameSequence reports whether start and goal have the tiles in the same order, ignoring
// the blank.
func (p *Puzzle) sameSequence() bool {
	j := 0
	for _, t := range p.Start.Tiles {
		if t == Blank {
			continue
		}
		if p.Goal.Tiles[j] == Blank {
			j++
		}
		if p.Goal.Tiles[j] != t {
			return false
		}
		j++
	}
	return true
}

// smallParity is parity for tiles below 64. Counts are added up modulo 2, bit by bit, and the
// bits are counted at the end.
func smallParity(tiles []Tile) int {
	var seen, odds uint64 // bit t of seen: tile t has occurred
	for _, t := range tiles {
		if t >= 0 {
			odds ^= seen >> (t & 63) // the larger tiles before t
			seen |= 1 << (t & 63)
		}
	}
	return bits.OnesCount64(odds) & 1
}

// parity returns the parity of the number of swaps that sort the tiles, which is the parity
// of their inversions. The tiles are those from 0 to maxTile, in any order, and walls, which
// do not count.
//
// It sorts by radix. Sorting by one digit is a permutation, and the parities of these
// permutations add up. The inversions of one are the pairs whose first tile has the larger
// digit. To count them modulo 2, one word suffices: it tells which digits have occurred an
// odd number of times. Memory is read in order; following the cycles of a large board would
// jump about.
func parity(tiles []Tile, maxTile Tile) (odd int) {
	const radix = 64
	if maxTile < radix {
		return smallParity(tiles)
	}
	n := int(maxTile) + 1
	var from, to []Tile
	for shift := 0; ; shift += 6 {
		odds := uint64(0)           // bit d: digit d has occurred an odd number of times
		if maxTile>>shift < radix { // nothing is left to sort
			for _, t := range tiles {
				if t >= 0 {
					digit := t >> (shift & 31)
					odd += bits.OnesCount64(odds >> (digit & 63) >> 1)
					odds ^= 1 << (digit & 63)
				}
			}
			return odd & 1
		}
		if to == nil {
			to, from = make([]Tile, n), make([]Tile, n)
		}
		var next [radix]int // where the next tile with each digit goes
		full, rest := (n>>shift)/radix<<shift, n%(radix<<shift)
		for digit := range radix - 1 {
			next[digit+1] = next[digit] + full + min(max(rest-digit<<shift, 0), 1<<shift)
		}
		for _, t := range tiles {
			if t >= 0 {
				digit := t >> (shift & 31) & 63
				odd += bits.OnesCount64(odds >> digit >> 1)
				odds ^= 1 << digit
				to[next[digit]] = t
				next[digit]++
			}
		}
		tiles, to, from = to, from, to
	}
}
