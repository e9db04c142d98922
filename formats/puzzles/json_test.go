package puzzles_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// objects returns a format whose puzzles are objects in a list of JSON.
func objects(t *testing.T) *formats.Format {
	text, err := os.ReadFile("../declared/testdata/objects.toml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := declared.Parse("objects.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// told returns the puzzles and errors of an input, each as a line.
func told(f *formats.Format, in io.Reader) (text string) {
	d := puzzles.NewDecoder(in, "in", f)
	ps := make([]puzzle.Puzzle, 3)
	for range 20 {
		n, err := d.Decode(ps)
		for _, p := range ps[:n] {
			moves := 0
			if p.Answer != nil {
				moves = p.Answer.Moves
			}
			text += fmt.Sprintln(p.Start.Shape, p.Start.Tiles, p.Goal.Tiles, p.ID, moves)
		}
		if err == io.EOF {
			return text
		}
		if err != nil {
			text += err.Error() + "\n"
		}
		if err != nil && !errors.As(err, new(*formats.SyntaxError)) {
			return text
		}
	}
	return text + "no end\n"
}

// Keys may have any order, boards may lack rows, and what no field is in does not matter.
func TestJSON(t *testing.T) {
	const one = "2x2 [1 0 3 2] [1 2 3 0] 7 1\n"
	for _, tt := range []struct{ in, want string }{
		{`{"set":{"all":[{"from":{"tiles":[[1,0],[3,2]]},"to":[[[1,2],[3,0]]],"best":1,"no":7}]}}`, one},
		{`{"note": {"set": 3}, "set": {"by": "\"]}", "all": [` + "\n" +
			`{"no": 7, "best": ["D"], "to": [[1,2,3,0], "x"], "other": [{}, [], true, -1.5e3], ` +
			`"from": {"a": null, "tiles": [1,0,3,2]}}, {"from":{"tiles":[[0,1,2],[3,4,5]]},"to":[` +
			`[1,0,2,3,4,5]], "best": "R", "no": 8}], "z": 1}}` + "\n" +
			`{"set":{"all":[{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0]],"best":null}]}} `,
			one + "2x3 [0 1 2 3 4 5] [1 0 2 3 4 5] 8 1\n2x2 [1 0 3 2] [1 2 3 0] 0 0\n"},
		{`{"set":{"all":[{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0]],"best":"right down","no":1}]}}`,
			"2x2 [1 0 3 2] [1 2 3 0] 1 2\n"},
		{`{"\u0073et":{"all":[{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0]],"no":7,"best":[1]}]}}`, one},
	} {
		for _, in := range []io.Reader{
			strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)),
			iotest.DataErrReader(iotest.HalfReader(strings.NewReader(tt.in))),
		} {
			if got := told(objects(t), in); got != tt.want {
				t.Errorf("%s:\n%swant\n%s", tt.in, got, tt.want)
			}
		}
	}
}

// A malformed puzzle is told with its place, and reading goes on behind its value.
func TestJSONErrors(t *testing.T) {
	const begin, good, end = `{"set":{"all":[`, `{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0]]}`, `]}}`
	const read = "2x2 [1 0 3 2] [1 2 3 0] 0 0\n"
	for _, tt := range []struct{ name, in, want string }{
		{"no list", `[` + good + `]`, `in:1:1: found "[", expected "{"`},
		{"an empty list", begin + end, "in:1:16: found \"]\", expected a value of JSON\n"},
		{"a missing key", begin + "{\"to\":[]},\n" + good + end,
			"in:1:16: found no {board}, expected it at .from.tiles\n" + read},
		{"a tile twice", begin + `{"from":{"tiles":[1,1,3,2]},"to":[[1,2,3,0]]},` + good + end,
			"in:1:36: found \"1\", expected 0, 2 or 3 (the puzzle of line 1 has that tile" +
				" already)\n" + read},
		{"too few tiles", begin + `{"from":{"tiles":[1,0,3]},"to":[[1,2,3,0]]},` + good + end,
			"in:1:33: found"},
		{"a goal of another size", begin +
			`{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0,4]]},` + good + end,
			"in:1:58: found"},
		{"no board", begin + `{"from":{"tiles":"1032"},"to":[1]},` + good + end, "in:1:33: found"},
		{"a bad number of moves", begin +
			strings.Replace(good, `"to"`, `"best":-1,"to"`, 1) + "," + good + end,
			"in:1:51: found \"-1\", expected a number of moves from 0 to 1000000000\n" + read},
		{"no JSON", begin + `{"from":{x},` + "\n" + good + end,
			"in:1:25: found \"x\", expected a key in quotes\n" + read},
		{"an end too soon", begin + good + ",", read + "in:1:62: found the end of the input, expected a" +
			" puzzle of the list\n"},
		{"an unfinished puzzle", begin + good[:20], "in:1:36: found the end of the input"},
		{"an unfinished text", begin + `{"from`, `in:1:22: found the end of the input, expected "\""`},
		{"deep", strings.Repeat(`{"a":`, 200_000), "found"},
		{"deeper", begin + strings.Repeat(`[`, 200), "at most 100 arrays"},
		{"a comma too many", begin + good + "," + end, "in:1:62: found \"]\", expected a value"},
	} {
		got := told(objects(t), strings.NewReader(tt.in))
		if !strings.Contains(got, tt.want) || strings.Contains(got, "no end") || len(got) > 1000 {
			t.Errorf("%s: %s:\n%swant\n%s", tt.name, tt.in, got, tt.want)
		}
	}
}

// A decoder can go on in the middle of a list.
func TestJSONPlace(t *testing.T) {
	f := objects(t)
	const in = `{"set":{"all":[{"from":{"tiles":[1,0,3,2]},"to":[[1,2,3,0]],"no":1},
		{"from":{"tiles":[1,2,3,0]},"to":[[1,2,3,0]],"no":2}]}}`
	d := puzzles.NewDecoder(strings.NewReader(in), "in", f)
	ps := make([]puzzle.Puzzle, 1)
	if n, err := d.Decode(ps); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	at, ok := d.Place()
	e := puzzles.NewDecoder(strings.NewReader(in[at.Offset:]), "in", f)
	e.StartAt(at)
	if n, err := e.Decode(ps); !ok || n != 1 || err != nil || ps[0].ID != 2 {
		t.Error(n, err, ps)
	}
	if _, err := e.Decode(ps); err != io.EOF {
		t.Error(err)
	}
}
