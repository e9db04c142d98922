package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/export"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// compile compiles a program in C++ without warnings, and returns its file.
func compile(t *testing.T, dir, name, source string, flags ...string) string {
	t.Helper()
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("NOT TESTED: there is no g++, and exported programs are C++")
	}
	file, program := filepath.Join(dir, name+".cc"), filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	flags = append([]string{"-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program}, flags...)
	if out, err := exec.Command(compiler, append(flags, file)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return program
}

// A trial is one output to be judged by both checkers, or an input to be validated.
type trial struct {
	format                  int // in formats.All
	input, output, expected string
	note                    string
}

// library compiles a program for all formats: "checker", "validator" or "solution".
func library(t *testing.T, program string) string {
	t.Helper()
	var specs []*export.Spec
	for _, f := range formats.All {
		specs = append(specs, specOf(f))
	}
	source, err := export.Library(program, specs)
	if err != nil {
		t.Fatal(err)
	}
	driver, err := os.ReadFile("judge/export/testdata/" + program + ".cc")
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, t.TempDir(), program, source+string(driver), "-O1")
}

// verdicts returns the lines that a program for all formats says of trials.
func verdicts(t *testing.T, program string, trials []trial) []string {
	t.Helper()
	var in bytes.Buffer
	for _, k := range trials {
		fmt.Fprintf(&in, "%d %d", k.format, len(k.input))
		if program == "checker" {
			fmt.Fprintf(&in, " %d %d", len(k.output), len(k.expected))
		}
		fmt.Fprintf(&in, "\n%s%s%s", k.input, k.output, k.expected)
	}
	cmd := exec.Command(library(t, program))
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(trials) {
		t.Fatalf("%d verdicts on %d trials", len(lines), len(trials))
	}
	return lines
}

// rounds is how often each format is tried: few by default.
func rounds(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("EXPORT_ROUNDS"), "2"))
	if err != nil || n < 1 {
		t.Fatalf("EXPORT_ROUNDS: %v", err)
	}
	return n
}

// The checker in C++ gives the verdicts of ours, for right, wrong and junk answers
// in every format.
func TestExportedChecker(t *testing.T) {
	trials := exportTrials(t)
	compareVerdicts(t, trials, verdicts(t, "checker", trials))
}

// The validator in C++ takes the inputs that ours takes, and no others.
func TestExportedValidator(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var trials []trial
	for i, f := range formats.All {
		for n := range 3 * rounds(t) {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			text, err := encodeAll(f, ps)
			if err != nil {
				t.Fatal(err)
			}
			trials = append(trials, trial{i, text, "", "", "encoded"})
			for _, m := range textMutants(rng, text) {
				trials = append(trials, trial{i, m[1], "", "", m[0]})
			}
		}
		for _, junk := range junkAnswers {
			trials = append(trials, trial{i, junk, "", "", "junk"})
		}
	}
	valid := 0
	for i, line := range verdicts(t, "validator", trials) {
		k := trials[i]
		name := formats.All[k.format].Name
		var out, stderr bytes.Buffer
		code := run(context.Background(), []string{"tilejudge", "validate", "-f", name}, strings.NewReader(k.input), &out, &stderr)
		if (code == exitOK) != (line[0] == '1') || code > exitFailed {
			t.Errorf("%s, %s: %q: ours %d %s, C++ %s", name, k.note, k.input, code, &stderr, line)
		}
		valid += int(line[0] - '0')
	}
	t.Logf("%d of %d are valid", valid, len(trials))
	if valid < 100 || valid > len(trials)-1000 {
		t.Errorf("%d of %d inputs are valid: hardly a test", valid, len(trials))
	}
}

