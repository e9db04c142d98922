package formats

import "tilejudge/solver/puzzle"

// courses are the formats of courses and of published research.
var courses = []*Format{
	{
		Name: "princeton", Judge: "Princeton",
		Title:  "COS 226 / Coursera 8 Puzzle: n x n, 2 <= n < 128; the boards on the way",
		Source: "https://coursera.cs.princeton.edu/algs4/assignments/8puzzle/specification.php",
		Notes: `The specification shows an empty line after the first line of the answer. The client
that comes with it prints none, and neither does this format. The assignment's other client says
"Unsolvable puzzle", which is accepted too. Berkeley's CS 61B used the same.`,
		Shapes: square(2, 127), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: Notation{Width: 2, Layout: inRows},
		Also: []Notation{
			numbers(inRows), numbers(thenEmpty), {Width: 2, Layout: thenEmpty},
			{Width: 2, Layout: wideRows}, {Width: 2, Layout: wideThenEmpty},
		},
		Files:      new(Style),
		MaxPuzzles: 1,
		Answer: Answer{
			Solved:     "Minimum number of moves = {moves}\n{boards}",
			Unsolvable: "No solution possible\n", UnsolvableToo: "Unsolvable puzzle\n",
			Each:  "{n}\n{board}\n\n",
			Board: Notation{Width: 2, Layout: wideRows},
		},
		Rule: Shortest,
	},
	{
		Name: "princeton-2010", Judge: "Princeton",
		Title: "COS 226 8 Puzzle up to 2011: n x n, 2 <= n <= 10; the boards on the way, the blank " +
			"a space",
		Source: "https://www.cs.princeton.edu/courses/archive/spr10/cos226/assignments/8puzzle.html",
		Notes: `The course's sample client prints this answer. The assignment also shows a line "Number
of states enqueued = 10" before the last. In 2009 the last line was "Number of moves = 4". The
largest size is our own: tiles of three digits would leave their columns. The inputs are those of
princeton, which is detected.`,
		Shapes: square(2, 10), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: Notation{Width: 2, Layout: inRows},
		Also:  []Notation{numbers(inRows), numbers(thenEmpty), {Width: 2, Layout: thenEmpty}},
		Files: new(Style), MaxPuzzles: 1, Undetected: true,
		Answer: Answer{
			Solved: "{boards}Minimum number of moves = {moves}\n",
			SolvedToo: "{boards}Number of states enqueued = {figure}\n" +
				"Minimum number of moves = {moves}\n",
			Unsolvable: "No solution possible\n",
			Each:       "{board}\n\n",
			Board:      Notation{Blank: " ", Width: 2, Layout: wideRows},
		},
		Rule: Shortest,
	},
	{
		Name: "buet-cse318", Judge: "BUET", Title: "CSE 318 N Puzzle: n x n; the boards on the way",
		Source: "https://github.com/search?q=CSE318+n-puzzle (BUET CSE 318, offline 1)",
		Shapes: square(2, 127), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{
			Solved:     "Minimum number of moves = {moves}\n{boards}",
			Unsolvable: "Unsolvable puzzle\n",
			Each:       "{board}\n", Board: numbers(inRows),
		},
		Rule: Shortest,
	},
	{
		Name: "columbia", Judge: "Columbia",
		Title:  "CSMM.101x driver.py: 3x3 with commas, the blank first; path and cost",
		Source: "https://www.edx.org/ (ColumbiaX CSMM.101x, project 1)",
		Notes: `The answer has only those lines of output.txt that do not depend on the search. The
others, such as "nodes_expanded: 181437", may follow.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: numbers(inCommas), MaxPuzzles: 1,
		Answer: Answer{
			Solved:  "path_to_goal: [{path}]\ncost_of_path: {moves}\n",
			Step:    Step{Up: "'Up'", Down: "'Down'", Left: "'Left'", Right: "'Right'"},
			StepEnd: ", ",
			Figures: true,
		},
		Rule: Shortest,
	},
	{
		Name: "42-npuzzle", Judge: "42",
		Title: "n-puzzle: # comments, n x n, the goal a snail; the number of moves and the " +
			"boards",
		Source: "https://www.42.fr/ (subject n-puzzle)",
		Notes: "The subject leaves the layout of the answer open. It also asks for figures of " +
			"the search, which may follow the boards: see --stats.",
		Shapes: square(2, 127), Goal: puzzle.Snail,
		Record: "{n}\n{board}\n", Comment: '#', Board: numbers(inRows),
		FreeSpace: true, MaxPuzzles: 1,
		Files: &Style{
			Record: "# This puzzle is {solvable}\n{n}\n{board}\n",
			Board:  Notation{Width: AsCells, Layout: wideRows},
		},
		Answer: Answer{
			Solved: "Number of moves: {moves}\n{boards}", Unsolvable: "This puzzle is unsolvable\n",
			Each: "{board}\n\n", Board: numbers(inRows), Figures: true,
		},
		Rule: Shortest,
	},
	{
		Name: "sise", Judge: "Lodz",
		Title:  "SISE: rows, columns, the board; the number of moves and the path, or -1",
		Source: "https://ftims.edu.p.lodz.pl/ (SISE, task 1)",
		Notes:  "The answer to an unsolvable puzzle is from memory, not from a published text.",
		Shapes: rectangle(2, 127), Goal: puzzle.BlankLast,
		Record: "{rows} {cols}\n{board}\n", Board: numbers(inRows), Files: new(Style),
		MaxPuzzles: 1,
		Answer:     Answer{Solved: "{moves}\n{path}\n", Unsolvable: "-1\n", Step: upperCase},
		Rule:       Shortest,
	},
	{
		Name: "uic-cs411", Judge: "UIC",
		Title:  "CS 411: 4x4 in one line; \"Moves: \" and a path of U D L R",
		Source: "https://www.cs.uic.edu/ (CS 411, homework)",
		Notes: "The course also asks for figures of the search, which may follow the path: see " +
			"--stats. The course's text is quoted from memory.",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(oneLine), MaxPuzzles: 1,
		Answer: Answer{
			Solved: "Moves: {path}\n", Step: upperCase, Spaced: true, Figures: true,
		},
		Rule: Shortest,
	},
	utdCS6364,
	utdCS6364.as("utd-cs4365", "UT Dallas",
		"CS 4365 / 6364 homework 1 with the blank last: 3x3, * the blank; the boards and the "+
			"number of moves",
		"https://github.com/arianawoody123/solved-cs4365-homework-1-search-algorithms (README.md, "+
			"the text of the homework, seen 2026-11-23)", func(f *Format) {
			f.Notes = "Nothing in an input says which goal is meant: see utd-cs6364."
			f.Goal = puzzle.BlankLast
		}),
	utdCS6364.as("utd-cs4365-center", "UT Dallas",
		"CS 4365 / 6364 homework 1 with the blank in the center of 1 to 8: 3x3, * the blank; the "+
			"boards and the number of moves",
		"README.md of a program for it (\"Eight Square Puzzle In AI\", seen 2026-11-23)",
		func(f *Format) {
			f.Notes = "Nothing in an input says which goal is meant: see utd-cs6364."
			f.Goal = puzzle.FixedGoal(puzzle.Board{
				Shape: puzzle.Shape{Rows: 3, Cols: 3}, Tiles: []puzzle.Tile{1, 2, 3, 4, 0, 5, 6, 7, 8},
			})
		}),
	{
		Name: "fmi-n-puzzle", Judge: "Sofia",
		Title: "FMI, homework 1: number of tiles, cell of the goal's blank or -1, n x n; the " +
			"number of moves and the moves of the tiles",
		Source: "https://github.com/lia2353/Algorithms/blob/master/AI/README.md (homework 1)",
		Notes: `The course numbers the cells from 0, and -1 is the last cell. A program that was
handed in writes -1 for an unsolvable puzzle; the text of the homework has no word for it. Since
2024 programs also print a line such as "# TIMES_MS: alg=12", which may follow.`,
		Shapes: square(2, 127), Goal: puzzle.BlankLast,
		Record: "{tiles}\n{blank}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{
			Solved: "{moves}\n{path}\n", Unsolvable: "-1\n",
			Step: Step{Up: "down", Down: "up", Left: "right", Right: "left"}, StepEnd: "\n",
			Figures: true,
		},
		Rule: Shortest,
	},
	{
		Name: "seoul-2019", Judge: "Seoul",
		Title: "University of Seoul, Computer Algorithm 2019: counted 5x5 boards, 25 the blank; a" +
			" number, the number of moves and a path",
		Source: "https://github.com/gunhoflash/SlidingPuzzle (README.md at 08798cb, 2019-06-04)",
		Notes: `The text of the task is not known, nor whether any path will do. The answers in the
README are shortest paths.`,
		Shapes: fixed(5, 5), Goal: puzzle.BlankLast,
		Count: true, Record: "{board}\n", Board: Notation{Blank: "25", Layout: inRows},
		Also:  []Notation{{Blank: "25", Width: 2, Layout: inRows}},
		Files: new(Style),
		Answer: Answer{
			Solved: "#{case} {moves} {path}\n", Unsolvable: "#{case} -1\n",
			Step: upperCase, StepEnd: " ",
		},
		Rule: AnyPath,
	},
	{
		Name: "uh-cosc3320-p31", Judge: "Houston",
		Title:  "COSC 3320 p31: 4x4 in rows; the minimum number of moves",
		Source: "http://www2.cs.uh.edu/ (COSC 3320, problem 31)",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n"},
	},
	{
		Name: "korf-15", Judge: "Korf",
		Title: "Korf's 100: a number and 4x4 in one line, the blank first; number and minimum " +
			"number of moves",
		Source: "R. E. Korf: Depth-first iterative-deepening, Artificial Intelligence 27 " +
			"(1985), table 2",
		Shapes: fixed(4, 4), Goal: puzzle.BlankFirst,
		Record: "{id} {board}\n", Board: numbers(oneLine), Files: new(Style),
		Answer: Answer{Solved: "{id} {moves}\n", Unsolvable: "{id} unsolvable\n"},
	},
	{
		Name: "korf-24", Judge: "Korf",
		Title: "Korf and Felner's 50: a number, 5x5 with commas, figures, the blank first; " +
			"number and minimum number of moves",
		Source: "R. E. Korf, A. Felner: Disjoint pattern database heuristics, Artificial " +
			"Intelligence 134 (2002), table 1",
		Shapes: fixed(5, 5), Goal: puzzle.BlankFirst,
		Header: "no ", Record: "{id} {board}{rest}\n", Board: numbers(inCommas), FreeSpace: true,
		Files:  new(Style),
		Answer: Answer{Solved: "{id} {moves}\n", Unsolvable: "{id} unsolvable\n"},
	},
}

var utdCS6364 = &Format{
	Name: "utd-cs6364", Judge: "UT Dallas",
	Title: "CS 6364 / 4365 homework 1: 3x3, * the blank, 1 to 8 around it; the boards and " +
		"the number of moves",
	Source: "https://github.com/search?q=7816*2543 (programs for it, 2021 to 2023)",
	Notes: `The course also asks for "Number of states enqueued = 10", which may follow. Programs
give up after ten moves, with a message of their own. In other years the goal had the blank last:
see utd-cs4365; or it was 1 2 3 / 4 * 5 / 6 7 8: see utd-cs4365-center. Nothing in an input says
which goal is meant.`,
	Shapes: fixed(3, 3), Goal: puzzle.Ring,
	Record: "{board}\n", Board: glyphs("*12345678", oneLine),
	Also: []Notation{glyphs("*12345678", inRows)}, MaxPuzzles: 1,
	Answer: Answer{
		Solved: "{boards}Number of moves = {moves}\n", Each: "{board}\n\n",
		Board: glyphs("*12345678", inRows), Remarks: true, Figures: true,
	},
	Rule: Shortest, Limit: AtMost(10),
}
