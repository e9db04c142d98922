package export

import (
	"slices"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Submission is an example of what contestants submit.
type Submission struct {
	Name    string // respond.cc chooses by it what is wrong with the answers
	Summary string // what the program does
	Verdict judge.Verdict
	fits    func(*Problem) bool // reports whether a problem gives it the verdict; nil: all do
}

// submissions are the examples.
var submissions = []Submission{
	{"right", "A right solution", judge.AC, nil},
	{"always_unsolvable", "Says that no puzzle can be solved", judge.WA, (*Problem).hasSolvable},
	{"always_solvable", "Says that every puzzle can be solved", judge.WA, (*Problem).hasUnsolvable},
	{"last_move_missing", "Leaves out the last move", judge.WA, func(p *Problem) bool {
		return p.Answer.Wants() != puzzle.WantDecision && !p.boardsEndAtGoal() &&
			p.has(func(c Case) bool { return c.Unsolved })
	}},
	{"too_long", "Begins a shortest path with a detour", judge.WA, func(p *Problem) bool {
		return p.Answer.Wants() != puzzle.WantDecision && p.Rule != puzzle.AnyPath &&
			p.hasSolvable()
	}},
	{"farewell", "Writes a line after the last answer", judge.PE, nil},
	{"busy_loop", "Never ends", judge.TLE, nil},
	{"abort", "Aborts", judge.RE, nil},
}

// expectedResults are the names of verdicts in DOMjudge's @EXPECTED_RESULTS@.
var expectedResults = map[judge.Verdict]string{
	judge.AC: "CORRECT", judge.WA: "WRONG-ANSWER", judge.PE: "WRONG-ANSWER",
	judge.TLE: "TIMELIMIT", judge.RE: "RUN-ERROR",
}

// boardsEndAtGoal reports whether only the goal tells where the boards of an answer end. Then, if
// the last board is missing, a checker takes what follows for a malformed board.
func (p *Problem) boardsEndAtGoal() bool {
	before, _, found := strings.Cut(string(p.Answer.Solved), pattern.Boards.String())
	return found && !pattern.Pattern(before).Has(pattern.Moves)
}

// Submissions returns the examples that get their expected verdicts on the cases of a problem.
func Submissions(p *Problem) (ss []Submission) {
	for _, s := range submissions {
		if s.fits == nil || s.fits(p) {
			ss = append(ss, s)
		}
	}
	return ss
}

// hasUnsolvable reports whether a case has an unsolvable puzzle. It is false for boards with
// several blanks, where parity does not tell.
func (p *Problem) hasUnsolvable() bool {
	return p.HasUnsolvable() && p.Shapes.Min.Spare == 0 &&
		p.has(func(c Case) bool { return c.Unsolvable })
}

// hasSolvable reports whether a case has a puzzle with a path.
func (p *Problem) hasSolvable() bool { return p.has(func(c Case) bool { return c.Solvable }) }

// has reports whether of holds for any case.
func (p *Problem) has(of func(Case) bool) bool { return slices.ContainsFunc(p.Cases, of) }
