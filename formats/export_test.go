package formats

import "tilejudge/solver/puzzle"

// Toy is made by the steps 1 to 5 of "How to add a format"; see TestHowToAddAFormat.
var Toy = &Format{
	// Step 1.
	Name: "toy-1", Judge: "Toy", Title: "1 Toy: counted 2x3 boards; the words for the moves",
	Source: "https://example.com/toy/1",
	// Step 2.
	Shapes: fixed(2, 3), Goal: puzzle.BlankLast,
	// Step 3.
	Count: true, Record: "puzzle {id}:\n{board}\n", Board: Notation{Blank: "_", Layout: inRows},
	// Step 4.
	Answer: Answer{
		Solved: "{id}: {moves} ({path})\n", Unsolvable: "{id}: impossible\n",
		Step: Step{Up: "up", Down: "down", Left: "left", Right: "right"}, StepEnd: ", ",
	},
	// Step 5.
	Rule: Shortest, Order: puzzle.UDLR, MaxPuzzles: 3, Unsolved: true,
}
