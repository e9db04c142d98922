package declared_test

import (
	"os"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/declared"
)

// A user can declare what the formats of planners, of language models and of speed solvers have.
// Parse writes puzzles and answers in each format, and reads them again.
func TestNewKinds(t *testing.T) {
	planning, chat, runs := sample(t, "planning"), sample(t, "chat"), sample(t, "runs")
	visits := strings.Replace(runs, "runs = true", "move = \"visit\"\nmove_end = \",\"", 1)
	for name, tt := range map[string]struct {
		text string
		kind formats.StepKind
	}{
		"planning": {planning, formats.ByAction}, "chat": {chat, formats.ByMessage},
		"runs": {runs, formats.ByWord}, "visits": {visits, formats.ByVisit},
	} {
		f, err := declared.Parse(name+".toml", []byte(tt.text))
		if err != nil {
			t.Error(err)
			continue
		}
		if f.Answer.Step.Kind != tt.kind {
			t.Errorf("%s: found moves of kind %v, want %v", name, f.Answer.Step.Kind, tt.kind)
		}
		again, err := declared.Encode(f)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, err := declared.Parse(name+".toml", again); err != nil {
			t.Errorf("%v in\n%s", err, again)
		}
	}
}

// sample returns a declaration in testdata.
func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What would have two meanings, or none, is refused where it stands.
func TestNewMistakes(t *testing.T) {
	planning, chat, runs := sample(t, "planning"), sample(t, "chat"), sample(t, "runs")
	hole, dial := sample(t, "hole"), sample(t, "dial")
	for _, tt := range []struct{ name, text, old, new, want string }{
		{"a record beside the problem", planning, `"{problem}\n"`, `"{n} {problem}\n"`,
			`input.record: found "{n} {problem}\n", expected {problem} alone`},
		{"a large problem", planning, "max_rows = 4", "max_rows = 51", "boards.rows: found boards of"},
		{"another comment", planning, `";"`, `"#"`, `input.comment: found "#", expected ";"`},
		{"a fixed goal", planning, `"given"`, `"snail"`, "boards.goal: found 1 2 3"},
		{"a list that counts", planning, "comment =", "count = true\ncomment =",
			"input.pddl: found count, stop,"},
		{"a notation", planning, "[input.pddl]", "[input.board]\nwidth = 2\n[input.pddl]",
			"input.board: found a notation of boards"},
		{"no name", planning, `"grid"`, `"Grid"`, `input.pddl.domain: found "Grid", expected a name`},
		{"an empty name", planning, `"grid-{n}"`, `""`, `input.pddl.problem: found "", expected`},
		{"a predicate twice", planning, `"free"`, `"on"`, `input.pddl.blank_at: found "on" twice`},
		{"no layout", planning, "inc = \"next\"\ndec = \"previous\"\n", "",
			`input.pddl.neighbor: found "", expected either`},
		{"half a layout", planning, "dec = \"previous\"\n", "", `input.pddl.dec: found ""`},
		{"objects that clash", planning, `"n{tile}"`, `"y-{tile}"`,
			`input.pddl.place: found "y-", expected another beginning`},
		{"fields that run together", planning, `["y-{row}", "y-{col}"]`, `["y-{row}{col}"]`,
			`input.pddl.inc: found "next", expected neighbor`},
		{"three names", planning, `"y-{col}"]`, `"y-{col}", "z"]`, "input.pddl.place: found 3 names"},
		{"no names", planning, `["y-{row}", "y-{col}"]`, "[]", "input.pddl.place: found 0 names"},
		{"a key of no notation", runs, "[answer]", "[[input.also]]\nbetwen = \" \"\n[answer]",
			"found the key betwen, expected one of glyphs, blank, wall, width, zeros, cells, open"},
		{"a table for names", planning, `place = ["y-{row}", "y-{col}"]`, "place = {x = 1}",
			"input.pddl.place: found {x, expected a list of texts"},
		{"tables for names", planning, `place = ["y-{row}", "y-{col}"]`, "place = [{x = 1}]",
			"input.pddl.place: found {x, expected a list of texts"},
		{"names for no list", planning, `["y-{row}", "y-{col}"]`, `"y"`,
			`input.pddl.place: found "y", expected a list of texts`},
		{"actions alike", planning, `left = "(horizontal`, `left = "(vertical`,
			"answer.left: found "},
		{"an action without a tile", planning, `"(vertical n{tile} y-{row} y-{torow})"`, `"(up)"`,
			`answer.up: found "(up)", expected an action`},
		{"no comment behind a plan", planning, `\n; {moves}`, `\n{moves}`, "answer.solved: found "},
		{"unsolvable in words", planning, `"; none\n"`, `"none\n"`, `answer.unsolvable: found "none`},
		{"a number that may be any", chat, "free_space = true\n", "",
			"input.record: found {figure}, expected it only where input.free_space is true"},
		{"a message without marks", chat, `open = "[["`, `open = ""`, `answer.open: found ""`},
		{"marks in upper case", chat, `"]]"`, `"</A>"`, `answer.close: found "</A>", expected`},
		{"words alike", chat, `"down"`, `"up"`, `answer.down: found "up" twice`},
		{"messages side by side", chat, "move_end = \"\\n\"\n", "", `answer.move_end: found ""`},
		{"cells of glyphs", chat, "cells = true", "cells = true\nglyphs = \"012345678\"",
			"input.board.cells: found glyphs"},
		{"cells column by column", chat, "cells = true", "cells = true\nby_column = true",
			"input.board.cells: found glyphs, blank, by_column"},
		{"a wall of two characters", hole, `wall = "%"`, `wall = "%%"`,
			`input.board.wall: found "%%", expected one character`},
		{"a wall that is a tile", hole, `wall = "%"`, `wall = "a"`,
			`input.board.wall: found "a", expected a word that is no tile and no blank`},
		{"a wall that is a mark", hole, `wall = "%"`, `wall = "["`,
			`input.board.wall: found "[", expected a word of ASCII`},
		{"a wall that is a number", dial, `wall = "--"`, `wall = "7"`,
			`input.board.wall: found "7", expected a word of ASCII that is no tile`},
		{"a wall that is the blank", dial, `wall = "--"`, `wall = "0"`,
			`input.board.wall: found "0", expected a word that is no tile and no blank`},
		{"two words for a wall", dial, `wall = "--"`, `wall = "a|b"`,
			`input.board.wall: found "a|b", expected one word`},
		{"walls of a board without any", chat, "cells = true", `wall = "#"`,
			`input.board.wall: found "#", expected none: boards have no walls`},
		{"runs of words", runs, `"N"`, `"north"`, `answer.runs: found the word "north"`},
		{"runs with a number behind", runs, "{path}.", "{path}{moves}", "answer.solved: found a number"},
		{"an expected answer where any will do", strings.Replace(runs, "shortest", "any", 1),
			`"{board}\n"`, `"{board} {expected}\n"`,
			"input.record: found {expected}, expected it only where the answer is the least number"},
		{"another kind of JSON", runs, "[input]", "[input]\njson = \"lines\"",
			`input.json: found "lines", expected one of list, values`},
		{"no JSON", runs, "[input]", "[input]\njson = \"list\"",
			`input.record: found "{board}\n", expected an array around one puzzle`},
		{"a record of JSON without an end", runs, `record = "{board}\n"`,
			"json = \"values\"\nrecord = \"[{board}\\n\"",
			`input.record: found "[{board}\n", expected a value`},
		{"a key of JSON twice", strings.Replace(runs, `"{board}\n"`,
			`'''{"a": {bound}, "a": {board}}\n'''`, 1), "[input]",
			"[input]\nmax_bound = 9\njson = \"values\"", "input.record: found \"{\\\"a\\\": {bound}, "},
		{"a count in JSON", runs, "[input]", "[input]\njson = \"values\"\ncount = true",
			"input.json: found count, stop"},
		{"boards that are no JSON", strings.Replace(runs, "between_rows", "open", 1), "[input]",
			"[input]\njson = \"values\"",
			"input.board: found a notation of boards that is no JSON"},
		{"runs in messages", chat, "[answer]", "[answer]\nruns = true", "answer.runs: found true"},
		{"runs of tiles, and the shortest", runs, "runs = true", "runs = true\nmove = \"tile\"",
			"answer.rule: found shortest, expected any where runs = true is about tiles"},
		{"a number of runs behind them", strings.Replace(runs, "shortest", "any", 1),
			"{path}.\\n\"", "{path} {moves}\\n\"\nmove = \"cell\"\nmove_end = \",\"",
			"answer.solved: found {moves} behind {path}, expected it before"},
		{"a line that tells nothing", runs, `between_rows = ","`, `between_rows = " "`,
			`input.record: found "{board}\n", expected {n}, or {rows} and {cols}`},
		{"a board within a line", runs, `"{board}\n"`, `"{board} .\n"`,
			`input.record: found "{board} .\n", expected {n}`},
		{"marks around rows", runs, `between = "/"`, `open_row = "["`, "answer.board: found marks"},
		{"a number before letters", strings.Replace(runs, "runs = true", "", 1), "up = ",
			"move_begin = \"{case} \"\nup = ", `answer.move_begin: found "{case} ", expected it only with`},
		{"another field before moves", runs, "up = ", "move_begin = \"{id} \"\nup = ",
			`answer.move_begin: found "{id} ", expected {case}, the number of the move`},
		{"a score with a mistake", runs, "[answer]\n", "[answer]\nscore = \"{moves}+\"\n",
			`answer.score: found "", expected a number, {n}, {moves}`},
		{"a score of no path", strings.Replace(hole, "[answer]\n", "[answer]\nscore = \"{moves}\"\n", 1),
			"{path}", "{moves}", `answer.score: found "{moves}", expected none`},
		{"no record", runs, `record = "{board}\n"`, `stop = "0"`, "input.record: found none"},
	} {
		text := strings.Replace(tt.text, tt.old, tt.new, 1)
		if text == tt.text {
			t.Errorf("%s: the declaration has no %q", tt.name, tt.old)
			continue
		}
		if _, err := declared.Parse("mine.toml", []byte(text)); err == nil ||
			!strings.Contains(err.Error(), ": "+tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}
