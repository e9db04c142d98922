package formats

import (
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An Answer is how the solution of a puzzle is written.
type Answer struct {
	Solved        pattern.Pattern
	SolvedToo     pattern.Pattern // also accepted for a solution; "": nothing
	Unsolvable    pattern.Pattern // to an unsolvable puzzle; "": the judge has none
	UnsolvableToo pattern.Pattern // also accepted for an unsolvable puzzle; "": nothing
	TooLong       pattern.Pattern // beyond the bound on moves; "": the solution is written
	Between       string          // between two answers
	Step          Step            // how {path} writes a move
	StepBegin     pattern.Pattern // before each move, with {case}, its number, or {tile}; "": nothing
	StepEnd       string          // between two moves
	Spaced        bool            // spaces may stand around moves, and before numbers
	Runs          bool            // a step may be several moves: see RunsOfTiles
	Figures       bool            // lines "name: value" may follow, with figures of the search
	First         pattern.Pattern // how {boards} writes the start; "": as Each
	Each          pattern.Pattern // how it writes a board, perhaps with the move there as {path}
	Remarks       bool            // a text in parentheses may follow a row of a board
	Board         Notation        // of the boards in {boards} and {board}
}

// ToUnsolvable returns the answer to an unsolvable puzzle: the one that is usual among judges if
// this judge has no such puzzle.
func (a *Answer) ToUnsolvable() pattern.Pattern {
	switch {
	case a.Unsolvable != "":
		return a.Unsolvable
	case a.Wants() == puzzle.WantLength:
		return "-1\n"
	default:
		return "unsolvable\n"
	}
}

// A Step is how a move is written: as one of four words, or as the tile that moves.
type Step struct {
	Up, Down, Left, Right string
	Kind                  StepKind

	// For ByMessage: the text around a move, and the word that begins another form of a move: the
	// word, the row and the column of the tile that moves, counted from 1.
	Open, Close, Cell string
}

// stray are the characters without meaning that lenient reading skips around words and numbers.
const stray = " \t\r\v\f,;:.!?#\"'`()[]{}<>=-_|*"

// Stray returns the characters without meaning around the steps. If a word for a move, such as ->,
// has no others, its own characters do mean something: without them nothing would be left of the
// word, and a reader would find it everywhere, without end.
func (s *Step) Stray() string {
	if s.Kind != ByWord {
		return stray
	}
	return strings.Map(func(c rune) rune {
		for _, m := range puzzle.UDLR {
			w := s.Word(m)
			if c > ' ' && strings.Trim(w, stray) == "" && strings.ContainsRune(w, c) {
				return -1
			}
		}
		return c
	}, stray)
}

// A StepKind tells what names a move.
type StepKind uint8

// The kinds of steps.
const (
	ByWord    StepKind = iota // one of the four words
	ByTile                    // the number of the tile that moves
	ByCell                    // the row and column, from 0, of the tile that moves
	ByVisit                   // the number, from 0, of the cell that the blank moves to
	ByAction                  // an action of PDDL: one of the four words, with fields of a Slide
	ByMessage                 // one of the four words, in the last Open and Close of a line
)

// The steps that several formats have.
var (
	lowerCase = Step{Up: "u", Down: "d", Left: "l", Right: "r"}
	upperCase = Step{Up: "U", Down: "D", Left: "L", Right: "R"}
	ofTile    = Step{Kind: ByTile}
	ofCell    = Step{Kind: ByCell}
	ofVisit   = Step{Kind: ByVisit}

	// The letters name the way of the tile, which is opposite to that of the blank.
	upperCaseOfTile = Step{Up: "D", Down: "U", Left: "R", Right: "L"}
)

// Word returns the word for a move of the blank.
func (s *Step) Word(m puzzle.Move) string {
	switch m {
	case puzzle.Up:
		return s.Up
	case puzzle.Down:
		return s.Down
	case puzzle.Left:
		return s.Left
	default:
		return s.Right
	}
}

// RunsOfTiles reports whether a step names a tile, or its cell, that the blank goes to: the tile
// slides together with all tiles between it and the blank. {moves} is then the number of steps, and
// a cell that is not in line with the blank moves none. Other runs are letters: a number says how
// often to move, as R2 is RR.
func (a *Answer) RunsOfTiles() bool { return a.Runs && a.Step.Kind != ByWord }

// Wants returns how much of a solution the answer shows.
func (a *Answer) Wants() puzzle.Want {
	switch {
	case a.Solved.Has(pattern.Path), a.Solved.Has(pattern.Boards):
		return puzzle.WantPath
	case a.Solved.Has(pattern.Moves), a.TooLong != "":
		return puzzle.WantLength
	default:
		return puzzle.WantDecision
	}
}

// WithinBound reports whether a solution says no more than that a path is within the bound.
func (a *Answer) WithinBound() bool {
	return a.Wants() == puzzle.WantLength && !a.Solved.Has(pattern.Moves)
}

// UsualRule returns the rule for such answers where no other is declared: the only one that they
// allow, unless they show a path.
func (a *Answer) UsualRule() puzzle.Rule {
	return [...]puzzle.Rule{
		puzzle.WantPath: AnyPath, puzzle.WantLength: Shortest, puzzle.WantDecision: Decision,
	}[a.Wants()]
}

// OneLine reports whether every answer is a single line.
func (a *Answer) OneLine() bool {
	for _, p := range []pattern.Pattern{a.Solved, a.ToUnsolvable(), a.TooLong} {
		if strings.Count(string(p), "\n") > 1 {
			return false
		}
	}
	return !a.Solved.Has(pattern.Boards) && a.StepEnd != "\n" && a.Between == ""
}
