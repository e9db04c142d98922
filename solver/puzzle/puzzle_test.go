package puzzle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/solver/puzzle"
)

func Example() {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	p := puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: []puzzle.Tile{1, 2, 3, 4, 5, 0, 7, 8, 6}},
		Goal:  puzzle.BlankLast.Goal(shape),
	}
	fmt.Println(p.Solvable(), p.Replay(puzzle.Path("d")), p.Replay(puzzle.Path("lr")))
	// Output: true <nil> the path ends at [1 2 3 4 5 0 7 8 6], not at the goal
}

func TestNewGoalRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		shape puzzle.Shape
		tiles []puzzle.Tile
	}{
		{"no cells", puzzle.Shape{}, nil},
		{"too few tiles", puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{0, 1, 2}},
		{"a tile twice", puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{0, 1, 1, 2}},
		{"a tile too large", puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{0, 1, 2, 4}},
		{"too many blanks", puzzle.Shape{Rows: 2, Cols: 2, Spare: -1}, []puzzle.Tile{3, 1, 2, 4}},
		{"a negative tile", puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{0, 1, 2, -3}},
	} {
		if g, err := puzzle.NewGoal(puzzle.Board{Shape: tt.shape, Tiles: tt.tiles}); err == nil {
			t.Errorf("%s: NewGoal(%v) = %v, want an error", tt.name, tt.tiles, g)
		}
		text, err := json.Marshal(puzzle.Board{Shape: tt.shape, Tiles: tt.tiles})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, new(puzzle.Goal)); err == nil {
			t.Errorf("%s: the goal %s was read from JSON, want an error", tt.name, text)
		}
	}
}

// A puzzle that JSON has carried is the same, unexported fields of the goal included.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, path := drawPuzzle(t)
		text, err := json.Marshal(&p)
		if err != nil {
			t.Fatal(err)
		}
		var got puzzle.Puzzle
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, p) {
			t.Fatalf("%s was read as %+v, %v, want %+v", text, got, err, p)
		}
		if err := got.Replay(path); err != nil || got.Solvable() != p.Solvable() {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// drawPuzzle draws a goal of a random shape with its tiles in random order, and a start
// that a random walk from the goal leads to. path leads back.
func drawPuzzle(t *rapid.T) (p puzzle.Puzzle, path puzzle.Path) {
	shape := puzzle.Shape{Rows: rapid.IntRange(1, 20).Draw(t, "rows"),
		Cols: rapid.IntRange(1, 20).Draw(t, "cols")}
	tiles := make([]puzzle.Tile, shape.Cells())
	for i := range tiles {
		tiles[i] = puzzle.Tile(i)
	}
	goal, err := puzzle.NewGoal(puzzle.Board{Shape: shape,
		Tiles: rapid.Permutation(tiles).Draw(t, "goal")})
	if err != nil {
		t.Fatal(err)
	}
	p = puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	blank := p.Start.Blank()
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, 3), 0, 60).Draw(t, "walk") {
		if to, ok := p.Start.Slide(blank, puzzle.UDLR[i]); ok {
			path = append(path, puzzle.UDLR[i].Opposite())
			blank = to
		}
	}
	slices.Reverse(path)
	return p, path
}

func TestWalksStaySolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, path := drawPuzzle(t)
		if !p.Solvable() {
			t.Fatalf("%v to %v: Solvable() = false, want true: %q leads there", p.Start,
				p.Goal.Board, path)
		}
		if err := p.Replay(path); err != nil {
			t.Fatalf("Replay(%q) = %v, want nil", path, err)
		}
	})
}

// Picture makes the same shape of what Draw returns.
func TestDraw(t *testing.T) {
	rows := []string{".#..#.", "######", ".####."}
	s := puzzle.Picture(rows...)
	if got, want := s.Draw(), strings.Join(rows, "\n")+"\n"; got != want {
		t.Errorf("Draw = %q, want %q", got, want)
	}
}

