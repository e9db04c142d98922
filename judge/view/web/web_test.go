package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/view/web"
)

func Example() {
	r := &web.Request{Task: "solve", Format: "poj-1077", Input: "2 3 4 1 5 x 7 6 8\n"}
	web.Do(context.Background(), r, func(e *web.Event) { fmt.Print(e.Output) })
	// Output:
	// ullddrurdllurdruldr
}

// A transcript is what the events of a task say.
type transcript struct {
	output, html, input string
	messages            []*web.Message
	rows                []string // in JSON
	noPaths             int
	found               *web.Found
	done                []*web.Done
}

func do(t *testing.T, r web.Request) (s transcript) {
	t.Helper()
	web.Do(t.Context(), &r, func(e *web.Event) {
		s.output += e.Output
		s.html += e.HTML
		s.input += e.Input
		if e.Message != nil {
			s.messages = append(s.messages, e.Message)
		}
		if e.Found != nil {
			s.found = e.Found
		}
		if e.Row != nil {
			text, err := json.Marshal(e.Row)
			if err != nil {
				t.Fatal(err)
			}
			s.rows = append(s.rows, string(text))
		}
		if e.NoPath {
			s.noPaths++
		}
		if e.Done != nil {
			s.done = append(s.done, e.Done)
		}
	})
	if len(s.done) != 1 {
		t.Fatalf("%d ends of the task %s, want one", len(s.done), r.Task)
	}
	return s
}

const three = "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 x 5 7 8 6\n"

// look tells the format and draws the puzzles.
func TestLook(t *testing.T) {
	s := do(t, web.Request{Task: "look", Input: "[[4,1,2],[5,0,3]]\n"})
	if f := s.found; f == nil || f.Format != "leetcode-773" || !f.Detected ||
		f.Summary != "1 puzzle of 2x3" || len(f.Sizes) != 1 || f.Sizes[0] != [2]int{2, 3} {
		t.Errorf("look found %+v", f)
	}
	want := `["puzzle 1","","","",{"r":2,"c":3,"k":"707707"`
	if len(s.rows) != 1 || !strings.HasPrefix(s.rows[0], want[:30]) {
		t.Errorf("rows %s", s.rows)
	}
	s = do(t, web.Request{Task: "look", Format: "poj-1077", Input: three})
	if s.found.Detected || s.found.Summary != "3 puzzles of 3x3" || len(s.rows) != 3 {
		t.Errorf("look found %+v and %d rows", s.found, len(s.rows))
	}
}

// Messages have the place of what is wrong, and the formats to choose from.
func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		name    string
		request web.Request
		want    web.Message
	}{
		{"malformed", web.Request{Task: "solve", Format: "poj-1077",
			Input: three + "1 2 3 4 5 6 y 8 x\n"},
			web.Message{Text: "input:4:13: found \"y\", expected one of x12345678", File: "input",
				Line: 4, Col: 13}},
		{"malformed, look", web.Request{Task: "look", Format: "poj-1077", Input: "1 2 3 4 5 6 7 7 x\n"},
			web.Message{Text: "input:1:15: ", File: "input", Line: 1, Col: 15}},
		{"ambiguous", web.Request{Task: "solve", Input: "12345678x\n"},
			web.Message{Text: "input: the format can't be detected: it may be ",
				Fits: []string{"poj-1077", "hdu-1043"}}},
		{"no format", web.Request{Task: "solve", Format: "none", Input: three},
			web.Message{Text: `unknown format "none"`}},
		{"no task", web.Request{Task: "dance"}, web.Message{Text: `unknown task "dance"`}},
		{"no searches", web.Request{Task: "compare", Format: "poj-1077", Input: three},
			web.Message{Text: `unknown algorithm ""`}},
		{"no such shape", web.Request{Task: "make", Format: "poj-1077", Rows: 4, Cols: 4},
			web.Message{Text: "found 4x4, and boards of poj-1077 are 3x3"}},
		{"no permutation", web.Request{Task: "slide", Format: "poj-1077", Input: three,
			Cells: []int{0, 0, 2, 3, 4, 5, 6, 7, 8}}, web.Message{Text: "the cells are no permutation"}},
		{"too few cells", web.Request{Task: "slide", Format: "poj-1077", Input: three,
			Cells: []int{0, 1}}, web.Message{Text: "found 2 cells, expected 9"}},
		{"no such puzzle", web.Request{Task: "slide", Format: "poj-1077", Input: three, Puzzle: 4},
			web.Message{Text: "found 3 puzzles, expected one with the number 4"}},
		{"answers", web.Request{Task: "convert", Format: "poj-1077", To: "hdu-1043", Input: three,
			Answers: "what\n"}, web.Message{Text: "input: puzzle 1: ", File: ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := do(t, tt.request)
			if len(s.messages) == 0 || !s.done[0].Failed {
				t.Fatalf("messages %v, done %+v", s.messages, s.done[0])
			}
			got := s.messages[0]
			if !strings.HasPrefix(got.Text, tt.want.Text) || got.File != tt.want.File ||
				got.Line != tt.want.Line || got.Col != tt.want.Col {
				t.Errorf("message %+v, want %+v", *got, tt.want)
			}
			for _, f := range tt.want.Fits {
				if !slices.Contains(got.Fits, f) {
					t.Errorf("choices %q, want %s among them", got.Fits, f)
				}
			}
		})
	}
}

