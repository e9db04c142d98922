package batching_test

import (
	"strconv"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/stream"
)

// testManyParts does parts whose numbers are larger than those of an array may be. Most of the
// parts have been done here.
func testManyParts(t *testing.T, h *hard) {
	const parts = 1004
	in := save(t, "in.txt", h.must(h.program, "generate", "-f", "hdu-3567", "-n",
		strconv.Itoa(parts), "--seed", "1", "--walk", "3"))
	n := h.new(h.must(h.program, "solve", "-f", "hdu-3567", in), "-f", "hdu-3567",
		"--parts", strconv.Itoa(parts), in)
	b, err := cluster.Open(n.dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := formats.Lookup(b.Format)
	if err != nil {
		t.Fatal(err)
	}
	for part := 1; part <= parts-4; part++ {
		a, err := b.Begin(part)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.End(a.Solve(t.Context(), stream.NewAnswerer(nil), f)); err != nil {
			t.Fatal(err)
		}
	}
	_, merge := n.submit()
	n.ended(merge)
	n.same()
}
