package formats_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// ours tells why the bundled answers of a format are not exactly those
// that the judge has published. They are replayed like all others.
var ours = map[string]string{
	"poj-1077":                 "the sample is the first puzzle; the others are our own",
	"hdu-1043":                 "the sample is the first puzzle; the others are our own",
	"zoj-1217":                 "the sample is the first puzzle; the other is our own",
	"uva-652":                  "the sample is the first puzzle; the others show the empty lines",
	"princeton":                "the example is as the given client prints it; the others are our own",
	"leetcode-773":             "the last puzzle is our own",
	"segmentfault-eight":       "no sample is known",
	"fei-2002-e":               "the sample is that of POJ 1077",
	"lutece-414":               "no sample is known",
	"lightoj-15-puzzle":        "the sample is known in part",
	"mipt-091":                 "the last puzzle is our own",
	"epoka-c549":               "the sample is the first puzzle; the others show the limits",
	"poj-2224":                 "the first puzzles are the sample's; the others show the bound",
	"eolymp-4609":              "no sample is known, and any path will do",
	"eolymp-5303":              "no sample is known",
	"hackerrank-n-puzzle":      "the sample shows 70 moves in part; any path will do, and ours has 20",
	"princeton-2010":           "the example is as the sample client prints it; the others are ours",
	"mm-tester":                "the tester makes random puzzles",
	"slidingpuzzle":            "the second board has several shortest paths",
	"slidingpuzzle-pairs":      "the second board has several shortest paths",
	"arfst23-15puzzle":         "the boards that are published take 80 moves",
	"michaelkim-15puzzle":      "no answers are published",
	"codegolf-6884":            "no answers are published, and any path will do",
	"codewars":                 "the first puzzle is the example; any path will do",
	"codingame-11-puzzle":      "no sample is known, and any path will do",
	"aoj-0190":                 "the sample is that of HDU 3095",
	"42-npuzzle":               "the subject leaves the layout free",
	"sise":                     "the course publishes puzzles, not answers",
	"utd-cs4365-center":        "the example has other lines between the boards",
	"utd-cs6364":               "the first puzzle is a program's example; the other is our own",
	"fmi-n-puzzle":             "the sample is the first puzzle; the others are our own",
	"uic-cs411":                "the puzzle is that of UVa 10181",
	"korf-24":                  "the published puzzles take hours",
	"pddl-n-puzzle-typed":      "no plan is published, and any will do",
	"pddl-n-puzzle-untyped":    "no problem is published, and any plan will do",
	"pddl-strips-sliding-tile": "no plan is published, and any will do",
	"rows":                     "the format is our own",
	"pddl-n-puzzle":            "the puzzle is our own",
	"pddl-n-puzzle-tile":       "the puzzle is our own",
	"pddl-n-puzzle-blank":      "the puzzle is our own",
	"pddl-sliding-tiles-2016":  "the puzzle is our own",

	"pddl-strips-sliding-tile-xy":       "the puzzle is our own",
	"pddl-strips-sliding-tile-deepxube": "the puzzle is our own",
	"nemo-sliding-puzzle":               "the environment has random puzzles",
	"mipt-089":                          "the last puzzle is our own",
	"taiwan-l108-3":                     "the answer to the example is lost; the other is our own",
	"hog2-numbered":                     "no sample is known",
	"hog2":                              "no sample is known",
	"unh-tile":                          "no sample with an answer is known",
	"unh-tile-rows":                     "no sample with an answer is known",
	"clausecker-24":                     "the published puzzles take minutes",
	"slidysim":                          "the first puzzle is slidy's example; any path will do",
	"aima-eight-puzzle":                 "the first puzzles are those of the tests; any path will do",
	"cs188-eightpuzzle":                 "the program has puzzles, not their answers",
	"boj-25140":                         "no sample is known, and any shortest path will do",
	"microcontest-48":                   "the sample has 136 moves; any path will do",
	"fifteen-puzzle-csv":                "the second puzzle is our own",
	"deepcubea":                         "the first puzzle is of the test set; the other is our own",
}

// Each format answers its bundled puzzles with the bundled bytes. They are the
// judge's own sample, or the map ours says why not. All paths and boards lead to the goal.
func TestSamples(t *testing.T) {
	all := slices.Clone(formats.All)
	for _, f := range formats.All {
		all = append(all, redeclared(t, f))
	}
	for _, f := range all {
		in, want := example(t, f)
		got, notes := answer(t, strings.NewReader(in), f, f)
		if got != want || len(notes) > 0 {
			t.Errorf("%s: answers\n%s%v\nwant\n%s", f.Name, got, notes, want)
		}
		dec := answers.NewDecoder(iotest.OneByteReader(strings.NewReader(want)), "answers", f)
		n := int64(0)
		for _, p := range decode(t, f, in) {
			n++
			s, err, form := dec.Decode(n, &p, nil)
			switch {
			case form != nil:
				t.Errorf("%s: answer %d: %v", f.Name, n, form)
			case err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong:
				if p.Bound == 0 && p.Solvable() {
					t.Errorf("%s: answer %d is %v, but the puzzle is solvable", f.Name, n, err)
				}
			case err != nil:
				t.Fatalf("%s: answer %d: %v", f.Name, n, err)
			case f.Answer.Wants() == puzzle.WantPath && p.Replay(s.Path) != nil:
				t.Errorf("%s: answer %d, %q: %v", f.Name, n, s.Path, p.Replay(s.Path))
			}
		}
		if _, err, _ := dec.Decode(n+1, nil, nil); err != io.EOF {
			t.Errorf("%s: after the last answer Decode = %v, want EOF", f.Name, err)
		}
	}
	for name := range ours {
		if _, err := formats.Lookup(name); err != nil {
			t.Error(err)
		}
	}
}

// decode returns the puzzles of an input without errors.
func decode(t testing.TB, f *formats.Format, in string) []puzzle.Puzzle {
	t.Helper()
	ps, err := puzzles.DecodeAll(f, in, "in")
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return ps
}
