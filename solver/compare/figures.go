package compare

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
)

// Figures is the effort of several searches for the same puzzles, by the length of a shortest
// solution.
type Figures struct {
	Puzzles    int64 // puzzles in the figures, solved or given up
	Unsolvable int64 // puzzles left out

	lengths map[int]int64 // number of puzzles, by the length of a shortest solution or unknown
	columns []*column
	puzzles []one // the first ones, for drawings

	// together[i][j] is the number of boards that search i expanded for the puzzles that
	// both i and j solved.
	together [][]int64
}

// unknown is the length if no search found a shortest solution.
const unknown = -1

// A column is the figures of one search.
type column struct {
	Search
	byLength map[int]*tally
	reasons  map[string]int64 // how often the search gave up, by the reason
}

// A tally is the effort of several runs. Runs that gave up are only counted.
type tally struct {
	solved, gaveUp int64
	took           took // by the runs that solved a puzzle
}

// took is the effort of one run or of several.
type took struct {
	Moves, Expanded, Generated int64
	Memory                     int64 // bytes
	Time                       time.Duration
}

func (t *took) add(o took) {
	t.Moves += o.Moves
	t.Expanded += o.Expanded
	t.Generated += o.Generated
	t.Memory += o.Memory
	t.Time += o.Time
}

// A Run is the result of one search of a puzzle. It can be stored as JSON.
type Run struct {
	took
	GaveUp   string         `json:",omitempty"` // the reason, or ""
	Estimate int            `json:",omitempty"` // of the heuristic for the start; 0: unknown
	Rounds   []solver.Round `json:",omitempty"`

	Improvements []solver.Improvement `json:",omitempty"`
}

func newFigures(searches []Search) *Figures {
	f := &Figures{lengths: make(map[int]int64)}
	for _, s := range searches {
		f.columns = append(f.columns, &column{
			Search: s, byLength: make(map[int]*tally), reasons: make(map[string]int64),
		})
		f.together = append(f.together, make([]int64, len(searches)))
	}
	return f
}

// Add adds the runs of one puzzle, as Race.Measure returned them. The error wraps
// ErrDisagree if the searches can't all be right; then nothing is added.
func (f *Figures) Add(runs []Run) error {
	if runs == nil {
		f.Unsolvable++
		return nil
	}
	if len(runs) != len(f.columns) {
		return fmt.Errorf("found %d runs, expected those of %d searches", len(runs), len(f.columns))
	}
	length, err := f.length(runs)
	if err != nil {
		return err
	}
	f.Puzzles++
	f.lengths[length]++
	if len(f.puzzles) < maxDrawn {
		f.puzzles = append(f.puzzles, one{length, runs})
	}
	for i, c := range f.columns {
		c.add(length, runs[i])
		for j := range runs {
			if runs[i].GaveUp == "" && runs[j].GaveUp == "" {
				f.together[i][j] += runs[i].Expanded
			}
		}
	}
	return nil
}

// length returns the length of a shortest solution of the puzzle, or unknown.
func (f *Figures) length(runs []Run) (int, error) {
	length := unknown
	for i, c := range f.columns {
		if runs[i].GaveUp == "" && c.exact() {
			length = int(runs[i].Moves)
		}
	}
	if length == unknown {
		return length, nil
	}
	for i, c := range f.columns {
		moves := int(runs[i].Moves)
		if runs[i].GaveUp == "" && (moves < length ||
			c.finds() != algorithms.AnyPath && !c.Weight.Allows(moves, length)) {
			return 0, fmt.Errorf("%w: %v found %d moves, another %d",
				ErrDisagree, c.Search, moves, length)
		}
	}
	return length, nil
}

// sorted returns the lengths of the puzzles, unknown last.
func (f *Figures) sorted() []int {
	all := slices.Sorted(maps.Keys(f.lengths))
	if len(all) > 0 && all[0] == unknown {
		all = append(all[1:], unknown)
	}
	return all
}

// add adds a run for a puzzle with a length.
func (c *column) add(length int, r Run) {
	t := c.byLength[length]
	if t == nil {
		t = new(tally)
		c.byLength[length] = t
	}
	if r.GaveUp != "" {
		t.gaveUp++
		c.reasons[r.GaveUp]++
		return
	}
	t.solved++
	t.took.add(r.took)
}

// total adds up the tallies of all lengths.
func (c *column) total() (t tally) {
	for _, one := range c.byLength {
		t.solved += one.solved
		t.gaveUp += one.gaveUp
		t.took.add(one.took)
	}
	return t
}
