package batching_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
)

// jobs submits an array of jobs that do nothing, and returns how long all take.
func (s *slurm) jobs(count int) time.Duration {
	s.t.Helper()
	begin := time.Now()
	job := strings.TrimSpace(s.must("sbatch", "--parsable", "--array=1-"+strconv.Itoa(count),
		"--output=/dev/null", "--wrap=exec true"))
	(&night{slurm: s}).ended(job)
	return time.Since(begin)
}

// This measures what a part costs beyond its puzzles: a job of Slurm that does nothing, and then
// one that does a part with one easy puzzle, on four nodes.
func BenchmarkSlurmPart(b *testing.B) {
	need(b)
	const parts = 100
	s := startSlurm(b)
	for b.Loop() {
		empty := s.jobs(parts)
		in := save(b, "in.txt", s.must(s.program, "generate", "-f", "poj-1077", "-n",
			strconv.Itoa(parts), "--seed", "1"))
		n := s.new(s.must(s.program, "solve", "-f", "poj-1077", in), "-f", "poj-1077",
			"--parts", strconv.Itoa(parts), in)
		begin := time.Now()
		_, merge := n.submit()
		n.ended(merge)
		whole := time.Since(begin)
		n.same()
		b.ReportMetric(empty.Seconds()/parts*1e3, "engine-ms/part")
		b.ReportMetric((whole-empty).Seconds()/parts*1e3, "ours-ms/part")
	}
}

// This measures the same puzzles on four nodes of one core each, and in one process, on the cores
// of this machine.
func BenchmarkSlurmNodes(b *testing.B) {
	need(b)
	s := startSlurm(b)
	for b.Loop() {
		in := save(b, "in.txt", s.must(s.program, "generate", "-f", "korf-15", "-n", "60",
			"--seed", "5"))
		flags := []string{"-a", "idastar", "--node-limit", "20000000"}
		begin := time.Now()
		want := s.run(s.program, append([]string{"solve", "-f", "korf-15", in}, flags...)...)
		one := time.Since(begin)
		n := s.new(want, append([]string{"-f", "korf-15", "--parts", "40", in, "--"}, flags...)...)
		begin = time.Now()
		_, merge := n.submit()
		n.ended(merge)
		four := time.Since(begin)
		n.same()
		b.ReportMetric(one.Seconds(), "s/process")
		b.ReportMetric(four.Seconds(), "s/cluster")
	}
}

// This estimates how much of the nodes' time is lost while the last parts run. It is simulated: a
// batch has 10,000 24-puzzles, whose times are drawn from measured ones, and scaled to a mean of
// one minute. Each node does one part after another, in order, and loses 0.25 s for each. Nothing
// fails.
func BenchmarkTail(b *testing.B) {
	need(b)
	measured := times(b)
	rnd := rand.New(rand.NewPCG(1, 2))
	work := make([]float64, 10_000) // seconds
	sum := 0.0
	for i := range work {
		work[i] = measured[rnd.IntN(len(measured))].Seconds()
		sum += work[i]
	}
	for i := range work {
		work[i] *= 60 * float64(len(work)) / sum
	}
	for _, parts := range []int{10, 100, 400, 10_000} {
		for _, nodes := range []int{4, 64, 1000} {
			b.Run(fmt.Sprintf("parts=%d/nodes=%d", parts, nodes), func(b *testing.B) {
				for b.Loop() {
					end := makespan(work, parts, nodes)
					ideal := 60 * float64(len(work)) / float64(nodes)
					b.ReportMetric(end/3600, "hours")
					b.ReportMetric(100*(1-ideal/end), "%idle")
				}
			})
		}
	}
}

// makespan returns when the last part ends, in seconds.
func makespan(work []float64, parts, nodes int) (last float64) {
	const perPart = 0.25
	free := make([]float64, nodes) // when each node is free
	for p := range parts {
		node := 0
		for i := range free {
			if free[i] < free[node] {
				node = i
			}
		}
		free[node] += perPart
		for _, t := range work[p*len(work)/parts : (p+1)*len(work)/parts] {
			free[node] += t
		}
		last = max(last, free[node])
	}
	return last
}

// times measures puzzles of varied difficulty: walks of 40 to 80 moves.
func times(b *testing.B) (all []time.Duration) {
	b.Helper()
	dir := b.TempDir()
	in := filepath.Join(dir, "in.txt")
	tool(b, dir, program(b), "generate", "-f", "korf-24", "-n", "60", "--seed", "1",
		"--walk", "40..80", "-o", in)
	f, err := formats.Lookup("korf-24")
	if err != nil {
		b.Fatal(err)
	}
	ps, err := puzzles.DecodeAll(f, load(b, in), in)
	if err != nil {
		b.Fatal(err)
	}
	s, err := algorithms.New("idastar", solver.Options{
		NodeLimit: 1_000_000, Heuristic: solver.LinearConflict,
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := range ps {
		begin := time.Now()
		s.Solve(context.Background(), &ps[i], nil) // one that is given up counts as well
		all = append(all, time.Since(begin))
	}
	return all
}
