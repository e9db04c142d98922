package draw

import (
	"bytes"
	"fmt"

	"tilejudge/solver/puzzle"
)

// A track is the way of one tile through the frames of a scene.
type track struct {
	tile  int // Cell.Tile
	label string
	keys  []key
	fades bool // the shade of the tile changes
}

// A key says that from a frame on, a tile is in a cell and has a shade.
type key struct{ frame, cell, shade int }

// tracks returns the tracks of all tiles, in the order of their cells in the first frame.
func tracks(frames []*Frame) (all []*track) {
	byTile := make(map[int]*track)
	for i, f := range frames {
		for cell, c := range f.Cells {
			if c.Kind != Tile {
				continue
			}
			t := byTile[c.Tile]
			if t == nil {
				t = &track{tile: c.Tile, label: c.Label}
				byTile[c.Tile] = t
				all = append(all, t)
			}
			k := key{i, cell, c.Shade}
			if n := len(t.keys); n == 0 {
				t.keys = append(t.keys, k)
			} else if last := t.keys[n-1]; last.cell != cell || last.shade != c.Shade {
				t.fades = t.fades || last.shade != c.Shade
				t.keys = append(t.keys, k)
			}
		}
	}
	return all
}

// times returns the frames at which the keys begin.
func (t *track) times() (frames []int) {
	for _, k := range t.keys {
		frames = append(frames, k.frame)
	}
	return frames
}

// A clock has the times of a scene, in seconds: a step is the time of a frame, the tiles move in
// the slide at its beginning, and the total includes the rests.
type clock struct{ step, slide, total float64 }

// Times of a scene, in seconds.
const (
	rest      = 1.5 // before the first move
	restAtEnd = 3
)

func newClock(frames int) clock {
	step := min(max(60/float64(frames), .1), .6)
	return clock{step, min(step*.6, .25), rest + step*float64(frames) + restAtEnd}
}

// percent returns when the move to a frame begins and when it ends, in percent of the total.
func (c *clock) percent(frame int) (begin, end float64) {
	if frame == 0 {
		return 0, 0
	}
	at := rest + c.step*float64(frame-1)
	return 100 * at / c.total, 100 * (at + c.slide) / c.total
}

// animate writes the rules of an animation to style: the ith rule holds from the frame times[i]
// on. It returns the attribute that gives the animation to an element.
func (c *clock) animate(
	style *bytes.Buffer, name string, times []int, rule func(i int) string,
) (attribute string) {
	fmt.Fprintf(style, "@keyframes %s{", name)
	for i, frame := range times {
		_, from := c.percent(frame)
		to := 100.0
		if i+1 < len(times) {
			to, _ = c.percent(times[i+1])
		}
		fmt.Fprintf(style, "%s%%,%s%%{%s}", fine(from), fine(to), rule(i))
	}
	style.WriteString("}\n")
	return fmt.Sprintf(" style=\"animation:%s %ss infinite\"", name, number(c.total))
}

// fine writes a percentage with three decimals: enough to tell 1000 frames apart.
func fine(n float64) string { return fmt.Sprintf("%.3f", n) }

// glyph returns the letter or arrow of the ith move of the path, from 0.
func (s *Scene) glyph(i int) string {
	if word := s.word(s.Path[i]); len(word) == 1 {
		return word
	}
	switch s.Path[i] {
	case puzzle.Up:
		return "↑"
	case puzzle.Down:
		return "↓"
	case puzzle.Left:
		return "←"
	default:
		return "→"
	}
}
