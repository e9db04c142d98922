package export

import (
	"context"
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// explainSamples sets the explanations of samples.
func (p *Problem) explainSamples(ctx context.Context) error {
	referee := checker.NewReferee(p.Format)
	for i := range p.Cases {
		c := &p.Cases[i]
		if !c.Sample {
			continue
		}
		ps, err := puzzles.DecodeAll(p.Format, string(c.Input), c.Name)
		if err != nil {
			return err
		}
		switch first := &ps[0]; {
		case first.Start.Spare > 0: // a move does not say which blank moves
		case first.Solvable():
			s, err := referee.Solve(ctx, first, nil)
			if err == nil && len(s.Path) == s.Moves { // the referee found a path
				c.Explanation = explainPath(p.Format, first, s.Path)
			}
		case isRectangle(first.Start.Shape):
			c.Explanation = unsolvableByParity
		}
	}
	return nil
}

const unsolvableByParity = "The first puzzle can't be solved. Each move changes both the parity" +
	" of the tiles' permutation and the parity of the blank's row plus its column. The goal" +
	" differs from the start in only one of the two."

// isRectangle reports whether a shape is a rectangle of several rows and columns without walls:
// there, parity alone tells which boards are solvable.
func isRectangle(s puzzle.Shape) bool { return s.Rows > 1 && s.Cols > 1 && s.Walls == 0 }

// explainPath describes a path. If the path is short, it lists the tiles that move, as boards of the
// format show them.
func explainPath(f *formats.Format, p *puzzle.Puzzle, path puzzle.Path) string {
	const maxListed = 40 // moves
	moves := fmt.Sprintf("%d moves", len(path))
	switch {
	case len(path) == 0:
		return "The first puzzle is solved already."
	case len(path) == 1:
		moves = "1 move"
	case len(path) > maxListed:
		return fmt.Sprintf("The first puzzle can be solved in %s.", moves)
	}
	var tiles []string
	b, blank := p.Start.Clone(), p.Start.Blank()
	for _, m := range path {
		from := blank
		blank, _ = b.Slide(blank, m)
		tiles = append(tiles, f.Board.Tile(b.Tiles[from]))
	}
	return fmt.Sprintf("The first puzzle can be solved in %s, of these tiles in turn: %s.", moves,
		strings.Join(tiles, " "))
}