// The example submissions get the verdicts that they claim, on the cases of every
// format.
func TestExportedSubmissions(t *testing.T) {
	program := library(t, "solution")
	for i, f := range formats.All {
		p, err := problemOf(context.Background(), f)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		c, err := newChecker(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range export.Submissions(p) {
			if s.Verdict == judge.TLE {
				continue
			}
			var tally judge.Tally
			for _, k := range p.Cases {
				tally[submissionVerdict(t, c, program, i, s.Name, &k)]++
			}
			if tally[s.Verdict] == 0 || tally[judge.AC]+tally[s.Verdict] < tally.Cases() {
				t.Errorf("%s: %s is %v, want %v", f.Name, s.Name, tally.String(), s.Verdict)
			}
		}
	}
}

// submissionVerdict returns the verdict on a submission in a case.
func submissionVerdict(t *testing.T, c *checker, program string, format int, name string, k *export.Case) judge.Verdict {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, strconv.Itoa(format), name)
	cmd.Stdin = bytes.NewReader(k.Input)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		t.Errorf("%s, %s: case %s takes too long", c.format.Name, name, k.Name)
		return judge.TLE
	}
	if err != nil {
		return judge.RE
	}
	o := c.outcome(context.Background(), protocol.File{Name: "input", Reader: bytes.NewReader(k.Input)},
		protocol.File{Name: "output", Reader: bytes.NewReader(out)},
		&protocol.File{Name: "answer", Reader: bytes.NewReader(k.Answer)})
	if o.Verdict == judge.JE {
		t.Errorf("%s, %s, case %s: %s", c.format.Name, name, k.Name, o.Message)
	}
	return o.Verdict
}

// compareVerdicts compares what the checker in C++ says with our verdicts.
func compareVerdicts(t *testing.T, trials []trial, lines []string) {
	names := []judge.Verdict{judge.AC, judge.WA, judge.PE, judge.JE}
	checkers := make(map[int]*checker)
	var tally judge.Tally
	for i, k := range trials {
		c := checkers[k.format]
		if c == nil {
			var err error
			if c, err = newChecker(formats.All[k.format], "", 1); err != nil {
				t.Fatal(err)
			}
			checkers[k.format] = c
		}
		file := func(name, text string) protocol.File {
			return protocol.File{Name: name, Reader: strings.NewReader(text)}
		}
		expected := file("answer", k.expected)
		want := c.outcome(context.Background(), file("input", k.input), file("output", k.output), &expected)
		got := names[lines[i][0]-'0']
		tally[got]++
		if got != want.Verdict {
			t.Errorf("%s, %s: %v %s, want %v (%s)\ninput %q\noutput %q\nexpected %q",
				formats.All[k.format].Name, k.note, got, lines[i][1:], want.Verdict, want.Message, k.input, k.output, k.expected)
		}
	}
	t.Log(tally.String())
	if tally[judge.AC] < 500 || tally[judge.WA] < 500 || tally[judge.PE] < 500 {
		t.Errorf("%v: hardly a test", tally.String())
	}
}

// exportTrials makes outputs in every format.
func exportTrials(t *testing.T) (all []trial) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, f := range formats.All {
		for n := range rounds(t) {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			input, err := encodeAll(f, ps)
			if err != nil {
				t.Fatal(err)
			}
			var out, stderr bytes.Buffer
			if code := run(context.Background(), []string{"tilejudge", "solve", "-f", f.Name}, strings.NewReader(input), &out, &stderr); code > 1 {
				t.Fatalf("%s: exit %d\n%s", input, code, &stderr)
			}
			right := out.String()
			add := func(note, output string) { all = append(all, trial{i, input, output, right, note}) }
			add("right", right)
			for _, m := range textMutants(rng, right) {
				add(m[0], m[1])
			}
			for _, m := range pathMutants(rng, f, ps, right) {
				add("other moves", m)
			}
			if n == 0 {
				for _, junk := range junkAnswers {
					add("junk", junk)
				}
			}
		}
	}
	return all
}

