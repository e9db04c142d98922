package puzzles_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// metronome is the puzzle in a test of https://github.com/csbence/metronome.
const metronome = "4 4\nstarting positions for each tile:\n" +
	"9\n11\n10\n15\n12\n7\n8\n3\n13\n6\n14\n4\n5\n1\n0\n2\ngoal positions:\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n"

// The lines of these formats tell the shapes of boards, and a list of cells is inverted.
func TestBoardNotations(t *testing.T) {
	for _, tt := range []struct {
		format, in string
		shape      puzzle.Shape
		want       []puzzle.Tile
	}{
		{
			"unh-tile", metronome, puzzle.Shape{Rows: 4, Cols: 4},
			[]puzzle.Tile{14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3},
		},
		{
			"unh-tile-rows", metronome, puzzle.Shape{Rows: 4, Cols: 4},
			[]puzzle.Tile{9, 11, 10, 15, 12, 7, 8, 3, 13, 6, 14, 4, 5, 1, 0, 2},
		},
		{
			"unh-tile", "3 2\nstarting positions for each tile:\n1 0 2 3 4 5\n" +
				"goal positions:\n0 1 2 3 4 5", puzzle.Shape{Rows: 2, Cols: 3},
			[]puzzle.Tile{1, 0, 2, 3, 4, 5},
		},
		{ // the example of SLIDYSIM_README.md
			"slidysim", "5 3 8 9/0 2 4 1/7 10 14 13/12 11 6 15\n", puzzle.Shape{Rows: 4, Cols: 4},
			[]puzzle.Tile{5, 3, 8, 9, 0, 2, 4, 1, 7, 10, 14, 13, 12, 11, 6, 15},
		},
		{
			"slidysim", " 1 2 3 / 4 0 5 \r\n", puzzle.Shape{Rows: 2, Cols: 3},
			[]puzzle.Tile{1, 2, 3, 4, 0, 5},
		},
		{"hog2", "\t3\t1  2 0", puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{3, 1, 2, 0}},
		{
			"deepcubea", "# text\n7 0 55 1 2 3 4 5 6 7 0 8 # text\n",
			puzzle.Shape{Rows: 3, Cols: 3}, []puzzle.Tile{1, 2, 3, 4, 5, 6, 7, 0, 8},
		},
		{
			"aima-eight-puzzle", "( 2,4 ,3,\n1,5,6,7,8,0)", puzzle.Shape{Rows: 3, Cols: 3},
			[]puzzle.Tile{2, 4, 3, 1, 5, 6, 7, 8, 0},
		},
		{ // the first line of doc/korf-raw.txt of https://github.com/clausecker/24puzzle
			"clausecker-24",
			"14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13\n",
			puzzle.Shape{Rows: 5, Cols: 5}, []puzzle.Tile{
				14, 5, 9, 2, 18, 8, 23, 19, 12, 17, 15, 0, 10, 20, 4, 6, 11, 21, 1, 7, 24, 3, 16, 22, 13,
			},
		},
		{"jutge-p27048", "1 3 1 0 2", puzzle.Shape{Rows: 1, Cols: 3}, []puzzle.Tile{1, 0, 2}},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		ps := decode(t, f, tt.in)
		if len(ps) != 1 || ps[0].Start.Shape != tt.shape ||
			!slices.Equal(ps[0].Start.Tiles, tt.want) {
			t.Errorf("%s: %q is read as %v, want %v", tt.format, tt.in, ps, tt.want)
		}
	}
}

// Mistakes in these notations have a place and say what was expected.
func TestBoardNotationErrors(t *testing.T) {
	for _, tt := range []struct{ format, in, want string }{
		{"hog2", "1 2 3\n", `in:1:1: found "1", expected a line of 2x2 to 10x10, square tiles`},
		{"hog2", "1 2 3 3\n", `in:1:7: found "3", expected 0 (the puzzle of line 1 has that tile`},
		{"hog2", "0 1 2 3 4\n", `in:1:1: found "0", expected a line of 2x2 to 10x10, square tiles`},
		{"slidysim", "1 2/3\n", `in:2:1: found the end of the input, expected a tile from 0 to 3`},
		{"slidysim", "1 2/3 0/\n", `expected`},
		{"slidysim", "1 2 3 0\n", `in:1:1: found "1", expected a line of 2x2 to 1000x1000 tiles`},
		{"slidysim", "1,2/3,0\n", `in:1:1:`},
		{
			"unh-tile", strings.Replace(metronome, "11\n", "9\n", 1),
			`in:4:1: found "9", expected 0, 1, 2 or 12 others (the puzzle of line 1 has that cell already)`,
		},
		{"unh-tile", strings.Replace(metronome, "for each", "of each", 1), `expected "for"`},
		{"aima-eight-puzzle", "(1, 2, 3, 4, 5, 6, 7, 8, 0", `expected ")"`},
		{"aima-eight-puzzle", "[1, 2, 3, 4, 5, 6, 7, 8, 0]", `in:1:1: found "[1", expected "("`},
		{"cs188-eightpuzzle", "[1, 2, 3, 4, 05, 6, 7, 8, 0]", "a number without a leading 0"},
		{
			"columbia", "1,2,5,3,4,0,6,7,81,2,5,3,4,0,6,7,8\n",
			`in:1:17: found "81", expected a tile from 0 to 8`,
		},
		{"deepcubea", "0 1 2 3\n", `expected a line of 3x3 to 7x7, square tiles`},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		_, err = puzzles.DecodeAll(f, tt.in, "in")
		if !errors.As(err, new(*formats.SyntaxError)) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q: %v, want %s", tt.format, tt.in, err, tt.want)
		}
	}
}

// Files whose meaning nothing tells are not detected.
func TestDetectTileFiles(t *testing.T) {
	_, _, err := puzzles.Detect(t.Context(), strings.NewReader(metronome), nil, nil, false)
	const want = "the format can't be detected: it may be unh-tile or unh-tile-rows"
	if !errors.Is(err, puzzles.ErrAmbiguous) || err.Error() != want {
		t.Errorf("Detect: %v, want %s", err, want)
	}
}

// A list that begins with a number and a 4x4 board is one of Korf's; other shapes are HOG2's.
func TestDetectNumberedLists(t *testing.T) {
	const four = "1 4 1 2 3 5 6 7 11 8 9 10 0 12 13 14 15\n"
	for in, want := range map[string]string{
		four: "korf-15", "1 1 2 0 3 4 5 6 7 8\n": "hog2-numbered",
		"1 1 2 0 3 4 5 6 7 8\n2" + four[1:]: "hog2-numbered",
	} {
		f, _, err := puzzles.Detect(t.Context(), strings.NewReader(in), nil, nil, false)
		if err != nil || f.Name != want {
			t.Errorf("%q: Detect = %v, %v, want %s", in, f, err, want)
		}
	}
}
