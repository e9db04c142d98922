package checker_test

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/protocol"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// findings returns what a checker finds. They have the details of what is accepted if details is
// set. If brief is set, accepted is how many answers are accepted without a finding of their own.
func findings(
	t *testing.T, k checker.Checker, in, out, expected io.Reader, details, brief bool,
) (found []string, accepted int64) {
	t.Helper()
	add := func(n int64, line int) { found = append(found, fmt.Sprint(n, line, judge.AC)) }
	each := func(f *judge.Finding) {
		if f.Verdict == judge.AC && !details {
			add(f.N, f.Line)
			return
		}
		text := fmt.Sprint(f.N, f.Line, f.Verdict, f.Message, f.Unread, f.At, f.ExpectedAt, f.Answer,
			string(f.Text), string(f.Expected))
		if f.Puzzle != nil {
			text += fmt.Sprint(f.Puzzle.Start, f.Puzzle.Goal.Tiles, f.Puzzle.Bound, f.Puzzle.ID)
		}
		found = append(found, text)
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
	var right *protocol.File
	if expected != nil {
		right = &protocol.File{Name: "expected", Reader: expected}
	}
	tally, err := k.RunInBrief(t.Context(), protocol.File{Name: "in", Reader: in},
		protocol.File{Name: "out", Reader: out}, right, each, count)
	return append(found, fmt.Sprint(tally, err)), accepted
}

// A checked is the text of puzzles, the text of the right answers to them, and a solver and
// checkers for them, which keep their tables.
type checked struct {
	format   *formats.Format
	in, out  string
	answerer *stream.Answerer
	limits   checker.Limits              // of searches: those on large boards give up soon
	checkers map[string]*checker.Checker // by rule
	brief    int64                       // answers that were accepted in brief
}

// maxInput is about the most bytes of an input.
const maxInput = 60_000

// newChecked makes n small boards, half of them unsolvable where a format has these. If it has no
// small boards, the puzzles are those of its sample, again and again.
func newChecked(t *testing.T, of *formats.Format, n int64) *checked {
	t.Helper()
	f := *of
	f.MaxPuzzles = 0
	s := &checked{format: &f, checkers: make(map[string]*checker.Checker)}
	shape := recipe.UsualShape(&f)
	if s.limits = (checker.Limits{Nodes: 500, Memory: 64 << 20, Always: true}); shape.Packable() {
		s.limits.Nodes = 200_000
	}
	o := stream.Options{NodeLimit: s.limits.Nodes, MemoryLimit: s.limits.Memory, Workers: 1}
	if shape.Packable() {
		o.Algorithm = "table"
	}
	var err error
	if s.answerer, err = stream.New(o, nil); err != nil {
		t.Fatal(err)
	}
	if !shape.Packable() {
		s.repeatSample(t)
		return s
	}
	spec := recipe.NewSpec(&f, 1, []puzzle.Shape{shape})
	if f.HasUnsolvable() {
		spec.Unsolvable = 50
	}
	g, err := generate.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	sample, some := judgetest.Sample(t, &f)
	n = min(n, maxInput*int64(len(some))/int64(len(sample.Input)))
	var in, out strings.Builder
	input := recipe.Input{Format: &f, Puzzles: g.Puzzles(1, n), First: 1, N: n}
	if err := input.Write(&in); err != nil {
		t.Fatal(err)
	}
	s.in = in.String()
	_, err = s.answerer.Run(t.Context(), strings.NewReader(s.in), "in", &f, &f, &out)
	if err != nil {
		t.Fatal(err)
	}
	s.out = out.String()
	return s
}

// repeatSample sets the puzzles and the answers of the format's sample, again and again.
func (s *checked) repeatSample(t *testing.T) {
	t.Helper()
	sample, some := judgetest.Sample(t, s.format)
	d := answers.NewDecoder(strings.NewReader(sample.Answer), "sample", s.format)
	e, err := answers.NewEncoder(s.format, s.format)
	if err != nil {
		t.Fatal(err)
	}
	solutions, errs := make([]puzzle.Solution, len(some)), make([]error, len(some))
	for i := range some {
		solutions[i], errs[i], _ = d.Decode(int64(i+1), &some[i], nil)
	}
	var out strings.Builder
	w := bufio.NewWriter(&out)
	times := 1 + 8000/len(sample.Input+sample.Answer)
	for n := range times * len(some) {
		p := some[n%len(some)]
		p.Start = p.Start.Clone()
		e.Encode(w, int64(n+1), &p, solutions[n%len(some)], errs[n%len(some)])
	}
	w.Flush()
	s.in, s.out = puzzles.EncodeAll(s.format, slices.Repeat(some, times)), out.String()
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
		k.Limit(s.limits)
		s.checkers[require] = k
	}
	return *k
}

// An answer that begins as a right one does, but goes on, is wrong, and those after it are right.
func TestBriefGoesOn(t *testing.T) {
	s := newChecked(t, judgetest.Format("fmi-n-puzzle"), 2000)
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
		got, _ := findings(t, k, strings.NewReader(s.in), strings.NewReader(text.String()), nil,
			false, true)
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
