package checker_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/protocol"
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
	count := func(first int64, line, step int, n int64) {
		accepted += n
		for i := range n {
			add(first+i, line+int(i)*step)
		}
	}
	if !brief {
		count = nil
	}
	tally, err := k.RunInBrief(t.Context(), protocol.File{Name: "in", Reader: in},
		protocol.File{Name: "out", Reader: out}, nil, each, count)
	return append(found, fmt.Sprint(tally, err)), accepted
}

// puzzlesAndAnswers returns the text of small boards, half of them unsolvable where a format has
// these, and the answers.
func puzzlesAndAnswers(t *testing.T, f *formats.Format, n int64) (in, out string) {
	t.Helper()
	spec := recipe.NewSpec(f, 1, []puzzle.Shape{recipe.UsualShape(f)})
	if f.HasUnsolvable() {
		spec.Unsolvable = 50
	}
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
	switch rnd.IntN(13) {
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
	case 11:
		return line + "\n" + line
	default:
		return ""
	}
}

// A checked is the text of puzzles, that of the right answers, and checkers of these by rule. They
// keep their tables.
type checked struct {
	format   *formats.Format
	in, out  string
	checkers map[string]*checker.Checker
}

func newChecked(t *testing.T, name string, n int64) *checked {
	f := *judgetest.Format(name)
	f.MaxPuzzles = 0
	s := &checked{format: &f, checkers: make(map[string]*checker.Checker)}
	s.in, s.out = puzzlesAndAnswers(t, &f, n)
	return s
}

// checker returns a copy of the checker for a rule, or for the rule of the format if that does not
// admit it.
func (s *checked) checker(t *testing.T, require string) checker.Checker {
	k := s.checkers[require]
	if k == nil {
		var err error
		if k, err = checker.New(s.format, require, 1); err != nil {
			return s.checker(t, "")
		}
		s.checkers[require] = k
	}
	return *k
}

// spoilt returns the answers with some lines changed, or none.
func (s *checked) spoilt(rnd *rand.Rand, some int) string {
	lines := strings.Split(strings.TrimSuffix(s.out, "\n"), "\n")
	for range some {
		i := rnd.IntN(len(lines))
		lines[i] = another(lines[i], rnd)
	}
	if rnd.IntN(4) == 0 {
		i := rnd.IntN(len(lines))
		lines = slices.Delete(lines, i, i+1)
	}
	return strings.Join(lines, "\n") + []string{"\n", "", "\n\n", "\nr\n"}[rnd.IntN(4)]
}

// agreeInBrief compares what is found in brief with what is found otherwise, for answers some of
// which are changed. It returns how many answers were accepted in brief, at least.
func (s *checked) agreeInBrief(t *testing.T, rnd *rand.Rand, some int) (least int64) {
	t.Helper()
	puzzles, text := s.in, s.spoilt(rnd, some)
	if rnd.IntN(3) == 0 {
		puzzles = spoil(s.in, rnd)
	}
	k := s.checker(t, []string{"", "", "", "24", "any", "shortest", "least"}[rnd.IntN(7)])
	if k.Keep = 40; rnd.IntN(4) == 0 {
		k.Tolerance = answers.Tolerance{Case: rnd.IntN(2) == 0, Space: true}
	}
	want, _ := briefly(t, k, strings.NewReader(puzzles), strings.NewReader(text), false)
	least = math.MaxInt64
	for _, workers := range []int{1, 2, 8} {
		k.Workers = workers
		var a, b io.Reader = strings.NewReader(puzzles), strings.NewReader(text)
		if rnd.IntN(2) == 0 {
			a = dripping{a, 20000, rand.New(rand.NewPCG(rnd.Uint64(), 1))}
			b = dripping{b, 20000, rand.New(rand.NewPCG(rnd.Uint64(), 1))}
		}
		got, accepted := briefly(t, k, a, b, true)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%s, %v, %d workers: finding %d is %.300q\nwant %.300q", s.format.Name,
					k.Rules.Rule, workers, i, got[min(i, len(got)):], want[min(i, len(want)):])
			}
		}
		least = min(least, accepted)
	}
	return least
}

// What is found in brief is what is found otherwise, whatever the answers are, and however many
// workers there are.
func TestBrief(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	for i, name := range []string{
		"hdu-1043", "leetcode-773", "acwing-179", "princeton", "mipt-089", "uva-652", "boj-1525",
		"fmi-n-puzzle",
	} {
		if testing.Short() && i > 1 {
			break
		}
		s := newChecked(t, name, 1500)
		most := int64(0)
		for try := 0; try == 0 || most < 400 && try < 20; try++ { // on a busy machine few are ahead
			for _, some := range []int{0, 300, 0, 1, 5} {
				most = max(most, s.agreeInBrief(t, rnd, some))
			}
		}
		if most < 400 {
			t.Errorf("%s: only %d answers were accepted in brief", name, most)
		}
	}
}

// An answer that begins as a right one does, but goes on, is wrong, and those after it are right.
func TestBriefGoesOn(t *testing.T) {
	s := newChecked(t, "fmi-n-puzzle", 2000)
	lines := strings.SplitAfter(s.out, "\n")
	var text strings.Builder
	longer := 0
	for n := 1; len(lines) > 1; n++ {
		moves, err := strconv.Atoi(strings.TrimSpace(lines[0]))
		if err != nil {
			t.Fatal(err)
		}
		count := 1 + max(moves, 0) // -1: unsolvable
		text.WriteString(strings.Join(lines[:count], ""))
		if lines = lines[count:]; n%50 == 0 && moves > 0 {
			text.WriteString("left\n")
			longer++
		}
	}
	for _, workers := range []int{1, 2, 8} {
		k := s.checker(t, "")
		k.Workers, k.Keep = workers, 40
		got, _ := briefly(t, k, strings.NewReader(s.in), strings.NewReader(text.String()), true)
		wrong := 0
		for _, finding := range got {
			if strings.Contains(finding, " WA") {
				wrong++
			}
		}
		if wrong != longer || longer == 0 {
			t.Errorf("%d workers: %d answers are wrong, want %d", workers, wrong, longer)
		}
	}
}

// What is found in brief is what is found otherwise, in all formats with small boards.
func FuzzBrief(f *testing.F) {
	streams := make(map[string]*checked)
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		format := formats.All[rnd.IntN(len(formats.All))]
		if !format.Shapes.Min.Packable() {
			return
		}
		s := streams[format.Name]
		if s == nil {
			s = newChecked(t, format.Name, 1000)
			streams[format.Name] = s
		}
		s.agreeInBrief(t, rnd, []int{0, 1, 5, 100}[rnd.IntN(4)])
	})
}
