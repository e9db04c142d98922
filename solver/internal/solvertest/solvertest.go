// Package solvertest has puzzles, and limits of time, that the tests of several solvers share.
package solvertest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"tilejudge/solver/puzzle"
)

// Long marks a test with many searches that each use one goroutine. It is skipped with -short,
// which the runs with the race detector set: there is no race to find.
func Long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and each search is one goroutine")
	}
}

// Scaled returns a number of searches that several goroutines share: a quarter of n with -short.
func Scaled(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

// Scrambled returns a goal with its tiles in mixed order and the blank in the middle.
func Scrambled(shape puzzle.Shape) *puzzle.Goal {
	g := HomeAt(shape, shape.Cells()/2)
	tiles := g.Clone().Tiles
	r := rand.New(rand.NewPCG(9, 9))
	r.Shuffle(len(tiles), func(i, j int) {
		if tiles[i] != puzzle.Blank && tiles[j] != puzzle.Blank {
			tiles[i], tiles[j] = tiles[j], tiles[i]
		}
	})
	g, _ = puzzle.NewGoal(puzzle.Board{Shape: shape, Tiles: tiles})
	return g
}

// HomeAt returns the goal 1 2 3 … with the blank at a cell.
func HomeAt(shape puzzle.Shape, home int) *puzzle.Goal {
	tiles := make([]puzzle.Tile, shape.Cells())
	next := puzzle.Tile(1)
	for c := range tiles {
		if c != home {
			tiles[c] = next
			next++
		}
	}
	g, _ := puzzle.NewGoal(puzzle.Board{Shape: shape, Tiles: tiles})
	return g
}

// EveryBoard visits all n! boards of the goal's shape, solvable or not.
func EveryBoard(goal *puzzle.Goal, visit func(*puzzle.Puzzle)) {
	p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	tiles := p.Start.Tiles
	var permute func(k int)
	permute = func(k int) {
		if k == len(tiles) {
			visit(p)
		}
		for i := k; i < len(tiles); i++ {
			tiles[k], tiles[i] = tiles[i], tiles[k]
			permute(k + 1)
			tiles[k], tiles[i] = tiles[i], tiles[k]
		}
	}
	permute(0)
}

// Strolled returns the board after a random walk from the goal.
func Strolled(r *rand.Rand, goal *puzzle.Goal, moves int) puzzle.Puzzle {
	p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	blank := p.Start.Blank()
	for range moves {
		if to, ok := p.Start.Slide(blank, puzzle.UDLR[r.IntN(4)]); ok {
			blank = to
		}
	}
	return p
}

// Walked returns a puzzle that is many random moves away from the goal.
func Walked(r *rand.Rand, goal *puzzle.Goal, moves int) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	for ; moves > 0; moves-- {
		p.Start.Slide(p.Start.Blank(), puzzle.UDLR[r.IntN(4)])
	}
	return p
}

// Shuffled returns a random puzzle; all solvable puzzles of the goal are equally likely.
func Shuffled(rng *rand.Rand, goal *puzzle.Goal) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	tiles := p.Start.Tiles
	rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	if !p.Solvable() {
		i, j := 0, 1
		for tiles[i] == puzzle.Blank || tiles[j] == puzzle.Blank { // moves at most three cells on
			i, j = i+1, j+1
		}
		tiles[i], tiles[j] = tiles[j], tiles[i]
	}
	return p
}

// Bundled returns the 15-puzzles in a file of cases, with the blank first in the goal, and the
// lengths that the file gives.
func Bundled(
	t testing.TB, read func(name string) ([]byte, error), name string,
) (ps []puzzle.Puzzle, moves []int) {
	t.Helper()
	data, err := read(name)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "-- input --\n")
	puzzles, answers, _ := strings.Cut(text, "-- answer --\n")
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	for line := range strings.Lines(puzzles) {
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		for i, word := range strings.Fields(line)[1:] {
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			p.Start.Tiles[i] = puzzle.Tile(n)
		}
		ps = append(ps, p)
	}
	for line := range strings.Lines(answers) {
		var i, n int
		if _, err := fmt.Sscan(line, &i, &n); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, n)
	}
	return ps, moves
}
