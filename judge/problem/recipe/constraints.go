package recipe

import (
	"context"
	"errors"
	"fmt"

	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// Constraints find out which bounds of a format no puzzle of a set of inputs reaches. They
// keep the bounds alone, so the inputs may be of any size.
//
//	c, err := recipe.NewConstraints(ctx, format)
//	err = c.Add(&p, recipe.Place{File: "1.in", Puzzle: 1})
//	c.EndInput("1.in", 1)
//	for _, b := range c.Bounds() { … }
type Constraints struct {
	ctx     context.Context
	referee *checker.Referee
	bounds  []*bound // of puzzles
	inputs  []*bound // of inputs
}

// A Place is where a puzzle stands.
type Place struct {
	File   string `json:"file"`
	Puzzle int64  `json:"puzzle,omitempty"` // its number in the file, from 1; 0: the whole file
}

// A Bound is something that a puzzle or an input of the format can reach, such as a largest number
// of moves.
type Bound struct {
	Name    string `json:"bound"` // "31 moves, the most on 3x3 boards"
	Reached bool   `json:"reached"`

	// If the bound is a number that was not reached, Nearest is the nearest one.
	Nearest *int   `json:"nearest,omitempty"`
	At      *Place `json:"at,omitempty"` // of the first that reaches it, or of the nearest
}

// A bound is reached if a value is the one that is wanted.
type bound struct {
	name    string
	isTruth bool // values are 1 if something holds, and 0 if not
	want    int
	of      func(p *puzzle.Puzzle, moves int) int // of a puzzle, given its moves; or unknown

	value int // the nearest so far, or unknown
	at    Place
}

// unknown takes the place of a value. It is no number of moves.
const unknown = -1 << 31

func (b *bound) see(value int, at Place) {
	distance := func(v int) int { return max(v-b.want, b.want-v) }
	if value != unknown && (b.value == unknown || distance(value) < distance(b.value)) {
		b.value, b.at = value, at
	}
}

// NewConstraints returns the constraints of a format.
func NewConstraints(ctx context.Context, f *formats.Format) (*Constraints, error) {
	c := &Constraints{ctx: ctx, referee: checker.NewReferee(f)}
	if !f.Unsolved {
		c.truth("a start that is solved", func(p *puzzle.Puzzle, _ int) bool {
			return p.Start.Equal(p.Goal.Board)
		})
	}
	c.truth("a puzzle of one move", func(p *puzzle.Puzzle, _ int) bool { return isOneMove(p) })
	if f.HasUnsolvable() {
		c.truth("an unsolvable puzzle", func(p *puzzle.Puzzle, _ int) bool { return !p.Solvable() })
	}
	if f.Answer.TooLong != "" {
		c.truth("a puzzle that takes more moves than it may", func(p *puzzle.Puzzle, moves int) bool {
			return moves != unknown && !p.Bound.Allows(moves)
		})
	}
	if err := c.addDeepest(f); err != nil {
		return nil, err
	}
	c.addNumbers(f)
	if most := f.MaxPuzzles; most != 1 {
		c.inputs = append(c.inputs, &bound{name: "an input of 1 puzzle", want: 1, value: unknown})
		if most > 0 {
			name := fmt.Sprintf("an input of %d puzzles, the most", most)
			c.inputs = append(c.inputs, &bound{name: name, want: most, value: unknown})
		}
	}
	return c, nil
}

// truth adds a bound that a puzzle reaches if something holds for it.
func (c *Constraints) truth(name string, holds func(p *puzzle.Puzzle, moves int) bool) {
	c.bounds = append(c.bounds, &bound{
		name: name, isTruth: true, want: 1, value: unknown,
		of: func(p *puzzle.Puzzle, moves int) int {
			if holds(p, moves) {
				return 1
			}
			return 0
		},
	})
}

// value adds a bound that a puzzle reaches if the number that of returns is the wanted one.
func (c *Constraints) value(name string, want int, of func(p *puzzle.Puzzle, moves int) int) {
	c.bounds = append(c.bounds, &bound{name: name, want: want, value: unknown, of: of})
}

// addDeepest adds the most moves that a small board of the usual shape takes, or that the judge
// promises. If the input gives the goals, that number is not known.
func (c *Constraints) addDeepest(f *formats.Format) error {
	b := &builder{format: f, shape: UsualShape(f)}
	spec := NewSpec(f, seed, []puzzle.Shape{b.shape})
	if spec.Goal == nil || !b.shape.Small() {
		return nil
	}
	b.distances = spec.Solver
	var err error
	if b.base, err = generate.New(c.ctx, spec); err != nil {
		return err
	}
	moves, ok, err := b.limit()
	if err != nil || !ok {
		return err
	}
	name := fmt.Sprintf("%d moves, the most on %v boards", moves, b.shape)
	c.value(name, moves, func(p *puzzle.Puzzle, moves int) int {
		if p.Start.Shape != b.shape {
			return unknown
		}
		return moves
	})
	return nil
}

// addNumbers adds the smallest and the largest board, and the limits on the other numbers of a
// record.
func (c *Constraints) addNumbers(f *formats.Format) {
	cells := func(p *puzzle.Puzzle, _ int) int { return p.Start.Cells() }
	if least, most := f.Shapes.Min, f.Shapes.Max; least != most {
		c.value(fmt.Sprintf("%d cells, the smallest board (%v)", least.Cells(), least),
			least.Cells(), cells)
		c.value(fmt.Sprintf("%d cells, the largest board (%v)", most.Cells(), most),
			most.Cells(), cells)
	}
	for _, n := range f.Numbers() {
		if n.Name == "n" || n.Name == "rows" || n.Name == "cols" {
			continue // the shapes tell these
		}
		of := func(p *puzzle.Puzzle, _ int) int { return n.Of(p) }
		c.value(fmt.Sprintf("%s %d, the least", n.Name, n.Min), n.Min, of)
		c.value(fmt.Sprintf("%s %d, the most", n.Name, n.Max), n.Max, of)
	}
}

// isOneMove reports whether one move solves a puzzle.
func isOneMove(p *puzzle.Puzzle) bool {
	b := p.Start.Clone()
	for blank, t := range p.Start.Tiles {
		if t != puzzle.Blank || p.Start.IsWall(blank) {
			continue
		}
		for _, m := range puzzle.UDLR {
			if to, ok := b.Slide(blank, m); ok {
				if b.Equal(p.Goal.Board) {
					return true
				}
				b.Slide(to, m.Opposite())
			}
		}
	}
	return false
}

// Add looks at a puzzle. It returns an error if ctx ends.
func (c *Constraints) Add(p *puzzle.Puzzle, at Place) error {
	moves, err := c.moves(p)
	if err != nil {
		return err
	}
	for _, b := range c.bounds {
		if b.value != b.want || b.value == unknown {
			b.see(b.of(p, moves), at)
		}
	}
	return nil
}

// maxSearch is the largest bound on moves up to which a board that is not small is searched.
// Deeper searches could take seconds.
const maxSearch = 20

// moves returns how many moves a puzzle takes, or unknown. Beyond its bound it may be less.
func (c *Constraints) moves(p *puzzle.Puzzle) (int, error) {
	limit, bounded := p.Bound.Moves()
	if !p.Start.Small() && (!bounded || limit > maxSearch) || !p.Solvable() {
		return unknown, nil
	}
	s, err := c.referee.Solve(c.ctx, p, nil)
	switch {
	case c.ctx.Err() != nil:
		return 0, c.ctx.Err()
	case errors.Is(err, puzzle.ErrTooLong):
		return limit + 1, nil
	case err != nil:
		return unknown, nil
	}
	return s.Moves, nil
}

// EndInput ends an input, which had that number of puzzles.
func (c *Constraints) EndInput(file string, puzzles int64) {
	for _, b := range c.inputs {
		b.see(int(puzzles), Place{File: file})
	}
}

// Bounds returns all bounds.
func (c *Constraints) Bounds() (all []Bound) {
	for _, list := range [][]*bound{c.bounds, c.inputs} {
		for _, b := range list {
			one := Bound{Name: b.name, Reached: b.value == b.want}
			if one.Reached || b.value != unknown && !b.isTruth {
				at := b.at
				one.At = &at
			}
			if !one.Reached && one.At != nil {
				value := b.value
				one.Nearest = &value
			}
			all = append(all, one)
		}
	}
	return all
}
