package batching_test

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"testing"
)

// fifty are the nodes, in millions, that Korf and Felner's search expanded for each of their fifty
// 24-puzzles (Artificial Intelligence 134, 2002). Ours expands about a tenth of that.
var fifty = []float64{
	2_031, 211_885, 21_148, 10_991, 2_899, 103_461, 106_322, 116_202, 1_818_006, 1_519_053,
	1_654_043, 624_414, 1_960, 1_283_051, 174_000, 3_803, 367_150, 987_725, 218_285, 312_016,
	724_025, 3_593, 171_498, 357_291, 292, 12_398, 53_444, 2_258, 4_788, 1_635, 26_200, 428,
	1_062_251, 481_039, 116_131, 2_582, 1_497, 38, 161_211, 65, 26_998, 245_853, 55_147, 867,
	79_148, 65_676, 30_443, 555_086, 108_197, 4_156_099,
}

// This estimates how much of the cores' time is lost until the last of the fifty is proved: with a
// part for each, and with searches that are split into units of a minute. It is simulated: a core
// expands 4 million nodes a second, iterations grow eightfold, a solution comes in the middle of
// the last one, and the times of units are exponentially distributed. Nothing fails.
func BenchmarkFifty(b *testing.B) {
	for _, cores := range []int{64, 1000, 10_000} {
		for _, split := range []bool{false, true} {
			b.Run(fmt.Sprintf("cores=%d/split=%t", cores, split), func(b *testing.B) {
				for b.Loop() {
					end, work := newSimulation(split).run(cores)
					b.ReportMetric(end/3600, "hours")
					b.ReportMetric(100*(1-work/end/float64(cores)), "%idle")
				}
			})
		}
	}
}

// A simulation is of searches on cores.
type simulation struct {
	rnd     *rand.Rand
	puzzles []simulated
	free    ends // when each busy core becomes free
}

// A simulated is a search.
type simulated struct {
	iterations [][]float64 // seconds of the units that are left to claim
	running    int         // units of the first iteration
}

// An end is when a core ends a unit of a puzzle.
type end struct {
	at     float64
	puzzle int
}

type ends []end

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].at < e[j].at }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(end)) }
func (e *ends) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func newSimulation(split bool) *simulation {
	s := &simulation{rnd: rand.New(rand.NewPCG(1, 2))}
	for _, millions := range fifty {
		seconds := millions / 10 / 4
		if !split {
			s.puzzles = append(s.puzzles, simulated{iterations: [][]float64{{seconds}}})
			continue
		}
		var p simulated
		rest := seconds / (1 + 2./8 + 2./64 + 2./512) // the last iteration, up to its middle
		for _, size := range []float64{rest * 2 / 512, rest * 2 / 64, rest * 2 / 8, rest} {
			p.iterations = append(p.iterations, s.units(size))
		}
		s.puzzles = append(s.puzzles, p)
	}
	return s
}

// units cuts an iteration as workers do.
func (s *simulation) units(seconds float64) (all []float64) {
	mean := max(min(seconds/256, 60), 1)
	for left := seconds; left > 0; {
		took := min(mean*s.rnd.ExpFloat64(), mean*3/2, left) // what takes longer is cut again
		all, left = append(all, took), left-took
	}
	return all
}

// claim returns a unit of the first puzzle that has one.
func (s *simulation) claim() (puzzle int, seconds float64, ok bool) {
	for i := range s.puzzles {
		p := &s.puzzles[i]
		if len(p.iterations) > 0 && len(p.iterations[0]) > 0 {
			seconds, p.iterations[0] = p.iterations[0][0], p.iterations[0][1:]
			p.running++
			return i, seconds, true
		}
	}
	return 0, 0, false
}

// run returns when the last puzzle is proved, and what all units took.
func (s *simulation) run(cores int) (now, work float64) {
	for {
		for len(s.free) < cores {
			puzzle, seconds, ok := s.claim()
			if !ok {
				break
			}
			work += seconds
			heap.Push(&s.free, end{now + seconds, puzzle})
		}
		if len(s.free) == 0 {
			return now, work
		}
		e := heap.Pop(&s.free).(end)
		now = e.at
		p := &s.puzzles[e.puzzle]
		if p.running--; p.running == 0 && len(p.iterations[0]) == 0 {
			p.iterations = p.iterations[1:]
		}
	}
}
