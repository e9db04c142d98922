package heuristic

import (
	"fmt"
	"math/bits"
	"sync"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Walking distance (K. Takahashi 2001) treats rows and columns apart. For the rows it
// ignores in which column a tile is, and tells only the goal rows of tiles apart: a state
// is the number of tiles of each goal row in every row, and the row of the blank. In a
// step the blank changes places with any tile of a neighbouring row. The fewest steps to
// the goal's state are at most the vertical moves of a solution; columns and horizontal
// moves are alike. The sum of both is at least the Manhattan distance, as a step takes a
// tile one line further, and larger where tiles must make room for each other.
//
// An axis is the rows or the columns, and a line one of them.

// maxWalkStates limits the states of an axis. It allows all the shapes in errWalk. Of
// these 6 lines of 2 have the most states, and take a third of a second and 40 MiB. 5
// lines of 4 have millions, and 5 of 5 have 65,866,650.
const maxWalkStates = 400_000

// errWalk is the ErrShape for boards without walking distance.
var errWalk = fmt.Errorf(
	"%w: walking-distance is for boards of up to 4x4, 3x5, 2x6 and 1x8, without walls",
	solver.ErrShape)

// A stage is a state of one axis: its distance from the goal's state in bits 0 to 7, and
// its number above. So one look-up gives both.
type stage uint32

func (s stage) moves() int { return int(s & 0xff) }

// A Walk is the stages of the rows and of the columns of a board.
type Walk [2]stage

func (w Walk) Moves() int { return w[0].moves() + w[1].moves() }

// An axis is what determines the states of the rows or the columns of a board.
type axis struct {
	lines, length int // number of lines, and cells of a line
	home          int // the line where the goal has the blank
}

// An axisTable has all states of an axis, the goal's first.
type axisTable struct {
	axis
	first []stage // first[state] is its own stage
	// next[(state*2+way)*lines+goal] follows the state when the blank moves to the line
	// before (way 0) or after (way 1), and a tile whose goal line is goal moves the
	// other way.
	next  []stage
	state map[uint64]int32 // number of the state with a key
}

// axisTables maps each axis used so far to a function that returns its table.
var axisTables sync.Map

// table returns the table of an axis, or nil if it would be too large. It builds the table
// at the first call.
func (a axis) table() *axisTable {
	f, ok := axisTables.Load(a)
	if !ok {
		build := func() *axisTable { return newAxisTable(a) }
		f, _ = axisTables.LoadOrStore(a, sync.OnceValue(build))
	}
	return f.(func() *axisTable)()
}

// A key packs a state: for each line the number of its tiles of each goal line except the
// last, which follows from the others, and from bit top on the line of the blank.

func (a axis) countBits() int { return bits.Len(uint(a.length)) }

func (a axis) top() int { return a.lines * (a.lines - 1) * a.countBits() }

// one returns what one tile of a goal line in a line adds to a key.
func (a axis) one(line, goal int) uint64 {
	if goal == a.lines-1 {
		return 0
	}
	return 1 << ((line*(a.lines-1) + goal) * a.countBits())
}

// has reports whether a line of the state with a key has a tile of a goal line.
func (a axis) has(key uint64, line, goal int) bool {
	fields := key >> (line * (a.lines - 1) * a.countBits())
	mask := uint64(1)<<a.countBits() - 1
	if goal < a.lines-1 {
		return fields>>(goal*a.countBits())&mask > 0
	}
	others := 0
	for range goal {
		others += int(fields & mask)
		fields >>= a.countBits()
	}
	if int(key>>a.top()) == line {
		others++
	}
	return others < a.length
}

// newAxisTable returns the table of an axis, by breadth-first search from the goal, or nil
// if it would be too large.
func newAxisTable(a axis) *axisTable {
	if a.top()+bits.Len(uint(a.lines)) > 64 {
		return nil
	}
	t := &axisTable{axis: a, state: make(map[uint64]int32)}
	goal := uint64(a.home) << a.top()
	for line := range a.lines {
		goal += uint64(a.length) * a.one(line, line)
	}
	keys := t.add(nil, goal-a.one(a.home, a.home), 0)
	for i := 0; i < len(keys); i++ {
		if len(keys) > maxWalkStates {
			return nil
		}
		blank := int(keys[i] >> a.top())
		for way, line := range []int{blank - 1, blank + 1} {
			for goal := 0; goal < a.lines && line >= 0 && line < a.lines; goal++ {
				if !a.has(keys[i], line, goal) {
					continue
				}
				key := keys[i] - a.one(line, goal) + a.one(blank, goal) +
					uint64(line)<<a.top() - uint64(blank)<<a.top()
				j, ok := t.state[key]
				if !ok {
					j = int32(len(keys))
					keys = t.add(keys, key, t.first[i].moves()+1)
				}
				t.next[(i*2+way)*a.lines+goal] = t.first[j]
			}
		}
	}
	return t
}

// add adds a state, and appends its key to keys.
func (t *axisTable) add(keys []uint64, key uint64, moves int) []uint64 {
	t.state[key] = int32(len(keys))
	t.first = append(t.first, stage(len(keys)<<8|moves))
	t.next = append(t.next, make([]stage, 2*t.lines)...)
	return append(keys, key)
}

// A walker computes the walks of the boards of one search.
type walker struct {
	tables [2]*axisTable // of rows and columns
	moves  [4]walkerMove // in the search's order
}

// A walkerMove is what After needs to know about a move.
type walkerMove struct {
	axis   int // 0 if the move changes the stage of the rows, 1 if that of the columns
	next   []stage
	stride int       // entries of next for each state
	entry  [16]uint8 // entry[goal cell of the tile] is its index among these
}

// begin sets the walker up for a search, and returns the walk of its first board.
func (w *walker) begin(s *search.Search) (at Walk, err error) {
	if s.Walls != 0 {
		return at, errWalk
	}
	lines := [2][]uint16{s.Row, s.Col}
	for i, a := range [2]axis{{lines: s.Rows, length: s.Cols}, {lines: s.Cols, length: s.Rows}} {
		a.home = int(lines[i][s.Home])
		if w.tables[i] == nil || w.tables[i].axis != a {
			if w.tables[i] = a.table(); w.tables[i] == nil {
				return at, errWalk
			}
		}
		key := uint64(lines[i][s.Blank]) << a.top()
		for c, t := range s.At {
			if int(t) != s.Home {
				key += a.one(int(lines[i][c]), int(lines[i][t]))
			}
		}
		at[i] = w.tables[i].first[w.tables[i].state[key]]
	}
	for k, m := range s.Order {
		axis, way := 0, 0
		if m == puzzle.Left || m == puzzle.Right {
			axis = 1
		}
		if m == puzzle.Down || m == puzzle.Right {
			way = 1
		}
		t := w.tables[axis]
		w.moves[k] = walkerMove{axis: axis, next: t.next, stride: 2 * t.lines}
		for c, line := range lines[axis] {
			w.moves[k].entry[c] = uint8(way*t.lines + int(line))
		}
	}
	return at, nil
}

// After returns the walk that follows at when the blank makes move k and tile t goes the
// other way.
func (w *walker) After(at Walk, k int, t uint16) Walk {
	m := &w.moves[k&3]
	s := &at[m.axis&1]
	*s = m.next[int(*s>>8)*m.stride+int(m.entry[t&15])]
	return at
}
