package command

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// An outputTrial is one output to be judged by both checkers, or an input to be validated.
type outputTrial struct {
	format                  int // in formats.All
	input, output, expected string
	note                    string
}

// verdicts returns the lines that a program for all formats says of trials.
func verdicts(t *testing.T, program string, trials []outputTrial) []string {
	t.Helper()
	var in bytes.Buffer
	for _, k := range trials {
		fmt.Fprintf(&in, "%d %d", k.format, len(k.input))
		if filepath.Base(program) == "checker" {
			fmt.Fprintf(&in, " %d %d", len(k.output), len(k.expected))
		}
		fmt.Fprintf(&in, "\n%s%s%s", k.input, k.output, k.expected)
	}
	cmd := exec.Command(program)
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

// The checker in C++ gives the verdicts of ours, for right, wrong and junk answers
// in every format.
func TestExportedChecker(t *testing.T) {
	t.Parallel()
	trials := exportTrials(t)
	program := library(t, "checker", formats.All, "-O0")
	compareVerdicts(t, trials, verdicts(t, program, trials))
	checkProtocols(t, program)
}

// The validator in C++ takes the inputs that ours takes, and no others.
func TestExportedValidator(t *testing.T) {
	t.Parallel()
	trials := inputTrials(t)
	valid := 0
	program := library(t, "validator", formats.All, "-O0")
	for i, line := range verdicts(t, program, trials) {
		k := trials[i]
		name := formats.All[k.format].Name
		code, _, stderr := ours(k.input, "validate", "-f", name)
		if (code == exitOK) != (line[0] == '1') || code > exitFailed {
			t.Errorf("%s, %s: %q: ours %d %s, C++ %s", name, k.note, k.input, code, stderr, line)
		}
		valid += int(line[0] - '0')
	}
	t.Logf("%d of %d are valid", valid, len(trials))
	if valid < 100 || valid > len(trials)-1000 {
		t.Errorf("%d of %d inputs are valid: hardly a test", valid, len(trials))
	}
	for judge, want := range map[string][2]int{"kattis": {42, 43}, "testlib": {0, 3}} {
		good, _ := exitOf(t, "1 2 3 4 5 6 7 x 8\n", program, judge)
		bad, _ := exitOf(t, "1 2 3 4 5 6 7 x 8 \n", program, judge)
		if [2]int{good, bad} != want {
			t.Errorf("%s: exit %d and %d, want %v", judge, good, bad, want)
		}
	}
}

// inputTrials makes inputs in every format.
func inputTrials(t *testing.T) (trials []outputTrial) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i, f := range formats.All {
		for n := range 2 * rounds() {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			text := puzzles.EncodeAll(f, ps)
			trials = append(trials, outputTrial{i, text, "", "", "encoded"})
			for _, m := range textMutants(rng, text) {
				trials = append(trials, outputTrial{i, m[1], "", "", m[0]})
			}
		}
		for _, junk := range junkAnswers {
			trials = append(trials, outputTrial{i, junk, "", "", "junk"})
		}
	}
	return trials
}

// checkersOf returns our checkers for all formats.
func checkersOf(t *testing.T) (all []*checker.Checker) {
	for _, f := range formats.All {
		c, err := checker.New(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// compareVerdicts compares what the checker in C++ says with our verdicts.
func compareVerdicts(t *testing.T, trials []outputTrial, lines []string) {
	names := []judge.Verdict{judge.AC, judge.WA, judge.PE, judge.JE}
	checkers := checkersOf(t)
	var tally judge.Tally
	for i, k := range trials {
		c := checkers[k.format]
		file := func(name, text string) protocol.File {
			return protocol.File{Name: name, Reader: strings.NewReader(text)}
		}
		var expected *protocol.File
		if k.expected != "" {
			expected = &protocol.File{Name: "answer", Reader: strings.NewReader(k.expected)}
		}
		input, output := file("input", k.input), file("output", k.output)
		want := c.Outcome(context.Background(), input, output, expected)
		name := formats.All[k.format].Name
		got := names[lines[i][0]-'0']
		tally[got]++
		switch {
		case k.expected == "" && got == judge.JE: // there is no optimum to compare with
			continue
		case strings.HasPrefix(k.note, "input") && got == judge.JE && name == "columbia":
			continue // ours takes the digit behind a board for the next one's
		case strings.HasPrefix(k.note, "expected") && want.Verdict == judge.JE: // nor one to trust
			continue
		}
		if got != want.Verdict {
			t.Errorf("%s, %s: %v %s, want %v (%s)\ninput %q\noutput %q\nexpected %q",
				name, k.note, got, lines[i][1:], want.Verdict, want.Message,
				k.input, k.output, k.expected)
		}
	}
	t.Log(tally.String())
	if tally[judge.AC] < 500 || tally[judge.WA] < 500 || tally[judge.PE] < 500 {
		t.Errorf("%v: hardly a test", tally.String())
	}
}

// ours runs the program.
func ours(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, messages bytes.Buffer
	args = append([]string{name}, args...)
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &messages)
	return code, out.String(), messages.String()
}

// exportTrials makes outputs in every format.
func exportTrials(t *testing.T) (all []outputTrial) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, f := range formats.All {
		for n := range rounds() {
			var ps []puzzle.Puzzle
			for range 1 + n%3 {
				ps = append(ps, walked(rng, f))
			}
			input := puzzles.EncodeAll(f, ps)
			code, right, stderr := ours(input, "solve", "-f", f.Name)
			if code > exitFailed {
				t.Fatalf("%s: exit %d\n%s", input, code, stderr)
			}
			all = append(all, mutantTrials(rng, outputTrial{i, input, right, right, "right"})...)
			for _, m := range pathMutants(rng, f, ps, right) {
				all = append(all, outputTrial{i, input, m, right, "other moves"})
			}
			for _, junk := range junkAnswers[:len(junkAnswers)/(1+n)] {
				all = append(all, outputTrial{i, input, junk, right, "junk"})
			}
		}
	}
	return all
}

// mutantTrials returns a trial, and those with one of its texts changed.
func mutantTrials(rng *rand.Rand, k outputTrial) []outputTrial {
	all := []outputTrial{k}
	for _, m := range textMutants(rng, k.expected) {
		all = append(all, outputTrial{k.format, k.input, m[1], k.expected, m[0]})
		if exhaustive || rng.IntN(4) == 0 {
			all = append(all,
				outputTrial{k.format, k.input, k.output, m[1], "expected " + m[0]},
				outputTrial{k.format, k.input, m[1], "", "alone " + m[0]})
		}
	}
	for _, m := range textMutants(rng, k.input) {
		if exhaustive || rng.IntN(4) == 0 {
			all = append(all, outputTrial{k.format, m[1], k.output, k.expected, "input " + m[0]})
		}
	}
	return all
}
