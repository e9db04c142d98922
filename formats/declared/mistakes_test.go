package declared_test

import (
	"fmt"
	"strings"
	"testing"

	"tilejudge/formats/declared"
)

// A mistake is an error that has the line and column of its value, what stands there and what may
// stand there.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name     string
		old, new string // what is replaced in the template
		want     string // of the error: the text with which the mistake begins, and the message
	}{
		{"no end of a text", `up = "U"`, `up = "U`,
			"\ndown|answer.up: basic strings cannot have new lines: a text has \" on both sides, \\n for a line end"},
		{"no quotes", `glyphs = "x12345678"`, `glyphs = x12345678`,
			`x12345678|input.board.glyphs: unexpected character U+0078 'x' at start of value: a text`},
		{"a comment between tiles", `# comment = ""`,
			`comment = ";"` + "\nalso = [{between = \";\"}] #",
			`";"}]|input.also[0].between: found ";", expected a text without ';', which begins`},
		{"a key twice", `up = "U"`, "up = \"U\"\nup = \"V\"", `up = "V"|key up is already defined`},
		{"an unknown key", "cols = 3", "colz = 3",
			"colz|found the key colz, expected one of rows, cols, max_rows,"},
		{"an unknown table", "[input]", "[inputs]",
			"inputs]|found the key inputs, expected one of title, judge,"},
		{"a number for a text", `up = "U"`, "up = 3",
			"3\ndown|answer.up: found 3, expected a text in quotes"},
		{"a text for a number", "rows = 3", `rows = "3" # three`,
			`"3" #|boards.rows: found "3", expected a whole number`},
		{"a fraction", "rows = 3", "rows = 3.5", "3.5|boards.rows: found 3.5, expected a whole number"},
		{"a text for true", "# count = false", `count = "yes"`,
			`"yes"|input.count: found "yes", expected true or false`},
		{"a value for a table", "[input.board]\n", "board = 3\n",
			"3\n# Tiles|input.board: found 3, expected a table"},
		{"a large number", "rows = 3", "rows = 1000000000",
			"1000000000|boards.rows: found 1000000000, expected a number from 1 to 1000"},
		{"a larger number", "rows = 3", "rows = 10000000000000000000",
			"1000000|boards.rows: decimal number is too large"},
		{"no goal", `goal = "blank-last"`, `goal = "last"`,
			`"last"|boards.goal: found "last", expected one of blank-ends, blank-first, blank-last, `},
		{"a goal of another size", `goal = "blank-last"`, "goal = \"\"\"\n1 2 3\n4 5 x\"\"\"",
			`"""` + "\n1 2 3\n4|boards.goal: found 2 rows, expected 3"},
		{"a short row", `goal = "blank-last"`, "goal = \"\"\"\n1 2\n3 4 5\n6 7 x\"\"\"",
			`"""` + "\n1 2\n|boards.goal: row 1: found \"1 2\", expected 3 tiles"},
		{"a tile twice", `goal = "blank-last"`, "goal = \"\"\"\n1 2 3\n4 5 6\n7 7 x\"\"\"",
			`"""` + "\n1 2 3\n4|boards.goal: tile 7 appears twice"},
		{"a goal of another board", `goal = "blank-last"`, `goal = "clock"`,
			"\"clock\"\n|boards.goal: found 1 to 12 as on the face of a clock"},
		{"a goal that is not read", `goal = "blank-last"`, `goal = "given"`,
			`"{board}|input.record: found "{board}\n", expected {goal} in the record where`},
		{"a record without a board", `record = "{board}\n"`, `record = "{n}\n"`,
			`"{n}|input.record: found no {board}`},
		{"a rest at first", `record = "{board}\n"`, `record = "{rest}\n{board}\n"`,
			`"{rest}|input.record: found {rest} first, expected something else on the first line`},
		{"a rest within a line", `record = "{board}\n"`, `record = "{board} {rest} x\n{rest}\n"`,
			`"{board} {rest}|input.record: found {rest} within a line, expected it at the end of one`},
		{"a number that goes on", `record = "{board}\n"`, `record = "{board}0\n"`,
			`"{board}0|input.record: found "{board}0\n", expected no digit right behind a field`},
		{"a glyph that is a text between tiles", `glyphs = "x12345678"`,
			`between = "-"` + "\n" + `glyphs = "-12345678"`,
			`"-12345678"|input.board.glyphs: found '-', expected characters of ASCII that are no`},
		{"a blank that has the text between tiles", `glyphs = "x12345678"`,
			`between = "-"` + "\n" + `blank = "--"`,
			`"--"|input.board.blank: found "--", expected a word of ASCII that is no tile and has no`},
		{"a misspelt field", `solved = "{path}\n"`, `solved = "{pth}\n"`,
			`"{pth}|answer.solved: found {pth}, expected one of {path} {moves}`},
		{"a field of another text", `record = "{board}\n"`, `record = "{case} {board}\n"`,
			`"{case} {board}|input.record: found {case}, expected one of {board}`},
		{"no line end", `solved = "{path}\n"`, `solved = "{path}"`,
			`"{path}"|answer.solved: found "{path}", expected a line end at the end, "{path}\n"`},
		{"no line end behind runs", `solved = "{path}\n"`, `solved = "{path}"` + "\nruns = true",
			`"{path}"|answer.solved: found "{path}", expected a line end at the end, "{path}\n"`},
		{"a missing key", `solved = "{path}\n"`, ``,
			"answer]\n# The|answer.solved: found none, expected a text such as"},
		{"too few glyphs", `glyphs = "x12345678"`, `glyphs = "x1234567"`,
			`"x1234567"|input.board.glyphs: found "x1234567" with 8 characters, expected 9`},
		{"glyphs that clash", `glyphs = "x12345678"`, `glyphs = "x12345677"`,
			`"x12345677"|input.board.glyphs: found '7' twice, expected a character`},
		{"a glyph that is a mark", `glyphs = "x12345678"`, `glyphs = "x123456,8"`,
			`"x123456,8"|input.board.glyphs: found ',', expected characters`},
		{"numbers without white space", `glyphs = "x12345678"`, `between = ""`,
			`""` + "\n# blank|input.board.between: found \"\" between numbers"},
		{"a text between tiles", `# between = " "`, `between = " and "`,
			`" and "|input.board.between: found " and ", expected white space and punctuation`},
		{"a rule for moves", `solved = "{path}\n"`, `solved = "{moves}\n"`,
			`"any"` + "\n# order|answer.rule: found any, expected shortest"},
		{"a rule for yes or no", `rule = "any"`, `rule = "decision"`,
			`"decision"` + "\n# order|answer.rule: found decision, expected any, shortest or least"},
		{"an unknown rule", `rule = "any"`, `rule = "quick"`,
			`"quick"|answer.rule: found "quick", expected one of any, decision, least, shortest`},
		{"words that clash", `up = "U"`, `up = "D"`, `"D"` + "\nleft|answer.down: found \"D\" twice"},
		{"a word that is a part of another", `up = "U"`, `up = "DU"`,
			`"D"` + "\nleft|answer.down: found \"D\", but \"DU\" begins with it"},
		{"words like a path", `unsolvable = "unsolvable\n"`, `unsolvable = "DULL\n"`,
			`"DULL|answer.unsolvable: found "DULL", expected a text that is no path`},
		{"limits out of order", "# max_moves = 0",
			"limits = [{rows = 3, moves = 5}, {rows = 2, moves = 6}]",
			"2, moves = 6|answer.limits[1].rows: found 2, expected a number from 4 to 1000"},
		{"a stop that begins a puzzle", `# stop = ""`, `stop = "1 2"`,
			`"1 2"|input.stop: found "1 2", expected a line with which no puzzle begins`},
		{"a ring", "rows = 3\ncols = 3", "picture = \"\"\"\n###\n#.#\n###\"\"\"",
			`"""` + "\n###\n#.#|boards.picture: found cells that fall apart"},
		{"a bound without an answer beyond it", `record = "{board}\n"`,
			`record = "{bound}\n{board}\n"` + "\nmax_bound = 9",
			`"{bound}|input.record: found {bound}, expected answer.too_long too`},
		{"two boards in one", "rows = 3\ncols = 3",
			"picture = \"\"\"\n###.##\n##..##\n\"\"\"\nblanks = 2",
			`"""` + "\n###.##|boards.picture: found cells that no move connects with the others"},
		{"no value", "rows = 3", "rows =",
			"\ncols|boards.rows: unexpected character U+000A at start of value"},
		{"no value behind a text of lines", "rows = 3", "picture = '''\nrows = 3\n'''\nblanks = ]",
			"]\ncols|boards.blanks: unexpected character U+005D ']' at start of value"},
		{"no equals sign", "rows = 3", "rows 3", "3\ncols|expected '=' after key"},
		{"a broken header", "[input]", "[input", "\n# One puzzle|"},
		{"a key with a dot", "cols = 3", `"a.b" = 3`, `"a.b"|found the key a.b, expected one of rows,`},
		{"a key in capitals", "cols = 3", "Cols = 3", "Cols|found the key Cols, expected one of rows,"},
		{"an unknown key in a list", "# max_moves = 0", "limits = [{rows = 3, move = 5}]",
			"move = 5|found the key move, expected one of rows, moves"},
		{"a key of a text", `title = "`, "source.x = 1\ntitle = \"", "x = 1|source.x: found x, expected"},
		{"no blank", "# blanks = 1", "blanks = 0",
			"0       #|boards.blanks: found 0, expected a number from 1 to 8"},
		{"too many glyphs", "# blanks = 1", "blanks = 2",
			`"x12345678"|input.board.glyphs: found "x12345678" with 9 characters, expected 8`},
	} {
		text := strings.Replace(declared.Template, tt.old, tt.new, 1)
		if text == declared.Template {
			t.Errorf("%s: the template has no %q", tt.name, tt.old)
			continue
		}
		_, err := declared.Parse("mine.toml", []byte(text))
		place, message, _ := strings.Cut(tt.want, "|")
		want := position(text, place) + message
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", tt.name, err, want)
		}
	}
}

