package command

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/judge/judgetest"
)

// An outcome is what a run of the program leaves behind.
type outcome struct {
	code           int
	stdout, stderr string
}

func runArgs(args ...string) outcome {
	var stdout, stderr bytes.Buffer
	args = append([]string{app.Program}, args...)
	code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// must is runArgs for a run that has to succeed.
func must(t *testing.T, args ...string) outcome {
	t.Helper()
	o := runArgs(args...)
	if o.code != app.ExitOK {
		t.Fatalf("%v: exit %d, %s%s", args, o.code, o.stdout, o.stderr)
	}
	return o
}

// write writes a file in a directory of the test, and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// read returns the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tear makes the journals of a batch look as if their machines had died: it takes a part
// back, and cuts its journals somewhere.
func tear(t *testing.T, rnd *rand.Rand, dir string, part int) {
	t.Helper()
	os.Remove(filepath.Join(dir, "parts", "000", fmt.Sprintf("%06d.done", part)))
	journals, _ := filepath.Glob(filepath.Join(dir, "parts", "000", fmt.Sprintf("%06d.*.try", part)))
	if len(journals) == 0 {
		t.Fatalf("part %d has no journal", part)
	}
	for _, name := range journals {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = text[:rnd.IntN(len(text)+1)]
		if rnd.IntN(2) == 0 {
			text = append(text, make([]byte, 100)...) // a hole
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// inParts runs a command as a batch of some parts, in any order, with machines that die, and
// merges them. words are the flags of the command.
func inParts(
	t *testing.T, rnd *rand.Rand, command, format string, parts int, files, words []string,
) outcome {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "night")
	args := append([]string{
		"batch", "new", dir, "--command", command, "-f", format, "--parts", strconv.Itoa(parts),
	}, files...)
	must(t, append(append(args, "--"), words...)...)
	todo := strings.TrimSpace(must(t, "batch", "todo", dir).stdout)
	_, last, several := strings.Cut(todo, "-")
	if !several {
		last = todo
	}
	parts, err := strconv.Atoi(last)
	if err != nil {
		t.Fatalf("todo is %q", todo)
	}
	for _, part := range rnd.Perm(parts) {
		work := []string{"batch", "work", dir, "--part", strconv.Itoa(part + 1)}
		must(t, work...)
		for rnd.IntN(2) == 0 {
			tear(t, rnd, dir, part+1)
			must(t, work...)
		}
		must(t, work...)
	}
	return runArgs("batch", "merge", dir)
}

// In every format the merged answers are those of one process, with the same messages and
// the same status: counts and case numbers, blank lines, malformed records and puzzles that
// are given up included.
func TestBatchSolve(t *testing.T) {
	for i, f := range formats.All {
		if testing.Short() && i%8 > 0 {
			continue // most formats, to save a minute under the race detector
		}
		t.Run(f.Name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			_, some := judgetest.Sample(t, f)
			lines := strings.SplitAfter(puzzles.EncodeAll(f, slices.Repeat(some, 4)), "\n")
			junk := slices.Insert(slices.Clone(lines), len(lines)/2, "junk\n")
			texts := []string{strings.Join(lines, ""), strings.Join(junk, "") + "9 9 9\n"}
			if i == 0 {
				texts = append(texts, "junk", "")
			}
			for _, text := range texts {
				in := write(t, "in.txt", text)
				flags := []string{"-k", "-j", "1", "-a", "auto", "--node-limit", "300"}
				want := runArgs(append([]string{"solve", "-f", f.Name, in}, flags...)...)
				parts := 1 + rnd.IntN(5)
				got := inParts(t, rnd, "solve", f.Name, parts, []string{in}, flags)
				if got != want {
					t.Errorf("%d parts of %q:\n%+v\nwant\n%+v", parts, text, got, want)
				}
			}
		})
	}
}

// seconds matches the time of the run on a page of verdicts.
var seconds = regexp.MustCompile(`, [0-9.]+s([",])`)

// The merged verdicts of check are those of one process, too, in every report, on answers that are
// right, wrong, missing and malformed, even if a puzzle is malformed. Only times differ.
func TestBatchCheck(t *testing.T) {
	for i, name := range []string{
		"poj-1077", "uva-10181", "hdu-3567", "acwing-845", "princeton", "lightoj-15-puzzle",
	} {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(2, uint64(i)))
			_, some := judgetest.Sample(t, f)
			text := puzzles.EncodeAll(f, slices.Repeat(some, 5))
			in := write(t, "in.txt", text)
			right := must(t, "solve", "-f", name, in).stdout
			lines := strings.SplitAfter(right, "\n")
			lines[len(lines)/2] = "junk\n"
			wrong := strings.Join(lines, "")
			for _, tt := range []struct{ in, out, expected string }{
				{text, right, ""},
				{text, strings.TrimRight(right, "\n"), ""},
				{text, wrong, right},
				{text, wrong + "more\n", wrong},
				{text, right[:len(right)/2], ""},
				{text + "junk\n", right, ""},
				{"", right, ""},
			} {
				files := []string{write(t, "in.txt", tt.in), write(t, "out.txt", tt.out)}
				if tt.expected != "" {
					files = append(files, write(t, "ans.txt", tt.expected))
				}
				kind := []string{"text", "tap", "oj", "github", "html"}[rnd.IntN(5)]
				page := filepath.Join(t.TempDir(), "page.html")
				flags := []string{"-v", "--report", kind, "--report", "html=" + page}
				want := runArgs(slices.Concat([]string{"check", "-f", name}, flags, files)...)
				wantPage := read(t, page)
				got := inParts(t, rnd, "check", name, 1+rnd.IntN(6), files, flags)
				gotPage := read(t, page)
				for _, text := range []*string{&want.stdout, &wantPage, &got.stdout, &gotPage} {
					*text = seconds.ReplaceAllString(*text, "$1")
				}
				if tt.out == wrong && !strings.Contains(wantPage, `,{"r":`) {
					t.Error("the page of check has no player")
				}
				if gotPage != wantPage {
					t.Errorf("%q, %q, %q: the pages differ", tt.in, tt.out, tt.expected)
				}
				if got != want {
					t.Errorf("%q, %q, %q:\n%+v\nwant\n%+v", tt.in, tt.out, tt.expected, got, want)
				}
			}
		})
	}
}

// The merged figures of compare are those of one process, too, apart from times.
func TestBatchCompare(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 0))
	in := write(t, "in.txt", must(t, "generate", "-f", "poj-1077", "-n", "40", "--seed", "1",
		"--unsolvable", "20%").stdout+"junk\n1 2 3 4 5 6 7 x 8\n")
	flags := []string{"-k", "-a", "bfs,astar/hamming,idastar", "--node-limit", "20000", "--json"}
	want := runArgs(append([]string{"compare", "-f", "poj-1077", in}, flags...)...)
	got := inParts(t, rnd, "compare", "poj-1077", 7, []string{in}, flags)
	times := regexp.MustCompile(`"time_us": .*`)
	got.stdout = times.ReplaceAllString(got.stdout, "")
	want.stdout = times.ReplaceAllString(want.stdout, "")
	if got != want || got.code != app.ExitFailed || len(got.stdout) < 1000 {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
}
