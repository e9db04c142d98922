package formats

import (
	"strconv"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A PDDL is how a domain of the Planning Domain Definition Language states a board: as facts
// about objects. The names of objects are patterns with the fields {tile}, {row}, {col} and {cell},
// which count from 1. The tags are the keys of declarations.
type PDDL struct {
	Domain  string            `toml:"domain"`          // its name
	Problem pattern.Pattern   `toml:"problem"`         // the name that is given to problems
	Typed   bool              `toml:"typed,omitempty"` // types tell what objects are, not facts
	Tile    pattern.Pattern   `toml:"tile"`            // the name of a tile
	Place   []pattern.Pattern `toml:"place"`           // the objects that together tell a cell

	// The types, or predicates, of tiles and of the objects in Place.
	TileType  string `toml:"tile_type"`
	PlaceType string `toml:"place_type"`
	RowType   string `toml:"row_type,omitempty"` // of the objects for rows; "": PlaceType

	// The predicates of a tile and its place, and of the blank's place.
	At    string `toml:"tile_at"`
	Blank string `toml:"blank_at"`

	// Predicates that hold for every tile.
	EachTile []string `toml:"each_tile,omitempty"`

	// The predicates that lay the board out. Those that the domain lacks are "".
	Neighbor string `toml:"neighbor,omitempty"` // two places are side by side
	// Two places are side by side, and the way from the first to the second: up, down, left, right.
	Ways []string `toml:"ways,omitempty"`
	Inc  string   `toml:"inc,omitempty"` // a position and the next one
	Dec  string   `toml:"dec,omitempty"` // a position and the one before
}

// SharedLines reports whether rows and columns have the same objects.
func (d *PDDL) SharedLines() bool {
	row, col := pattern.Row.String(), pattern.Col.String()
	return len(d.Place) == 2 && strings.Replace(string(d.Place[0]), col, row, 1) ==
		strings.Replace(string(d.Place[1]), col, row, 1)
}

// planning are the domains of planning competitions.
var planning = []*Format{
	nPuzzleTyped,
	nPuzzleTyped.as("pddl-n-puzzle-untyped", "PDDL",
		"n-puzzle-untyped of the planning competition of 2008: a problem; a plan of move actions",
		nPuzzleTyped.Source, func(f *Format) {
			f.Notes = planNotes + `
The generator there writes problems of the typed domain only; these
have the same names, and the facts that the untyped domain asks for.`
			f.PDDL = nPuzzle("n-puzzle-untyped", false)
		}),
	slidingTile,
	slidingTile.as("pddl-strips-sliding-tile-xy", "PDDL",
		"strips-sliding-tile with objects x1, x2, … for columns and y1, y2, … for rows; a plan",
		slidingTile.Source, func(f *Format) {
			f.Notes = planNotes + `
The domain's text calls these the instances whose names end in x. Boards may be rectangles.`
			withLines(f)
		}),
	slidingTile.as("pddl-strips-sliding-tile-deepxube", "PDDL",
		"strips-sliding-tile as DeepXube writes it, with facts that tell which tiles may move; a plan",
		"https://github.com/forestagostinelli/deepxube (deepxube/domains/npuzzle.py before df498a1, "+
			"2025-12-17)", func(f *Format) {
			f.Notes = planNotes + `
Every tile may move in each way; the domain can forbid it, which would be another puzzle.`
			withLines(f)
			f.PDDL.EachTile = []string{"up", "down", "left", "right"}
		}),
	slidingTile.as("pddl-sliding-tiles-2016", "PDDL",
		"sliding-tiles of the unsolvability competition of 2016: rectangles; a plan, or none",
		"https://github.com/ANU-HPC/parallel-pdr (benchmarks/unsolve-ipc-2016/sliding-tiles at "+
			"55cd470, seen 2026-11-23)", func(f *Format) {
			f.Notes = planNotes + `
Rows and columns have the same objects, but facts tell how many there are of each.`
			f.Shapes = rectangle(2, 30)
			d := *f.PDDL
			d.PlaceType, d.RowType = "xposition", "yposition"
			f.PDDL = &d
		}),
	nPuzzleTyped.as("pddl-n-puzzle", "PDDL",
		"n-puzzle with places p1, p2, … and facts for the ways between them; a plan of four actions",
		"https://github.com/search?q=valid-left+valid-right+language%3APDDL (seen 2026-11-23)",
		func(f *Format) {
			f.Notes = planNotes + `
The names of the actions are the way of the tile. Other domains have the same name; their problems
are refused.`
			f.Shapes = rectangle(2, 30)
			f.PDDL = &PDDL{
				Domain: "n-puzzle", Problem: "n-puzzle",
				Tile: "t{tile}", Place: []pattern.Pattern{"p{cell}"},
				TileType: "tile", PlaceType: "position", At: "at", Blank: "blank",
				Ways: []string{"valid-up", "valid-down", "valid-left", "valid-right"},
			}
			f.Answer = planOf(
				"(move-down t{tile} p{cell} p{tocell})", "(move-up t{tile} p{cell} p{tocell})",
				"(move-right t{tile} p{cell} p{tocell})", "(move-left t{tile} p{cell} p{tocell})",
			)
		}),
	adjacent("tile", "empty", "(move-tile t{tile} p{row}-{col} p{torow}-{tocol})"),
	adjacent("blank", "blank-at", "(move-blank p{torow}-{tocol} p{row}-{col} t{tile})"),
}

// withLines gives rows and columns objects of their own.
func withLines(f *Format) {
	d := *f.PDDL
	d.Place = []pattern.Pattern{"x{col}", "y{row}"}
	f.PDDL, f.Shapes = &d, rectangle(2, 30)
	f.Answer = planOf(
		"(move-up t{tile} x{col} y{row} y{torow})", "(move-down t{tile} x{col} y{row} y{torow})",
		"(move-left t{tile} x{col} y{row} x{tocol})", "(move-right t{tile} x{col} y{row} x{tocol})",
	)
}

// adjacent returns one of two domains that tell the same boards. In one the tile moves, in the
// other the blank.
func adjacent(what, blank, move string) *Format {
	return nPuzzleTyped.as("pddl-n-puzzle-"+what, "PDDL",
		"n-puzzle-"+what+": places p1-1, p1-2, …; a plan of move-"+what+" actions",
		"https://github.com/search?q=n-puzzle-"+what+"+language%3APDDL (seen 2026-11-23)",
		func(f *Format) {
			f.Notes, f.Shapes = planNotes, rectangle(2, 30)
			f.PDDL = &PDDL{
				Domain: "n-puzzle-" + what, Problem: "n-puzzle-{n}", Typed: true,
				Tile: "t{tile}", Place: []pattern.Pattern{"p{row}-{col}"},
				TileType: "tile", PlaceType: "position", At: "at", Blank: blank, Neighbor: "adjacent",
			}
			f.Answer = planOf(move, move, move, move)
		})
}

var slidingTile = &Format{
	Name: "pddl-strips-sliding-tile", Judge: "PDDL",
	Title: "strips-sliding-tile by P. Haslum: a problem; a plan of move-up, move-down, " +
		"move-left and move-right actions",
	Source: "https://github.com/LCAS/teaching (fd_webserver/static/domains/slidetile.pddl, " +
		"seen 2026-11-22)",
	Notes: planNotes + `
An action has the tile, its column, its row, and the row or column of the blank. The names of the
actions are the way of the blank. There are variants of the domain, with other objects for rows than
for columns: see pddl-strips-sliding-tile-xy. Those with other orders of parameters are refused.`,
	Shapes: square(2, 30), Goal: puzzle.Given,
	Record: "{problem}\n", Comment: ';', FreeSpace: true, MaxPuzzles: 1,
	PDDL: &PDDL{
		Domain: "strips-sliding-tile", Problem: "sliding-tile-{n}",
		Tile: "t{tile}", Place: []pattern.Pattern{"p{col}", "p{row}"},
		TileType: "tile", PlaceType: "position", At: "at", Blank: "blank", Inc: "inc", Dec: "dec",
	},
	Answer: planOf(
		"(move-up t{tile} p{col} p{row} p{torow})", "(move-down t{tile} p{col} p{row} p{torow})",
		"(move-left t{tile} p{col} p{row} p{tocol})", "(move-right t{tile} p{col} p{row} p{tocol})",
	),
	Rule: AnyPath,
}

const planNotes = `Facts may have any order, and a goal need not name the blank's place. A plan is
read as by VAL: in any case, with comments, times such as 0.001: and durations such as [1]. Unlike
VAL, it is refused if an action has too many objects. The comment behind a plan is Fast Downward's,
and ends the plan where there are several. An empty plan with a comment for an unsolvable puzzle
is our own.`

const moveAction = "(move t_{tile} p_{row}_{col} p_{torow}_{tocol})"

var nPuzzleTyped = &Format{
	Name: "pddl-n-puzzle-typed", Judge: "PDDL",
	Title: "n-puzzle-typed of the planning competition of 2008: a problem; a plan of move " +
		"actions",
	Source: "https://github.com/AI-Planning/pddl-generators (npuzzle at a0de95f, 2025-09-30)",
	Notes:  planNotes,
	Shapes: square(2, 30), Goal: puzzle.Given,
	Record: "{problem}\n", Comment: ';', FreeSpace: true, MaxPuzzles: 1,
	PDDL:   nPuzzle("n-puzzle-typed", true),
	Answer: planOf(moveAction, moveAction, moveAction, moveAction),
	Rule:   AnyPath,
}

// nPuzzle returns a domain whose cells are objects of their own.
func nPuzzle(domain string, typed bool) *PDDL {
	return &PDDL{
		Domain: domain, Problem: "n-puzzle-{n}", Typed: typed,
		Tile: "t_{tile}", Place: []pattern.Pattern{"p_{row}_{col}"},
		TileType: "tile", PlaceType: "position", At: "at", Blank: "empty", Neighbor: "neighbor",
	}
}

// planOf returns the answer that is a plan of the actions.
func planOf(up, down, left, right string) Answer {
	return Answer{
		Solved: "{path}\n; cost = {moves} (unit cost)\n", Unsolvable: "; unsolvable\n",
		Step: Step{Up: up, Down: down, Left: left, Right: right, Kind: ByAction}, StepEnd: "\n",
	}
}

// A Slide is a tile with its cell, and the cell that it moves to, on a board of a shape. Cells are
// counted row by row from 0.
type Slide struct {
	Tile, Cell, To int
	puzzle.Shape
}

// Name returns the text of a pattern whose fields stand for those of s.
func (s Slide) Name(p pattern.Pattern) string { return string(s.Append(nil, p.Pieces())) }

// Append appends the text of a pattern whose fields stand for those of s.
func (s *Slide) Append(to []byte, p []pattern.Piece) []byte {
	for i := range p {
		n := 0
		switch p[i].Field {
		case pattern.Text:
			to = append(to, p[i].Text...)
			continue
		case pattern.Tile:
			n = s.Tile
		case pattern.Row:
			n = s.Cell/s.Cols + 1
		case pattern.Col:
			n = s.Cell%s.Cols + 1
		case pattern.ToRow:
			n = s.To/s.Cols + 1
		case pattern.ToCol:
			n = s.To%s.Cols + 1
		case pattern.Cell:
			n = s.Cell + 1
		case pattern.ToCell:
			n = s.To + 1
		}
		to = strconv.AppendInt(to, int64(n), 10)
	}
	return to
}