// position returns how a message about the text begins if the mistake is where a part of the text
// is.
func position(text, part string) string {
	before, _, _ := strings.Cut(text, part)
	line := strings.Count(before, "\n")
	return fmt.Sprintf("mine.toml:%d:%d: ", 1+line, len(before)-strings.LastIndexByte(before, '\n'))
}

// A byte order mark is skipped, and UTF-16 is named.
func TestEncodings(t *testing.T) {
	if _, err := declared.Parse("mine.toml", []byte("\uFEFF"+declared.Template)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		"\xff\xfet\x00i\x00", "\xfe\xff\x00t\x00i", "t\x00i\x00", "\x00t\x00i",
	} {
		_, err := declared.Parse("mine.toml", []byte(text))
		if want := "mine.toml:1:1: found UTF-16 text, expected UTF-8"; fmt.Sprint(err) != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Many unknown keys take linear time: only the first is looked for.
func BenchmarkUnknownKeys(b *testing.B) {
	for _, keys := range []int{1, 1000, 4000} {
		text := []byte(declared.Template)
		for i := range keys {
			text = fmt.Appendf(text, "k%d = 1\n", i)
		}
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := declared.Parse("mine.toml", text); err == nil {
					b.Fatal("no error")
				}
			}
		})
	}
}

