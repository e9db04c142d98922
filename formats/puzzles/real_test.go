package puzzles_test

import (
	"io"
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
		"42-npuzzle", "a student's maps, from the subject's generator",
		"# This puzzle is unsolvable\n3\n0 7 4 \n1 5 2 \n6 3 8 ",
	},
	{
		"42-npuzzle", "a student's maps, from the subject's generator",
		"# This puzzle is solvable\n4\n 1  5 15  0\n 9  7 14 11\n 4  2 12  8\n 6 13  3 10",
	},
	{
		"42-npuzzle", "a student's tests", "2 #\n# between\n\n3 0#\n2 1\n# behind\n",
	},
	{
		"fmi-n-puzzle", "the sample, with the last cell as its number",
		"8\n8\n1 2 3\n4 5 6\n0 7 8\n",
	},
	{"fmi-n-puzzle", "a blank in the middle", "8\n4\n1 2 3\n4 5 0\n6 7 8\n"},
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

// The white space at the ends of lines is noted where the layout is known from a web page only,
// and is a mistake where files are known. Everywhere else in a line it is a mistake.
func TestNotes(t *testing.T) {
	for _, tt := range []struct{ name, format, in, want string }{
		{"right", "boj-1525", "1 0 3\n4 2 5\n7 8 6\n", ""},
		{
			"a blank", "boj-1525", "1 0 3\n4 2 5 \n7 8 6\n",
			"in:2:6: found a space, expected the end of the line\n",
		},
		{
			"carriage returns", "hdu-1043", "1 2 3 4 5 6 7 8 x\r\n1 2 3 4 5 6 7 x 8\r\n",
			"in:1:18: found a carriage return, expected the end of the line\n" +
				"in:2:18: found a carriage return, expected the end of the line\n",
		},
		{
			"no final end", "hihocoder-1312", "1 \n1 2 3\n4 5 6\n7 8 0",
			"in:1:2: found a space, expected the end of the line\n" +
				"in:4:6: found the end of the input, expected the end of the line\n",
		},
		{
			"the list's end", "poj-2893", "3 2\n1 2\n3 4\t\n5 0\n0 0",
			"in:3:4: found a tab, expected the end of the line\n" +
				"in:5:4: found the end of the input, expected the end of the line\n",
		},
		{"two spaces", "hdu-1043", "1 2 3  4 5 6 7 8 x \n", `in:1:7: found a space, expected "4"`},
		{
			"a mistake after a note", "boj-1525", "1 0 3 \n4 2  5\n7 8 6\n",
			`in:2:5: found a space, expected "5"`,
		},
		{
			"a row in pieces", "boj-1525", "1 0 3\n4 2\n5\n7 8 6\n",
			"in:2:4: found the end of the line, expected a space",
		},
		{
			"an empty line", "boj-1525", "1 0 3\n4 2 5\n7 8 6\n\n",
			"in:4:1: found the end of the line, expected the end of the input",
		},
		{
			"files are known", "sise", "2 2\n1 2 \n3 0\n",
			"in:2:4: found a space, expected the end of the line",
		},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		for how, in := range map[string]io.Reader{
			"whole":    strings.NewReader(tt.in),
			"bytewise": iotest.OneByteReader(strings.NewReader(tt.in)),
		} {
			notes := ""
			v := puzzles.Validator{Format: f, Note: func(at *formats.SyntaxError) {
				notes += at.Error() + "\n"
			}}
			_, err := v.Validate(in, "in")
			if err != nil {
				notes = err.Error()
			}
			if notes != tt.want {
				t.Errorf("%s, %s: %q, want %q", tt.name, how, notes, tt.want)
			}
		}
	}
}

// Puzzles written as in a judge's own files have the bytes of such a file, and are valid.
func TestAsInFiles(t *testing.T) {
	for _, tt := range []struct{ format, in, want string }{
		{
			"spoj-solving", "2\n3\n0 1 2\n4 5 3\n7 8 6\n3\n1 0 2\n4 5 3\n7 8 6\n",
			"2\n\n3\n0 1 2\n4 5 3\n7 8 6\n\n3\n1 0 2\n4 5 3\n7 8 6\n",
		},
		{
			"poj-2224", "START 3 3\n1 2 3\n7 X 8\n6 5 4\n1 2 3\n8 X 4\n7 6 5\nEND\n",
			"START 3 3\n1 2 3 \n7 X 8 \n6 5 4 \n1 2 3 \n8 X 4 \n7 6 5 \nEND\n",
		},
		{
			"42-npuzzle", "4\n12 1 3 4\n11 2 14 5\n10 15 8 0\n9 13 7 6\n",
			"# This puzzle is solvable\n4\n12  1  3  4 \n11  2 14  5 \n10 15  8  0 \n" +
				" 9 13  7  6 \n",
		},
		{
			"42-npuzzle", "3\n0 7 4\n1 5 2\n6 3 8\n",
			"# This puzzle is unsolvable\n3\n0 7 4 \n1 5 2 \n6 3 8 \n",
		},
		{"hdu-1043", "1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 7 x 8\n"},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		got := puzzles.EncodeAll(f.AsInFiles(), decode(t, f, tt.in))
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.format, got, tt.want)
		}
		if _, err := validate(f, got, false); err != nil {
			t.Errorf("%s: %q: %v", tt.format, got, err)
		}
	}
}

// Where white space follows no rule, everything else still follows the format.
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
