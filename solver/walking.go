package solver

import (
	"fmt"
	"math/bits"
	"sync"

	"tilejudge/solver/puzzle"
)

// Walking distance (K. Takahashi 2001) takes rows and columns apart. For the
// rows it forgets in which column a tile is, and which of its goal row's tiles it
// is: a state is how many tiles of each goal row every row has, and the blank's
// row. The blank takes any tile of a neighbouring row the other way. The fewest
// such steps to the goal's state, and the same for the columns, are never more
// than the moves up and down, left and right, of a solution. They are as many as
// the Manhattan distance at least, since a step takes a tile one line on, and
// more where lines have no room to pass.

// walkStates is how many states an axis may have. It takes all that are given in
// errWalk, of which 6 lines of 2 have most, and take a third of a second and 40
// MiB; 5 lines of 4 have some millions, and 5 of 5 have 65,866,650.
const walkStates = 400_000

// errWalk is the ErrShape of boards without walking distance.
var errWalk = fmt.Errorf(
	"%w: walking-distance is for boards of up to 4x4, 3x5, 2x6 and 1x8, without walls", ErrShape)

// A stage is a state of one axis: its distance from the goal's, in moves, and
// from bit 8 on its number. So one look-up gives both.
type stage uint32

func (s stage) moves() int { return int(s & 0xff) }

// A walk is the stages of the rows and of the columns of a board.
type walk [2]stage

func (w walk) moves() int { return w[0].moves() + w[1].moves() }

// An axis is what the states of the rows of a board, or of its columns, depend
// on.
type axis struct {
	lines, length int // rows and cells of a row, or columns and cells of a column
	home          int // the line where the goal has the blank
}

// An axisTable has all states of an axis, the goal's first.
type axisTable struct {
	axis
	first []stage // of each state
	// next[(state*2+way)*lines+goal] is what follows a state when the blank goes
	// to the line before (way 0) or after (1) and takes a tile of that goal line
	// the other way.
	next  []stage
	state map[uint64]int32 // the number of a state, by its key
}

// axisTables has for each axis that was asked for a function that returns its
// table.
var axisTables sync.Map

// table returns the table of an axis, which is built the first time, or nil if
// it would be too large.
func (a axis) table() *axisTable {
	f, ok := axisTables.Load(a)
	if !ok {
		build := func() *axisTable { return newAxisTable(a) }
		f, _ = axisTables.LoadOrStore(a, sync.OnceValue(build))
	}
	return f.(func() *axisTable)()
}

// A key packs a state: the line of the blank from bit top on, and below it how
// many tiles of each goal line but the last, which has the rest, a line has.

func (a axis) countBits() int { return bits.Len(uint(a.length)) }

func (a axis) top() int { return a.lines * (a.lines - 1) * a.countBits() }

// one is a tile of a goal line, in a key.
func (a axis) one(line, goal int) uint64 {
	if goal == a.lines-1 {
		return 0
	}
	return 1 << ((line*(a.lines-1) + goal) * a.countBits())
}

// has reports whether a line has a tile of a goal line.
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

// newAxisTable walks back from the goal, or returns nil.
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
		if len(keys) > walkStates {
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

// add adds a state, and returns the keys with its own.
func (t *axisTable) add(keys []uint64, key uint64, moves int) []uint64 {
	t.state[key] = int32(len(keys))
	t.first = append(t.first, stage(len(keys)<<8|moves))
	t.next = append(t.next, make([]stage, 2*t.lines)...)
	return append(keys, key)
}

// A walker follows the walk of one search.
type walker struct {
	tables [2]*axisTable // of rows and columns
	moves  [4]walkerMove // in the search's order
}

// A walkerMove is what after needs to know of a move.
type walkerMove struct {
	axis   int // 0 if it changes the stage of the rows, 1 for that of the columns
	next   []stage
	stride int       // entries of next for a state
	entry  [16]uint8 // of these the one for a tile, by its goal cell
}

// begin returns the walk of the board of s.
func (w *walker) begin(s *search) (at walk, err error) {
	if s.Walls != 0 {
		return at, errWalk
	}
	lines := [2][]uint16{s.row, s.col}
	for i, a := range [2]axis{{lines: s.Rows, length: s.Cols}, {lines: s.Cols, length: s.Rows}} {
		a.home = int(lines[i][s.home])
		if w.tables[i] == nil || w.tables[i].axis != a {
			if w.tables[i] = a.table(); w.tables[i] == nil {
				return at, errWalk
			}
		}
		key := uint64(lines[i][s.blank]) << a.top()
		for c, t := range s.at {
			if int(t) != s.home {
				key += a.one(int(lines[i][c]), int(lines[i][t]))
			}
		}
		at[i] = w.tables[i].first[w.tables[i].state[key]]
	}
	for k, m := range s.order {
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

// after returns the walk that follows at when the blank makes move k, and tile
// t goes the other way.
func (w *walker) after(at walk, k int, t uint16) walk {
	m := &w.moves[k&3]
	s := &at[m.axis&1]
	*s = m.next[int(*s>>8)*m.stride+int(m.entry[t&15])]
	return at
}
