package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// This measures searches of 15-puzzles. Warm ones run on one core, with the tables of 4x4
// in memory, which must have been built. Cold ones are whole processes without stored
// tables, on all cores. "peer-s" are the seconds of the best other program, on a Xeon with
// AVX-512. It is an error if the lengths or our numbers of nodes change.
func BenchmarkSearch(b *testing.B) {
	b.Run("warm", func(b *testing.B) {
		for _, w := range []struct {
			name         string
			puzzles      []puzzle.Puzzle
			moves, nodes int64
			peer         float64
		}{
			{"korf-100", bundled(b, "korf-100"), 5305, 1_434_138, 0.325},
			{"random-1000", randomFifteens(1000), 52_791, 13_133_244, 2.698},
			{"deepest-17", bundled(b, "deepest-15"), 17 * 80, 94_995_518, 13.59},
		} {
			b.Run(w.name, func(b *testing.B) {
				moves, nodes := benchWarm(b, w.puzzles, w.peer)
				if moves != w.moves || nodes != w.nodes {
					b.Errorf("%d moves, %d nodes, want %d and %d", moves, nodes, w.moves, w.nodes)
				}
			})
		}
	})
	dir := b.TempDir()
	bin := built(b)
	b.Run("cold/korf-100", func(b *testing.B) {
		benchCold(b, 6.5, bin, "solve", "--cases", "korf-100", "--tables-dir", dir)
	})
	b.Run("cold/random-1", func(b *testing.B) {
		var commands [][]string
		for i, p := range randomFifteens(50) {
			file := filepath.Join(dir, fmt.Sprint(i))
			tiles := strings.Trim(fmt.Sprint(p.Start.Tiles), "[]")
			if err := os.WriteFile(file, []byte("1 "+tiles+"\n"), 0o666); err != nil {
				b.Fatal(err)
			}
			commands = append(commands,
				[]string{bin, "solve", "-f", "korf-15", "--tables-dir", dir, file})
		}
		var walls []float64
		for b.Loop() {
			for _, c := range commands {
				wall, _ := timed(b, c[0], c[1:]...)
				walls = append(walls, wall)
			}
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(walls), "wall-s")
	})
}

// Walking distance, which shares nothing with pattern databases, finds Korf's lengths for
// his 100 puzzles too. That takes minutes.
func BenchmarkProof(b *testing.B) {
	bin := built(b)
	korf, err := cases.Lookup("korf-100")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cmd := exec.Command(bin, "solve", "--cases", "korf-100", "-a", "idastar",
			"--heuristic", "walking-distance", "--stats")
		var stats strings.Builder
		cmd.Stderr = &stats
		got, err := cmd.Output()
		if err != nil || string(got) != korf.Answer {
			b.Errorf("%v, answers\n%s, want\n%s", err, got, korf.Answer)
		}
		if nodes := "2365792503"; !strings.Contains(stats.String(), nodes) {
			b.Errorf("found\n%s, want %s nodes", &stats, nodes)
		}
	}
}

// benchWarm solves puzzles one after the other, and returns all their moves and nodes.
func benchWarm(b *testing.B, puzzles []puzzle.Puzzle, peer float64) (moves, nodes int64) {
	dir := os.Getenv("BENCH_TABLES") // tests do not use the tables of the user
	full := stored.All.In(tables.New(dir))
	if dir == "" || full("4x4") == nil {
		b.Fatalf("BENCH_TABLES: found no tables in %q, expected those of 4x4", dir)
	}
	sv, err := algorithms.New("idastar", solver.Options{
		Heuristic: solver.PatternDatabase, Cores: 1, Tables: full,
	})
	if err != nil {
		b.Fatal(err)
	}
	var seconds []float64
	pass := func() {
		begin := time.Now()
		nodes, moves = 0, 0
		for i := range puzzles {
			sol, err := sv.Solve(context.Background(), &puzzles[i], nil)
			if err != nil {
				b.Fatal(err)
			}
			nodes += sol.Nodes
			moves += int64(sol.Moves)
		}
		seconds = append(seconds, time.Since(begin).Seconds())
	}
	pass() // reads the tables
	seconds = nil
	for b.Loop() {
		pass()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(seconds), "s")
	b.ReportMetric(peer, "peer-s")
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(moves), "moves")
	return moves, nodes
}

func benchCold(b *testing.B, peer float64, name string, args ...string) {
	var walls, cpus []float64
	for b.Loop() {
		wall, cpu := timed(b, name, args...)
		walls, cpus = append(walls, wall), append(cpus, cpu)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(walls), "wall-s")
	b.ReportMetric(median(cpus), "cpu-s")
	b.ReportMetric(peer, "peer-s")
}

// bundled returns the puzzles of a bundled file.
func bundled(b *testing.B, name string) []puzzle.Puzzle {
	b.Helper()
	e, err := cases.Lookup(name)
	if err != nil {
		b.Fatal(err)
	}
	format, err := formats.Lookup(e.Format)
	if err != nil {
		b.Fatal(err)
	}
	ps, err := puzzles.DecodeAll(format, e.Input, name)
	if err != nil {
		b.Fatal(err)
	}
	return ps
}

// randomFifteens returns seeded solvable puzzles whose goals have the blank first.
func randomFifteens(n int) (ps []puzzle.Puzzle) {
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	r := rand.New(rand.NewPCG(15, 15))
	for len(ps) < n {
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		r.Shuffle(16, func(i, j int) {
			p.Start.Tiles[i], p.Start.Tiles[j] = p.Start.Tiles[j], p.Start.Tiles[i]
		})
		if p.Solvable() {
			ps = append(ps, p)
		}
	}
	return ps
}
