package command

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
)

// runProgram runs the program, and returns what it wrote and its exit code.
func runProgram(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{app.Program}, args...)
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return out.String(), errs.String(), code
}

// A seed makes the same bytes in every version, which testdata/generated.txt has for each
// format. They are valid inputs of the judge.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	const golden = "testdata/generated.txt"
	got := &txtar.Archive{Comment: []byte("What --seed 7 makes in each format.\n")}
	flags := []string{
		"hdu-1043 -n 3 --unsolvable 50%", "hdu-1043 -n 2 --depth 10..12", "hdu-1043 -n 2 --deepest",
		"hdu-1043 -n 2 --walk 40", "hdu-3567 -n 2 --depth 12", "uva-10181 -n 2 --depth 30",
		"poj-2893 -n 3 --shape 3x4,5x4,3x3", "spoj-puzzle24 -n 2 --walk 30",
		"aoj-0190 -n 1 --walk 30",
		"leetcode-773 -n 2 --all", "leetcode-773 -n 2 --all --unsolvable all",
	}
	for _, f := range formats.All {
		n := 2
		if f.MaxPuzzles == 1 {
			n = 1
		}
		flags = append(flags, fmt.Sprint(f.Name, " -n ", n))
	}
	for _, line := range flags {
		format := strings.Fields(line)[0]
		args := append([]string{"generate", "--seed", "7", "-f"}, strings.Fields(line)...)
		out, errs, code := runProgram(t, "", args...)
		if code != app.ExitOK || errs != "seed 7\n" && !strings.Contains(line, "--all") {
			t.Errorf("%s: exit %d, %s", line, code, errs)
		}
		if _, errs, code := runProgram(t, out, "validate", "-f", format); code != app.ExitOK {
			t.Errorf("%s: what is generated is not valid: %s", line, errs)
		}
		got.Files = append(got.Files, txtar.File{Name: line, Data: []byte(out)})
	}
	text := txtar.Format(got)
	if *update {
		if err := os.WriteFile(golden, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("the puzzles of seed 7 differ from those in %s:\n%s", golden, text)
	}
}

// Every way to make puzzles works in every format, or says why not: a usage error
// on one line.
func TestGenerateWays(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	excuses := []string{
		"has no unsolvable puzzles", "with several blanks parity does not tell",
		"are known for full boards of 2x2 to 10 cells", "boards are at most", "that are promised",
	}
	for _, f := range formats.All {
		for _, way := range []string{
			"--walk 12", "--depth 3..5", "--unsolvable all", "--all",
		} {
			args := []string{"generate", "-f", f.Name, "--seed", "3", "-n", "1"}
			args = append(args, strings.Fields(way)...)
			out, errs, code := runProgram(t, "", args...)
			excused := false
			for _, why := range excuses {
				excused = excused || strings.Contains(errs, why)
			}
			switch {
			case code == app.ExitOK && out != "":
			case code == app.ExitUsage && excused:
			default:
				t.Errorf("%s %s: exit %d, %s", f.Name, way, code, errs)
			}
		}
	}
}

// Puzzles are the same one by one, all at once, and in files.
func TestGenerateAlike(t *testing.T) {
	generate := func(args ...string) string {
		t.Helper()
		args = append([]string{"generate", "-f", "sgu-139", "--seed", "9"}, args...)
		out, errs, code := runProgram(t, "", args...)
		if code != app.ExitOK {
			t.Fatalf("%q: exit %d, %s", args, code, errs)
		}
		return out
	}
	all := generate("-n", "5")
	each := ""
	for i := range 5 {
		each += generate("--index", fmt.Sprint(i+1))
	}
	if each != all {
		t.Errorf("one by one the puzzles are\n%swant\n%s", each, all)
	}
	dir := t.TempDir()
	generate("-n", "5", "-d", dir)
	files := ""
	for i := range 5 {
		data, err := os.ReadFile(fmt.Sprintf("%s/random-seed9-%03d.in", dir, i+1))
		if err != nil {
			t.Fatal(err)
		}
		files += string(data)
	}
	if files != all {
		t.Errorf("in files the puzzles are\n%swant\n%s", files, all)
	}
}
