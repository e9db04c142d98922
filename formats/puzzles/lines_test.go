package puzzles_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// onLines returns the formats whose puzzles may stand on a line each.
func onLines() (fs []*formats.Format) {
	for _, f := range formats.All {
		if f.OneLine() {
			fs = append(fs, f)
		}
	}
	return fs
}

// shuffled returns a puzzle with the tiles in any order.
func shuffled(t *rapid.T, f *formats.Format, id int) *puzzle.Puzzle {
	shape := f.Shapes.Min
	if shape.Cells() < 6 {
		shape = puzzle.Shape{Rows: 3, Cols: 3}
	}
	goal := f.Goal.Goal(shape)
	start := goal.Board.Clone()
	var open []puzzle.Tile
	for _, tile := range start.Tiles {
		if tile != puzzle.Wall {
			open = append(open, tile)
		}
	}
	open = rapid.Permutation(open).Draw(t, "tiles")
	for cell, tile := range start.Tiles {
		if tile != puzzle.Wall {
			start.Tiles[cell], open = open[0], open[1:]
		}
	}
	return &puzzle.Puzzle{Start: start, Goal: goal, ID: id}
}

// changed returns a line that is not the same, with at least one word.
func changed(t *rapid.T, line string) string {
	at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
	junk := rapid.SampledFrom([]string{
		"5", "9", "x", "0", "junk", "[", "]", "{", ",", "# easy", "7 3", "\x80",
	}).Draw(t, "junk")
	ways := map[string]string{
		"cut":           line[:at],
		"cut in front":  line[at+1:],
		"without byte":  line[:at] + line[at+1:],
		"another byte":  line[:at] + junk[:1] + line[at+1:],
		"more inside":   line[:at] + " " + junk + " " + line[at:],
		"more in front": junk + " " + line,
		"more behind":   line + " " + junk,
		"glued behind":  line + junk,
		"junk":          junk,
	}
	way := rapid.SampledFrom(slices.Sorted(maps.Keys(ways))).Draw(t, "way")
	if strings.TrimSpace(ways[way]) == "" || ways[way] == line {
		return junk
	}
	return ways[way]
}

// If any one line is cut or changed, all others are read, and each line is one record.
func TestOneBadLine(t *testing.T) {
	for _, f := range onLines() {
		t.Run(f.Name, rapid.MakeCheck(func(t *rapid.T) {
			n := rapid.IntRange(2, 9).Draw(t, "n")
			e := puzzles.NewEncoder(f)
			var lines, want []string
			for i := range n {
				p := shuffled(t, f, i+1)
				text := e.Append(nil, int64(i+1), p)
				lines = append(lines, strings.Join(strings.Fields(string(text)), " "))
				want = append(want, fmt.Sprint(p.Start.Tiles))
			}
			bad := rapid.IntRange(0, n-1).Draw(t, "bad")
			lines[bad] = changed(t, lines[bad])
			if f.Header != "" && strings.HasPrefix(lines[bad], f.Header) { // that is a heading
				lines[bad] = "x"
			}
			end := rapid.SampledFrom([]string{"\n", "\r\n", " \n"}).Draw(t, "end")
			in := strings.Join(lines, end) + end
			if f.Count {
				in = fmt.Sprintln(n) + in
			}
			if f.Stop != "" {
				in += f.Stop + "\n"
			}
			got := records(t, f, in, rapid.IntRange(1, 4).Draw(t, "at once"))
			if len(got) == n {
				want[bad] = got[bad] // it may be a puzzle still
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q\nline %d is bad, read as\n%s", in, bad+1, strings.Join(got, "\n"))
			}
		}))
	}
}

// A last tile that begins as the blank does is whole once the line end behind it is there.
func TestBadLineBeforeTile(t *testing.T) {
	f, err := formats.Lookup("seoul-2019") // 25 is the blank
	if err != nil {
		t.Fatal(err)
	}
	const in = "2\n5\n1 4 3 9 5 6 7 8 17 10 11 12 13 14 15 16 25 18 19 20 21 22 23 24 2\n"
	d := puzzles.NewDecoder(strings.NewReader(in), "in", f)
	ps := make([]puzzle.Puzzle, 2)
	if n, err := d.Decode(ps); n != 0 || !errors.As(err, new(*formats.SyntaxError)) {
		t.Errorf("the bad line: Decode = %d, %v", n, err)
	}
	if n, err := d.Decode(ps); n != 1 || ps[0].Start.Tiles[24] != 2 || err != nil {
		t.Errorf("the line behind it: Decode = %d, %v", n, err)
	}
}

