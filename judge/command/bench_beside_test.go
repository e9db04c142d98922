package command

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/recipe"
)

// besidePuzzles is how many 8-puzzles the commands get that are compared with solve.
const besidePuzzles = "10000000"

// This measures other commands by turns with solve on the same puzzles, all of them solvable, or
// on the answers to them. It reports medians: "of-solve" is the wall time divided by solve's,
// "cpu-of-solve" the processor time.
func BenchmarkBesideSolve(b *testing.B) {
	dir, bin := b.TempDir(), built(b)
	in, out, other := filepath.Join(dir, "in"), filepath.Join(dir, "out"), filepath.Join(dir, "other")
	const f = " -f hdu-1043 "
	runOnce(b, bin, "generate --seed 7 -n "+besidePuzzles+f+"-o "+in)
	runOnce(b, bin, "solve"+f+in+" -o "+out)
	runOnce(b, bin, "convert --from hdu-1043 --to columbia "+in+" -o "+other)
	for _, bb := range []struct{ name, args string }{
		{"check", "check" + f + in + " " + out},
		{"convert-there", "convert --from hdu-1043 --to columbia " + in},
		{"convert-back", "convert --from columbia --to hdu-1043 " + other},
		{"generate", "generate --seed 7 -n " + besidePuzzles + f},
		{"validate", "validate" + f + in},
	} {
		besideSolve(b, bin, bb.name, bb.args, "solve"+f+in)
	}
}

// besideSolve measures a command by turns with solve.
func besideSolve(b *testing.B, bin, name, args, solve string) {
	for _, workers := range []string{"1", "2"} {
		b.Run(name+"/j="+workers, func(b *testing.B) {
			var walls, cpus []float64
			for b.Loop() {
				j := " -j" + workers
				wall, cpu := timed(b, bin, strings.Fields(args+j)...)
				solveWall, solveCPU := timed(b, bin, strings.Fields(solve+j)...)
				walls, cpus = append(walls, wall/solveWall), append(cpus, cpu/solveCPU)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(walls), "of-solve")
			b.ReportMetric(median(cpus), "cpu-of-solve")
		})
	}
}

// This measures check by turns with solve, on a million puzzles of formats whose answers differ in
// kind: numbers, shortest paths of letters, runs of moves, tiles, boards.
func BenchmarkCheckBesideSolve(b *testing.B) {
	dir, bin := b.TempDir(), built(b)
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for _, name := range []string{
		"leetcode-773", "boj-1525", "acwing-179", "slidysim", "codewars", "princeton",
	} {
		f := " -f " + name + " "
		runOnce(b, bin, "generate --seed 7 -n 1000000 --shape "+
			recipe.UsualShape(judgetest.Format(name)).String()+f+"-o "+in)
		runOnce(b, bin, "solve"+f+in+" -o "+out)
		besideSolve(b, bin, name, "check"+f+in+" "+out, "solve"+f+in)
	}
}

// runOnce runs the program.
func runOnce(b *testing.B, bin, args string) {
	b.Helper()
	if err := exec.Command(bin, strings.Fields(args)...).Run(); err != nil {
		b.Fatal(args, err)
	}
}
