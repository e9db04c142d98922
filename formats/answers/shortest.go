package answers

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"math"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// Shortest says what to write of all shortest paths of a puzzle.
type Shortest struct {
	Count bool  // write only the number of paths
	Limit int64 // the most paths to write for a puzzle; 0: all
}

// paths yields the paths to write.
func (s *Shortest) paths(all *puzzle.Paths) iter.Seq[puzzle.Path] {
	return func(yield func(puzzle.Path) bool) {
		left := s.Limit
		if left == 0 {
			left = math.MaxInt64
		}
		for path := range all.All() {
			if left--; !yield(path) || left == 0 {
				return
			}
		}
	}
}

// A ShortestEncoder writes for each puzzle a line with the number of its shortest paths, and then
// the answer of a format for each path, in order. For a puzzle without a path it writes the
// format's answer. Several goroutines may use one at once.
type ShortestEncoder struct {
	Shortest
	*Encoder
}

// Packs returns false: a packed answer has only one path, and the encoder needs all shortest ones.
func (*ShortestEncoder) Packs() bool { return false }

// NewShortestEncoder returns an encoder that answers puzzles of the format from in the format to.
// It returns an error if answers of to do not show the path.
func NewShortestEncoder(s Shortest, from, to *formats.Format) (*ShortestEncoder, error) {
	e, err := NewEncoder(from, to)
	switch {
	case err != nil:
		return nil, err
	case from.Shapes.Min.Spare > 0:
		return nil, errors.New("a move does not say which blank it is of")
	case !s.Count && to.Answer.Wants() != puzzle.WantPath:
		return nil, fmt.Errorf("an answer of %s has no path; --json writes them in any format",
			to.Name)
	}
	return &ShortestEncoder{s, e}, nil
}

// Encode implements judge.Sink. It ends early if w has an error.
func (e *ShortestEncoder) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error,
) {
	if err != nil {
		e.Encoder.Encode(w, n, p, s, err)
		return
	}
	if n > 1 {
		w.WriteString(e.answer.Between)
	}
	fmt.Fprintln(w, s.Shortest.Count())
	if e.Count {
		return
	}
	q := *p
	for path := range e.paths(s.Shortest) {
		q.Start = p.Start.Clone() // write may change it
		e.write(w, e.solved, n, &q, &puzzle.Solution{Moves: s.Moves, Path: path})
		if _, err := w.Write(nil); err != nil {
			return
		}
	}
}