// solve lists the puzzles with the moves of their answers. Where an answer has none, show finds
// some.
func TestSolveRows(t *testing.T) {
	s := do(t, web.Request{Task: "solve", Format: "poj-1077", Input: three})
	if s.output != "ullddrurdllurdruldr\nunsolvable\nrd\n" || s.noPaths != 0 {
		t.Errorf("output %q, %d answers without moves", s.output, s.noPaths)
	}
	for i, part := range []string{`"g":"ullddrurdllurdruldr"`, `"unsolvable"`, `"2 moves",`} {
		if !strings.Contains(s.rows[i], part) {
			t.Errorf("row %d is %s, want %s in it", i+1, s.rows[i], part)
		}
	}
	r := web.Request{Task: "solve", Format: "leetcode-773", Input: "[[4,1,2],[5,0,3]]\n"}
	if s = do(t, r); s.output != "5\n" || s.noPaths != 1 || strings.Contains(s.rows[0], `"g"`) {
		t.Errorf("output %q, %d answers without moves, rows %s", s.output, s.noPaths, s.rows)
	}
	r.Task, r.Puzzle = "show", 1
	if s = do(t, r); len(s.rows) != 1 || !strings.Contains(s.rows[0], `"g":"`) {
		t.Errorf("show has the rows %s, want moves", s.rows)
	}
}

// check lists each answer with its verdict, and the moves up to the wrong one.
func TestCheckRows(t *testing.T) {
	s := do(t, web.Request{Task: "check", Format: "poj-1077", Input: three,
		Answers: "ullddrurdllurdruldr\nlurd\nrr\n"})
	for i, part := range []string{
		`"AC","19 moves"`, `"WA","says`, `"move 2, right, leaves the board"`,
	} {
		if !strings.Contains(s.rows[i], part) {
			t.Errorf("row %d is %s, want %s in it", i+1, s.rows[i], part)
		}
	}
	if !s.done[0].Failed || s.done[0].Summary != "1 of 3 accepted: "+
		"a path leaves the board, one solves an unsolvable puzzle" {
		t.Errorf("done: %+v", s.done[0])
	}
}

// make makes the same puzzle from the same seed, and slide moves its tiles.
func TestMakeAndSlide(t *testing.T) {
	r := web.Request{Task: "make", Format: "princeton", Rows: 4, Cols: 4, Seed: 5}
	s := do(t, r)
	if len(s.messages) > 0 || strings.Count(s.input, "\n") < 5 || s.input != do(t, r).input {
		t.Errorf("make: %q, %v", s.input, s.messages)
	}
	s = do(t, web.Request{Task: "slide", Format: "poj-1077", Input: three, Puzzle: 3,
		Cells: []int{0, 1, 2, 3, 5, 4, 6, 7, 8}})
	lines := strings.Split(s.input, "\n")
	if len(lines) < 3 || lines[2] != "1 2 3 4 5 x 7 8 6" || lines[0] != "2 3 4 1 5 x 7 6 8" {
		t.Errorf("slide: %q, %v", s.input, s.messages)
	}
}

// The search for shorter paths sends its curve, and new answers each time that it finds shorter
// paths. The format may ask for the fewest moves, and so may the person.
func TestSearches(t *testing.T) {
	const input = "4\n1 2 3 4\n5 10 6 8\n9 0 7 12\n13 14 11 15\n"
	var curve []web.Point
	again := 0
	output := ""
	web.Do(t.Context(), &web.Request{
		Task: "solve", Search: "shorter", Format: "poj-3240", Input: input,
	}, func(e *web.Event) {
		if e.Again {
			again++
			output = ""
		}
		if e.Curve != nil {
			curve = append(curve, *e.Curve)
		}
		output += e.Output
	})
	last := len(curve) - 1
	if output != "URDDR\n" || again == 0 || last < 0 || curve[last].Moves != 5 ||
		curve[last].Bound != 5 {
		t.Errorf("output %q, %d answers, curve %v", output, again, curve)
	}
	r := web.Request{Task: "solve", Search: "optimal", Format: "poj-3240", Input: input}
	if s := do(t, r); s.output != "URDDR\n" {
		t.Errorf("the fewest moves are %q", s.output)
	}
	r.Format, r.Input = "boj-1525", "1 0 3\n4 2 5\n7 8 6\n"
	if s := do(t, r); s.output != "3\n" {
		t.Errorf("the fewest moves are %q, %v", s.output, s.messages)
	}
	r.Search = "shorter"
	if s := do(t, r); len(s.messages) != 1 || !s.done[0].Failed {
		t.Errorf("shorter paths for a format of numbers: %v", s.messages)
	}
}

// compare draws what each search takes.
func TestCompare(t *testing.T) {
	s := do(t, web.Request{Task: "compare", Input: three, Format: "poj-1077",
		Searches: "bfs,astar,idastar"})
	for _, part := range []string{
		"<h2>Boards expanded</h2>", "<svg ", "1 unsolvable, left out", "21,971",
	} {
		if !strings.Contains(s.html, part) {
			t.Errorf("found no %q in %s", part, s.html)
		}
	}
}
