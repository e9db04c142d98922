package export_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/judgetest"
)

// The checker in C++ reads long outputs whole, with expected answers and without. Thousands of
// answers that differ in what does not matter, behind a long one, take little time, and so do
// thousands of rows on one line.
func TestLongOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a checker of its own")
	}
	t.Parallel()
	const n, block = 40_000, 64 << 10 // puzzles, and bytes that the checker reads at once
	program := compileFor(t, "checker", []*formats.Format{
		judgetest.Format("hdu-1043"), judgetest.Format("princeton-2010"),
	}, "-O0")
	input := strings.Repeat("1 2 3 4 5 6 7 x 8\n", n)
	right := strings.Repeat("r\n", n)
	junk := right[:block] + strings.Repeat("?", block) + right[block:]
	long := strings.Repeat("lr", 1<<19) + strings.Repeat("R\n", n)
	var trials []trial
	for _, expected := range []string{"", right} {
		for _, output := range []string{right, junk, long} {
			trials = append(trials, trial{
				input: input, output: output, expected: expected, tolerant: output == long,
			})
		}
	}
	trials = append(trials, trial{ // boards on one line, where columns tell where the blank is
		format: 1, input: "3\n1 2 3\n4 5 0\n7 8 6\n",
		output: strings.Repeat("1 2 3 4 5 0 7 8 6 1 2 0 4 5 3 7 8 6 ", n),
	})
	const ac, pe = '0', '2'
	want := []byte{ac, pe, ac, ac, pe, ac, pe}
	for i, line := range verdictsOf(t, program, trials) {
		if line[0] != want[i] {
			t.Errorf("trial %d: %s, want %c", i, line, want[i])
		}
	}
}
