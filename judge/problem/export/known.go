package export

import (
	"fmt"
	"hash/fnv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A knownAnswer is a case whose expected answer stands in the source of a checker.
type knownAnswer struct{ *Case }

// Hash returns the hash of the input as a number in C++.
func (k knownAnswer) Hash() string {
	h := fnv.New64a()
	h.Write(k.Input)
	return fmt.Sprintf("0x%016x", h.Sum64())
}

// Size returns the size of the answer in bytes.
func (k knownAnswer) Size() int { return len(k.Answer) }

// Literal returns the answer in C++: as literals, each on a line of its own.
func (k knownAnswer) Literal() string {
	const size = 60 // bytes of a literal
	var b strings.Builder
	for text := string(k.Answer); ; {
		part := text[:min(size, len(text))]
		b.WriteString("\n\t\t" + quoted(part))
		if text = text[len(part):]; text == "" {
			return b.String()
		}
	}
}

// knownAnswers returns the part of a checker's source that has expected answers: those that the
// checker needs and the judge does not pass to it.
func (k *pack) knownAnswers() (string, error) {
	var known []knownAnswer
	for i := range k.problem.Cases {
		if k.noAnswers && k.problem.needsAnswer(&k.problem.Cases[i]) {
			known = append(known, knownAnswer{&k.problem.Cases[i]})
		}
	}
	return render("known.tmpl", known)
}

// needsAnswer reports whether a checker, which has no solver, needs the expected answers of a case.
// It does not if replaying moves and parity tell which answers are right.
func (p *Problem) needsAnswer(c *Case) bool {
	return p.Rule != puzzle.AnyPath && p.Rule != puzzle.Decision ||
		p.Answer.Wants() == puzzle.WantLength || len(p.Limit) > 0 || p.MaxBound > 0 ||
		p.Shapes.Min.Spare > 0 || p.Answer.TooLong != ""
}
