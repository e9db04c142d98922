package answers

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// described returns all that a decoder says of the answers to puzzles, and how many of them it
// has replayed.
func described(d *Decoder, ps []puzzle.Puzzle) (all []string, replayed int) {
	d.Keep(20)
	for i := range ps {
		s, err, form := d.Decode(int64(i+1), &ps[i], nil)
		listed, first, replay := len(s.Path), s.Path, error(nil)
		if s.Made != nil {
			listed, first, replay = s.Made.Moves, s.Made.First, s.Made.Err()
			replayed++
		} else if s.Path != nil {
			replay = ps[i].Replay(s.Path)
		}
		all = append(all, fmt.Sprintf("%d %d %q: %v %v, %d moves, %d listed: %.30s; %v", d.Line(),
			d.Begin(), d.Text(), err, form, s.Moves, listed, first, replay))
	}
	return append(all, fmt.Sprint(d.End())), replayed
}

// A path that is replayed while it is read gives the same as any other, whatever is wrong with its
// answer, or with what follows.
func TestReplayLong(t *testing.T) {
	const junk = "0123456789xudlrUDLRUDLR ,[]\n\r\t#ab"
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{
		"poj-1077", "slidysim", "spoj-solving", "uic-cs411", "rosetta-15", "eolymp-4609",
	} {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := NewEncoder(f, f)
		if err != nil {
			t.Fatal(err)
		}
		replayed := 0
		for range 200 {
			var text strings.Builder
			w := bufio.NewWriter(&text)
			ps := make([]puzzle.Puzzle, 3)
			for i := range ps {
				var path puzzle.Path
				ps[i], path = randomWalk(rnd)
				e.Encode(w, int64(i+1), &ps[i], puzzle.Solution{Path: path, Moves: len(path)}, nil)
			}
			w.Flush()
			b := []byte(text.String())
			for range rnd.IntN(4) {
				at := rnd.IntN(len(b))
				c := []byte{junk[rnd.IntN(len(junk))]}
				b = slices.Concat(b[:at], c[:rnd.IntN(2)], b[min(at+rnd.IntN(2), len(b)):])
			}
			tolerated := Tolerance{rnd.IntN(4) == 0, rnd.IntN(4) == 0}
			decoder := func() *Decoder {
				in := io.Reader(strings.NewReader(string(b)))
				if rnd.IntN(2) == 0 {
					in = iotest.OneByteReader(in)
				}
				d := NewDecoder(in, "out", f)
				d.Tolerate(tolerated)
				return d
			}
			want, _ := described(decoder(), ps)
			d := decoder()
			d.ReplayLong()
			d.r.least = 1 + rnd.IntN(40)
			got, n := described(d, ps)
			replayed += n
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %q, %d moves at once:\n%s\nwant\n%s", name, b, d.r.least,
					strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
		if f.Answer.OneLine() && name != "poj-1077" && replayed < 100 {
			t.Errorf("%s: only %d paths were replayed", name, replayed)
		}
	}
}

// randomWalk returns a puzzle of 3x3, and a path from it to its goal.
func randomWalk(rnd *rand.Rand) (p puzzle.Puzzle, path puzzle.Path) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p = puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	cell := p.Start.Blank()
	for range rnd.IntN(200) {
		m := puzzle.UDLR[rnd.IntN(4)]
		if to, ok := p.Start.Slide(cell, m); ok {
			cell = to
			path = append(path, m.Opposite())
		}
	}
	slices.Reverse(path)
	return p, path
}

// An answer above the limit is never read as if it ended there, in any format.
func TestAboveLimit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, f := range formats.All {
		e, err := NewEncoder(f, f)
		if err != nil || f.Answer.Step == (formats.Step{}) {
			continue
		}
		for range 20 {
			p, path := randomWalk(rnd)
			for n := range path {
				if p.Replay(path[:n]) == nil {
					path = path[:n] // some formats end an answer at the goal
					break
				}
			}
			var text strings.Builder
			w := bufio.NewWriter(&text)
			moved := puzzle.Puzzle{Start: p.Start.Clone(), Goal: p.Goal}
			e.Encode(w, 1, &moved, puzzle.Solution{Path: path, Moves: len(path)}, nil)
			w.Flush()
			d := NewDecoder(iotest.OneByteReader(strings.NewReader(text.String())), "out", f)
			d.r.limit = 1 + rnd.IntN(max(text.Len()-2, 1))
			s, err, _ := d.Decode(1, &p, nil)
			if err == nil && text.Len() > d.r.limit+2 {
				t.Errorf("%s: %d bytes with a limit of %d: %v", f.Name, text.Len(), d.r.limit, s)
			}
		}
	}
}

// A path of any length that is replayed while it is read is read to its end.
func TestBeyondLimit(t *testing.T) {
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := puzzle.Puzzle{Start: goal.Board, Goal: goal}
	const times = movesLimit/2 + 1<<20
	in := io.MultiReader(strings.NewReader(strings.Repeat("ud", times)), strings.NewReader("l\n"))
	d := NewDecoder(in, "out", f)
	d.ReplayLong()
	s, err, _ := d.Decode(1, &p, nil)
	if err != nil || s.Made == nil || s.Made.Moves != 2*times+1 || s.Made.Err() == nil {
		t.Errorf("%d moves: %v, %v, want all moves, and that they end away from the goal",
			2*times+1, s.Made, err)
	}
}
