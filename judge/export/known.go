package export

import (
	"fmt"
	"hash/fnv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A knownAnswer is an expected answer that is a part of a checker.
type knownAnswer struct{ *Case }

// Hash returns the hash of the input in C++.
func (k knownAnswer) Hash() string {
	h := fnv.New64a()
	h.Write(k.Input)
	return fmt.Sprintf("0x%016x", h.Sum64())
}

// Size returns the size of the answer in bytes.
func (k knownAnswer) Size() int { return len(k.Answer) }

// Literal returns the answer as a literal of C++, or as several on lines of their own.
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

// knownAnswers returns the expected answers that a checker has in its source: those that
// it needs, if the judge passes none to it.
func (k *pack) knownAnswers() (string, error) {
	var known []knownAnswer
	for i := range k.problem.Cases {
		if k.noAnswers && k.problem.needsAnswer(&k.problem.Cases[i]) {
			known = append(known, knownAnswer{&k.problem.Cases[i]})
		}
	}
	return render("known.tmpl", known)
}

// needsAnswer reports whether a checker without a solver needs the expected answers of a
// case: not if replaying moves and parity tell which answers are right.
func (p *Problem) needsAnswer(c *Case) bool {
	return p.Rule != puzzle.AnyPath && p.Rule != puzzle.Decision ||
		p.Answer.Wants() == puzzle.WantLength || len(p.Limit) > 0 || p.MaxBound > 0 ||
		p.Shapes.Min.Spare > 0 || p.Answer.TooLong != ""
}
