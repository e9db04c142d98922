package replays_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/replays"
)

func Example() {
	f, _ := replays.Lookup("poj-1998")
	f.Replay(strings.NewReader("1\n2 2\n1 2\n3 0\n2 1 0\n"), "in", os.Stdout)
	// Output:
	// Skladacka cislo 1:
	// Kamen 2 presunut dolu.
	// Kamen 1 presunut doprava.
	// 0 1
	// 3 2
}

// text replays a text.
func text(t *testing.T, format, in string) (string, error) {
	t.Helper()
	f, err := replays.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var whole, bytewise bytes.Buffer
	err = f.Replay(strings.NewReader(in), "in", &whole)
	again := f.Replay(iotest.OneByteReader(strings.NewReader(in)), "in", &bytewise)
	if whole.String() != bytewise.String() || fmt.Sprint(err) != fmt.Sprint(again) {
		t.Errorf("%s: %q: %q and %v, byte by byte %q and %v", format, in, &whole, err, &bytewise,
			again)
	}
	return whole.String(), err
}

// A game of random moves ends as one that is played on a list of cells, which knows neither boards
// nor directions.
func TestRandomGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1998, 227))
	for range 200 {
		rows, cols := 2+r.IntN(4), 2+r.IntN(4)
		tiles := r.Perm(rows * cols)
		in := fmt.Sprintf("1\n%d %d\n%s", rows, cols, drawn(tiles, cols))
		want := "Skladacka cislo 1:\n"
		for range r.IntN(50) {
			tile := 1 + r.IntN(rows*cols)
			in += fmt.Sprintln(tile)
			want += play(tiles, cols, tile)
		}
		want += drawn(tiles, cols) + "\n"
		if got, err := text(t, "poj-1998", in+"0\n"); got != want || err != nil {
			t.Fatalf("%s: %s and %v, want %s", in, got, err, want)
		}
	}
}

// play moves a tile if the blank is beside it, and returns the line for that.
func play(tiles []int, cols, tile int) string {
	blank, at := -1, -1
	for cell, found := range tiles {
		if found == 0 {
			blank = cell
		}
		if found == tile {
			at = cell
		}
	}
	way := map[[2]int]string{
		{0, 1}: "doprava", {0, -1}: "doleva", {1, 0}: "dolu", {-1, 0}: "nahoru",
	}[[2]int{blank/cols - at/cols, blank%cols - at%cols}]
	if at < 0 || way == "" {
		return fmt.Sprintf("Neplatny tah kamenem %d.\n", tile)
	}
	tiles[blank], tiles[at] = tile, 0
	return fmt.Sprintf("Kamen %d presunut %s.\n", tile, way)
}

// drawn returns a board in rows.
func drawn(tiles []int, cols int) (text string) {
	for cell, tile := range tiles {
		text += fmt.Sprint(tile)
		if cell%cols == cols-1 {
			text += "\n"
		} else {
			text += " "
		}
	}
	return text
}

