package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/solver/puzzle"
)

func Example() {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	s := &Scene{
		Title: "puzzle 1", Note: "2 moves",
		Start: puzzle.Board{Shape: shape, Tiles: []puzzle.Tile{1, 2, 3, 4, 0, 5, 7, 8, 6}},
		Goal:  puzzle.BlankLast.Goal(shape), Path: puzzle.Path("rd"),
	}
	text := Text{Width: 80}
	fmt.Printf("%s", text.Append(nil, s))
	// Output:
	// puzzle 1: 2 moves
	//  1  2  3    1  2  3    1  2  3
	//  4  ·  5    4 [5] ·    4  5 [6]
	//  7  8  6    7  8  6    7  8  ·
	//  start      1 r        2 d
}

// anyScene draws a scene of random moves. The last one may leave the board.
func anyScene(t *rapid.T) *Scene {
	shape := puzzle.Shape{Rows: rapid.IntRange(1, 40).Draw(t, "rows"),
		Cols: rapid.IntRange(1, 40).Draw(t, "cols")}
	if shape.Rows == 3 && shape.Cols == 3 {
		shape = puzzle.Picture("##.", "###", ".##")
	}
	goal := puzzle.BlankLast.Goal(shape)
	s := &Scene{Title: "a <b> & \x01", Start: goal.Board.Clone(), Goal: goal,
		Shades: Shading(rapid.IntRange(0, 1).Draw(t, "shading")),
		Ends:   rapid.Bool().Draw(t, "ends")}
	blank := s.Start.Blank()
	for range rapid.IntRange(0, 40).Draw(t, "moves") {
		m := puzzle.UDLR[rapid.IntRange(0, 3).Draw(t, "move")]
		to, ok := s.Start.Step(blank, m)
		if !ok && rapid.IntRange(0, 9).Draw(t, "keep") > 0 {
			continue
		}
		s.Path = append(s.Path, m)
		if !ok {
			break
		}
		blank = to
	}
	return s
}

// Frames, in any order, are the boards of a replay move by move.
func TestReel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScene(t)
		r := NewReel(s, maxBlocks)
		boards := []puzzle.Board{s.Start.Clone()}
		illegal := false
		for _, m := range s.Path {
			b := boards[len(boards)-1].Clone()
			_, ok := b.Slide(b.Blank(), m)
			illegal = !ok
			boards = append(boards, b)
		}
		if r.Len() != len(boards) {
			t.Fatalf("%d steps, want %d", r.Len(), len(boards))
		}
		for range 10 {
			step := rapid.IntRange(0, len(boards)-1).Draw(t, "step")
			f := r.Frame(step)
			for cell, c := range f.Cells {
				want := boards[step].Tiles[cell]
				got := puzzle.Tile(c.Tile)
				if c.Kind == Wall {
					got = puzzle.Wall
				}
				if got != want || c.Kind == Blank && want != puzzle.Blank {
					t.Fatalf("step %d, cell %d: tile %d, want %d", step, cell, got, want)
				}
				if c.Label != "" && c.Label != strconv.Itoa(int(want)) {
					t.Fatalf("label %q of tile %d", c.Label, want)
				}
			}
			last := step == len(boards)-1
			astray := s.Ends && !illegal && !boards[step].Equal(s.Goal.Board)
			if want := last && (illegal || astray); f.Faulty != want {
				t.Fatalf("step %d is faulty: %v, want %v", step, f.Faulty, want)
			}
		}
	})
}

// Of many moves the frames are evenly spread, and the ends are among them.
func TestFrames(t *testing.T) {
	shape := puzzle.Shape{Rows: 2, Cols: 2}
	s := &Scene{Start: puzzle.BlankLast.Goal(shape).Board, Goal: puzzle.BlankLast.Goal(shape),
		Path: puzzle.Path(strings.Repeat("uldr", 250))}
	for _, tt := range []struct {
		limit int
		want  []int
	}{{2, []int{0, 1000}}, {1, []int{0, 1000}}, {5, []int{0, 250, 500, 750, 1000}}} {
		var steps []int
		for f := range NewReel(s, 64).Frames(tt.limit) {
			steps = append(steps, f.Step)
		}
		if !slices.Equal(steps, tt.want) {
			t.Errorf("%d frames: steps %v, want %v", tt.limit, steps, tt.want)
		}
	}
}

