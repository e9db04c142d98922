package command

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// besidePuzzles is how many 8-puzzles the commands take beside solve.
const besidePuzzles = "10000000"

// This measures other commands by turns with solve on the same puzzles, all of them solvable, or
// on the answers to them. It reports medians: "of-solve" is the wall time divided by solve's,
// "cpu-of-solve" the processor time.
func BenchmarkBesideSolve(b *testing.B) {
	dir, bin := b.TempDir(), built(b)
	in, out, other := filepath.Join(dir, "in"), filepath.Join(dir, "out"), filepath.Join(dir, "other")
	const f = " -f hdu-1043 "
	run := func(args string) {
		if err := exec.Command(bin, strings.Fields(args)...).Run(); err != nil {
			b.Fatal(args, err)
		}
	}
	run("generate --seed 7 -n " + besidePuzzles + f + "-o " + in)
	run("solve" + f + in + " -o " + out)
	run("convert --from hdu-1043 --to columbia " + in + " -o " + other)
	for _, bb := range []struct{ name, args string }{
		{"check", "check" + f + in + " " + out},
		{"convert-there", "convert --from hdu-1043 --to columbia " + in},
		{"convert-back", "convert --from columbia --to hdu-1043 " + other},
		{"generate", "generate --seed 7 -n " + besidePuzzles + f},
		{"validate", "validate" + f + in},
	} {
		for _, workers := range []string{"1", "2"} {
			b.Run(bb.name+"/j="+workers, func(b *testing.B) {
				var walls, cpus []float64
				for b.Loop() {
					j := " -j" + workers
					wall, cpu := timed(b, bin, strings.Fields(bb.args+j)...)
					solveWall, solveCPU := timed(b, bin, strings.Fields("solve"+f+in+j)...)
					walls, cpus = append(walls, wall/solveWall), append(cpus, cpu/solveCPU)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(median(walls), "of-solve")
				b.ReportMetric(median(cpus), "cpu-of-solve")
			})
		}
	}
}
