package solver

import (
	"errors"
	"fmt"
	"strings"
)

// A Weight is how many times what is estimated counts for a search, against the
// moves made (Pohl 1970): its answer has at most so many times the moves of a
// shortest one, and takes far fewer boards. It is in hundredths, and estimates
// are rounded down, so that no result hangs on floating point. The zero value
// and 100 mean once, which is to find a shortest path.
type Weight int

// Once is the weight of a search for shortest paths, MostWeight the largest.
const (
	Once       Weight = 100
	MostWeight Weight = 10 * Once
)

// ErrWeight is returned for a text that is no weight.
var ErrWeight = errors.New("expected a number from 1 to 10 with at most two decimals")

// ParseWeight returns the weight that a decimal number such as 1.5 gives.
func ParseWeight(text string) (Weight, error) {
	whole, decimals, point := strings.Cut(text, ".")
	digits := whole + (decimals + "00")[:max(len(decimals), 2)]
	w := Weight(0)
	for _, c := range digits {
		if c < '0' || c > '9' || w > MostWeight {
			return 0, ErrWeight
		}
		w = 10*w + Weight(c-'0')
	}
	if whole == "" || point && decimals == "" || len(decimals) > 2 || w < Once || w > MostWeight {
		return 0, ErrWeight
	}
	return w, nil
}

// String returns the weight as a decimal number.
func (w Weight) String() string {
	text := fmt.Sprintf("%d.%02d", w/100, w%100)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// Allows reports whether that many moves are no more than the weight allows
// where a shortest path has the given number.
func (w Weight) Allows(moves, shortest int) bool { return moves <= max(w, Once).times(shortest) }

// times returns the weighted estimate.
func (w Weight) times(h int) int { return int(w) * h / 100 }