// Boards can tell the moves between them, if the start has a text without a move.
func TestMistakesOfBoards(t *testing.T) {
	for _, tt := range []struct{ name, solved, first, each, move, want string }{
		{"no boards", "{path}\n", "{board}\n", "", "word",
			`answer.first: found "{board}\n", expected none where the answer has no {boards}`},
		{"no start", "{boards}", "", "{path}\n{board}\n", "word",
			"answer.first: found none, expected a text for the start, to which no {path} leads"},
		{"a move to the start", "{boards}", "{path}\n{board}\n", "{board}\n", "word",
			"answer.first: found {path}, expected one of {board} {n} {case}"},
		{"no start in its text", "{boards}", "Start\n", "{path}\n{board}\n", "word",
			"answer.first: found no {board}, expected one"},
		{"tiles for moves", "{boards}", "{board}\n", "{path}\n{board}\n", "tile",
			`answer.move: found another kind, expected "word" in answer.each`},
	} {
		text := fmt.Sprintf("[boards]\nrows = 3\n[input]\nrecord = \"{board}\\n\"\n[answer]\n"+
			"solved = %q\nfirst = %q\neach = %q\nmove = %q\n", tt.solved, tt.first, tt.each, tt.move)
		_, err := declared.Parse("mine.toml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}
