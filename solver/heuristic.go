package solver

import (
	"fmt"
	"strings"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A Heuristic is a lower bound on the moves to the goal. All but PatternDatabase are
// consistent. None counts the blank as a tile, which would make the bound too high.
type Heuristic uint8

// The heuristics. The zero value leaves the choice to the algorithm.
const (
	_ Heuristic = iota
	// Hamming is the number of tiles out of place.
	Hamming
	// Manhattan is the sum of the tiles' distances to their goal cells (Korf 1985).
	Manhattan
	// LinearConflict is Manhattan, plus 2 for each tile that must leave its goal row or
	// column to let another one pass (Hansson, Mayer and Yung 1992).
	LinearConflict
	// PatternDatabase is the sum of the moves that each pattern, a group of tiles, needs
	// by itself (Korf and Felner 2002), looked up; see package pdb. It is for boards
	// without walls of up to 25 cells; with A*, of up to 4x4 or 3x5. Options.Patterns
	// chooses the patterns. IDA* takes no weight with it.
	PatternDatabase
	// WalkingDistance is the fewest vertical moves that bring each tile into its goal
	// row if columns do not matter, plus the same for columns (Takahashi 2001). It is
	// for boards without walls of up to 4x4, 3x5, 2x6 or 1x8.
	WalkingDistance
)

// Heuristics describes each heuristic. It is indexed by Heuristic; entry 0 is empty.
var Heuristics = [...]struct {
	Name    string
	Summary string // one line
	Doc     string // details, or ""
}{
	Hamming: {
		Name: "hamming", Summary: "tiles out of place",
		Doc: "Counts the tiles that are not in their goal cells. " +
			`Each of them has to move at least once, and
a move moves one tile, so no path has fewer moves. It is the weakest of these estimates: searches
with it expand many times as many boards as with manhattan.`,
	},
	Manhattan: {
		Name: "manhattan", Summary: "sum of the tiles' distances to their goal cells (the default)",
		Doc: `Adds up how many rows and columns each tile is away from its goal cell. A move brings one
tile nearer by one at most, so no path has fewer moves. A search changes the sum at each move in
place of adding it up again, so a board costs next to nothing.`,
	},
	LinearConflict: {
		Name:    "linear-conflict",
		Summary: "manhattan, plus 2 for each tile that must let others of its line pass",
		Doc: `Two tiles in the row of both their goal cells, but in the wrong order, can't pass each other
there. One of them has to leave the row and to come back, which are two moves that manhattan does
not count. So for each row it adds 2 for each of the fewest tiles that have to leave it; the same
goes for columns. It expands several times fewer boards than manhattan on a 15-puzzle.`,
	},
	PatternDatabase: {
		Name: "pdb",
		Summary: "moves that groups of tiles need by themselves, looked up;" +
			" boards of up to 25 cells",
		Doc: `Takes the stored tables for the board (see tilejudge tables) if they are built, or
else tables of 4 to 6 tiles each, which are built in some tenths of a second. pdb-NAME takes the
patterns with that name. pdb:PICTURE takes those of a picture such as pdb:.baa:bbaa:bcca:bccc: the
rows of the goal with colons between them, tiles with the same letter for each pattern, and a dot
for the blank. It serves all goals into which the picture can be turned and mirrored. If the goal
is symmetric and the picture is not, the larger of the sums of both sides counts. Tables of a
picture have at most 67,108,864 entries, enough for seven tiles of 4x4, and are built in a few
seconds. astar takes pdb for boards of up to 4x4 or 3x5, and only the stored tables of 4x4.`,
	},
	WalkingDistance: {
		Name:    "walking-distance",
		Summary: "moves to each tile's goal row plus those to its goal column; boards of up to 4x4",
		Doc: `Looks only at how many tiles of each goal row are in each row, and at the row of the blank.
A table has the fewest vertical moves that bring all tiles into their goal rows from there: a tile
can go up or down only where the blank is. The same is looked up for columns. Both are added,
because a vertical move changes no column and a horizontal one no row.`,
	},
}

// String returns the name of the heuristic.
func (h Heuristic) String() string { return Heuristics[h].Name }

// ParseHeuristic returns the heuristic with a name. PatternDatabase also has the names
// pdb-NAME, for a name in pdb.All, and pdb:PICTURE, for which it returns the patterns.
// The error wraps ErrUnknown, or says what is wrong with the picture.
func ParseHeuristic(name string) (h Heuristic, patterns *pdb.Choice, err error) {
	for h, known := range Heuristics {
		if known.Name == name && h > 0 {
			return Heuristic(h), nil, nil
		}
	}
	err = ErrUnknown
	if picture, ok := strings.CutPrefix(name, PatternDatabase.String()+":"); ok {
		patterns, err = pdb.ParsePicture(picture)
	} else if known, ok := strings.CutPrefix(name, PatternDatabase.String()+"-"); ok {
		patterns = pdb.Choose(known)
	}
	if patterns == nil {
		return 0, nil, fmt.Errorf("heuristic %q: %w", name, err)
	}
	patterns.Name = name
	return PatternDatabase, patterns, nil
}

// HeuristicNames lists the names that ParseHeuristic takes, except pictures.
func HeuristicNames() (names []string) {
	for _, h := range Heuristics[1:] {
		names = append(names, h.Name)
	}
	for _, n := range pdb.All {
		names = append(names, PatternDatabase.String()+"-"+n.Name)
	}
	return names
}

// or returns h, or the other if h is the zero value.
func (h Heuristic) or(other Heuristic) Heuristic {
	if h == 0 {
		return other
	}
	return h
}

// An estimate computes one heuristic on the board of one search.
type estimate struct {
	*search
	kind Heuristic
	tail []uint16 // scratch memory of conflicts

	tables *pdb.PartitionHeuristic // for PatternDatabase
	frame  frame

	walker         // for WalkingDistance
	now, then walk // of the current board, and of the board after the move that change got
}

// begin sets up a heuristic for the search s, and returns its value for the first board,
// or an error that wraps puzzle.ErrGaveUp. pdbs has the tables for PatternDatabase.
func (e *estimate) begin(s *search, kind Heuristic, pdbs *pdbCache, o *Options) (h int, err error) {
	e.search, e.kind = s, kind
	if kind == WalkingDistance {
		e.now, err = e.walker.begin(s)
		return e.now.moves(), err
	}
	if longest := max(s.Rows, s.Cols); len(e.tail) < longest {
		e.tail = make([]uint16, longest)
	}
	if kind == PatternDatabase {
		if err := e.chooseTables(pdbs, o); err != nil {
			return 0, err
		}
		return e.sum(), nil
	}
	for c, t := range s.at {
		switch {
		case int(t) == s.home || int(t) == c:
		case kind == Hamming:
			h++
		default:
			h += distance(s.row[t], s.row[c]) + distance(s.col[t], s.col[c])
		}
	}
	if kind == LinearConflict {
		for r := range s.Rows {
			h += 2 * e.conflicts(r*s.Cols, 1, s.Cols, s.row, uint16(r), s.col)
		}
		for c := range s.Cols {
			h += 2 * e.conflicts(c, s.Cols, s.Rows, s.col, uint16(c), s.row)
		}
	}
	return h, nil
}

// chooseTables sets the tables that sum looks up.
func (e *estimate) chooseTables(pdbs *pdbCache, o *Options) error {
	var ok bool
	if e.frame, ok = newFrame(e.Shape, e.home, e.order); !ok {
		return errPattern
	}
	db, err := pdbs.get(e.ctx, e.frame.GoalClass, o, true)
	e.tables = db.partition
	return err
}

// sumAfter returns what sum would after the blank has moved from one cell to another.
func (e *estimate) sumAfter(blank, to int) int {
	e.at[blank], e.at[to] = e.at[to], e.at[blank]
	sum := e.sum()
	e.at[blank], e.at[to] = e.at[to], e.at[blank]
	return sum
}

// sum looks up the current board in the pattern databases.
func (e *estimate) sum() int {
	var s partitionSearch
	s.h = e.tables
	for c, t := range e.at {
		s.at[e.frame.cell[c]] = e.frame.cell[t]
	}
	return s.evaluate() + 2*int(max(s.sums[0], s.sums[1]))
}

func distance(a, b uint16) int {
	if a < b {
		return int(b - a)
	}
	return int(a - b)
}

// change returns by how much the heuristic grows when the blank makes move k from cell
// blank to cell to, where tile t is. It is called before the board changes. It is not for
// PatternDatabase, which has sumAfter.
func (e *estimate) change(k, blank, to int, t uint16) int {
	switch e.kind {
	case Manhattan:
		return e.step(k, to, t)
	case LinearConflict:
		return e.step(k, to, t) + 2*e.conflictChange(k, blank, to)
	case WalkingDistance:
		e.then = e.after(e.now, k, t)
		return e.then.moves() - e.now.moves()
	}
	switch int(t) {
	case to:
		return 1
	case blank:
		return -1
	default:
		return 0
	}
}

// step returns the change of the Manhattan distance: -1 if the tile's goal is ahead of
// it, and 1 otherwise. It has no branch, as that would be taken every other time.
func (e *estimate) step(k, to int, t uint16) int {
	ahead := e.ahead[k]
	return int(1 + 2*((ahead[to]-ahead[t])>>31))
}

// conflictChange returns by how many the conflicts grow. They change only in the line
// that the tile leaves or enters, and only if that is the tile's goal line.
func (e *estimate) conflictChange(k, blank, to int) int {
	t := e.at[to]
	across, along, cell, step, n := e.col, e.row, e.col[t], e.Cols, e.Rows
	line := cell
	if m := e.order[k]; m == puzzle.Up || m == puzzle.Down {
		across, along, step, n = e.row, e.col, 1, e.Cols
		line = e.row[t]
		cell = line * uint16(e.Cols)
	}
	if line != across[to] && line != across[blank] {
		return 0
	}
	before := e.conflicts(int(cell), step, n, across, line, along)
	e.at[blank], e.at[to] = t, e.at[blank]
	after := e.conflicts(int(cell), step, n, across, line, along)
	e.at[blank], e.at[to] = e.at[to], t
	return after - before
}

// conflicts returns how many tiles must leave a line so that the others can pass along it
// to their goals: the tiles whose goal is in the line, less their longest increasing
// subsequence. The line has n cells, starts at cell and goes on by step. across[t] is the
// goal line of tile t, and along[t] its place in that line.
func (e *estimate) conflicts(cell, step, n int, across []uint16, line uint16, along []uint16) int {
	tail := e.tail // tail[i] is the smallest last place of i+1 increasing tiles
	tiles, longest := 0, 0
	for range n {
		t := e.at[cell]
		cell += step
		if across[t] != line || int(t) == e.home {
			continue
		}
		tiles++
		place := along[t]
		i := longest
		for i > 0 && tail[i-1] > place {
			i--
		}
		tail[i] = place
		longest = max(longest, i+1)
	}
	return tiles - longest
}
