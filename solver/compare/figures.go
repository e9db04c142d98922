package compare

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Figures has the effort of several searches for the same puzzles, by the length of a
// shortest solution.
type Figures struct {
	Puzzles    int64 // puzzles in the figures, solved or given up
	Unsolvable int64 // puzzles left out

	lengths map[int]int64 // number of puzzles by the length of a shortest solution, or unknown
	columns []*column

	// together[i][j] is the number of boards that search i expanded for the puzzles that
	// both i and j solved.
	together [][]int64
}

// unknown is the length if no search found a shortest solution.
const unknown = -1

// A column has the figures of one search.
type column struct {
	Search
	byLength map[int]*tally
	reasons  map[string]int64 // how often it gave up, by the reason
}

// A tally is the effort of several runs. Runs that gave up are only counted.
type tally struct {
	solved, gaveUp int64
	took           took // by the runs that solved their puzzles
}

// took is the effort of one run or of several.
type took struct {
	moves, expanded, generated, memory int64
	time                               time.Duration
}

func (t *took) add(o took) {
	t.moves += o.moves
	t.expanded += o.expanded
	t.generated += o.generated
	t.memory += o.memory
	t.time += o.time
}

// A run is the result of one search of a puzzle.
type run struct {
	took
	gaveUp string // the reason, or ""
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

// add adds the runs of one puzzle, one for each search.
func (f *Figures) add(runs []run) error {
	length, err := f.length(runs)
	if err != nil {
		return err
	}
	f.Puzzles++
	f.lengths[length]++
	for i, c := range f.columns {
		c.add(length, runs[i])
		for j := range runs {
			if runs[i].gaveUp == "" && runs[j].gaveUp == "" {
				f.together[i][j] += runs[i].expanded
			}
		}
	}
	return nil
}

// length returns the length of a shortest solution, or unknown.
func (f *Figures) length(runs []run) (int, error) {
	length := unknown
	for i, c := range f.columns {
		if runs[i].gaveUp == "" && !c.weighted() {
			length = int(runs[i].moves)
		}
	}
	if length == unknown {
		return length, nil
	}
	for i, c := range f.columns {
		moves := int(runs[i].moves)
		if runs[i].gaveUp == "" && (moves < length || !c.Weight.Allows(moves, length)) {
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

// add adds a run for a puzzle with that length.
func (c *column) add(length int, r run) {
	t := c.byLength[length]
	if t == nil {
		t = new(tally)
		c.byLength[length] = t
	}
	if r.gaveUp != "" {
		t.gaveUp++
		c.reasons[r.gaveUp]++
		return
	}
	t.solved++
	t.took.add(r.took)
}

// total returns the effort for puzzles of all lengths.
func (c *column) total() (t tally) {
	for _, one := range c.byLength {
		t.solved += one.solved
		t.gaveUp += one.gaveUp
		t.took.add(one.took)
	}
	return t
}
