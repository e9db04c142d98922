package formats

import "tilejudge/solver/puzzle"

// decisions are the puzzles that ask only whether there is a path.
var decisions = []*Format{
	{
		Name: "poj-2893", Judge: "POJ",
		Title:  "2893 M x N Puzzle: m x n, 2 to 999, ended by 0 0; YES or NO",
		Source: "http://poj.org/problem?id=2893",
		Shapes: rectangle(2, 999), Goal: puzzle.BlankLast,
		Record: "{rows} {cols}\n{board}\n", Stop: "0 0", Board: numbers(inRows), OddSide: true,
		Answer: Answer{Solved: "YES\n", Unsolvable: "NO\n"},
	},
	{
		Name: "hdu-3600", Judge: "HDU",
		Title:  "3600 Simple Puzzle: n x n, n <= 300, ended by 0; YES or NO",
		Source: "https://acm.hdu.edu.cn/showproblem.php?pid=3600",
		Shapes: square(1, 300), Goal: puzzle.BlankLast,
		Record: "{n}\n{board}\n", Stop: "0", Board: numbers(inRows),
		Answer: Answer{Solved: "YES\n", Unsolvable: "NO\n"},
	},
	{
		Name: "hdu-6620", Judge: "HDU",
		Title:  "6620 Just an Old Puzzle: counted 4x4 boards; Yes or No",
		Source: "https://acm.hdu.edu.cn/showproblem.php?pid=6620",
		Notes: "It asks whether at most 120 moves solve the puzzle; no solvable 15-puzzle " +
			"needs more than 80.",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Count: true, Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 100000,
		Answer: Answer{Solved: "Yes\n", Unsolvable: "No\n"},
	},
	{
		Name: "sgu-139", Judge: "SGU", Title: "139 Help Needed!: 4x4; YES or NO",
		Source: "https://codeforces.com/problemsets/acmsguru/problem/99999/139",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: numbers(inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "YES\n", Unsolvable: "NO\n"},
	},
	{
		Name: "judgegirl-50016", Judge: "Judge Girl",
		Title: "50016 15-puzzle within K moves: a bound and 4x4; 1 if a path is within the bound," +
			" or 0",
		Source: "https://judgegirl.csie.org/problem/0/50016 (JudgeGirl/JG-problem-markdown at" +
			" 6f4e5b8, 2016-04-29)",
		Notes:  "10051 is the same. A solution of the judge reads puzzles up to the end of the input.",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Record: "{bound}\n{board}\n", MaxBound: 15, Undetected: true,
		Board: numbers(inRows), Also: []Notation{numbers(thenEmpty)},
		Answer: Answer{Solved: "1\n", Unsolvable: "0\n", TooLong: "0\n"},
	},
	{
		Name: "infoarena-4x4puzzle", Judge: "infoarena",
		Title:  "4x4puzzle: counted 4x4 boards, an empty line before each; DA or NU",
		Source: "https://www.infoarena.ro/problema/4x4puzzle",
		Shapes: fixed(4, 4), Goal: puzzle.BlankLast,
		Count: true, Record: "\n{board}\n", Board: numbers(inRows), MaxPuzzles: 100000,
		Answer: Answer{Solved: "DA\n", Unsolvable: "NU\n"},
	},
	{
		Name: "acwing-108", Judge: "AcWing",
		Title:  "108 Odd Number Puzzle: n x n start and goal, n odd, n <= 499; TAK or NIE",
		Source: "https://www.acwing.com/problem/content/110/",
		Shapes: odd(square(1, 499)), Goal: puzzle.Given,
		Record: "{n}\n{board}\n{goal}\n", Board: numbers(inRows),
		Answer: Answer{Solved: "TAK\n", Unsolvable: "NIE\n"},
	},
	hdu4021,
	hdu4021.as("spoj-puzzle24", "SPOJ", "PUZZLE24 24 Puzzle: as hdu-4021",
		"https://www.spoj.com/problems/PUZZLE24/", func(f *Format) { f.Notes = hdu4021.Notes }),
	{
		Name: "codeforces-645a", Judge: "Codeforces",
		Title:  "645A Amity Assessment: 2x2 start and goal of A B C X; YES or NO",
		Source: "https://codeforces.com/problemset/problem/645/A",
		Notes:  "The layout of input and answer is from memory.",
		Shapes: fixed(2, 2), Goal: puzzle.Given,
		Record: "{board}\n{goal}\n", Board: glyphs("XABC", gluedRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "YES\n", Unsolvable: "NO\n"},
	},
}

var hdu4021 = &Format{
	Name: "hdu-4021", Judge: "HDU",
	Title:  "4021 24 Puzzle: counted crosses of 24 cells, start and goal; Y if there is no path",
	Source: "https://acm.hdu.edu.cn/showproblem.php?pid=4021",
	Notes: `The judge's Y means that the goal is impossible, and N that there is a path. The picture
of the board is lost. Its rows of 2, 6, 4, 4, 6 and 2 cells follow from the dead ends that
published solutions name.`,
	Shapes: only(puzzle.Picture(
		".#..#.",
		"######",
		".####.",
		".####.",
		"######",
		".#..#.",
	)),
	Goal:  puzzle.Given,
	Count: true, Record: "{board}\n{goal}\n", Board: numbers(oneLine),
	Answer: Answer{Solved: "N\n", Unsolvable: "Y\n"},
}
