package anytime_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilejudge/solver/anytime"
	"tilejudge/solver/greedy"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// BenchmarkShort measures how short paths get, on random n x n boards from a fixed seed.
// SHORT_LIMITS is a list of limits for each board: times such as 10ms, or numbers of nodes.
// BENCH_TABLES names a directory of stored tables, if there is one, and SHORT_LARGE=all adds
// boards of 1000x1000.
func BenchmarkShort(b *testing.B) {
	for _, set := range []struct {
		side, boards int
		limits       string
	}{
		{4, 1000, "20000,200000,1ms,10ms"},
		{5, 100, "20000,200000,2000000,10ms"},
		{6, 20, "200000,2000000"},
		{7, 20, "200000,2000000"},
		{10, 10, "1000000,4000000"},
		{20, 2, "4000000"},
		{50, 1, "4000000,20000000"},
		{100, 1, "20000000"},
		{200, 1, "20000000"},
		{1000, 1, "300s"}, // if SHORT_LARGE is set: half a minute and 1.4 GB
	} {
		if set.side > 200 && os.Getenv("SHORT_LARGE") == "" {
			continue
		}
		limits := set.limits
		if given := os.Getenv("SHORT_LIMITS"); given != "" {
			limits = given
		}
		rng := rand.New(rand.NewPCG(1, 2))
		goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: set.side, Cols: set.side})
		puzzles := make([]*puzzle.Puzzle, set.boards)
		for i := range puzzles {
			puzzles[i] = solvertest.Shuffled(rng, goal)
		}
		benchmarkShort(b, fmt.Sprintf("side=%d", set.side), puzzles, limits)
	}
}

// BenchmarkShortFile is BenchmarkShort on the puzzles of a file that SHORT_FILE names. A
// line has four columns. The last one has the tiles of a square board, row by row.
func BenchmarkShortFile(b *testing.B) {
	name := os.Getenv("SHORT_FILE")
	if name == "" {
		b.Skip("SHORT_FILE names no file")
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	most, err := strconv.Atoi(os.Getenv("SHORT_BOARDS"))
	if err != nil {
		most = 1000
	}
	var puzzles []*puzzle.Puzzle
	for in := bufio.NewScanner(f); in.Scan() && len(puzzles) < most; {
		if words := strings.Fields(in.Text()); !strings.HasPrefix(in.Text(), "#") {
			puzzles = append(puzzles, squareBoard(b, words[3:]))
		}
	}
	benchmarkShort(b, "file", puzzles, os.Getenv("SHORT_LIMITS"))
}

// squareBoard returns the puzzle of a square board with the goal 1 2 3 … 0.
func squareBoard(b *testing.B, words []string) *puzzle.Puzzle {
	side := 1
	for side*side < len(words) {
		side++
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: side, Cols: side})
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	for i, w := range words {
		t, err := strconv.Atoi(w)
		if err != nil || i >= len(p.Start.Tiles) {
			b.Fatalf("%q is not a square board", words)
		}
		p.Start.Tiles[i] = puzzle.Tile(t)
	}
	return p
}

func benchmarkShort(b *testing.B, name string, puzzles []*puzzle.Puzzle, limits string) {
	for limit := range strings.SplitSeq(limits, ",") {
		sv := &anytime.Solver{}
		if dir := os.Getenv("BENCH_TABLES"); dir != "" {
			sv.Tables = stored.All.In(tables.New(dir))
		}
		nodes, err := strconv.ParseInt(limit, 10, 64)
		if err == nil {
			sv.NodeLimit = nodes
		}
		d := time.Hour
		if err != nil {
			if d, err = time.ParseDuration(limit); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(name+"/limit="+limit, func(b *testing.B) {
			for b.Loop() {
				measureShort(b, sv, puzzles, d)
			}
		})
	}
}

// measureShort reports the paths that a solver finds, with a time for each puzzle, compared with
// those of greedy. If it has a node limit, there is no deadline.
func measureShort(b *testing.B, sv *anytime.Solver, puzzles []*puzzle.Puzzle, d time.Duration) {
	plain := &greedy.Solver{}
	took := time.Duration(0)
	moves, worst, first, lower, proved, nodes := 0, 0, 0, 0, 0, int64(0)
	for _, p := range puzzles {
		ctx, cancel := context.WithCancel(context.Background())
		if sv.NodeLimit == 0 {
			ctx, cancel = context.WithTimeout(ctx, d)
		}
		begin := time.Now()
		sol, err := sv.Solve(ctx, p, nil)
		took += time.Since(begin)
		cancel()
		if err != nil || p.Replay(sol.Path) != nil {
			b.Fatalf("%v: %v", p.Start.Tiles, err)
		}
		moves += sol.Moves
		worst = max(worst, sol.Moves)
		lower += sol.LowerBound
		nodes += sol.Nodes
		if sol.Moves == sol.LowerBound {
			proved++
		}
		if p.Start.Cells() <= 1<<16 { // larger boards have a path of greedy
			sol, _ = plain.Solve(context.Background(), p, nil)
		}
		first += sol.Moves
	}
	n := float64(len(puzzles))
	b.ReportMetric(float64(moves)/n, "moves/board")
	b.ReportMetric(float64(worst), "worst")
	b.ReportMetric(float64(first)/n, "greedy/board")
	b.ReportMetric(float64(lower)/n, "bound/board")
	b.ReportMetric(float64(proved), "proved")
	b.ReportMetric(float64(nodes)/n, "nodes/board")
	b.ReportMetric(took.Seconds()*1000/n, "ms/board")
	b.ReportMetric(0, "ns/op")
}