// walked returns a puzzle some moves from its goal, or an unsolvable one.
func walked(rng *rand.Rand, f *formats.Format) (p puzzle.Puzzle) {
	shape := f.Shapes.Min
	for shape != f.Shapes.Max {
		shape.Rows, shape.Cols = f.Shapes.Min.Rows+rng.IntN(4), f.Shapes.Min.Cols+rng.IntN(4)
		if f.HasShape(shape) {
			break
		}
	}
	goal := f.Goal
	if goal == puzzle.Given {
		goal = puzzle.BlankLast
	}
	p.Goal = goal.Goal(shape)
	p.Start = p.Goal.Board.Clone()
	walk := func(b puzzle.Board, moves int) {
		for range moves {
			blanks := []int{}
			for c, t := range b.Tiles {
				if t == puzzle.Blank {
					blanks = append(blanks, c)
				}
			}
			b.Slide(blanks[rng.IntN(len(blanks))], puzzle.UDLR[rng.IntN(4)])
		}
	}
	if f.Goal == puzzle.Given {
		b := p.Goal.Board.Clone()
		walk(b, 300)
		p.Goal, _ = puzzle.NewGoal(b)
		p.Start = b.Clone()
	}
	walk(p.Start, rng.IntN(40))
	if rng.IntN(4) == 0 && shape.Cells() > 2 {
		a, b := slices.Index(p.Start.Tiles, 1), slices.Index(p.Start.Tiles, 2)
		p.Start.Tiles[a], p.Start.Tiles[b] = p.Start.Tiles[b], p.Start.Tiles[a]
	}
	if p.Bound = f.Bound(shape); f.MostBound() > 0 {
		p.Bound = puzzle.AtMost(rng.IntN(f.MostBound() + 1))
	}
	return p
}

// textMutants returns what may become of a text, and how.
func textMutants(rng *rand.Rand, s string) (all [][2]string) {
	add := func(note, text string) { all = append(all, [2]string{note, text}) }
	lines := strings.SplitAfter(s, "\n")
	line := rng.IntN(len(lines))
	join := func(parts ...[]string) string { return strings.Join(slices.Concat(parts...), "") }
	add("upper case", strings.ToUpper(s))
	add("lower case", strings.ToLower(s))
	add("title", strings.ToUpper(s[:1])+s[1:])
	add("no end of the line", strings.TrimSuffix(s, "\n"))
	add("no white space at the end", strings.TrimSpace(s))
	add("Windows", strings.ReplaceAll(s, "\n", "\r\n"))
	add("blanks at ends of lines", strings.ReplaceAll(s, "\n", " \t\n"))
	add("double spaces", strings.ReplaceAll(s, " ", "  "))
	add("no spaces", strings.ReplaceAll(s, " ", ""))
	add("no ends of lines", strings.ReplaceAll(s, "\n", " "))
	add("empty lines", strings.ReplaceAll(s, "\n", "\n\n"))
	add("leading blank", " "+s)
	add("leading line", "\n"+s)
	add("byte order mark", "\xEF\xBB\xBF"+s)
	add("trailing lines", s+"\n\n \n")
	add("trailing junk", s+"x")
	add("trailing line", s+"thank you\n")
	add("trailing NUL", s+"\x00")
	add("twice", s+s)
	add("dots", strings.ReplaceAll(s, "\n", ".\n"))
	add("quoted", "\""+strings.TrimSpace(s)+"\"\n")
	add("labelled", "answer: "+s)
	add("dropped line", join(lines[:line], lines[line+1:]))
	add("doubled line", join(lines[:line+1], lines[line:]))
	add("commas", strings.Join(strings.Split(s, ""), ","))
	add("spaced", strings.Join(strings.Split(s, ""), " "))
	for range 25 {
		at, to := rng.IntN(len(s)+1), rng.IntN(len(s)+1)
		at, to = min(at, to), max(at, to)
		b := []byte(s)
		bytes := "udlrUDLR0123456789 \n\t\r-+.,[]{}x\x00\x80("
		c := bytes[rng.IntN(len(bytes))]
		switch rng.IntN(6) {
		case 0:
			add("inserted byte", s[:at]+string([]byte{c})+s[at:])
		case 1:
			add("cut short", s[:at])
		case 2:
			add("cut out", s[:at]+s[to:])
		case 3:
			add("repeated", s[:to]+s[at:])
		case 4:
			b[min(at, len(b)-1)] = c
			add("another byte", string(b))
		case 5:
			add("dropped byte", s[:max(at-1, 0)]+s[at:])
		}
	}
	return all
}

