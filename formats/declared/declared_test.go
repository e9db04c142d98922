package declared_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/solver/puzzle"
)

func Example() {
	f, err := declared.Parse("mine.toml", []byte(declared.Template))
	fmt.Println(f.Name, f.Shapes, f.Rule, err)
	_, err = declared.Parse("mine.toml", []byte("[boards]\nrows = 0\n"))
	fmt.Println(err)
	// Output:
	// mine 3x3 any path <nil>
	// mine.toml:2:8: boards.rows: found 0 or none, expected a number from 1 to 1000
}

// Each format is the same as the one that its own declaration makes. So it reads, writes and says
// the same: a format is nothing but data.
func TestBuiltIn(t *testing.T) {
	for _, f := range formats.All {
		text, err := declared.Encode(f)
		if err != nil {
			t.Error(err)
			continue
		}
		g, err := declared.Parse(f.Name+".toml", text)
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
			continue
		}
		if !reflect.DeepEqual(f, g) {
			t.Errorf("%s: found\n%+v\nwant\n%+v\nfrom\n%s", f.Name, g, f, text)
		}
	}
	assertData(t, reflect.TypeFor[formats.Format]())
}

// assertData fails for a type that has more than data in it.
func assertData(t *testing.T, of reflect.Type) {
	switch of.Kind() {
	case reflect.Func, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		t.Errorf("%v is not data", of)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		assertData(t, of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			assertData(t, of.Field(i).Type)
		}
	}
}

// A text that was made to ask for too much ends in an error, at once.
func TestHostile(t *testing.T) {
	const head = "[boards]\nrows = 3\n[input]\nrecord = \"{board}\\n\"\n[answer]\nsolved = "
	many := strings.Repeat("\n[[input.also]]\nclose_row = \" \"", 1000)
	for name, tt := range map[string]struct{ text, want string }{
		"a huge file":   {strings.Repeat("# no format\n", 10_000), "more than 65536 bytes"},
		"nested lists":  {"title = " + strings.Repeat("[", 60_000), "nested"},
		"nested tables": {"title = " + strings.Repeat("{a=", 20_000), "nested"},
		"a long key":    {strings.Repeat("a.", 30_000) + "a = 1", "found the key a"},
		"a long pattern": {head + `"` + strings.Repeat("{path} ", 8_000) + `\n"`,
			"found 56001 bytes, expected at most 1000"},
		"a repeated field": {head + `"{path} {path}\n"`, "found {path} twice"},
		"a huge board":     {"[boards]\nrows = 1000\ncols = 1_000_000_000", "found 1000000000"},
		"a huge number":    {"[boards]\nrows = 1" + strings.Repeat("0", 50_000), "too large"},
		"a huge limit": {head + "\"{moves}\\n\"\nmax_moves = 9_000_000_000_000",
			"found 9000000000000"},
		"many ways": {head + "\"{moves}\\n\"" + many + many,
			"input.also: found 2000, expected"},
		"bytes that are no text": {"title = \"\xff\"", "invalid UTF-8"},
		"nothing":                {"", "boards.rows: found 0"},
		"answers alike": {head + "\"Yes\\n\"\nunsolvable = \"Yes\\n\"",
			"found unsolvable, expected a solution"},
	} {
		_, err := declared.Parse("mine.toml", []byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), "mine.toml:") ||
			!strings.Contains(err.Error(), tt.want) || len(err.Error()) > 500 {
			t.Errorf("%s: %.500v, want %s", name, err, tt.want)
		}
	}
	for _, name := range []string{"a b.toml", ".toml", "-x.toml", "ü.toml", strings.Repeat("x", 65)} {
		if _, err := declared.Parse(name, []byte(declared.Template)); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
}

// The blank of a board in an answer may be a space where columns tell its place.
func TestBlankIsSpace(t *testing.T) {
	const head = "[boards]\nrows = 3\n[input]\nrecord = \"{board}\\n\"\n[answer]\n" +
		"solved = \"{boards}\"\neach = \"{board}\\n\"\n[answer.board]\nblank = \" \"\n"
	for _, tt := range []struct{ text, want string }{
		{head + "width = 1\n", ""},
		{head, "answer.board.width: found 0, expected 1 at least and between_rows \"\\n\""},
		{head + "width = 2\nbetween_rows = \" \"",
			"answer.board.width: found 2, expected 1 at least"},
		{head + "width = 2\nbetween = \",\"\nbetween_rows = \",\"", `answer.board.blank: found " ", expected it for boards`},
		{strings.Replace(head, "rows = 3", "rows = 1\ncols = 3", 1) + "width = 2\n",
			`answer.board.blank: found " ", expected it for boards from 2x2 on`},
		{strings.Replace(head, `" "`, `"--"`, 1), ""},
		{strings.Replace(head, `" "`, `"-|x"`, 1), `answer.board.blank: found "-|x", expected one word`},
		{strings.Replace(head, `" "`, `"3"`, 1), `answer.board.blank: found "3", expected a word of`},
		{strings.Replace(head, `" "`, `"-"`, 1) + "zeros = true", "answer.board.zeros: found true"},
	} {
		_, err := declared.Parse("mine.toml", []byte(tt.text))
		if got := fmt.Sprint(err); tt.want != "" && !strings.Contains(got, tt.want) ||
			tt.want == "" && err != nil {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// The word for the blank fills the width of a number, however long it is.
func TestWidthOfBlank(t *testing.T) {
	text := `[boards]
rows = 5
[input]
record = "{board}\n"
[input.board]
blank = "25"
width = 2
[answer]
solved = "{path}\n"
up = "U"
down = "D"
left = "L"
right = "R"
`
	f, err := declared.Parse("mine.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	board := puzzle.BlankLast.Goal(f.Shapes.Min).Board
	got := string(f.Board.Append(nil, board))
	if last := "\n21 22 23 24 25"; !strings.HasSuffix(got, last) {
		t.Errorf("board\n%s, want the last row%s", got, last)
	}
}

// Moves are the letters U D L R unless the declaration has words for them.
func TestUsualWords(t *testing.T) {
	var kept []string
	for line := range strings.Lines(declared.Template) {
		if !slices.ContainsFunc([]string{"up =", "down =", "left =", "right ="}, func(key string) bool {
			return strings.HasPrefix(line, key)
		}) {
			kept = append(kept, line)
		}
	}
	f, err := declared.Parse("mine.toml", []byte(strings.Join(kept, "")))
	want := formats.Step{Up: "U", Down: "D", Left: "L", Right: "R"}
	if err != nil || f.Answer.Step != want {
		t.Errorf("without words: %v, %v", f, err)
	}
	two := strings.Replace(declared.Template, "left = \"L\"\n", "", 1)
	if _, err := declared.Parse("mine.toml", []byte(two)); err == nil {
		t.Error("three of four words are accepted")
	}
}
