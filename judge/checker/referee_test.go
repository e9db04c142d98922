package checker_test

import (
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/protocol"
)

// Searches go on at the limit of nodes where there are no expected answers: otherwise right answers
// would be refused. With these, and with a limit that always holds, searches end there.
func TestSearchesGoOn(t *testing.T) {
	const input = "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n" +
		"42 4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10\n" // of Korf's 100
	const right, wrong = "12 45\n42 42\n", "12 47\n42 42\n"
	f := judgetest.Format("korf-15")
	for _, tt := range []struct {
		name, output, expected string
		always                 bool
		want                   judge.Tally
		notices                int
	}{
		{"no expected answers", right, "", false, judge.Tally{judge.AC: 2}, 1},
		{"a number that is too large", wrong, "", false, judge.Tally{judge.AC: 1, judge.WA: 1}, 1},
		{"expected answers", right, right, false, judge.Tally{judge.AC: 2}, 0},
		{"a limit that always holds", right, "", true, judge.Tally{judge.JE: 2}, 0},
	} {
		k, err := checker.New(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		k.Limit(checker.Limits{Nodes: 20, Memory: 1 << 30, Always: tt.always})
		notices := 0
		k.LongSearch = func() { notices++ }
		var expected *protocol.File
		if tt.expected != "" {
			file := text("expected", tt.expected)
			expected = &file
		}
		got, err := k.Run(t.Context(), text("in", input), text("out", tt.output), expected,
			func(*judge.Finding) {})
		if err != nil || got != tt.want || notices != tt.notices {
			t.Errorf("%s: %v, %v, %d notices; want %v, %d", tt.name, got, err, notices,
				tt.want, tt.notices)
		}
	}
}
