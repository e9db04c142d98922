package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// This measures starts, by turns with that of a program that prints a line: "cpu-ms" is the median
// of the user and system time, "of-trivial" that divided by the other program's, and "aim" what
// that is to be. The program is built as make run builds it. Run it with -benchtime 100x or so.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	bin, trivial := filepath.Join(dir, "tilejudge"), filepath.Join(dir, "trivial")
	source, in, out := trivial+".go", filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for file, text := range map[string]string{
		source: "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n",
		in:     "2 3 4 1 5 x 7 6 8\n", out: "ullddrurdllurdruldr\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.Setenv("CGO_ENABLED", "0")
	for to, from := range map[string]string{trivial: source, bin: "tilejudge"} {
		build := exec.Command("go", "build", "-tags", "urfave_cli_no_docs,nethttpomithttp2",
			"-o", to, from)
		if text, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, text)
		}
	}
	const trivialTime = 1.6 // ms, where the aims were set
	for _, bb := range []struct {
		name, args string
		aim        float64 // ms
	}{
		{"version", "--version", 3},
		{"checker", "check --protocol testlib -f poj-1077 " + in + " " + out + " " + out, 4},
		{"solve", "solve -f poj-1077 " + in, 5},
		{"detect", "solve --to poj-1077 " + in, 8},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var cpus, ratios []float64
			for b.Loop() {
				_, cpu := timed(b, bin, strings.Fields(bb.args)...)
				_, least := timed(b, trivial)
				cpus, ratios = append(cpus, cpu*1000), append(ratios, cpu/least)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(cpus), "cpu-ms")
			b.ReportMetric(median(ratios), "of-trivial")
			b.ReportMetric(bb.aim/trivialTime, "aim")
		})
	}
}