// A game that is won is over, and a board in order at the start is not won. The answers are those
// of the judge's solution.
func TestWonGames(t *testing.T) {
	const last = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 "
	for _, tt := range []struct{ in, want string }{
		{last + "0 15\n15 12 0\n", last + "15 0\n1 15\n"},
		{last + "0 15\n3 99 14 14 15 15 0", last + "15 0\n1 15\n"},
		{last + "15 0\n0\n" + last + "15 0\n12 0\n\n", last + "15 0\n0\n" +
			"1 2 3 4\n5 6 7 8\n9 10 11 0\n13 14 15 12\n0\n"},
		{last + "15 0\n12 12 12 0\n", last + "15 0\n1 12\n"},
	} {
		if got, err := text(t, "judgegirl-50004", tt.in); got != tt.want || err != nil {
			t.Errorf("%q: %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
}

// A mistake is an error with its place, and never more than that.
func TestMistakes(t *testing.T) {
	const letters = "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWX \n"
	for _, tt := range []struct{ format, in, want string }{
		{"poj-1998", "", "in:1:1: found the end of the input, expected the number of games"},
		{"poj-1998", "2\n2 2\n1 2 3 0 0\n", "in:4:1: found the end of the input, expected a number"},
		{"poj-1998", "1\n1 2\n", `in:2:1: found "1", expected a number of rows from 2 to 1000`},
		{"poj-1998", "1\n2 1001\n", `in:2:3: found "1001", expected a number of columns from 2`},
		{"poj-1998", "1\n2 2\n1 2 3 4\n", `in:3:7: found "4", expected a tile from 0 to 3`},
		{"poj-1998", "1\n2 2\n1 2 3 1\n", `in:3:7: found "1", expected a tile that the board`},
		{"poj-1998", "1\n2 2\n1 2 3 0 -1\n", `in:3:9: found "-1", expected a tile, or 0 behind`},
		{"poj-1998", "1\n2 2\n1 2 3 0 3\n", "in:4:1: found the end of the input, expected a tile,"},
		{"poj-1998", "1\n2 2\n1 2 3 0 0 x", `in:3:11: found "x", expected the end of the input`},
		{"poj-1998", "1\n2 2\n1 2 3 0 0000000000000000000000", `in:3:9: found "00000000000000000`},
		{"judgegirl-50004", "", "in:1:1: found the end of the input, expected a tile from 0 to 15"},
		{"uva-227", letters, "in:6:1: found the end of the input, expected one of ABLR, or 0"},
		{"uva-227", letters + "a0\nZ\n", `in:6:1: found "a0", expected one of ABLR, or 0`},
		{"uva-227", letters + "A0\n", "in:7:1: found the end of the input, expected a game or Z"},
		{"uva-227", letters + "A0\nZ\nZ", `in:8:1: found "Z", expected the end of the input, behind Z`},
		{"uva-227", "ABCDEF\n", `in:1:6: found "F", expected the end of a row of 5 tiles`},
		{"uva-227", "ABC\n", "in:1:4: found the end of the line, expected a tile that the board"},
		{"uva-227", "ABCDA\n", `in:1:5: found "A", expected a tile that the board does not`},
		{"uva-227", "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWXY\n", "expected a board with a blank"},
	} {
		_, err := text(t, tt.format, tt.in)
		if wrong := (*formats.SyntaxError)(nil); !errors.As(err, &wrong) ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q: %v, want %s", tt.format, tt.in, err, tt.want)
		}
	}
}

// Endless input of any kind that is no game ends in an error, and memory stays small.
func TestEndless(t *testing.T) {
	for _, f := range replays.All {
		for _, piece := range []string{"0", "9", "A", "\x00", "\xff", "1 ", "Z"} {
			in := io.LimitReader(endless(piece), 1<<30)
			err := f.Replay(in, "in", io.Discard)
			if !errors.As(err, new(*formats.SyntaxError)) {
				t.Errorf("%s: endless %q: %v", f.Name, piece, err)
			}
		}
	}
}

// endless is a text without end.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e) <= len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// An answer is written before the next game is waited for.
func TestFlush(t *testing.T) {
	f, err := replays.Lookup("poj-1998")
	if err != nil {
		t.Fatal(err)
	}
	from, in := io.Pipe()
	out, to := io.Pipe()
	done := make(chan error)
	go func() {
		err := f.Replay(from, "in", to)
		to.Close()
		done <- err
	}()
	io.WriteString(in, "2\n2 2\n1 2\n3 0\n0\n")
	got := make([]byte, len("Skladacka cislo 1:\n1 2\n3 0\n\n"))
	if _, err := io.ReadFull(out, got); err != nil || !bytes.HasSuffix(got, []byte("3 0\n\n")) {
		t.Errorf("%q, %v", got, err)
	}
	in.Close()
	if err := <-done; !errors.As(err, new(*formats.SyntaxError)) {
		t.Errorf("half of the games: %v", err)
	}
	if _, err := replays.Lookup("uva-228"); !errors.Is(err, formats.ErrUnknown) {
		t.Errorf("uva-228: %v", err)
	}
}

// Any input ends, and an error has a place in it.
func FuzzReplay(f *testing.F) {
	for i, in := range []string{
		"ABCDE\nFGHIJ\n KLMN\nPQRST\nUVWXY\nABLR0\nZ\n", "1\n2 2\n1 2\n3 0\n2 1 3 9 0\n", "\xef\xbb\xbf0",
	} {
		f.Add(uint8(i), []byte(in))
	}
	f.Fuzz(func(t *testing.T, i uint8, in []byte) {
		format := replays.All[int(i)%len(replays.All)]
		err := format.Replay(bytes.NewReader(in), "in", io.Discard)
		wrong := (*formats.SyntaxError)(nil)
		if errors.As(err, &wrong) && (wrong.Line > bytes.Count(in, []byte("\n"))+1 ||
			wrong.Col < 1 || wrong.Col > len(in)+1) || err != nil && wrong == nil {
			t.Errorf("%s: %q: %v", format.Name, in, err)
		}
	})
}

// One game of a million moves, such as check replays in the answer to one puzzle.
func BenchmarkReplay(b *testing.B) {
	const moves = 1_000_000
	for _, bb := range []struct{ format, begin, moves, end string }{
		{"uva-227", "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWX \n", "ALBR", "0\nZ\n"},
		{"poj-1998", "1\n2 2\n1 2\n3 0\n", "2 1 3 ", "0\n"},
	} {
		b.Run("format="+bb.format, func(b *testing.B) {
			f, err := replays.Lookup(bb.format)
			if err != nil {
				b.Fatal(err)
			}
			length := max(1, len(strings.Fields(bb.moves)))
			if length == 1 {
				length = len(bb.moves)
			}
			in := bb.begin + strings.Repeat(bb.moves, moves/length) + bb.end
			for b.Loop() {
				if err := f.Replay(strings.NewReader(in), "in", io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/moves, "ns/move")
			b.ReportMetric(0, "ns/op")
		})
	}
}
