package checker_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/generate"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/protocol"
	"tilejudge/judge/recipe"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// briefly returns what a checker finds, without the details of what is accepted. accepted is how
// many answers are accepted without a finding of their own.
func briefly(
	t *testing.T, k checker.Checker, in, out io.Reader, brief bool,
) (found []string, accepted int64) {
	t.Helper()
	add := func(n int64, line int) { found = append(found, fmt.Sprint(n, line, judge.AC)) }
	each := func(f *judge.Finding) {
		if f.Verdict == judge.AC {
			add(f.N, f.Line)
			return
		}
		found = append(found, fmt.Sprint(f.N, f.Line, f.Verdict, f.Message, f.Unread, f.At, f.Answer,
			f.Puzzle != nil && f.Puzzle.Solvable(), string(f.Text)))
	}
	count := func(first int64, line int, n int64) {
		accepted += n
		for i := range n {
			add(first+i, line+int(i))
		}
	}
	if !brief {
		count = nil
	}
	tally, err := k.RunInBrief(t.Context(), protocol.File{Name: "in", Reader: in},
		protocol.File{Name: "out", Reader: out}, nil, each, count)
	return append(found, fmt.Sprint(tally, err)), accepted
}

// puzzlesAndAnswers returns the text of boards of 3x3, half of them unsolvable, and the answers.
func puzzlesAndAnswers(t *testing.T, f *formats.Format, n int64) (in, out string) {
	t.Helper()
	spec := recipe.NewSpec(f, 1, []puzzle.Shape{{Rows: 3, Cols: 3}})
	spec.Unsolvable = 50
	g, err := generate.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	input := recipe.Input{Format: f, Puzzles: g.Puzzles(1, n), First: 1, N: n}
	if err := input.Write(&text); err != nil {
		t.Fatal(err)
	}
	var solved bytes.Buffer
	a := stream.NewAnswerer(nil)
	_, err = a.Run(t.Context(), strings.NewReader(text.String()), "in", f, f, &solved)
	if err != nil {
		t.Fatal(err)
	}
	return text.String(), solved.String()
}

// another returns what may stand in place of a line.
func another(line string, rnd *rand.Rand) string {
	at := rnd.IntN(len(line) + 1)
	switch rnd.IntN(12) {
	case 0:
		return line[:at]
	case 1:
		return line[:at] + line[at:]
	case 2:
		return line + "ud"
	case 3:
		detour := []string{"ud", "lr", "du", "rl"}[rnd.IntN(4)]
		return line[:at] + strings.Repeat(detour, 1+rnd.IntN(3)) + line[at:]
	case 4:
		return line + strings.Repeat("lr", 200)
	case 5:
		return strings.ToUpper(line)
	case 6:
		return line + "\r"
	case 7:
		return line + "\n"
	case 8:
		return "unsolvable"
	case 9:
		return line[:at] + "\x00" + line[at:]
	case 10:
		return " " + line
	default:
		return ""
	}
}

// What is found in brief is what is found otherwise, whatever the answers are, and however many
// workers there are.
func TestBrief(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	for _, name := range []string{"hdu-1043", "poj-1077", "acwing-179"} {
		f := *judgetest.Format(name)
		f.MaxPuzzles = 0
		in, out := puzzlesAndAnswers(t, &f, 2500)
		for round := range rounds {
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			for range []int{0, 300, 1, 5}[round%4] {
				i := rnd.IntN(len(lines))
				lines[i] = another(lines[i], rnd)
			}
			if rnd.IntN(4) == 0 {
				i := rnd.IntN(len(lines))
				lines = slices.Delete(lines, i, i+1)
			}
			text := strings.Join(lines, "\n") + []string{"\n", "", "\n\n", "\nr\n"}[rnd.IntN(4)]
			puzzles := in
			if rnd.IntN(3) == 0 {
				puzzles = spoil(in, rnd)
			}
			k, err := checker.New(&f, []string{"", "", "24", "shortest"}[rnd.IntN(4)], 1)
			if err != nil {
				t.Fatal(err)
			}
			if k.Keep = 40; rnd.IntN(4) == 0 {
				k.Tolerance = answers.Tolerance{Case: rnd.IntN(2) == 0, Space: true}
			}
			want, _ := briefly(t, *k, strings.NewReader(puzzles), strings.NewReader(text), false)
			for _, workers := range []int{1, 2, 8} {
				k.Workers = workers
				var a, b io.Reader = strings.NewReader(puzzles), strings.NewReader(text)
				if rnd.IntN(2) == 0 {
					a = dripping{a, 20000, rand.New(rand.NewPCG(rnd.Uint64(), 1))}
					b = dripping{b, 20000, rand.New(rand.NewPCG(rnd.Uint64(), 1))}
				}
				got, accepted := briefly(t, *k, a, b, true)
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("%s, %d workers: finding %d is %.300q\nwant %.300q", name, workers,
							i, got[min(i, len(got)):], want[min(i, len(want)):])
					}
				}
				if round == 0 && k.Rules.Rule == puzzle.AnyPath && puzzles == in &&
					k.Tolerance == (answers.Tolerance{}) && accepted < 1000 {
					t.Errorf("%s, %d workers: only %d answers were accepted in brief",
						name, workers, accepted)
				}
			}
		}
	}
}
