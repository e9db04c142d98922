package formats

import "tilejudge/solver/puzzle"

// fifteens are the larger puzzles whose answers are paths or numbers of moves.
var fifteens = []*Format{
	uva10181,
	uva10181.as("zjut-1551", "ZJUT", "1551 15-Puzzle Problem: as uva-10181",
		"http://acm.zjut.edu.cn/onlinejudge/showproblem.php?problem_id=1551"),
	{
		Name: "spoj-al-10-06", Judge: "SPOJ",
		Title:  "AL_10_06 Pietnastka: 4x4; a path of U D L R of up to 50 moves, or NIE",
		Source: "https://www.spoj.com/ALGOLIGA/problems/AL_10_06/",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{path}\n", Unsolvable: "NIE\n", Step: upperCase},
		Rule:   AnyPath, Limit: AtMost(50),
	},
	{
		Name: "lightoj-15-puzzle", Judge: "LightOJ",
		Title: "15 Puzzle: counted 4x4 boards; the lexicographically first shortest path, of " +
			"up to 35 moves",
		Source: "https://lightoj.com/problem/15-puzzle",
		Notes: "The words before an answer, \"Case 1: \", are taken from LightOJ's other " +
			"problems.",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Count: true, Record: "\n{board}\n", Board: numbers(inRows), MaxPuzzles: 100, Unsolved: true,
		Answer: Answer{
			Solved:     "Case {case}: {path}\n",
			Unsolvable: "Case {case}: This puzzle is not solvable.\n",
			TooLong:    "Case {case}: This puzzle is not solvable.\n",
			Step:       upperCase,
		},
		Rule: Least, Order: puzzle.DLRU, Limit: AtMost(35),
	},
	{
		Name: "aoj-alds1-13-c", Judge: "AOJ",
		Title:  "ALDS1_13_C 15 Puzzle: 4x4; the minimum number of moves",
		Source: "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ALDS1_13_C",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n"}, Limit: AtMost(45),
	},
	{
		Name: "mipt-091", Judge: "MIPT",
		Title: "091 15-Puzzle: 4x4 in one line; YES and a path of u d l r of under 1000 moves, " +
			"or NO",
		Source: "https://acm.mipt.ru/judge/problems.pl?problem=091",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(oneLine), MaxPuzzles: 1,
		Answer: Answer{Solved: "YES\n{path}\n", Unsolvable: "NO\n", Step: lowerCase},
		Rule:   AnyPath, Limit: AtMost(999),
	},
	{
		Name: "microcontest-48", Judge: "MicroContest",
		Title: "48 Sliding Puzzle: 4x4 with commas and semicolons, X the blank; any path of U D L R " +
			"of the tiles",
		Source: "http://www.microcontest.com/contest.php?id=48 (as quoted by " +
			"https://github.com/rdtsc/microcontest-solutions, src/48 at 31dfde7)",
		Notes: `The letters are the way of the tile: the example's path of 136 moves solves its puzzle
only so. The contest sends the puzzle over the web; this is the text of its variable.`,
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", MaxPuzzles: 1,
		Board:  Notation{Blank: "X", Layout: Layout{Between: ",", BetweenRows: ";"}},
		Answer: Answer{Solved: "{path}\n", Step: upperCaseOfTile},
		Rule:   AnyPath,
	},
	{
		Name: "jutge-p27048", Judge: "Jutge",
		Title: "P27048 Sorting the puzzle: n x m, also a single row; \"has solution in K steps\" " +
			"or \"no solution\"",
		Source: "https://jutge.org/problems/P27048_en (seen 2026-11-22)",
		Notes: `The English text has the blank at the bottom on the left, but its samples and the
Catalan text have it on the right. The answers in Catalan are accepted, too. The judge calls the
sides small and does not limit them: the largest side is our own.
The samples have blanks that align the columns.`,
		Shapes: rectangle(1, 6), Goal: puzzle.BlankLast,
		Record: "{rows} {cols}\n{board}\n", Board: numbers(inRows), FreeSpace: true, MaxPuzzles: 1,
		Answer: Answer{
			Solved: "has solution in {moves} steps\n", SolvedToo: "te solucio en {moves} passos\n",
			Unsolvable: "no solution\n", UnsolvableToo: "no te solucio\n",
		},
	},
	{
		Name: "epoka-c549", Judge: "Epoka",
		Title: "c549 kht Puzzle: n x n, 3 <= n <= 7; the minimum number of moves up to 15 or " +
			"12, or -1",
		Source: "http://acm.epoka.edu.al:8888/en/problem-pid-c549",
		Shapes: square(3, 7), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n", TooLong: "-1\n"},
		Limit:  Limits{{4, 15}, {7, 12}},
	},
	{
		Name: "poj-2224", Judge: "POJ",
		Title: "2224 Missing Piece 2001: START n bound, start and goal, END; the minimum " +
			"number of moves",
		Source: "http://poj.org/problem?id=2224",
		Notes: "BOJ 9985 is the same. The judge's bounds are at most 15; a larger one is read " +
			"too. The sample has blanks at the ends of lines.",
		Shapes: square(3, 10), Goal: puzzle.Given,
		Record:     "START {n} {bound}\n{board}\n{goal}\nEND\n",
		Board:      Notation{Blank: "X", Layout: inRows},
		Files:      &Style{Board: Notation{Blank: "X", Layout: wideRows}},
		FreeSpace:  true,
		MaxPuzzles: 10, MaxBound: 15,
		Answer: Answer{
			Solved:     "SOLVABLE WITHIN {moves} MOVES\n",
			Unsolvable: "NOT SOLVABLE WITHIN {bound} MOVES\n",
			TooLong:    "NOT SOLVABLE WITHIN {bound} MOVES\n",
			Between:    "\n",
		},
	},
	{
		Name: "poj-3240", Judge: "POJ",
		Title:  "3240 Solution to the n^2-1 Puzzle: n x n, n <= 10; any path of L R U D",
		Source: "http://poj.org/problem?id=3240",
		Shapes: square(1, 10), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{path}\n", Unsolvable: "No Answer!\n", Step: upperCase},
		Rule:   AnyPath,
	},
	{
		Name: "spoj-solving", Judge: "SPOJ",
		Title: "SOLVING: counted n x n boards, 3 <= n <= 10; any path of D U R L, the shorter " +
			"the better",
		Source: "https://www.spoj.com/problems/SOLVING/",
		Notes:  `The sample has an empty line before each puzzle and several spaces between tiles.`,
		Shapes: square(3, 10), Goal: puzzle.BlankLast,
		Count: true, Record: "{n}\n{board}\n", Board: numbers(inRows), FreeSpace: true,
		Files:      &Style{Record: "\n{n}\n{board}\n"},
		MaxPuzzles: 200,
		Answer:     Answer{Solved: "{path}\n", Step: upperCase}, Rule: AnyPath, Limit: AtMost(10_000),
		Score: "{n}^3/({moves}+1)",
	},
	{
		Name: "eolymp-4609", Judge: "e-olymp",
		Title: "4609 Pyatnashki: n x n, 2 <= n <= 50; Yes and any path of up to 2,500,000 " +
			"moves, or No",
		Source: "https://basecamp.eolymp.com/en/problems/4609",
		Shapes: square(2, 50), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "Yes\n{path}\n", Unsolvable: "No\n", Step: upperCase},
		Rule:   AnyPath, Limit: AtMost(2_500_000),
	},
	{
		Name: "eolymp-5303", Judge: "e-olymp",
		Title: "5303 Twelve: 5x3 with two walls; the number of moves up to 70 and the path, or " +
			"-1",
		Source: "https://basecamp.eolymp.com/en/problems/5303",
		Notes: `The picture of the goal is lost. The statement describes the last moves, 11 and 10
up and 9 to the left. They fit the face of a clock with the blank in the middle.`,
		Shapes: only(puzzle.Picture("###", "#.#", "###", "#.#", "###")), Goal: puzzle.Clock,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{
			Solved: "{moves}\n{path}\n", Unsolvable: "-1\n", TooLong: "-1\n", Step: upperCase,
		},
		Rule: Shortest, Limit: AtMost(70),
	},
	{
		Name: "hackerrank-n-puzzle", Judge: "HackerRank",
		Title: "N Puzzle: n x n, 3 <= n <= 5, one tile on each line, the blank first; the " +
			"number of moves and any path in words",
		Source: "https://www.hackerrank.com/challenges/n-puzzle",
		Shapes: square(3, 5), Goal: puzzle.BlankFirst,
		Record: "{n}\n{board}\n", Board: numbers(inColumn), MaxPuzzles: 1,
		Answer: Answer{
			Solved: "{moves}\n{path}\n",
			Step:   Step{Up: "UP", Down: "DOWN", Left: "LEFT", Right: "RIGHT"}, StepEnd: "\n",
		},
		Rule: AnyPath,
	},
	{
		Name: "atcoder-indeednow-2015-d", Judge: "AtCoder",
		Title:  "indeednow 2015 qual A D Puzzle: h x w, 2 to 6; the minimum number of moves",
		Source: "https://atcoder.jp/contests/indeednow-quala/tasks/indeednow_2015_quala_4",
		Shapes: rectangle(2, 6), Goal: puzzle.BlankLast,
		Record: "{rows} {cols}\n{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n"}, Limit: AtMost(24),
	},
	codewars,
	codewars.as("slidingpuzzle", "PyPI",
		"slidingpuzzle: n x n, n <= 10, as a list of lists; the tiles that move",
		"https://huggingface.co/datasets/entangledloops/slidingpuzzle (seen 2026-11-23)",
		func(f *Format) {
			f.Notes = `The inputs are those of codewars and leetcode-773, which are detected. The files of
the package's data set are read as slidingpuzzle-pairs.`
			f.Shapes, f.Rule, f.Undetected = square(2, 10), Shortest, true
			f.Answer.Unsolvable = ""
		}),
	codewars.as("slidingpuzzle-pairs", "PyPI",
		"slidingpuzzle's data set: a JSON list of pairs of a board and its solution; the tiles that move",
		"https://huggingface.co/datasets/entangledloops/slidingpuzzle (seen 2026-11-23)",
		func(f *Format) {
			f.Notes = `check compares with the number of moves of the solution, which is 0 in puzzles that
tilejudge makes. "jq -c '.[][1]' FILE" writes the solutions as answers.`
			f.JSON, f.Record, f.Board = JSONList, "[[{board},{expected}]]\n", numbers(inJSON)
			f.Shapes, f.Rule, f.Files = rectangle(2, 10), Shortest, nil
			f.Answer.Unsolvable = ""
		}),
	codewars.as("codegolf-6884", "Code Golf SE",
		"6884 Solve the 15 Puzzle: a 4x4 array; a numbered list of any moves, Up Down Left Right of the"+
			" tiles",
		"https://codegolf.stackexchange.com/questions/6884 (a copy of the text, seen 2026-11-24)",
		func(f *Format) {
			f.Notes = `The words are the way of the tile. The layout of the list is free; this one is our
own. The program wins that takes the fewest moves for five boards. The winner took 195, as shortest
paths do. The inputs are those of codewars, which are detected.`
			f.Shapes, f.MaxPuzzles, f.Undetected = fixed(4, 4), 1, true
			f.Answer = Answer{
				Solved: "{path}\n", Between: "\n", StepBegin: "{case}. ", StepEnd: "\n",
				Step: Step{Up: "Down", Down: "Up", Left: "Right", Right: "Left"},
			}
		}),
	{
		Name: "mm-tester", Judge: "mm-tester",
		Title: "SlidingPuzzle: n x n, 4 <= n <= 10, -1 the blank; the number of slides, and row and " +
			"column of the last tile of each",
		Source: "https://github.com/kosakkun/mm-tester (problems/SlidingPuzzle at 9aabcea, 2020-11-26)",
		Notes: `A slide moves all tiles from a cell up to the blank. A cell that is not in line with
the blank moves none. The tester's score is best if it is low. It allows 100000 slides; here that
many moves of single tiles are allowed.`,
		Shapes: square(4, 10), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Board: Notation{Blank: "-1", Layout: inRows}, MaxPuzzles: 1,
		Files:  new(Style),
		Answer: Answer{Solved: "{moves}\n{path}\n", Step: ofCell, StepEnd: "\n", Runs: true},
		Rule:   AnyPath, Limit: AtMost(100000), Score: "100000*{distance}+{moves}",
	},
	{
		Name: "cis-2018-sorting", Judge: "CodeIT",
		Title:  "2018 Sorting Game: n x n array in a JSON object; the tiles to move",
		Source: "https://github.com/cis2018 (CodeIT Suisse 2018, Sorting Game)",
		Shapes: square(2, 10), Goal: puzzle.BlankLast,
		Record: "{\"puzzle\":{board}}\n", Board: numbers(inJSON),
		Answer: Answer{
			Solved: "{\"result\":[{path}]}\n", SolvedToo: "{\"result\": [{path}]}\n",
			Step: ofTile, StepEnd: ",", Spaced: true,
		},
		Rule: AnyPath,
	},
	{
		Name: "codingame-11-puzzle", Judge: "CodinGame",
		Title:  "11-puzzle: 3x4, the blank first; row and column of each tile to move",
		Source: "https://www.codingame.com/training/hard/11-puzzle",
		Shapes: fixed(3, 4), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{path}\n", Step: ofCell, StepEnd: "\n"},
		Rule:   AnyPath, Limit: AtMost(50),
	},
	{
		Name: "hdu-3095", Judge: "HDU",
		Title: "3095 Eleven puzzle: counted diamonds of 13 cells with two blanks; the minimum " +
			"number of moves up to 20",
		Source: "https://acm.hdu.edu.cn/showproblem.php?pid=3095",
		Shapes: only(diamond), Goal: puzzle.BlankEnds,
		Count: true, Record: "{board}\n", Board: numbers(inRows),
		Answer: Answer{
			Solved: "{moves}\n", Unsolvable: "No solution!\n", TooLong: "No solution!\n",
		},
		Limit: AtMost(20),
	},
	{
		Name: "aoj-0190", Judge: "AOJ",
		Title:  "0190 Eleven Puzzle: as hdu-3095, ended by -1 instead of counted",
		Source: "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=0190",
		Shapes: only(diamond), Goal: puzzle.BlankEnds,
		Record: "{board}\n", Stop: "-1", Board: numbers(inRows), MaxPuzzles: 100,
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "NA\n", TooLong: "NA\n"}, Limit: AtMost(20),
	},
}

