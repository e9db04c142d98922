package export_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/conc/pool"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/protocol"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// packaged are the formats that have packages.
var packaged = slices.DeleteFunc(slices.Clone(formats.All), func(f *formats.Format) bool {
	return export.Supports(f) != nil
})

// tried are the formats on which the programs in C++ and Go are compared: those that have packages,
// and some that have what no judge has.
var tried = func() []*formats.Format {
	all := slices.Clone(packaged)
	files, err := filepath.Glob("../../../formats/declared/testdata/*.toml")
	if err != nil || len(files) == 0 {
		panic("found no declarations")
	}
	for _, file := range files {
		f, err := declared.Read(file)
		if err != nil {
			panic(err)
		}
		if export.Supports(f) == nil {
			all = append(all, f)
		}
	}
	return all
}()

// A trial is an output for both checkers, or an input for both validators.
type trial struct {
	format                  int // in tried
	input, output, expected string
	note                    string // how it was made
	tolerant                bool   // case and white space do not matter
}

// inParts calls f for parts of some trials, on all cores. first is the number of the first trial.
func inParts(trials []trial, f func(first int, part []trial)) {
	const most = 5000
	wait := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0))
	for first := 0; first < len(trials); first += most {
		wait.Go(func() { f(first, trials[first:min(first+most, len(trials))]) })
	}
	wait.Wait()
}

// verdicts returns the line that a program for all formats writes about each trial.
func verdicts(t *testing.T, program string, trials []trial) []string {
	all := make([]string, len(trials))
	inParts(trials, func(first int, part []trial) {
		copy(all[first:], verdictsOf(t, program, part))
	})
	return all
}

func verdictsOf(t *testing.T, program string, trials []trial) []string {
	var in bytes.Buffer
	for _, k := range trials {
		if filepath.Base(program) == "checker" {
			any := 0
			if k.tolerant {
				any = 1
			}
			fmt.Fprintf(&in, "%d %d %d %d %d",
				k.format, any, len(k.input), len(k.output), len(k.expected))
		} else {
			fmt.Fprintf(&in, "%d %d", k.format, len(k.input))
		}
		fmt.Fprintf(&in, "\n%s%s%s", k.input, k.output, k.expected)
	}
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != len(trials) {
		panic(fmt.Sprintf("%d verdicts on %d trials: %v", len(lines), len(trials), err))
	}
	return lines
}

// The checkers in C++ and Go give the same verdicts on right, wrong and junk answers in
// every format.
func TestCheckersAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	t.Parallel()
	trials := outputTrials(t)
	program := compileFor(t, "checker", tried, "-O0")
	compareVerdicts(t, trials, verdicts(t, program, trials))
	checkProtocols(t, program)
}

// The validators in C++ and Go accept the same inputs in every format.
func TestValidatorsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	t.Parallel()
	trials := inputTrials()
	valid := 0
	program := compileFor(t, "validator", tried, "-O0")
	lines := verdicts(t, program, trials)
	inParts(trials, func(first int, part []trial) {
		validators := validatorsOf(tried)
		for i, k := range part {
			line := lines[first+i]
			_, err := validators[k.format].Validate(strings.NewReader(k.input), "input")
			invalid := errors.As(err, new(*formats.SyntaxError))
			if err != nil && !invalid || invalid == (line[0] == '1') {
				t.Errorf("%s, %s: %.1000q: Go: %v, C++: %s",
					tried[k.format].Name, k.note, k.input, err, line)
			}
		}
	})
	for _, line := range lines {
		valid += int(line[0] - '0')
	}
	t.Logf("%d of %d are valid", valid, len(trials))
	if len(trials) < 2000*len(tried) || valid < 100 || valid > len(trials)-1000 {
		t.Errorf("%d of %d inputs are valid: hardly a test", valid, len(trials))
	}
	for judge, want := range map[string][2]int{
		"kattis": {42, 43}, "testlib": {0, 3}, "dmoj": {0, 1}, "oj": {0, 1},
	} {
		good, _ := runProgram(t, "1 2 3 4 5 6 7 x 8\n", program, judge)
		bad, _ := runProgram(t, "1 2 3 4 5 6 7 x 8 \n", program, judge)
		if [2]int{good, bad} != want {
			t.Errorf("%s: exit %d and %d, want %v", judge, good, bad, want)
		}
	}
}

// validatorsOf returns the validators in Go.
func validatorsOf(fs []*formats.Format) (all []*puzzles.Validator) {
	for _, f := range fs {
		all = append(all, &puzzles.Validator{
			Format: f.Strict(), Each: checker.KeepsPromise(context.Background(), f),
		})
	}
	return all
}

// inputTrials makes inputs in every format.
func inputTrials() (trials []trial) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i, f := range tried {
		for n := range inputRounds {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			text := puzzles.EncodeAll(f, ps)
			trials = append(trials, trial{format: i, input: text, note: "encoded"})
			for _, m := range textMutants(rng, text) {
				trials = append(trials, trial{format: i, input: m[1], note: m[0]})
			}
		}
		for _, junk := range junkAnswers {
			trials = append(trials, trial{format: i, input: junk, note: "junk"})
		}
		large := largeMutants(puzzles.EncodeAll(f, []puzzle.Puzzle{walked(rng, f)}))
		for j, m := range large {
			if exhaustive || j == i%len(large) {
				trials = append(trials, trial{format: i, input: m[1], note: m[0]})
			}
		}
	}
	return trials
}

