package puzzles_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

func Example() {
	f, _ := formats.Lookup("leetcode-773")
	d := puzzles.NewDecoder(strings.NewReader("[[1,2,3],[4,0,5]]"), "stdin", f)
	ps := make([]puzzle.Puzzle, 8)
	n, err := d.Decode(ps)
	fmt.Println(n, err, ps[0].Start.Tiles, ps[0].Goal.Tiles)
	// Output: 1 <nil> [1 2 3 4 0 5] [1 2 3 4 5 0]
}

// example returns the bundled puzzles of a format.
func example(t testing.TB, f *formats.Format) string {
	t.Helper()
	e, err := cases.Lookup(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	return e.Input
}

// decode returns the puzzles of an input without errors.
func decode(t testing.TB, f *formats.Format, in string) []puzzle.Puzzle {
	t.Helper()
	ps, err := puzzles.DecodeAll(f, in, "in")
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return ps
}

// Decode returns the puzzles that have arrived, and does not wait for more input.
func TestDecodeDoesNotWait(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		r, w := io.Pipe()
		go w.Write([]byte(in))
		d := puzzles.NewDecoder(r, "in", f)
		ps := make([]puzzle.Puzzle, 100)
		n, err := d.Decode(ps)
		if n == 0 || err != nil {
			t.Errorf("%s: Decode = %d, %v, want at least one puzzle", f.Name, n, err)
		}
		r.Close()
		if _, err := d.Decode(ps); err == nil || err == io.EOF {
			t.Errorf("%s: Decode of a broken pipe = %v, want its error", f.Name, err)
		}
	}
}

// endless is a reader that repeats a text.
type endless struct {
	text string
	left int // bytes still to give
	at   int // bytes given
}

func (e *endless) Read(p []byte) (n int, err error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	for n < len(p) && e.left > 0 {
		p[n] = e.text[e.at%len(e.text)]
		n, e.at, e.left = n+1, e.at+1, e.left-1
	}
	return n, nil
}

// An endless line is an error. It takes no more memory than the limit of a record, and the next
// line is read.
func TestEndlessLine(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes, in one goroutine")
	}
	for _, tt := range []struct{ format, first, rest string }{
		{"poj-1077", "12", "12345678x\n"},
		{"segmentfault-eight", "12", "123456780\n"},
		{"leetcode-773", "[[1,", "[[1,2,3],[4,5,0]]\n"},
		{"codewars", "[[1,2,3],[4,5,6],", "[[1,2,3],[4,5,6],[7,8,0]]\n"},
		{"cis-2018-sorting", `{"puzzle":[[1,2],`, `{"puzzle":[[1,2],[3,0]]}` + "\n"},
		{"princeton", "3 1 2 ", "2\n1 2\n3 0\n"},
		{"42-npuzzle", "3 1 2 # ", "2\n1 2\n0 3\n"},
		{"poj-2224", "START 3 3 ", "START 3 0\n1 2 3 4 5 6 7 8 X\n1 2 3 4 5 6 7 8 X\nEND\n"},
		{
			"korf-24", "1 1,2,",
			"1 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24\n",
		},
		{"hdu-3567", "2\n12", "12345678X\n12345678X\n"},
		{"poj-2893", "30 30 1 ", "2 2\n1 2\n3 0\n0 0\n"},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		size := 4 << 20
		if f.Shapes.Max.Cells() > 1000 {
			size = 64 << 20
		}
		for _, junk := range []string{" ", "0", "[", "1 ", "\x00"} {
			begin := tt.first + junk
			in := io.MultiReader(strings.NewReader(tt.first), &endless{text: junk, left: size},
				strings.NewReader("\n"+tt.rest))
			d := puzzles.NewDecoder(in, "in", f)
			ps := make([]puzzle.Puzzle, 1)
			var syntax *formats.SyntaxError
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := d.Decode(ps); !errors.As(err, &syntax) {
				t.Errorf("%s: Decode of %q... = %v, want a *SyntaxError", f.Name, begin, err)
			}
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > uint64(size) {
				t.Errorf("%s: Decode of %q... allocated %d bytes", f.Name, begin, bytes)
			}
			if syntax != nil && (syntax.Line > 2 || len(syntax.Error()) > 300) {
				t.Errorf("%s: error %v, want a short one about line 1 or 2", f.Name, syntax)
			}
			if n, err := d.Decode(ps); n != 1 || err != nil {
				t.Errorf("%s: after %q...: Decode = %d, %v, want a puzzle", f.Name, begin, n, err)
			}
		}
	}
}

// Decoding any input ends. Each record is a proper board, or an error with a place
// in the input.
func FuzzDecode(f *testing.F) {
	for i, format := range formats.All {
		in := example(f, format)
		f.Add(uint8(i), []byte(in))
		for _, junk := range []string{
			"", "\x00", "\x80", "-1", "2147483648", "9223372036854775808", "1.0", "NaN", "(()",
			"[[", "[[1,2,3],[4,0,5]", "3", "3 1 2 3 4 5 6 7 8", "0000000002 1 2 3 0",
			"0\n0  ", "0\n\u0085", "0\n\u00a0 ",
		} {
			f.Add(uint8(i), []byte(junk))
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, in []byte) {
		format := formats.All[int(i)%len(formats.All)]
		d := puzzles.NewDecoder(iotest.HalfReader(bytes.NewReader(in)), "in", format)
		ps := make([]puzzle.Puzzle, 2)
		lines := bytes.Count(in, []byte("\n")) + 1
		for records := 0; ; records++ {
			n, err := d.Decode(ps)
			for _, p := range ps[:n] {
				_, err := puzzle.NewGoal(p.Start.Clone())
				if err != nil || p.Start.Shape != p.Goal.Shape {
					t.Fatalf("%s: Decode(%q) = %v to %v: %v",
						format.Name, in, p.Start, p.Goal.Board, err)
				}
			}
			var syntax *formats.SyntaxError
			switch {
			case errors.As(err, &syntax):
				if syntax.Line < 1 || syntax.Line > lines ||
					syntax.Col < 1 || syntax.Col > len(in)+1 {
					t.Fatalf("%s: Decode(%q): the place of %v is not in it", format.Name, in, err)
				}
			case err == io.EOF:
				return
			case err != nil:
				t.Fatalf("%s: Decode(%q) = %v", format.Name, in, err)
			}
			if records > len(in)+2 {
				t.Fatalf("%s: Decode(%q) does not end", format.Name, in)
			}
		}
	})
}

// BenchmarkDecode reads without solving. A template reads the usual layout.
func BenchmarkDecode(b *testing.B) {
	for _, bb := range []struct{ name, format, text string }{
		{"usual", "hdu-1043", "2 3 4 1 5 x 7 6 8\n"},
		{"other", "hdu-1043", "2  3 4 1 5 x 7 6 8\n"},
		{"usual", "leetcode-773", "[[4,1,2],[5,0,3]]\n"},
		{"other", "leetcode-773", "[[4,1,2], [5,0,3]]\n"},
		{"usual", "princeton", "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n\n"},
	} {
		b.Run("format="+bb.format+"/layout="+bb.name, func(b *testing.B) {
			f, err := formats.Lookup(bb.format)
			if err != nil {
				b.Fatal(err)
			}
			const n = 20_000
			text := strings.Repeat(bb.text, n)
			ps := make([]puzzle.Puzzle, n)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d := puzzles.NewDecoder(strings.NewReader(text), "in", f)
				for got := 0; got < n; {
					k, err := d.Decode(ps)
					if err != nil {
						b.Fatal(err)
					}
					got += k
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/puzzle")
		})
	}
}
