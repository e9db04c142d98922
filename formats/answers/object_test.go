package answers_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// objectFields are the fields of an object that follow from a puzzle and its path.
type objectFields struct {
	Number, Line, Moves int
	Lower               *int `json:"lower_bound"`
	Status, Message     string
	Start, Goal         [][]*puzzle.Tile
	Optimal, Canonical  bool
	Path                string
	TilePath            string `json:"tile_path"`
}

// Encode and Append write the same JSON, and its fields are those of the puzzle: whatever the size
// of the board, the length of the path, and the errors.
func TestObjects(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	shapes := []puzzle.Shape{
		{Rows: 2, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 2, Cols: 5}, {Rows: 4, Cols: 3},
		{Rows: 40, Cols: 60}, puzzle.Picture("##.", "###"),
	}
	f := formats.All[0]
	e := answers.NewObjectEncoder(answers.Objects{File: `"<é>"`}, f, f, puzzle.WantPath)
	n := int64(0)
	for _, shape := range slices.Repeat(shapes, 20) {
		n++
		goal := puzzle.BlankLast.Goal(shape)
		p := puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal, Line: int(n) * r.IntN(3)}
		r.Shuffle(shape.Cells(), func(i, j int) {
			if !shape.IsWall(i) && !shape.IsWall(j) {
				p.Start.Tiles[i], p.Start.Tiles[j] = p.Start.Tiles[j], p.Start.Tiles[i]
			}
		})
		s := puzzle.Solution{Rule: []puzzle.Rule{puzzle.AnyPath, puzzle.Shortest, puzzle.Least}[n%3]}
		for range r.IntN(40) {
			s.Path = append(s.Path, puzzle.UDLR[r.IntN(4)])
		}
		s.Moves = len(s.Path)
		for _, err := range []error{nil, puzzle.ErrUnsolvable, errors.New(`"lost"`)} {
			checkObject(t, e, n, &p, s, err)
		}
	}
}

// checkObject checks one object.
func checkObject(t *testing.T, e *answers.ObjectEncoder, n int64, p *puzzle.Puzzle,
	s puzzle.Solution, failure error,
) {
	t.Helper()
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	e.Encode(w, n, p, s, failure)
	w.Flush()
	if got := e.Append([]byte("before"), n, p, s, failure); string(got) != "before"+text.String() {
		t.Fatalf("Append: %s\nEncode: %s", got, &text)
	}
	var got objectFields
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if int64(got.Number) != n || got.Line != p.Line || !sameCells(got.Start, p.Start) ||
		!sameCells(got.Goal, p.Goal.Board) {
		t.Fatalf("%v: %s", p, &text)
	}
	if failure != nil {
		if (got.Status == "unsolvable") != (failure == puzzle.ErrUnsolvable) || got.Moves != 0 {
			t.Fatalf("%v: %s", failure, &text)
		}
		return
	}
	tiles := ""
	for _, m := range s.Path {
		tiles += m.Opposite().String()
	}
	optimal := s.Rule >= puzzle.Shortest
	if got.Status != "solved" || got.Moves != s.Moves || got.Path != s.Path.String() ||
		got.TilePath != tiles || got.Optimal != optimal || (got.Lower != nil) != optimal ||
		optimal && *got.Lower != s.Moves || got.Canonical != (s.Rule == puzzle.Least) {
		t.Fatalf("%v: %s", s, &text)
	}
}

// sameCells reports whether rows are those of a board: nil is a wall.
func sameCells(rows [][]*puzzle.Tile, b puzzle.Board) bool {
	var got []puzzle.Tile
	for _, row := range rows {
		if len(row) != b.Cols {
			return false
		}
		for _, t := range row {
			if t == nil {
				got = append(got, puzzle.Wall)
			} else {
				got = append(got, *t)
			}
		}
	}
	return slices.Equal(got, b.Tiles)
}
