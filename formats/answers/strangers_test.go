package answers_test

import (
	"fmt"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/solver/puzzle"
)

// Answers as strangers' programs print them are in the judge's form.
func TestStrangersAnswers(t *testing.T) {
	const eight = "6 7 1 8 2 * 5 4 3\n"
	const boards = "6 7 1 (Initial input state)\n8 2 *\n5 4 3\n\n6 7 1\n8 * 2\n5 4 3\n\n" +
		"6 7 1\n* 8 2\n5 4 3\n\n* 7 1\n6 8 2\n5 4 3\n\n7 * 1\n6 8 2\n5 4 3\n\n" +
		"7 8 1 (Goal state)\n6 * 2\n5 4 3\n\n"
	const figures = "Number of states enqueued = 191\n\nNote: * represents an empty tile\n"
	const fifteen = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n"
	for _, tt := range []struct{ format, in, answer string }{
		{"utd-cs6364", eight, boards + "Number of moves = 5\n" + figures},
		{"utd-cs6364", eight,
			strings.ReplaceAll(boards, "\n\n", "\n") + "Number of moves = 5\n" + figures},
		{"utd-cs6364", eight + eight, strings.Repeat(boards+"Number of moves = 5\n"+figures, 2)},
		{"utd-cs4365", "1 2 3\n4 5 6\n7 * 8\n", "1 2 3 (Initial input state)\n\n4 5 6\n\n7 * 8\n\n" +
			"1 2 3 (Goal state)\n\n4 5 6\n\n7 8 *\n\nNumber of moves = 1\n\n" +
			"Number of states enqueued = 3\n"},
		{"princeton", "2\n1 2\n0 3\n", "Minimum number of moves = 1\n\n2\n 1  2 \n 0  3 \n\n" +
			"2\n 1  2 \n 3  0 \n\n"},
		{"princeton", "2\n1 2\n0 3\n", "Minimum number of moves = 1\n2\n1 2\n0 3\n2\n1 2\n3 0\n"},
		{"princeton-2010", "3\n1 2 3\n4 0 6\n7 5 8\n", "  1 2 3 \n  4   6 \n  7 5 8 \n\n" +
			"  1 2 3 \n  4 5 6 \n  7   8 \n\n  1 2 3 \n  4 5 6 \n  7 8 \n\n" +
			"Number of states enqueued = 10\nMinimum number of moves = 2\n"},
		{"princeton-2010", "2\n0 1\n3 2\n", "  1\n3 2\n1\n3 2\n1 2\n3\n" +
			"Minimum number of moves = 2\n"},
		{"codegolf-6884", "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,0,14,15]]\n", "1. Left\n2. Left\n"},
		{"slidingpuzzle", "[[8,4,5],[3,7,1],[0,2,6]]\n",
			"[2, 7, 3, 8, 4, 3, 8, 2, 7, 8, 1, 5, 3, 1, 2, 4, 1, 2, 5, 6]\n"},
		{"mm-tester", "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n-1 13 14 15\n",
			"5\n3 0\n0 0\n2 3\n3 0\n3 3\n"}, // the first and the third move nothing
		{"rosetta-15", fifteen, "Solution found in 1 moves :r\n"},
		{"jutge-p27048", "2 2\n1 2\n0 3\n2 2\n2 1\n0 3\n", "te solucio en 1 passos\nno te solucio\n"},
		{"cis-2018-sorting", `{"puzzle": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]}`, `{"result": [5, 8]}`},
		{"fmi-n-puzzle", "3\n-1\n1 2\n0 3\n", "1\nleft\n# TIMES_MS: alg=0.1\n"},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		readsAll(t, f, tt.in, tt.answer)
	}
}

// If the blank is a space, only the columns tell where it is.
func TestBlankIsSpace(t *testing.T) {
	f, err := formats.Lookup("princeton-2010")
	if err != nil {
		t.Fatal(err)
	}
	p := decode(t, f, "2\n0 1\n3 2\n")[0]
	for _, tt := range []struct{ boards, want string }{
		{" 1\n3 2\n", "out:2:4: found the end of the line, expected tiles in columns"},
		{"1\n3 2\n", `out:1:1: found "1", expected the board of the puzzle`},
		{"  1\n3\n", "out:2:2: found the end of the line, expected a tile"},
		{"  1\n3 2\n  1\n3 2\n", `out:3:3: found "1", expected a board that a move makes of`},
		{"  1\n3 x\n", `out:2:3: found "x", expected a tile`},
	} {
		d := answers.NewDecoder(strings.NewReader(tt.boards), "out", f)
		_, err, form := d.Decode(1, &p, nil)
		if got := fmt.Sprint(err, form); !strings.Contains(got, tt.want) {
			t.Errorf("%q: %s, want %s", tt.boards, got, tt.want)
		}
	}
}

// A step that moves a row of tiles counts as one, and is refused if it names no cell of the board.
func TestRunsOfTiles(t *testing.T) {
	f, err := formats.Lookup("mm-tester")
	if err != nil {
		t.Fatal(err)
	}
	p := decode(t, f, "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n-1 13 14 15\n")[0]
	for _, tt := range []struct {
		text  string
		moves int
		wrong string
	}{
		{"1\n3 3\n", 3, ""},
		{"2\n3 2\n3 3\n", 3, ""},
		{"2\n2 2\n3 3\n", 3, ""},
		{"3\n3 3\n", 0, "out:3:1: found the end of the input, expected a row"},
		{"1\n3 4\n", 0, `out:2:1: found "3", expected a tile of the board`},
		{"1\n4 0\n", 0, `out:2:1: found "4", expected a tile of the board`},
	} {
		d := answers.NewDecoder(strings.NewReader(tt.text), "out", f)
		s, err, form := d.Decode(1, &p, nil)
		wrong := err != nil && strings.Contains(err.Error(), tt.wrong) && tt.wrong != ""
		if s.Moves != tt.moves || wrong != (tt.wrong != "") || form != nil {
			t.Errorf("%q: %d moves, %v, %v, want %d, %s", tt.text, s.Moves, err, form, tt.moves, tt.wrong)
		}
	}
}