// checkersOf returns the checkers in Go.
func checkersOf(t *testing.T, fs []*formats.Format) (all []*checker.Checker) {
	for _, f := range fs {
		c, err := checker.New(f.Strict(), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// compareVerdicts compares the lines of the checker in C++ with the verdicts of Go.
func compareVerdicts(t *testing.T, trials []trial, lines []string) {
	names := []judge.Verdict{judge.AC, judge.WA, judge.PE, judge.JE}
	checkers := checkersOf(t, tried)
	var tally judge.Tally
	for _, line := range lines {
		tally[names[line[0]-'0']]++
	}
	t.Log(tally.String())
	if len(trials) < 2000*len(tried) ||
		tally[judge.AC] < 500 || tally[judge.WA] < 500 || tally[judge.PE] < 500 {
		t.Errorf("%v: hardly a test", tally.String())
	}
	inParts(trials, func(first int, part []trial) {
		compareParts(t, part, lines[first:], checkers)
	})
}

// compareParts is compareVerdicts for some trials.
func compareParts(t *testing.T, trials []trial, lines []string, checkers []*checker.Checker) {
	names := []judge.Verdict{judge.AC, judge.WA, judge.PE, judge.JE}
	for i, k := range trials {
		c := *checkers[k.format]
		file := func(name, text string) protocol.File {
			return protocol.File{Name: name, Reader: strings.NewReader(text)}
		}
		var expected *protocol.File
		if k.expected != "" {
			expected = &protocol.File{Name: "answer", Reader: strings.NewReader(k.expected)}
		}
		input, output := file("input", k.input), file("output", k.output)
		c.Tolerance = answers.Tolerance{Case: k.tolerant, Space: k.tolerant}
		want := c.Outcome(context.Background(), input, output, expected)
		name := tried[k.format].Name
		got := names[lines[i][0]-'0']
		switch {
		case k.expected == "" && (got == judge.JE || want.Verdict == judge.JE):
			continue // C++ does not know the length of a shortest path, so no broken promise
		case want.Verdict == judge.JE && (strings.HasPrefix(k.note, "expected") ||
			strings.Contains(want.Message, "the expected answer")):
			continue // C++ can't tell that the expected answer is wrong
		}
		if got != want.Verdict {
			t.Errorf("%s, %s, %t: %v %s, want %v (%s)\ninput %q\noutput %q\nexpected %q",
				name, k.note, k.tolerant, got, lines[i][1:], want.Verdict, want.Message,
				k.input, k.output, k.expected)
		}
	}
}

// solve returns the answers to the puzzles of an input.
func solve(t *testing.T, f *formats.Format, input string) string {
	t.Helper()
	var out strings.Builder
	answerer := stream.NewAnswerer(func(error) {})
	_, err := answerer.Run(context.Background(), strings.NewReader(input), "input", f, f, &out)
	if err != nil {
		t.Fatalf("%s: %q: %v", f.Name, input, err)
	}
	return out.String()
}

// outputTrials makes outputs in every format.
func outputTrials(t *testing.T) (all []trial) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, f := range tried {
		for n := range outputRounds {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			input := puzzles.EncodeAll(f, ps)
			right := solve(t, f, input)
			all = append(all, mutantTrials(rng, trial{i, input, right, right, "right", false})...)
			for _, m := range pathMutants(rng, f, ps, right) {
				all = append(all, trial{i, input, m, right, "other moves", false})
			}
			for _, junk := range junkAnswers[:len(junkAnswers)/(1+n)] {
				all = append(all, trial{i, input, junk, right, "junk", false})
			}
		}
	}
	all = append(all, trial{
		format: slices.IndexFunc(tried, func(f *formats.Format) bool { return f.Name == "uva-652" }),
		input:  "2\n\n1 2 3 4 5 6 7 x 8\n\n1 2 3 4 5 6 7 8 x\n",
		output: "r\n", expected: "r\n\n\n", note: "no white space for an empty path",
	})
	for _, k := range all {
		if k.tolerant = true; k.output != k.expected {
			all = append(all, k)
		}
	}
	return all
}

// mutantTrials returns a trial, and those with one of its texts changed.
func mutantTrials(rng *rand.Rand, k trial) []trial {
	all := []trial{k}
	for _, m := range textMutants(rng, k.expected) {
		all = append(all, trial{k.format, k.input, m[1], k.expected, m[0], false})
		if exhaustive || rng.IntN(4) == 0 {
			all = append(all,
				trial{k.format, k.input, k.output, m[1], "expected " + m[0], false},
				trial{k.format, k.input, m[1], "", "alone " + m[0], false})
		}
	}
	for _, m := range textMutants(rng, k.input) {
		if exhaustive || rng.IntN(4) == 0 {
			all = append(all, trial{k.format, m[1], k.output, k.expected, "input " + m[0], false})
		}
	}
	return all
}