// pathMutants returns answers with other moves or numbers.
func pathMutants(rng *rand.Rand, f *formats.Format, ps []puzzle.Puzzle, right string) (all []string) {
	dec := formats.NewAnswerDecoder(strings.NewReader(right), "", f)
	type reply struct {
		s   puzzle.Solution
		err error
	}
	var replies []reply
	for i := range ps {
		s, err, _ := dec.Decode(int64(i+1), &ps[i], nil)
		replies = append(replies, reply{s, err})
	}
	enc, err := formats.NewEncoder(f, f)
	if err != nil {
		return nil
	}
	for range 12 {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		which := rng.IntN(len(ps))
		for i, r := range replies {
			s, err := r.s, r.err
			s.Path = slices.Clone(s.Path)
			if i == which && r.err == nil {
				if !mutate(rng, &s) {
					err = []error{puzzle.ErrUnsolvable, puzzle.ErrGaveUp, puzzle.ErrMalformed}[rng.IntN(3)]
				}
			} else if i == which {
				err = nil
			}
			p := ps[i]
			p.Start = p.Start.Clone()
			if leaves := (*puzzle.ReplayError)(nil); errors.As(p.Replay(s.Path), &leaves) && leaves.Move > 0 &&
				(f.Answer.Words()[0] == "" || f.Answer.Texts().Each != "") {
				s.Path = s.Path[:leaves.Move-1] // no board shows the others
				s.Moves = len(s.Path)
			}
			enc.Encode(w, int64(i+1), &p, s, err)
		}
		w.Flush()
		all = append(all, out.String())
	}
	return all
}

// mutate changes a solution; false is that there is to be none.
func mutate(rng *rand.Rand, s *puzzle.Solution) bool {
	m := puzzle.UDLR[rng.IntN(4)]
	way := rng.IntN(8)
	if len(s.Path) == 0 && way < 4 {
		s.Moves += way - 1
		return s.Moves >= 0
	}
	at := rng.IntN(len(s.Path) + 1)
	one := min(at, max(len(s.Path)-1, 0))
	switch way {
	case 0:
		s.Path = slices.Delete(s.Path, one, one+1)
	case 1:
		s.Path = slices.Insert(s.Path, at, s.Path[one])
	case 2:
		s.Path[one] = m
	case 3, 4:
		s.Path = slices.Insert(s.Path, at, m, m.Opposite())
	case 5:
		s.Path = append(s.Path, m)
	case 6:
		s.Moves++
		return true
	default:
		return false
	}
	s.Moves = len(s.Path)
	return true
}

var junkAnswers = []string{
	"", " ", "\n", "-1", "-1\n", "2147483648\n", "9223372036854775808", "1.0", "NaN", "\x00", "\x80", "(()", "{}", "[]\n", "0\n",
	"00000000000000000001\n", "YES\n", "NO\n", "N\nY\n", "unsolvable\n", "malformed\n", "gave up\n", "Malformed", "\xEF\xBB\xBF", "\xEF\xBB",
	strings.Repeat("u", 100_000), strings.Repeat("d\n", 50_000), strings.Repeat("\n", 100_000), strings.Repeat("9", 100_000),
	strings.Repeat("( ", 50_000), strings.Repeat("1 ", 50_000) + "\n", "Minimum number of moves = 1000000000\n", "Case 1: 1000000000\n",
}
