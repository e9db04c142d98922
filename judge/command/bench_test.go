package command

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// This measures the whole program on a file of random puzzles, half of them unsolvable,
// by turns with "LC_ALL=C wc -w" on the same file. It reports medians: run it with
// -benchtime 7x or so. "of-wc" is the wall time divided by that of wc, "cpu-ms" the user
// and system time.
func BenchmarkProgram(b *testing.B) {
	dir := b.TempDir()
	bin := built(b)
	const eight = "% % % % % % % % %\n"
	for _, bb := range []struct {
		name    string
		puzzles int
		args    string
		head    string // of the file
		text    string // of a puzzle, with a % for each tile
		blank   string
		tail    string
		piped   bool // from cat
	}{
		{"hdu-1043", 10_000_000, "-f hdu-1043", "", eight, "x", "", false},
		{"json-hdu-1043", 10_000_000, "-f hdu-1043 --json", "", eight, "x", "", false},
		{"hdu-1043-piped", 10_000_000, "-f hdu-1043", "", eight, "x", "", true},
		{"leetcode-773", 10_000_000, "-f leetcode-773", "", "[[%,%,%],[%,%,%]]\n", "0", "", false},
		{"princeton", 1_000_000, "-f princeton", "", "3\n % % %\n % % %\n % % %\n", "0", "", false},
		{"poj-2893", 10, "-f poj-2893", "", "999 999\n" + rows(999, 999), "0", "0 0\n", false},
		{"hdu-6620", 100_000, "-f hdu-6620", "100000\n", rows(4, 4), "0", "", false},
		{"one-puzzle", 1, "-f poj-1077", "", eight, "x", "", false},
		{"idastar-j1", 200_000, "-f poj-1077 -j1 -a idastar", "", eight, "x", "", false},
		{"astar-j1", 200_000, "-f poj-1077 -j1 -a astar", "", eight, "x", "", false},
	} {
		b.Run(bb.name, func(b *testing.B) {
			file := filepath.Join(dir, bb.name)
			writePuzzles(b, file, bb.head, bb.tail, bb.puzzles, bb.text, bb.blank)
			args := append(append([]string{bin, "solve"}, strings.Fields(bb.args)...), file)
			answers, _ := exec.Command(bin, args[1:]...).Output()
			if bb.piped {
				args = []string{"sh", "-c", "cat " + file + " | " + bin + " solve " + bb.args}
			}
			var walls, cpus, ratios []float64
			for b.Loop() {
				wall, cpu := timed(b, args[0], args[1:]...)
				wc, _ := timed(b, "wc", "-w", file)
				walls, cpus = append(walls, wall), append(cpus, cpu)
				ratios = append(ratios, wall/wc)
			}
			wall := median(walls)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(bb.puzzles)/wall, "puzzles/s")
			b.ReportMetric(float64(len(answers))/wall/1e6, "answer-MB/s")
			b.ReportMetric(median(cpus)*1000, "cpu-ms")
			b.ReportMetric(median(ratios), "of-wc")
		})
	}
}

// rows returns the text of a board in rows.
func rows(rows, cols int) string {
	return strings.Repeat("%"+strings.Repeat(" %", cols-1)+"\n", rows)
}

// writePuzzles writes n seeded random puzzles between head and tail, each text
// with its %s replaced.
func writePuzzles(b *testing.B, file, head, tail string, n int, text, blank string) {
	b.Helper()
	f, err := os.Create(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	w.WriteString(head)
	cells := strings.Count(text, "%")
	r := rand.New(rand.NewPCG(1043, uint64(cells)))
	tiles := []string{blank}
	for t := 1; t < cells; t++ {
		tiles = append(tiles, strconv.Itoa(t))
	}
	for range n {
		r.Shuffle(cells, func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		next := 0
		for i := range len(text) {
			if text[i] != '%' {
				w.WriteByte(text[i])
				continue
			}
			w.WriteString(tiles[next])
			next++
		}
	}
	w.WriteString(tail)
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
}

// timed runs a command without its output, and returns its wall and processor seconds.
func timed(b *testing.B, name string, args ...string) (wall, cpu float64) {
	b.Helper()
	cmd := exec.Command(name, args...) // nil Stdout is the null device
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	wall = time.Since(begin).Seconds()
	return wall, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

func median(s []float64) float64 {
	slices.Sort(s)
	return s[len(s)/2]
}
