// Package replays reads games, each a board and moves, and writes the answers that judges want: the
// board to which the moves lead. It searches nothing.
//
//	f, err := replays.Lookup("uva-227")
//	err = f.Replay(os.Stdin, "stdin", os.Stdout)
package replays

import (
	"fmt"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Format is how one judge states games and wants them answered. A game is a board, and then
// moves up to a 0.
type Format struct {
	Name   string // judge and number
	Judge  string // whose problem it is
	Title  string // one line: the problem, its games and its answer
	Source string // where the format is laid down
	Notes  string // facts that the fields below do not state

	// The games.
	Count  bool           // the number of games comes before the games
	Stop   string         // the line after the last game; "": none, or the end of the input
	Shapes formats.Shapes // if there are several, a game begins with its rows and columns
	Glyphs string         // tile t is written as byte t of it, a row on a line; "": tiles are numbers
	Moves  formats.Step   // how the moves of the blank are written: as letters, or ByTile

	// The answer to a game.
	Between string           // between two answers
	Head    pattern.Pattern  // before the answer, with {case}
	Moved   formats.Step     // what to write for each move of the blank, with {tile}; zero: nothing
	Wrong   pattern.Pattern  // what to write, with {tile}, for a move that the board does not allow
	Refused string           // the answer to a game that has such a move; "": the move is left out
	Board   formats.Notation // of the board to which the moves lead
	Won     pattern.Pattern  // behind a board in order, with {tile}, if a move leads there, the last
	Open    string           // behind any other board
}

// All lists the formats.
var All = []*Format{
	{
		Name: "uva-227", Judge: "UVa",
		Title: "227 Puzzle: 5x5 letters, a space the blank; moves of A B L R; the board at the end",
		Source: "ACM Scholastic Programming Contest Finals 1993, problem F: " +
			"http://karrels.org/Ed/ACM/93/prob_f.html; https://algorithmist.com/index.php/UVa_227" +
			" (both seen 2026-11-22)",
		Notes: `A letter says where the tile is that moves into the blank: above, below, left or
right. A row may lack its space at the end. An answer has an empty line before it, but not the first
one. A blank in the last column is written as a space, like any other: that is what programs do that
were accepted, and the judge is said to expect no other space at the end of a line.`,
		Stop: "Z", Shapes: fixed(5, 5), Glyphs: lettered,
		Moves:   formats.Step{Up: "A", Down: "B", Left: "L", Right: "R"},
		Between: "\n", Head: "Puzzle #{case}:\n",
		Refused: "This puzzle has no final configuration.\n",
		Board: formats.Notation{
			Glyphs: lettered, Layout: formats.Layout{Between: " ", BetweenRows: "\n", Close: "\n"},
		},
	},
	lloyd.named("poj-1998", "POJ", "1998", "http://poj.org/problem?id=1998 and "+
		"https://acmore.cc/problem/POJ/1998 (both seen 2026-11-22)"),
	lloyd.named("zoj-2153", "ZOJ", "2153", "http://acm.zju.edu.cn/onlinejudge/showProblem.do?"+
		"problemCode=2153 (seen 2026-11-22)"),
	{
		Name: "judgegirl-50004", Judge: "Judge Girl",
		Title: "50004 15-puzzle: 4x4; tiles to move until the board is in order; the board at the end," +
			" and the tile that did it",
		Source: "https://judgegirl.csie.org/problem/0/50004 and the solution of the judge (seen" +
			" 2026-11-24)",
		Notes: `10023 is the same. Each move is the number of a tile. A tile that is not beside the blank
does not move, and the game goes on. The line behind the board is 1 and the tile that brought the
board in order, after which no tile moves, or 0. A board that is in order at the start is not won.
An input has one game, or several up to its end, as the solution reads them.`,
		Shapes: fixed(4, 4), Moves: formats.Step{Kind: formats.ByTile},
		Board: formats.Notation{
			Layout: formats.Layout{Between: " ", BetweenRows: "\n", Close: "\n"},
		},
		Won: "1 {tile}\n", Open: "0\n",
	},
}

// lettered are the glyphs of boards with letters: the blank is a space.
const lettered = " ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// lloyd is a problem of a contest at the Czech Technical University, 1999.
var lloyd = Format{
	Notes: `Each move is the number of a tile. A tile that is not beside the blank does not move, and
the game goes on. The first sentences are "Puzzle number", "Tile ... moved" right, left, up or down,
and "Invalid move with tile" in Czech. An empty line follows each board. That 0 ends the moves is
from programs that solve the problem.`,
	Count: true,
	Shapes: formats.Shapes{
		Min: puzzle.Shape{Rows: 2, Cols: 2}, Max: puzzle.Shape{Rows: 1000, Cols: 1000},
	},
	Moves: formats.Step{Kind: formats.ByTile},
	Head:  "Skladacka cislo {case}:\n",
	Moved: formats.Step{ // the words name the way of the tile
		Up: "Kamen {tile} presunut dolu.\n", Down: "Kamen {tile} presunut nahoru.\n",
		Left: "Kamen {tile} presunut doprava.\n", Right: "Kamen {tile} presunut doleva.\n",
	},
	Wrong: "Neplatny tah kamenem {tile}.\n",
	Board: formats.Notation{
		Layout: formats.Layout{Between: " ", BetweenRows: "\n", Close: "\n\n"},
	},
}

// named returns the format under the name and the number that a judge gives the problem.
func (f Format) named(name, judge, number, source string) *Format {
	f.Name, f.Judge, f.Source = name, judge, source
	f.Title = number + " Lloyd Fifteen Puzzle: m x n; tiles to move; what each does, and the board" +
		" at the end"
	return &f
}

// fixed allows one shape.
func fixed(rows, cols int) formats.Shapes {
	s := puzzle.Shape{Rows: rows, Cols: cols}
	return formats.Shapes{Min: s, Max: s}
}

// Lookup returns the format of that name, or formats.ErrUnknown.
func Lookup(name string) (*Format, error) {
	for _, f := range All {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%w %q", formats.ErrUnknown, name)
}

// Names lists the names of All, in its order.
func Names() (names []string) {
	for _, f := range All {
		names = append(names, f.Name)
	}
	return names
}
