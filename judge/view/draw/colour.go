package draw

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// Shades is the number of colours for tiles.
const Shades = 8

// shades are the colours of tiles: a ramp from dark to light in the manner of viridis
// (S. van der Walt, N. Smith, 2015), which people can tell apart by lightness alone. They are
// numbers in a terminal's palette of 256 colours, so that a tile has the same colour everywhere.
var shades = [Shades]uint8{17, 54, 61, 67, 73, 114, 191, 230}

// An RGB is a colour of the sRGB space.
type RGB [3]uint8

// String returns the colour in the notation of CSS: "#00005f".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// ansi returns a colour of a terminal's palette. Its number is from 16 to 231, in the cube of 6
// levels of red, green and blue.
func ansi(n uint8) RGB {
	levels := [...]uint8{0, 95, 135, 175, 215, 255}
	n -= 16
	return RGB{levels[n/36], levels[n/6%6], levels[n%6]}
}

// Fill returns the colour of a tile with a shade.
func Fill(shade int) RGB { return ansi(shades[shade]) }

// Ink returns the colour of the label on a tile with a shade: black or white.
func Ink(shade int) RGB {
	if shade < 3 {
		return RGB{255, 255, 255}
	}
	return RGB{0, 0, 0}
}

// The colours around the tiles, for light and dark pages.
var (
	light = theme{
		Page: RGB{255, 255, 255}, Ink: RGB{31, 35, 40}, Soft: RGB{89, 99, 110},
		Well: RGB{234, 238, 242}, Line: RGB{110, 119, 129},
		Bad: RGB{164, 14, 38}, Good: RGB{17, 99, 41}, Mark: RGB{255, 223, 128},
	}
	dark = theme{
		Page: RGB{13, 17, 23}, Ink: RGB{230, 237, 243}, Soft: RGB{158, 167, 179},
		Well: RGB{33, 38, 45}, Line: RGB{118, 131, 144},
		Bad: RGB{255, 148, 146}, Good: RGB{86, 211, 100}, Mark: RGB{77, 56, 0},
	}
)

// A theme is the colours of a page around the tiles.
type theme struct {
	Page, Well RGB // behind text, and behind a board
	Ink, Soft  RGB // text, and text that matters less
	Line       RGB // around tiles
	Bad, Good  RGB // text: what is wrong, what is right
	Mark       RGB // behind the current move
}

// css returns the colours as custom properties.
func (t *theme) css() string {
	return fmt.Sprintf("--page:%v;--well:%v;--ink:%v;--soft:%v;--line:%v;"+
		"--bad:%v;--good:%v;--mark:%v;", t.Page, t.Well, t.Ink, t.Soft, t.Line, t.Bad, t.Good, t.Mark)
}

// A Shading says what the shade of a tile stands for.
type Shading uint8

// The shadings.
const (
	ByRow      Shading = iota // the row of the tile's goal; on boards of one row, the column
	ByDistance                // the distance of the tile from its goal, in rows and columns
)

// Shadings lists the names of the shadings.
func Shadings() []string { return []string{"row", "distance"} }

// shade returns the shade of tile t in a cell.
func (s *Scene) shade(t puzzle.Tile, cell int) int {
	rows, cols := s.Start.Rows, s.Start.Cols
	goal := s.Goal.Cell(t)
	switch {
	case s.Shades == ByDistance:
		d := abs(cell/cols-goal/cols) + abs(cell%cols-goal%cols)
		if d == 0 {
			return Shades - 1
		}
		return Shades - 2 - spread(d-1, rows+cols-3, Shades-1)
	case rows == 1:
		return spread(goal, cols-1, Shades)
	default:
		return spread(goal/cols, rows-1, Shades)
	}
}

// spread maps the numbers from 0 to last evenly to the shades from 0 to count-1.
func spread(n, last, count int) int {
	if last <= 0 {
		return 0
	}
	return min((n*(count-1)+last/2)/last, count-1)
}

func abs(n int) int { return max(n, -n) }
