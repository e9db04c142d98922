package compare_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"tilejudge/solver"
	"tilejudge/solver/compare"
	"tilejudge/solver/puzzle"
)

func Example() {
	searches, err := compare.ParseSearches("bfs,astar/hamming,astar/manhattan")
	if err != nil {
		log.Fatal(err)
	}
	race, err := compare.NewRace(searches, solver.Options{NodeLimit: 100_000})
	if err != nil {
		log.Fatal(err)
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	for _, tiles := range [][]puzzle.Tile{
		{2, 3, 4, 1, 5, 0, 7, 6, 8},
		{8, 6, 7, 2, 5, 4, 3, 0, 1},
		{1, 2, 3, 4, 5, 6, 8, 7, 0},
	} {
		p := puzzle.Puzzle{Start: puzzle.Board{Shape: goal.Shape, Tiles: tiles}, Goal: goal}
		if err := race.Run(context.Background(), &p); err != nil {
			log.Fatal(err)
		}
	}
	var text strings.Builder
	if err := race.Figures.WriteText(&text); err != nil {
		log.Fatal(err)
	}
	head, tables, _ := strings.Cut(text.String(), "\n\n")
	expanded, _, _ := strings.Cut(tables, "\n\n")
	fmt.Printf("%s\n%s\n", head, expanded)
	// Output:
	// Puzzles: 2, and 1 unsolvable, left out
	// bfs gave up on 1: node limit
	// astar/hamming gave up on 1: node limit
	// Each figure is the mean over the puzzles that the algorithm solved. If it did not
	// solve all, the number that it solved follows in brackets; "-" means none.
	// Boards expanded
	//   moves  puzzles         bfs      astar      astar
	//                                 hamming  manhattan
	//      19        1      21,971      1,834        374
	//      31        1           -          -      6,896
	//     all        2  21,971 (1)  1,834 (1)      3,635
}
