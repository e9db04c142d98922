package stream

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"

	"tilejudge/formats/answers"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// Options say how to answer puzzles, as plain data that can be stored. Fields that are zero
// stand for the usual choice.
type Options struct {
	Require   string        `json:"require,omitempty"`        // a rule; "": the format's
	Algorithm string        `json:"algorithm,omitempty"`      // a name; "": auto
	Heuristic string        `json:"heuristic,omitempty"`      // "": the algorithm chooses
	Weight    solver.Weight `json:"weight_percent,omitempty"` // 0: none
	Metric    string        `json:"metric,omitempty"`         // "": moves of single tiles

	AllOptimal   bool  `json:"all_optimal,omitempty"`
	CountOptimal bool  `json:"count_optimal,omitempty"` // without the paths
	Limit        int64 `json:"limit,omitempty"`         // of paths, with AllOptimal; 0: all

	KeepGoing bool `json:"keep_going,omitempty"` // after a malformed puzzle
	JSON      bool `json:"json,omitempty"`       // write objects
	Stats     bool `json:"stats,omitempty"`      // objects tell the nodes and times of searches

	Workers     int           `json:"workers,omitempty"` // 0: one for each core
	Window      int           `json:"window,omitempty"`  // puzzles read ahead; 0: 65,536
	NodeLimit   int64         `json:"node_limit,omitempty"`
	TimeLimit   time.Duration `json:"time_limit_ns,omitempty"`
	MemoryLimit int64         `json:"memory_limit_bytes,omitempty"` // for all workers; 0: 1 GiB
}

// New returns an answerer with options, whose searches use the tables in a store; nil: none. The
// error is an *OptionError.
func New(o Options, store *tables.Store) (*Answerer, error) {
	workers := cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	a := &Answerer{
		Algorithm: cmp.Or(o.Algorithm, algorithms.All[0].Name),
		Options: solver.Options{
			Weight: o.Weight, NodeLimit: o.NodeLimit, Cores: workers,
			MemoryLimit: max(cmp.Or(o.MemoryLimit, 1<<30)/int64(workers), 1),
			Tables:      stored.All.In(store), TableFault: stored.All.Faults(store),
		},
		Batch: Batch{
			Workers: workers, Window: min(cmp.Or(o.Window, 1<<16), 1<<20),
			TimeLimit: o.TimeLimit, KeepGoing: o.KeepGoing,
		},
	}
	a.Options.Metric, _ = puzzle.ParseMetric(o.Metric)
	if o.JSON {
		a.Objects = &answers.Objects{Effort: o.Stats}
	}
	if o.AllOptimal || o.CountOptimal {
		a.Shortest = &answers.Shortest{Count: o.CountOptimal, Limit: o.Limit}
	}
	rule, known := puzzle.ParseRule(o.Require)
	if known {
		a.Require = &rule
	}
	switch {
	case !known && o.Require != "":
		return nil, &OptionError{"require", fmt.Errorf("unknown rule %q", o.Require)}
	case !slices.ContainsFunc(algorithms.All, a.isChosen):
		return nil, &OptionError{"algorithm", fmt.Errorf("unknown algorithm %q", o.Algorithm)}
	case o.Heuristic != "" && !a.algorithm().Heuristic:
		return nil, &OptionError{"heuristic", fmt.Errorf("%s uses none", a.Algorithm)}
	case o.Weight > 0 && !a.algorithm().Weight:
		return nil, &OptionError{"weight",
			fmt.Errorf("%s uses none; astar and idastar do", a.Algorithm)}
	}
	if o.Heuristic != "" {
		var err error
		if a.Options.Heuristic, a.Options.Patterns, err = solver.ParseHeuristic(o.Heuristic); err != nil {
			return nil, &OptionError{"heuristic", err}
		}
	}
	if o.Weight > 0 {
		if _, err := algorithms.New(a.Algorithm, a.Options); err != nil {
			return nil, &OptionError{"weight", err}
		}
	}
	return a, nil
}

// isChosen reports whether an algorithm is the one to use.
func (a *Answerer) isChosen(one algorithms.Algorithm) bool { return one.Name == a.Algorithm }
