package export_test

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/protocol"
)

// The example submissions get the verdicts that they claim, on the cases of every format.
func TestSubmissions(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	t.Parallel()
	fs := tried
	if !exhaustive {
		fs = slices.DeleteFunc(slices.Clone(fs), func(f *formats.Format) bool {
			return slices.Contains(formats.All, f) && !slices.Contains(usualFormats, f.Name)
		})
	}
	program := compileFor(t, "solution", fs, "-O1")
	for i, f := range fs {
		p, err := export.NewProblem(context.Background(), f, recipe.Judge)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		c, err := checker.New(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range export.Submissions(p) {
			var tally judge.Tally
			for _, k := range p.Cases {
				tally[submissionVerdict(t, c, &k, program, strconv.Itoa(i), s.Name)]++
			}
			if tally[s.Verdict] == 0 || tally[judge.AC]+tally[s.Verdict] < tally.Cases() {
				t.Errorf("%s: %s gets %v, want %v", f.Name, s.Name, tally.String(), s.Verdict)
			}
		}
	}
}

// submissionVerdict returns the verdict on a submission in a case.
func submissionVerdict(
	t *testing.T, c *checker.Checker, k *export.Case, program ...string,
) judge.Verdict {
	name := program[len(program)-1]
	limit := 20 * time.Second
	if name == "busy_loop" {
		limit = 5 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	begin := time.Now()
	cmd := exec.CommandContext(ctx, program[0], program[1:]...)
	cmd.Stdin = bytes.NewReader(k.Input)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return judge.TLE
	}
	if took := time.Since(begin); took > time.Second {
		t.Logf("%s, %s: case %s takes %v", c.Format.Name, name, k.Name, took)
	}
	if err != nil {
		return judge.RE
	}
	file := func(name string, text []byte) protocol.File {
		return protocol.File{Name: name, Reader: bytes.NewReader(text)}
	}
	answer := file("answer", k.Answer)
	o := c.Outcome(context.Background(), file("input", k.Input), file("output", out), &answer)
	if o.Verdict == judge.JE {
		t.Errorf("%s, %s, case %s: %s", c.Format.Name, name, k.Name, o.Message)
	}
	return o.Verdict
}
