package formats

import "tilejudge/solver/puzzle"

// Neutral is the format for boards as people write them down.
var Neutral = &Format{
	Name: "rows", Judge: "tilejudge",
	Title: "n x n in rows, 0, x, _ or . the blank, which ends up last; the number of moves and a " +
		"path of u d l r",
	Source: "https://en.wikipedia.org/wiki/15_puzzle (the board as it is drawn)",
	Notes: `The layout and the answer are our own. Where an input fits several formats whose answers
differ, and this one, it is taken for this one. With --goal boards have another goal.`,
	Shapes: square(2, 127), Goal: puzzle.BlankLast,
	Record: "{board}\n", Board: Notation{Blank: "0|x|X|_|.", Layout: inRows},
	Also: []Notation{
		{Blank: "x", Layout: inRows}, {Blank: "X", Layout: inRows},
		{Blank: "_", Layout: inRows}, {Blank: ".", Layout: inRows},
	},
	Answer: Answer{
		Solved: "{moves} moves: {path}\n", Unsolvable: "unsolvable\n", Step: lowerCase,
	},
	Rule: AnyPath,
}

// research are the formats in which researchers and speed solvers exchange puzzles.
var research = []*Format{
	{
		Name: "hog2", Judge: "HOG2",
		Title: "lists of read_in_mn_puzzles: n x n in one line, the blank first; the minimum " +
			"number of moves",
		Source: "https://github.com/nathansttt/hog2 (environments/MNPuzzle.h, seen 2026-11-22)",
		Notes: `The program is told the shape; here the line tells it, so that boards are square.
HOG2 prints no answers of a fixed form.`,
		Shapes: square(2, 10), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: numbers(oneLine), Files: new(Style),
		Answer: Answer{Solved: "{moves}\n"},
	},
	{
		Name: "hog2-numbered", Judge: "HOG2",
		Title: "lists of read_in_mn_puzzles with first_counter: a number and n x n in one line, " +
			"the blank first; number and minimum number of moves",
		Source: "https://github.com/nathansttt/hog2 (environments/MNPuzzle.h, seen 2026-11-22)",
		Notes: `As korf-15, but of any square shape. A list that begins with a 4x4 board is detected
as korf-15, which reads and answers 4x4 boards alike.`,
		Shapes: square(2, 10), Goal: puzzle.BlankFirst,
		Record: "{id} {board}\n", Board: numbers(oneLine), Files: new(Style),
		Answer: Answer{Solved: "{id} {moves}\n", Unsolvable: "{id} unsolvable\n"},
	},
	unhTile,
	unhTile.as("unh-tile-rows", "UNH",
		".tile files as some programs read them: the tile of each cell; the minimum number of moves",
		"https://github.com/csbence/metronome (src/domains/SlidingTilePuzzle.hpp, seen 2026-11-22)",
		func(f *Format) {
			f.Notes = `UNH's own programs read these files as unh-tile does. Nothing in a file says how it
is meant, so neither format is ever detected.`
			f.Board = numbers(inColumn)
		}),
	{
		Name: "clausecker-24", Judge: "Clausecker",
		Title: "24puzzle's parsearch: 5x5 with commas, the blank first; the board, the number of " +
			"moves, a figure and the cells that the blank visits",
		Source: "https://github.com/clausecker/24puzzle (cmd/parsearch.c at 5e6b627, 2024-11-19)",
		Notes: `The figure is the number of nodes that the search expanded. tilejudge writes 0 for it,
as it depends on the search. parsearch aligns the numbers in columns, and does not end on an
unsolvable puzzle.`,
		Shapes: fixed(5, 5), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: numbers(inCommas), Files: new(Style),
		Answer: Answer{
			Solved: "{board} {moves} {figure} {path}\n", Board: numbers(inCommas),
			Step: ofVisit, StepEnd: ",", Spaced: true,
		},
		Rule: Shortest,
	},
	{
		Name: "slidysim", Judge: "Slidysim",
		Title: "and slidy, for speed solvers: rows with / between them; a path of U D L R of the " +
			"tiles, with numbers for runs",
		Source: "https://github.com/benwh1/slidy (e24c1e7, 2026-08-21); " +
			"https://github.com/vovker343/openslidy (SLIDYSIM_README.md, seen 2026-11-22)",
		Notes: `The programs also write moves with blanks between them, and runs as letters: "U2 R",
"UUR" and "U U R" are read too. They do not ask for shortest paths. The largest side is our own.`,
		Shapes: rectangle(2, 1000), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(slashed), Files: new(Style),
		Answer: Answer{Solved: "{path}\n", Step: upperCaseOfTile, Spaced: true, Runs: true},
		Rule:   AnyPath,
	},
	{
		Name: "aima-eight-puzzle", Judge: "AIMA",
		Title:  "class EightPuzzle: 3x3 as a tuple of Python; a list of UP DOWN LEFT RIGHT",
		Source: "https://github.com/aimacode/aima-python (search.py, seen 2026-11-22)",
		Notes: `The words are those of Node.solution(), the blank's. A search returns None where it
finds no path. The notebook 4e has the blank first; this is the module search.py.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inTuple), Files: new(Style),
		Answer: Answer{
			Solved: "[{path}]\n", Unsolvable: "None\n",
			Step:    Step{Up: "'UP'", Down: "'DOWN'", Left: "'LEFT'", Right: "'RIGHT'"},
			StepEnd: ", ",
		},
		Rule: AnyPath,
	},
	{
		Name: "cs188-eightpuzzle", Judge: "Berkeley",
		Title: "CS 188 eightpuzzle.py: 3x3 as a list of Python, the blank first; the number of " +
			"moves and a list of up down left right",
		Source: "https://inst.eecs.berkeley.edu/~cs188/ (project 1, eightpuzzle.py, seen 2026-11-22)",
		Notes: "The program then shows the boards one by one, each time that a key is pressed. " +
			"It makes its puzzles with moves, so that it has no unsolvable ones.",
		Shapes: fixed(3, 3), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: numbers(inList), Files: new(Style),
		Answer: Answer{
			Solved:  "BFS found a path of {moves} moves: [{path}]\n",
			Step:    Step{Up: "'up'", Down: "'down'", Left: "'left'", Right: "'right'"},
			StepEnd: ", ",
		},
		Rule: Shortest,
	},
	{
		Name: "nemo-sliding-puzzle", Judge: "NeMo",
		Title: "RL's sliding puzzle for language models: n x n, 2 <= n <= 5, in a JSON object; " +
			"messages with <action>up</action>",
		Source: "https://github.com/NVIDIA-NeMo/RL " +
			"(nemo_rl/environments/games/sliding_puzzle.py at 49c0b0d, seen 2026-11-22)",
		Notes: `The environment keeps its puzzles in memory; the object has the two of its keys that
tell the puzzle. A message is written on a line here, and an empty line or the goal ends a game. As
in the environment, only the last action of a message counts, the words are the way of the tile,
"view" and moves that the board does not allow change nothing, and a message without an action ends
the game without success. The largest number of moves is set there for all puzzles together.`,
		Shapes: square(2, 5), Goal: puzzle.BlankLast,
		Record: "{\"size\": {n}, \"grid\": {board}}\n", Board: numbers(inPython), Files: new(Style),
		Answer: Answer{
			Solved: "{path}\n", Between: "\n", StepEnd: "\n",
			Step: Step{
				Up: "down", Down: "up", Left: "right", Right: "left", Kind: ByMessage,
				Open: "<action>", Close: "</action>", Cell: "slide",
			},
		},
		Rule: AnyPath,
	},
	{
		Name: "deepcubea", Judge: "DeepCubeA",
		Title: "DeepCubeA's test sets as text: a number, two figures and n x n in one line; the " +
			"minimum number of moves",
		Source: "https://github.com/forestagostinelli/DeepCubeA (data/puzzle15/test and others, " +
			"environments/n_puzzle.py, seen 2026-11-22)",
		Notes: `DeepCubeA keeps its puzzles in Python's pickles, so the layout of the text is our own:
the number of the puzzle, the optimal length or 0, the length that DeepCubeA found, the tiles.
The numbers begin with 0.`,
		Shapes: square(3, 7), Goal: puzzle.BlankLast,
		Record: "{figure} {figure} {figure} {board}\n", Board: numbers(oneLine), Comment: '#',
		FreeSpace: true, Files: new(Style),
		Answer: Answer{Solved: "{moves}\n"},
	},
	{
		Name: "fifteen-puzzle-csv", Judge: "Cahlik and Surynek",
		Title: "the data set of 6 million 15-puzzles: 4x4 and the optimal cost with commas; the " +
			"minimum number of moves",
		Source: "https://github.com/vcahlik/fifteen-puzzle (README.md at 2398a62, 2023-02-10)",
		Notes: `The heading is "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,cost". The answer is
our own. check compares with the cost, which is 0 in puzzles that tilejudge makes.`,
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Header: "0,1,2,3,", Record: "{board},{expected}\n", Board: numbers(inCommas), FreeSpace: true,
		Files:  new(Style),
		Answer: Answer{Solved: "{moves}\n"},
	},
	{
		Name: "michaelkim-15puzzle", Judge: "MichaelKim",
		Title: "15puzzle -b: 4x4 boards behind a line of sizes; the minimum number of moves",
		Source: "https://github.com/MichaelKim/15puzzle (README.md and src at b1bf3ab, 2021-06-20); " +
			"https://github.com/domsleee/15puzzle (5345005, 2022-11-12)",
		Notes: `A file begins with a line such as "4 4 9": columns, rows and the number of boards, which
the files of the repository have wrong. It may be missing here, and is not written. The program
prints much else: grep -E "^(Solution:|No sol)" finds its answers. The moves below are not read, as
the first one is the last.`,
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Header: "4 4 ", Record: "{board}\n", Board: numbers(inRows), FreeSpace: true,
		Files: new(Style),
		Answer: Answer{
			Solved: "Solution: {moves} moves\n", Unsolvable: "No solution possible!\n",
		},
	},
	{
		Name: "arfst23-15puzzle", Judge: "arfst23",
		Title: "15Puzzle's solver: 4x4 in one line, numbers of two digits, -- the blank; the board and" +
			" a path of R D L U",
		Source: "https://github.com/arfst23/15Puzzle (solver.c, puzzle.c and 80-puzzles at 9adebab," +
			" 2023-07-28)",
		Notes: `80-puzzles lists the 17 boards that take 80 moves. The program has no word for an
unsolvable puzzle: it searches until its memory is full.`,
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: twoDigits, Files: new(Style),
		Answer: Answer{Solved: "{board} {path}\n", Step: upperCase, Board: twoDigits},
		Rule:   Shortest,
	},
	{
		Name: "rosetta-15", Judge: "Rosetta Code",
		Title:  "15 puzzle solver: 4x4 in rows; the minimum number of moves and a path of u d l r",
		Source: "https://rosettacode.org/wiki/15_puzzle_solver (seen 2026-11-22)",
		Notes: `The task gives one board, which has two shortest paths of 52 moves. Its extra board
0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1 needs 80. Programs draw boards and answers in many ways; this
is the C++ program's answer, which some versions have with the space before the colon. It has no
word for an unsolvable puzzle.`,
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inRows), FreeSpace: true, MaxPuzzles: 1,
		Answer: Answer{
			Solved:    "Solution found in {moves} moves: {path}\n",
			SolvedToo: "Solution found in {moves} moves :{path}\n", Step: lowerCase,
		},
		Rule: Shortest,
	},
}

var unhTile = &Format{
	Name: "unh-tile", Judge: "UNH",
	Title: ".tile files: columns, rows, the cell of each tile at the start and at the goal; the " +
		"minimum number of moves",
	Source: "https://github.com/eaburns/search (tiles/tiles.cc, seen 2026-11-22)",
	Notes: `Cells are numbered from 0. Korf's puzzles in this form are the inverse of his rows. Some
programs read the same files as the tile of each cell: see unh-tile-rows. Nothing in a file says
how it is meant, so neither format is ever detected. The programs print many figures; the answer
here is our own.`,
	Shapes: rectangle(2, 10), Goal: puzzle.Given,
	Record: "{cols} {rows}\nstarting positions for each tile:\n{board}\ngoal positions:\n{goal}\n",
	Board:  Notation{Cells: true, Layout: inColumn}, Files: new(Style), MaxPuzzles: 1,
	Answer: Answer{Solved: "{moves}\n"},
}
