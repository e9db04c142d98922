package export

import (
	"slices"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Submission is an example of a program that contestants hand in.
type Submission struct {
	Name    string // what is wrong with it, as respond.cc has it
	What    string
	Verdict judge.Verdict
	fits    func(*Problem) bool // whether it gets the verdict; nil: always
}

// submissions are the examples.
var submissions = []Submission{
	{"right", "A right solution", judge.AC, nil},
	{"always_unsolvable", "Says that no puzzle can be solved", judge.WA, nil},
	{"always_solvable", "Says that every puzzle can be solved", judge.WA, (*Problem).hasUnsolvable},
	{"last_move_missing", "Leaves out the last move", judge.WA, func(p *Problem) bool {
		return p.Answer.Wants() != puzzle.WantDecision
	}},
	{"too_long", "Goes there and back again before a shortest path", judge.WA, func(p *Problem) bool {
		return p.Answer.Wants() != puzzle.WantDecision && p.Rule != puzzle.AnyPath
	}},
	{"farewell", "Writes a line behind the last answer", judge.PE, nil},
	{"busy_loop", "Never ends", judge.TLE, nil},
	{"abort", "Aborts", judge.RE, nil},
}

// expectedResults are verdicts as DOMjudge has them.
var expectedResults = map[judge.Verdict]string{
	judge.AC: "CORRECT", judge.WA: "WRONG-ANSWER", judge.PE: "WRONG-ANSWER",
	judge.TLE: "TIMELIMIT", judge.RE: "RUN-ERROR",
}

// Submissions returns those that get their verdicts on the cases of a problem.
func Submissions(p *Problem) (ss []Submission) {
	for _, s := range submissions {
		if s.fits == nil || s.fits(p) {
			ss = append(ss, s)
		}
	}
	return ss
}

// hasUnsolvable reports whether parity tells of a case that it is unsolvable.
func (p *Problem) hasUnsolvable() bool {
	return p.HasUnsolvable() && p.Shapes.Min.Spare == 0 &&
		slices.ContainsFunc(p.Cases, func(c Case) bool { return c.Unsolvable })
}