// A board of a million cells is drawn in blocks, by all writers, in little space and time.
func TestLarge(t *testing.T) {
	shape := puzzle.Shape{Rows: 1000, Cols: 1000}
	s := &Scene{Start: puzzle.BlankLast.Goal(shape).Board, Goal: puzzle.BlankLast.Goal(shape),
		Path: puzzle.Path(strings.Repeat("ulrd", 10))}
	text := Text{Width: 80, Frames: 3}
	for line := range strings.Lines(string(text.Append(nil, s))) {
		if n := len([]rune(line)); n > 81 {
			t.Fatalf("a line of %d columns", n)
		}
	}
	var svg bytes.Buffer
	if err := SVG(&svg, []*Scene{s}); err != nil || svg.Len() > 1<<20 {
		t.Errorf("SVG: %d bytes, %v", svg.Len(), err)
	}
	f := NewReel(s, maxBlocks).Frame(0)
	if f.Cells[0].Shade != 0 || f.Cells[len(f.Cells)-1].Shade != Shades-1 {
		t.Errorf("the first block has shade %d, the last %d", f.Cells[0].Shade,
			f.Cells[len(f.Cells)-1].Shade)
	}
}

// An SVG is XML without a script, and its rules put each tile, at the time of each frame, where
// the frame has it.
func TestSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScene(t)
		var b bytes.Buffer
		if err := SVG(&b, []*Scene{s}); err != nil {
			t.Fatal(err)
		}
		checkXML(t, b.Bytes())
		text := b.String()
		p := newPanel(0, s)
		for _, tr := range tracks(p.frames) {
			name := fmt.Sprintf("@keyframes p0t%d{", tr.tile)
			_, rules, moves := strings.Cut(text, name)
			rules, _, _ = strings.Cut(rules, "\n")
			for i, f := range p.frames {
				_, now := p.percent(i)
				cell := slices.IndexFunc(f.Cells, func(c Cell) bool {
					return c.Kind == Tile && c.Tile == tr.tile
				})
				x, y := p.place(cell)
				want := fmt.Sprintf("%s,%s", number(x), number(y))
				if !moves {
					if cell != tr.keys[0].cell {
						t.Fatalf("tile %d has no animation", tr.tile)
					}
					continue
				}
				if got := placeAt(rules, now); got != want {
					t.Fatalf("frame %d: tile %d is at %q, want %q in %s", i, tr.tile, got, want, rules)
				}
			}
		}
	})
}

var placeRule = regexp.MustCompile(
	`([\d.]+)%,([\d.]+)%\{transform:translate\(([\d.]+)px,([\d.]+)px\)`)

// placeAt returns where the rules of an animation put a tile after a part of the whole.
func placeAt(rules string, percent float64) (place string) {
	for _, m := range placeRule.FindAllStringSubmatch(rules, -1) {
		from, _ := strconv.ParseFloat(m[1], 64)
		to, _ := strconv.ParseFloat(m[2], 64)
		if from <= percent+.001 && percent <= to+.001 {
			place = m[3] + "," + m[4]
		}
	}
	return place
}

// checkXML checks that a text is XML without scripts or links.
func checkXML(t *rapid.T, text []byte) {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "a") {
			t.Fatalf("found <%s>", e.Name.Local)
		}
	}
	for _, want := range []string{"prefers-reduced-motion", "@media print", "prefers-color-scheme"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Fatalf("no %s", want)
		}
	}
}

// An SVG has a limit.
func TestSVGLimit(t *testing.T) {
	for _, n := range []int{0, MaxScenes + 1} {
		if err := SVG(io.Discard, make([]*Scene, n)); err == nil {
			t.Errorf("an SVG of %d scenes: no error", n)
		}
	}
}