var uva10181 = &Format{
	Name: "uva-10181", Judge: "UVa",
	Title:  "10181 15-Puzzle Problem: counted 4x4 boards; a path of R L U D of up to 50 moves",
	Source: "https://onlinejudge.org/external/101/10181.pdf",
	Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
	Count: true, Record: "{board}\n", Board: numbers(inRows),
	Answer: Answer{
		Solved: "{path}\n", Unsolvable: "This puzzle is not solvable.\n", Step: upperCase,
	},
	Rule: AnyPath, Limit: AtMost(50),
}

// diamond is the board of the Eleven Puzzle, which has two blanks.
var diamond = func() puzzle.Shape {
	s := puzzle.Picture(
		"..#..",
		".###.",
		"#####",
		".###.",
		"..#..",
	)
	s.Spare = 1
	return s
}()

var codewars = &Format{
	Name: "codewars", Judge: "Codewars",
	Title:  "Sliding Puzzle Solver: n x n JSON array, 3 <= n <= 10; the tiles to move, or null",
	Source: "https://www.codewars.com/kata/5a20eeccee1aae3cbc000090",
	Shapes: square(3, 10), Goal: puzzle.BlankLast,
	Record: "{board}\n", Board: numbers(inJSON),
	Answer: Answer{
		Solved: "[{path}]\n", Unsolvable: "null\n",
		Step: ofTile, StepEnd: ",", Spaced: true,
	},
	Rule: AnyPath,
}
