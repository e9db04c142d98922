package solver

import (
	"errors"
	"fmt"
	"strings"
)

// A Weight is the factor by which a search multiplies its estimates (Pohl 1970). The path
// found has at most that many times the moves of a shortest one, and the search expands
// far fewer boards. A weight is in hundredths, and weighted estimates are rounded down, so
// that no result depends on floating point. The zero value and 100 mean Once.
type Weight int

// Once is the weight of a search for shortest paths, MaxWeight the largest weight.
const (
	Once      Weight = 100
	MaxWeight Weight = 10 * Once
)

// ErrWeight is returned for a text that is not a weight.
var ErrWeight = errors.New("expected a number from 1 to 10 with at most two decimals")

// ParseWeight parses a decimal number such as 1.5.
func ParseWeight(text string) (Weight, error) {
	whole, decimals, point := strings.Cut(text, ".")
	digits := whole + (decimals + "00")[:max(len(decimals), 2)]
	w := Weight(0)
	for _, c := range digits {
		if c < '0' || c > '9' || w > MaxWeight {
			return 0, ErrWeight
		}
		w = 10*w + Weight(c-'0')
	}
	if whole == "" || point && decimals == "" || len(decimals) > 2 || w < Once || w > MaxWeight {
		return 0, ErrWeight
	}
	return w, nil
}

// String returns the weight as a decimal number.
func (w Weight) String() string {
	text := fmt.Sprintf("%d.%02d", w/100, w%100)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// Allows reports whether a search with the weight may return a path of that many moves if
// a shortest path has the given number.
func (w Weight) Allows(moves, shortest int) bool { return moves <= max(w, Once).Times(shortest) }

// Times returns the weighted estimate.
func (w Weight) Times(h int) int { return int(w) * h / 100 }
