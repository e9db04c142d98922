package solver

import (
	"errors"
	"fmt"
	"strings"

	"tilejudge/solver/pdb"
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

// ErrUnknown is returned for a name that no algorithm and no heuristic has.
var ErrUnknown = errors.New("unknown name")

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
