package export_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/judgetest"
)

// The checker in C++ reads long outputs whole, with expected answers and without. Thousands of
// answers that differ in what does not matter, behind a long one, take little time.
func TestLongOutputs(t *testing.T) {
	t.Parallel()
	const n, block = 40_000, 64 << 10 // puzzles, and bytes that the checker reads at once
	program := compileFor(t, "checker", []*formats.Format{judgetest.Format("hdu-1043")}, "-O0")
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
	const ac, pe = '0', '2'
	want := []byte{ac, pe, ac, ac, pe, ac}
	for i, line := range verdictsOf(t, program, trials) {
		if line[0] != want[i] {
			t.Errorf("trial %d: %s, want %c", i, line, want[i])
		}
	}
}
