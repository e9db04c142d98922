package formats

import "tilejudge/solver/puzzle"

// eights are the puzzles with at most nine cells whose answers are paths or numbers of moves.
var eights = []*Format{
	poj1077,
	poj1077.as("hdu-1043", "HDU", "1043 Eight: as poj-1077, many puzzles",
		"https://acm.hdu.edu.cn/showproblem.php?pid=1043", anyNumber),
	poj1077.as("zoj-1217", "ZOJ", "1217 Eight: as poj-1077, many puzzles",
		"https://sharecode.io/section/problemset/problem/1053", anyNumber, func(f *Format) {
			f.Notes = "The source, a mirror's problem 1053, is not confirmed to be ZOJ 1217."
		}),
	{
		Name: "uva-652", Judge: "UVa",
		Title:  "652 Eight: as poj-1077, counted, an empty line between answers",
		Source: "https://onlinejudge.org/external/6/652.pdf",
		Notes: `Collected inputs may lack the number of puzzles. Where the first line is a puzzle by
itself, solve, check and convert say so and read puzzles up to the end; validate refuses it.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
		Count: true, Record: "\n{board}\n", Board: glyphs("x12345678", oneLine),
		Also: []Notation{glyphs("x12345678", doubled)},
		Answer: Answer{
			Solved: "{path}\n", Unsolvable: "unsolvable\n", Between: "\n", Step: lowerCase,
		},
		Rule: AnyPath,
	},
	poj1077.as("acwing-179", "AcWing", "179 Eight: as poj-1077, a shortest path",
		"https://www.acwing.com/problem/content/181/", func(f *Format) { f.Rule = Shortest }),
	poj1077.as("acwing-845", "AcWing", "845 Eight: 3x3, x the blank; the minimum number of moves",
		"https://www.acwing.com/problem/content/847/", func(f *Format) {
			f.Answer = Answer{Solved: "{moves}\n", Unsolvable: "-1\n"}
		}),
	poj1077.as("fei-2002-e", "FEI STU", "2002 E Puzzle: as poj-1077, a shortest path",
		"http://www.fiit.stuba.sk/~kapustik/acm/acmE.html", func(f *Format) { f.Rule = Shortest }),
	poj1077.as("lutece-414", "Lutece",
		"414 Eight Puzzle: 3x3, x the blank; the minimum number of moves",
		"https://cdoj.site/problem/414", anyNumber, func(f *Format) {
			f.Answer = Answer{Solved: "{moves}\n"}
		}),
	{
		Name: "hdu-3567", Judge: "HDU",
		Title:  "3567 Eight II: 3x3 start and goal, X the blank; the least of the shortest paths",
		Source: "https://acm.hdu.edu.cn/showproblem.php?pid=3567",
		Shapes: fixed(3, 3), Goal: puzzle.Given,
		Count: true, Record: "{board}\n{goal}\n", Board: glyphs("X12345678", glued),
		MaxPuzzles: 200,
		Answer:     Answer{Solved: "Case {case}: {moves}\n{path}\n", Step: lowerCase},
		Rule:       Least, Order: puzzle.DLRU,
	},
	{
		Name: "luogu-p1379", Judge: "Luogu",
		Title:  "P1379 Eight: nine digits glued, the goal 123804765; the minimum number of moves",
		Source: "https://www.luogu.com.cn/problem/P1379",
		Shapes: fixed(3, 3), Goal: puzzle.Snail,
		Record: "{board}\n", Board: glyphs(digits[:9], glued), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n"},
	},
	boj1525,
	{
		Name: "boj-25140", Judge: "BOJ",
		Title: "25140 KLIZA: 3x3 in rows, X the blank; the minimum number of moves and the tiles " +
			"that move",
		Source: "https://www.acmicpc.net/problem/25140 (a copy of the text, seen 2026-11-23)",
		Notes: `The text shows the goal as a picture, which the copy has not: the blank is taken to be
last, as in BOJ 1525. All puzzles can be solved.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: glyphs("X12345678", inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n{path}\n", Step: ofTile, StepEnd: " "},
		Rule:   Shortest,
	},
	boj1525.as("aoj-alds1-13-b", "AOJ",
		"ALDS1_13_B 8 Puzzle: 3x3 in rows; the minimum number of moves",
		"https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ALDS1_13_B",
		func(f *Format) { f.Answer.Unsolvable = "" }),
	boj1525.as("koistudy-608", "KOISTUDY",
		"608 Eight: 3x3 in rows; the minimum number of moves, or -1",
		"http://koistudy.net/?mid=prob_page&NO=608", func(f *Format) { f.Limit = AtMost(20) }),
	boj1525.as("segmentfault-eight", "SegmentFault",
		"eight puzzle: 3x3 in rows, also glued; the minimum number of moves, or -1",
		"https://segmentfault.com/ (eight puzzle exercise)", anyNumber,
		func(f *Format) { f.Notes = "The exercise has no page of its own." }),
	{
		Name: "codegolf-1351", Judge: "Code Golf SE",
		Title:  "1351 8-puzzle: 3x3 in rows; the number of moves and all boards",
		Source: "https://codegolf.stackexchange.com/questions/1351",
		Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: glyphs(digits[:9], inRows), MaxPuzzles: 1,
		Answer: Answer{
			Solved: "{moves}\n{boards}", Unsolvable: "-1\n",
			Each: "{board}\n", Board: numbers(inRows),
		},
		Rule: Shortest,
	},
	boj1525.as("hihocoder-1312", "hihoCoder",
		"1312 Eight: counted 3x3 boards; the minimum number of moves",
		"https://hihocoder.com/problemset/problem/1312", func(f *Format) {
			f.Count, f.MaxPuzzles, f.Answer.Unsolvable = true, 8, "No Solution!\n"
		}),
	boj1525.as("zaidimas-8", "gvu.lt",
		"Zaidimas 8: counted 3x3 boards, an empty line before each; the minimum number of moves",
		"http://gvu.lt/ (Zaidimas 8)", func(f *Format) {
			f.Count, f.MaxPuzzles, f.Record = true, 1000, "\n{board}\n"
		}),
	boj1525.as("ntuj-219", "NTUJ",
		"219 Eight: counted 3x3 boards; the minimum number of moves up to 20, or Hard",
		"http://acm.csie.org/ntujudge/problem.php?id=219", anyNumber, func(f *Format) {
			f.Count, f.Limit = true, AtMost(20)
			f.Answer.Unsolvable, f.Answer.TooLong = "Hard\n", "Hard\n"
		}),
	{
		Name: "codingpanda-2009", Judge: "codingpanda",
		Title:  "2009 Eight: 3x3 start and goal in rows; the minimum number of moves",
		Source: "https://www.codingpanda.cn/ (problem 2009)",
		Shapes: fixed(3, 3), Goal: puzzle.Given,
		Record: "{board}\n{goal}\n", Board: glyphs(digits[:9], inRows), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves} \n"}, // the judge writes the space
	},
	{
		Name: "lingzhi-208", Judge: "Lingzhi OJ",
		Title:  "208 Eight: 3x3 start and goal, a line each; the minimum number of moves, or -1",
		Source: "https://www.lingzhioj.com/ (problem 208)",
		Shapes: fixed(3, 3), Goal: puzzle.Given,
		Record: "{board}\n{goal}\n", Board: glyphs(digits[:9], oneLine), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
	},
	{
		Name: "mipt-089", Judge: "MIPT",
		Title:  "089 8-puzzle: 3x3 in one line; Yes and the minimum number of moves, or No",
		Source: "http://acm.mipt.ru/judge/problems.pl?problem=089 (a copy, seen 2026-11-22)",
		Notes: `The copies of the page that we saw do not show whether the number is on a line of its
own, as the path is in problem 091.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
		Record: "{board}\n", Board: glyphs(digits[:9], oneLine), MaxPuzzles: 1,
		Answer: Answer{Solved: "Yes\n{moves}\n", Unsolvable: "No\n"},
	},
	{
		Name: "spoj-hs08nbgm", Judge: "SPOJ",
		Title: "HS08NBGM The Game: counted 3x3 boards of glued digits, the goal 876543210; the " +
			"minimum number of moves, or -1",
		Source: "https://www.spoj.com/HSPL08/problems/HS08NBGM (seen 2026-11-22)",
		Shapes: fixed(3, 3), Goal: puzzle.Descending,
		Count: true, Record: "{board}\n", Board: glyphs(digits[:9], gluedRows),
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
	},
	{
		Name: "taiwan-l108-3", Judge: "Taiwan",
		Title: "L108-3 3x3 digits: 3x3 in one line, the blank first; the minimum number of " +
			"moves, or -1",
		Source: "http://203.204.246.43/problem/L108-3.html (a copy, seen 2026-11-22)",
		Notes: `The picture of the goal and the answer to the example are lost. The text says that the
numbers grow row by row, and 0 is the blank, so the blank is taken to be first. The answer -1 is
also for puzzles of more than 31 moves, but there are none.`,
		Shapes: fixed(3, 3), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: glyphs(digits[:9], oneLine), MaxPuzzles: 1,
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
	},
	leetcode773,
	leetcode773.as("lintcode-941", "LintCode", "941 Sliding Puzzle: as leetcode-773",
		"https://www.lintcode.com/problem/941/", func(f *Format) {
			f.Notes = "It is not confirmed that the text is the same as LeetCode's."
		}),
	{
		Name: "lintcode-794", Judge: "LintCode",
		Title: "794 Sliding Puzzle II: 3x3 start and goal as JSON arrays; the minimum number " +
			"of moves, or -1",
		Source: "https://www.lintcode.com/problem/794/",
		Shapes: fixed(3, 3), Goal: puzzle.Given,
		Record: "{board}\n{goal}\n", Board: numbers(inJSON),
		Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
	},
	{
		Name: "aoj-0121", Judge: "AOJ",
		Title:  "0121 Seven Puzzle: 2x4 in one line, the blank first; the minimum number of moves",
		Source: "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=0121",
		Shapes: fixed(2, 4), Goal: puzzle.BlankFirst,
		Record: "{board}\n", Board: glyphs(digits[:8], oneLine), MaxPuzzles: 1000,
		Answer: Answer{Solved: "{moves}\n"},
	},
}

var poj1077 = &Format{
	Name: "poj-1077", Judge: "POJ", Title: "1077 Eight: 3x3, x the blank; a path of u d l r",
	Source: "http://poj.org/problem?id=1077",
	Notes:  "POJ gives one puzzle in an input. Problem 1077 of OpenJudge's bailian is the same.",
	Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
	Record: "{board}\n", Board: glyphs("x12345678", oneLine), MaxPuzzles: 1,
	Also: []Notation{
		glyphs("x12345678", doubled), glyphs("x12345678", padded), glyphs("x12345678", padRight),
	},
	Answer: Answer{Solved: "{path}\n", Unsolvable: "unsolvable\n", Step: lowerCase}, Rule: AnyPath,
}

var boj1525 = &Format{
	Name: "boj-1525", Judge: "BOJ",
	Title:  "1525 Puzzle: 3x3 in rows, 0 the blank; the minimum number of moves, or -1",
	Source: "https://www.acmicpc.net/problem/1525",
	Shapes: fixed(3, 3), Goal: puzzle.BlankLast,
	Record: "{board}\n", Board: glyphs(digits[:9], inRows), MaxPuzzles: 1,
	Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
}

var leetcode773 = &Format{
	Name: "leetcode-773", Judge: "LeetCode",
	Title:  "773 Sliding Puzzle: a 2x3 JSON array; the minimum number of moves, or -1",
	Source: "https://leetcode.com/problems/sliding-puzzle/",
	Shapes: fixed(2, 3), Goal: puzzle.BlankLast,
	Record: "{board}\n", Board: numbers(inJSON),
	Answer: Answer{Solved: "{moves}\n", Unsolvable: "-1\n"},
}

// anyNumber changes a format to have any number of puzzles in an input.
func anyNumber(f *Format) { f.MaxPuzzles = 0 }