// records reads an input that arrives piece by piece, and returns the tiles of each puzzle
// or "malformed".
func records(t *rapid.T, f *formats.Format, in string, atOnce int) (all []string) {
	r := io.Reader(strings.NewReader(in))
	switch rapid.IntRange(0, 2).Draw(t, "reader") {
	case 1:
		r = iotest.OneByteReader(r)
	case 2:
		r = iotest.HalfReader(r)
	}
	d := puzzles.NewDecoder(r, "in", f)
	ps := make([]puzzle.Puzzle, atOnce)
	for {
		n, err := d.Decode(ps)
		for _, p := range ps[:n] {
			all = append(all, fmt.Sprint(p.Start.Tiles))
		}
		switch {
		case err == io.EOF:
			return all
		case errors.As(err, new(*formats.SyntaxError)):
			all = append(all, "malformed")
		case err != nil:
			t.Fatal(err)
		}
	}
}

// Where white space says nothing, puzzles may still be spread over lines, or share them.
func TestPuzzlesAcrossLines(t *testing.T) {
	for _, f := range onLines() {
		if f.Board.Glued() || f.Record.Has(pattern.Rest) || f.SizeInBoard() {
			continue
		}
		t.Run(f.Name, rapid.MakeCheck(func(t *rapid.T) {
			n := rapid.IntRange(1, 6).Draw(t, "n")
			shared := rapid.IntRange(0, 3).Draw(t, "puzzles on a line")
			e := puzzles.NewEncoder(f)
			var in strings.Builder
			var want []string
			if f.Count {
				fmt.Fprintln(&in, n)
			}
			for i := range n {
				p := shuffled(t, f, i+1)
				want = append(want, fmt.Sprint(p.Start.Tiles))
				text := strings.ReplaceAll(string(e.Append(nil, int64(i+1), p)), ",", ", ")
				words := strings.Fields(text)
				end := "\n"
				if shared > 0 && (i+1)%shared != 0 {
					end = " "
				}
				for k, word := range words {
					in.WriteString(word)
					switch {
					case k+1 == len(words):
						in.WriteString(end)
					case shared == 0 && k+1 == len(words)/2: // no line is a whole puzzle
						in.WriteByte('\n')
					default:
						in.WriteString(rapid.SampledFrom([]string{" ", "\t "}).Draw(t, "space"))
					}
				}
			}
			if f.Stop != "" {
				in.WriteString(f.Stop)
			}
			got := records(t, f, in.String(), rapid.IntRange(1, 4).Draw(t, "at once"))
			if !slices.Equal(got, want) {
				t.Fatalf("%q is read as\n%s", in.String(), strings.Join(got, "\n"))
			}
		}))
	}
}

// The result of a typed line is there at once or, if the record may go on in the next line,
// after that line.
func TestTypedLines(t *testing.T) {
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	const puzzleLine = "1 2 3 4 5 6 7 x 8\n"
	for _, first := range []string{"", puzzleLine} {
		in, keys := io.Pipe()
		seen := make(chan string)
		go func() {
			d := puzzles.NewDecoder(in, "in", f)
			ps := make([]puzzle.Puzzle, 4)
			for {
				n, err := d.Decode(ps)
				for range n {
					seen <- "puzzle"
				}
				if errors.As(err, new(*formats.SyntaxError)) {
					seen <- "malformed"
				} else if err != nil {
					close(seen)
					return
				}
			}
		}()
		typed := func(line string, want ...string) {
			t.Helper()
			io.WriteString(keys, line)
			for _, record := range want {
				if got := <-seen; got != record { // the test hangs if the result does not come
					t.Errorf("after %q there is %q, want %q", line, got, record)
				}
			}
		}
		if first != "" {
			typed(first, "puzzle")
		}
		typed("1 2 3 4 5 9 x\n", "malformed")
		typed(puzzleLine, "puzzle")
		typed("1 2 3 4 5 6 7\n")
		typed(puzzleLine, "malformed", "puzzle")
		typed("1 2 3 4 5 6 7 x 8 9\n", "malformed")
		typed(puzzleLine, "puzzle")
		typed("junk\n", "malformed")
		typed("1 2 3\n4 5 6\n7 8 x\n", "puzzle")
		typed(puzzleLine, "puzzle")
		in.Close()
		<-seen
	}
}