// readsAll tests that a text has answers to all puzzles of an input, in the judge's form.
func readsAll(t *testing.T, f *formats.Format, in, answer string) {
	t.Helper()
	d := answers.NewDecoder(strings.NewReader(answer), "out", f)
	for i, p := range decode(t, f, in) {
		s, err, form := d.Decode(int64(i+1), &p, nil)
		if err != nil && err != puzzle.ErrUnsolvable || form != nil {
			t.Errorf("%s: answer %d of\n%s%v, %v", f.Name, i+1, answer, err, form)
			return
		}
		if err := p.Replay(s.Path); s.Path != nil && err != nil {
			t.Errorf("%s: answer %d of\n%s%v", f.Name, i+1, answer, err)
		}
	}
	if err := d.End(); err != nil {
		t.Errorf("%s: behind\n%s%v", f.Name, answer, err)
	}
}

// Figures may follow an answer whatever it begins with.
func TestFiguresBehindFields(t *testing.T) {
	for _, solved := range []string{
		`{path}\n`, `{moves}\n{path}\n`, `path: {path}\n`, `{boards}{moves}\n`,
	} {
		text := strings.Replace(declared.Template, `"{path}\n"`, `"`+solved+`"`, 1)
		text = strings.Replace(text, "# figures = false", "figures = true", 1)
		answer := strings.NewReplacer("{path}", "R", "{moves}", "1", `\n`, "\n",
			"{boards}", "1 2 3\n4 5 6\n7 x 8\n\n1 2 3\n4 5 6\n7 8 x\n\n").Replace(solved)
		if strings.Contains(solved, "boards") {
			text = strings.Replace(text, `# each = ""`, `each = "{board}\n"`, 1)
		}
		f, err := declared.Parse("mine.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		readsAll(t, f, strings.Repeat("1 2 3 4 5 6 7 x 8\n", 2),
			strings.Repeat(answer+"nodes: 5\nTime = 0.1 s\n", 2))
	}
}

// Boards may stand below their numbers and the moves that lead to them. What is missing of such an
// answer, or does not fit its boards, is a mistake and never a panic.
func TestBoardsWithMoves(t *testing.T) {
	const text = "[boards]\nrows = 3\n[input]\nrecord = \"{board}\\n\"\n[answer]\n" +
		"solved = \"{boards}Depth: {moves}\\n\"\nfirst = \"Start:\\n{board}\\n\\n\"\n" +
		"each = \"Step #{case}: {path}\\n{board}\\n\\n\"\nfigures = true\n"
	f, err := declared.Parse("mine.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const in = "1 2 3\n4 0 6\n7 5 8\n"
	const answer = "Start:\n1 2 3\n4 0 6\n7 5 8\n\nStep #1: D\n1 2 3\n4 5 6\n7 0 8\n\n" +
		"Step #2: R\n1 2 3\n4 5 6\n7 8 0\n\nDepth: 2\n"
	readsAll(t, f, strings.Repeat(in, 2), strings.Repeat(answer+"Nodes: 7\n", 2))
	p := decode(t, f, in)[0]
	read := func(answer string) string {
		d := answers.NewDecoder(strings.NewReader(answer), "out", f)
		_, err, form := d.Decode(1, &p, nil)
		return fmt.Sprint(err, " ", form)
	}
	for n := range len(answer) - 1 {
		if got := read(answer[:n]); n < len(answer)-2 && got == "<nil> <nil>" {
			t.Errorf("%q is accepted", answer[:n])
		}
	}
	for _, tt := range []struct{ old, new, want string }{
		{"#1: D", "#1: U", "out:6:10: found \"U\", expected D, the move that leads to the board"},
		{"#2: R", "#3: R", "out:11:7: found \"3\", expected 2, the number of the board"},
		{"#2: R", "#2: X", "out:11:10: found \"X\", expected one of U D L R"},
	} {
		if got := read(strings.Replace(answer, tt.old, tt.new, 1)); !strings.Contains(got, tt.want) {
			t.Errorf("%s for %s: %s, want %s", tt.new, tt.old, got, tt.want)
		}
	}
}

// Words for moves may be made of marks that mean nothing elsewhere. Their answers end too, whatever
// their form is.
func TestArrows(t *testing.T) {
	for _, end := range []string{"", " ", ","} {
		text := fmt.Sprintf("[boards]\nrows = 3\n[input]\nrecord = \"{board}\\n\"\n[answer]\n"+
			"solved = \"{path}\\n\"\nup = \"^\"\ndown = \"v\"\nleft = \"<\"\nright = \"->\"\n"+
			"move_end = %q\n", end)
		f, err := declared.Parse("mine.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		const in = "1 2 3\n4 0 6\n7 5 8\n"
		readsAll(t, f, in+in, strings.Repeat("v"+end+"->\n", 2))
		p := decode(t, f, in)[0]
		for _, answer := range []string{
			" v" + end + "->\n", "v" + end + " ->.\n", "V" + end + "->;\n",
		} {
			d := answers.NewDecoder(strings.NewReader(answer), "out", f)
			s, err, form := d.Decode(1, &p, nil)
			if s.Path.String() != "dr" || err != nil || form == nil {
				t.Errorf("%q between moves: %q is read as %v, %v, form %v", end, answer, s.Path, err, form)
			}
		}
	}
}