// A path is judged as moves one by one judge it, whatever the board and the letters are.
func TestReplay(t *testing.T) {
	shapes := []puzzle.Shape{
		{Rows: 3, Cols: 3}, {Rows: 2, Cols: 5}, {Rows: 1, Cols: 7}, {Rows: 7, Cols: 1},
		{Rows: 8, Cols: 8}, {Rows: 1, Cols: 64}, {Rows: 64, Cols: 1}, {Rows: 5, Cols: 13},
		{Rows: 3, Cols: 3, Spare: 2},
		puzzle.Picture("###", "#.#", "###", "#.#"), puzzle.Picture("..####", "######", "####.."),
	}
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(shapes).Draw(t, "shape")
		goal := puzzle.BlankEnds.Goal(shape)
		if shape.Spare == 0 {
			goal = puzzle.BlankLast.Goal(shape)
		}
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		var path puzzle.Path
		blank := p.Start.Blank()
		for range rapid.IntRange(0, 40).Draw(t, "moves") { // the way back
			m := rapid.SampledFrom(puzzle.UDLR[:]).Draw(t, "move")
			if to, ok := p.Start.Slide(blank, m); ok {
				blank = to
				path = append(path, m.Opposite())
			}
		}
		slices.Reverse(path)
		if rapid.Bool().Draw(t, "change") && len(path) > 0 {
			at := rapid.IntRange(0, len(path)-1).Draw(t, "at")
			path[at] = puzzle.Move(rapid.SampledFrom([]byte("udlrx\x00\xff")).Draw(t, "letter"))
		}
		b, want := p.Start.Clone(), error(nil)
		at := b.Blank()
		for i, m := range path {
			to, ok := b.Slide(at, m)
			if at = to; !ok {
				want = &puzzle.ReplayError{Move: i + 1, What: m}
				break
			}
		}
		if want == nil && !b.Equal(goal.Board) {
			want = &puzzle.ReplayError{End: b}
		}
		if got := p.Replay(path); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: Replay(%q) = %v, want %v", p.Start, path, got, want)
		}
	})
}

// Swapping two tiles makes a puzzle unsolvable, also in a single row or column, where
// parity does not decide.
func TestSwapsAreUnsolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawPuzzle(t)
		if p.Start.Cells() < 3 {
			t.Skip("there are no two tiles to swap")
		}
		a := rapid.IntRange(0, len(p.Start.Tiles)-1).Draw(t, "a")
		b := rapid.IntRange(0, len(p.Start.Tiles)-1).Draw(t, "b")
		tiles := p.Start.Tiles
		if a == b || tiles[a] == puzzle.Blank || tiles[b] == puzzle.Blank {
			t.Skip("not two tiles")
		}
		tiles[a], tiles[b] = tiles[b], tiles[a]
		if p.Solvable() {
			t.Fatalf("%v to %v: Solvable() = true, want false", p.Start, p.Goal.Board)
		}
	})
}

// A path with a move dropped, doubled, added or reversed does not solve the puzzle.
func TestReplayRefusesMutants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, path := drawPuzzle(t)
		if len(path) == 0 {
			t.Skip("no path to change")
		}
		i := rapid.IntRange(0, len(path)-1).Draw(t, "i")
		m := puzzle.UDLR[rapid.IntRange(0, 3).Draw(t, "m")]
		for name, mutant := range map[string]puzzle.Path{
			"dropped": slices.Delete(slices.Clone(path), i, i+1),
			"doubled": slices.Insert(slices.Clone(path), i, path[i]),
			"added":   slices.Insert(slices.Clone(path), i, m),
			"turned":  append(append(slices.Clone(path[:i]), path[i].Opposite()), path[i+1:]...),
		} {
			var wrong *puzzle.ReplayError
			if err := p.Replay(mutant); !errors.As(err, &wrong) {
				t.Fatalf("%s: Replay(%q) = %v, want a *ReplayError; %q is right", name, mutant, err,
					path)
			}
		}
	})
}

// On boards of any size, a board stays solvable after an even number of swaps and not after
// an odd number.
func TestSwapsOnLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, shape := range []puzzle.Shape{
		{Rows: 9, Cols: 7}, {Rows: 8, Cols: 8}, {Rows: 5, Cols: 13},
		{Rows: 63, Cols: 65}, {Rows: 64, Cols: 64},
		{Rows: 17, Cols: 241}, {Rows: 512, Cols: 512}, {Rows: 999, Cols: 999},
	} {
		goal := puzzle.BlankLast.Goal(shape)
		tiles := goal.Clone().Tiles
		p := puzzle.Puzzle{Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: goal}
		last := len(tiles) - 1
		for swaps := range 1001 {
			if swaps > 0 {
				i := rng.IntN(last)
				j := (i + 1 + rng.IntN(last-1)) % last
				tiles[i], tiles[j] = tiles[j], tiles[i]
			}
			if (swaps < 20 || swaps > 999) && p.Solvable() != (swaps%2 == 0) {
				t.Fatalf("%v: Solvable() = %v after %d swaps", shape, p.Solvable(), swaps)
			}
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	for _, size := range []int{3, 4, 9} {
		s := puzzle.Shape{Rows: size, Cols: size}
		p := puzzle.Puzzle{Start: puzzle.BlankLast.Goal(s).Board.Clone(), Goal: puzzle.BlankLast.Goal(s)}
		r := rand.New(rand.NewPCG(1, 2))
		var path puzzle.Path
		blank := p.Start.Blank()
		for len(path) < 1000 {
			m := puzzle.UDLR[r.IntN(4)]
			if to, ok := p.Start.Slide(blank, m); ok {
				blank = to
				path = append(path, m.Opposite())
			}
		}
		slices.Reverse(path)
		b.Run(fmt.Sprintf("size=%v", s), func(b *testing.B) {
			for b.Loop() {
				if err := p.Replay(path); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/move")
		})
	}
}
