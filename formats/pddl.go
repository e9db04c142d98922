package formats

import (
	"strconv"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A PDDL is how a domain of the Planning Domain Definition Language states a board: as facts
// about objects. All boards are square. The names of objects are patterns with the fields
// {tile}, {row} and {col}; rows and columns count from 1. The tags are the keys of declarations.
type PDDL struct {
	Domain  string            `toml:"domain"`          // its name
	Problem pattern.Pattern   `toml:"problem"`         // the name that is given to problems
	Typed   bool              `toml:"typed,omitempty"` // types tell what objects are, not facts
	Tile    pattern.Pattern   `toml:"tile"`            // the name of a tile
	Place   []pattern.Pattern `toml:"place"`           // the objects that together tell a cell

	// The types, or predicates, of tiles and of the objects in Place.
	TileType  string `toml:"tile_type"`
	PlaceType string `toml:"place_type"`

	// The predicates of a tile and its place, and of the blank's place.
	At    string `toml:"tile_at"`
	Blank string `toml:"blank_at"`

	// The predicates that lay the board out. Those that the domain lacks are "".
	Neighbor string `toml:"neighbor,omitempty"` // two places are side by side
	Inc      string `toml:"inc,omitempty"`      // a position and the next one
	Dec      string `toml:"dec,omitempty"`      // a position and the one before
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
	{
		Name: "pddl-strips-sliding-tile", Judge: "PDDL",
		Title: "strips-sliding-tile by P. Haslum: a problem; a plan of move-up, move-down, " +
			"move-left and move-right actions",
		Source: "https://github.com/LCAS/teaching (fd_webserver/static/domains/slidetile.pddl, " +
			"seen 2026-11-22)",
		Notes: planNotes + `
An action has the tile, its column, its row, and the row or column of the blank. The names of the
actions are the way of the blank. There are variants of the domain, with other objects for rows than
for columns, or other orders of parameters: their problems or plans are refused.`,
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
	},
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

// A Slide is a tile with its cell, and the cell that it moves to. Rows and columns count from 1.
type Slide struct{ Tile, Row, Col, ToRow, ToCol int }

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
			n = s.Row
		case pattern.Col:
			n = s.Col
		case pattern.ToRow:
			n = s.ToRow
		case pattern.ToCol:
			n = s.ToCol
		}
		to = strconv.AppendInt(to, int64(n), 10)
	}
	return to
}
