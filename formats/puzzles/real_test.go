package puzzles_test

import (
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// These are inputs as the judges' own samples and generators write them. All are valid.
var realInputs = []struct{ format, source, in string }{
	{
		"spoj-solving", "the sample, https://www.spoj.com/problems/SOLVING/",
		"2\n\n4\n1   2  7  3\n5   6  0  4\n9  10 11  8\n13 14 15  12\n\n3\n0 1 2\n4 5 3\n7 8 6\n",
	},
	{
		"poj-2224", "the sample, https://www.acmicpc.net/problem/9985",
		"START 3 4\n1 5 2\n4 X 3\n7 8 6\n1 2 3\n4 5 6\n7 8 X\nEND\n" +
			"START 3 3\n1 2 3 \n7 X 8\n6 5 4\n1 2 3 \n8 X 4\n7 6 5\nEND\n",
	},
	{
		"42-npuzzle", "res_npuzzle-gen",
		"# This puzzle is solvable\n4\n12  1  3  4 \n11  2 14  5 \n10 15  8  0 \n 9 13  7  6 \n",
	},
	{
		"42-npuzzle", "res_npuzzle-gen",
		"# This puzzle is unsolvable\n5\n17  1  2  4  5 \n15 16  3 19  6 \n 0 23 18 20  7 \n" +
			"14 12 24 22  8 \n13 11 10 21  9 \n",
	},
	{
		"42-npuzzle", "the subject's generator",
		"# This puzzle is solvable\n5\n 3 20  8 15 14\n11 13 16  2 24\n18 19  0  4 23\n" +
			"12  9 22 21  7\n10  1  5 17  6\n",
	},
	{
		"42-npuzzle", "a student's tests", "2 #\n# between\n\n3 0#\n2 1\n# behind\n",
	},
	{
		"korf-24", "table 1 of Korf and Felner 2002",
		"no initial state                                                   dist    expansions\n" +
			" 1 14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13" +
			"   95    2031102635\n" +
			" 2 16,5,1,12,6,24,17,9,2,22,4,10,13,18,19,20,0,23,7,21,15,11,8,3,14" +
			"   96  211884984525\n",
	},
}

func TestRealInputs(t *testing.T) {
	for _, tt := range realInputs {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		v := puzzles.Validator{Format: f}
		if _, err := v.Validate(strings.NewReader(tt.in), "in"); err != nil {
			t.Errorf("%s, %s: %v", tt.format, tt.source, err)
		}
		bytewise := iotest.OneByteReader(strings.NewReader(tt.in))
		if _, err := v.Validate(bytewise, "in"); err != nil {
			t.Errorf("%s, %s, bytewise: %v", tt.format, tt.source, err)
		}
	}
}

// Where the white space follows no rule, all else still does.
func TestFreeSpaceErrors(t *testing.T) {
	for _, tt := range []struct{ format, in, want string }{
		{
			"42-npuzzle", "3\n1 2 3 8 0 4\n7 6 5\n",
			"in:2:6: found a space, expected the end of the line",
		},
		{
			"42-npuzzle", "3\n1\n2 3\n8 0 4\n7 6 5\n",
			"in:2:2: found the end of the line, expected a space",
		},
		{"42-npuzzle", "3\n1 2 3\n8 0 04\n7 6 5\n", `in:3:5: found "04", expected "4"`},
		{"42-npuzzle", "3\n1 2 3\n8\t0 4\n7 6 5\n", "in:3:2: found a tab, expected a space"},
		{
			"42-npuzzle", "3\n1 2 3\n8 0 4\n7 6 5",
			"in:4:6: found the end of the input, expected the end of the line",
		},
		{"spoj-solving", "1\n\n3\n0 1 2\n4 5 3\n7 8 06\n", `in:6:5: found "06", expected "6"`},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := validate(f, tt.in, false); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %q: %v, want %s", tt.format, tt.in, err, tt.want)
		}
	}
}
