package formats_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/txtar"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func Example() {
	f, _ := formats.Lookup("leetcode-773")
	d := puzzles.NewDecoder(strings.NewReader("[[1,2,3],[4,0,5]]"), "stdin", f)
	ps := make([]puzzle.Puzzle, 8)
	n, err := d.Decode(ps)
	fmt.Println(n, err, ps[0].Start.Tiles, ps[0].Goal.Tiles)
	// Output: 1 <nil> [1 2 3 4 0 5] [1 2 3 4 5 0]
}

// answer reads in as format f, solves it and returns the answers as format to
// has them. The errors of malformed records are in notes.
func answer(t testing.TB, in io.Reader, f, to *formats.Format) (text string, notes []error) {
	t.Helper()
	e, err := answers.NewEncoder(f, to)
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.New("auto", solver.Options{Order: to.Order, Want: to.Answer.Wants(), AnyPath: to.Rule == formats.AnyPath, StopAtBound: to.Answer.TooLong != ""})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	d := puzzles.NewDecoder(in, "in", f)
	d.AnswerAs(to)
	ps := make([]puzzle.Puzzle, 3)
	for record := int64(0); ; {
		n, err := d.Decode(ps)
		for i := range ps[:n] {
			sol, err := s.Solve(context.Background(), &ps[i], nil)
			record++
			e.Encode(w, record, &ps[i], sol, err)
		}
		if errors.Is(err, puzzle.ErrMalformed) {
			notes = append(notes, err)
			record++
			e.Encode(w, record, nil, puzzle.Solution{}, err)
		} else if err != nil {
			w.Flush()
			if err != io.EOF {
				notes = append(notes, err)
			}
			return out.String(), notes
		}
	}
}

// Each golden in testdata is an archive of input, output and errors; its name
// begins with that of its format. -update rewrites output and errors.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			f := formatOf(t, name)
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in := section(ar, "input")
			got, notes := answer(t, strings.NewReader(in), f, f)
			var errs strings.Builder
			for _, n := range notes {
				fmt.Fprintln(&errs, n)
			}
			if *update {
				ar.Files = []txtar.File{{Name: "input", Data: []byte(in)}, {Name: "output", Data: []byte(got)}, {Name: "errors", Data: []byte(errs.String())}}
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := section(ar, "output"); got != want {
				t.Errorf("answers\n%s\nwant\n%s", got, want)
			}
			if want := section(ar, "errors"); errs.String() != want {
				t.Errorf("errors\n%s\nwant\n%s", errs.String(), want)
			}
			// However the input comes, the answers are the same.
			for how, r := range map[string]io.Reader{
				"byte by byte":       iotest.OneByteReader(strings.NewReader(in)),
				"EOF with the last":  iotest.DataErrReader(strings.NewReader(in)),
				"CRLF":               strings.NewReader(strings.ReplaceAll(in, "\n", "\r\n")),
				"no final line end":  strings.NewReader(strings.TrimRight(in, "\n")),
				"a byte order mark":  strings.NewReader("\xEF\xBB\xBF" + in),
				"empty lines before": strings.NewReader("\n\n" + in),
			} {
				if other, _ := answer(t, r, f, f); other != got {
					t.Errorf("%s: answers\n%s\nwant\n%s", how, other, got)
				}
			}
		})
	}
}

// formatOf returns the format with which a golden's name begins.
func formatOf(t testing.TB, name string) *formats.Format {
	t.Helper()
	for _, f := range formats.All {
		if strings.HasPrefix(name, f.Name) {
			return f
		}
	}
	t.Fatalf("%s begins with the name of no format", name)
	return nil
}

func section(ar *txtar.Archive, name string) string {
	for _, f := range ar.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// example returns the bundled puzzles of a format and the answers to them.
func example(t testing.TB, f *formats.Format) (input, answer string) {
	t.Helper()
	data, err := cases.Read(f.Name)
	if err != nil {
		t.Fatalf("no example for %s: %v", f.Name, err)
	}
	ar := txtar.Parse(data)
	return section(ar, "input"), section(ar, "answer")
}

// A puzzle that is there is returned before more is waited for.
func TestDecodeDoesNotWait(t *testing.T) {
	for _, f := range formats.All {
		in, _ := example(t, f)
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

// endless gives its text again and again.
type endless struct {
	text string
	left int // bytes
	at   int
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

// A line without end takes no more memory than a record may have, ends in an
// error, and the next line is read.
func TestEndlessLine(t *testing.T) {
	for _, tt := range []struct{ format, first, rest string }{
		{"poj-1077", "12", "12345678x\n"},
		{"segmentfault-eight", "12", "123456780\n"},
		{"leetcode-773", "[[1,", "[[1,2,3],[4,5,0]]\n"},
		{"codewars", "[[1,2],", "[[1,2],[3,0]]\n"},
		{"cis-2018-sorting", `{"puzzle":[[1,2],`, `{"puzzle":[[1,2],[3,0]]}` + "\n"},
		{"princeton", "3 1 2 ", "2\n1 2\n3 0\n"},
		{"42-npuzzle", "3 1 2 # ", "2\n1 2\n0 3\n"},
		{"poj-2224", "START 3 3 ", "START 3 0\n1 2 3 4 5 6 7 8 X\n1 2 3 4 5 6 7 8 X\nEND\n"},
		{"korf-24", "1 1,2,", "1 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24\n"},
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
			in := io.MultiReader(strings.NewReader(tt.first), &endless{text: junk, left: size}, strings.NewReader("\n"+tt.rest))
			d := puzzles.NewDecoder(in, "in", f)
			ps := make([]puzzle.Puzzle, 1)
			var syntax *formats.SyntaxError
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := d.Decode(ps); !errors.As(err, &syntax) {
				t.Errorf("%s: Decode of %q... = %v, want a *SyntaxError", f.Name, tt.first+junk, err)
			}
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > uint64(size) {
				t.Errorf("%s: Decode of %q... allocated %d bytes", f.Name, tt.first+junk, bytes)
			}
			if syntax != nil && (syntax.Line > 2 || len(syntax.Error()) > 300) {
				t.Errorf("%s: error %v, want a short one about line 1 or 2", f.Name, syntax)
			}
			if n, err := d.Decode(ps); n != 1 || err != nil {
				t.Errorf("%s: after %q...: Decode = %d, %v, want the next puzzle", f.Name, tt.first+junk, n, err)
			}
		}
	}
}

// An answer can be given as any other format does, if the shapes allow it.
func TestAnswerInOtherFormats(t *testing.T) {
	for _, tt := range []struct{ from, to, in, want string }{
		{"poj-1077", "leetcode-773", "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n", "19\n-1\n"},
		{"leetcode-773", "poj-1077", "[[1,2,3],[4,0,5]]", "r\n"},
		{"segmentfault-eight", "princeton", "123456708", "Minimum number of moves = 1\n3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n"},
		{"leetcode-773", "princeton", "", "error"},
	} {
		from, _ := formats.Lookup(tt.from)
		to, _ := formats.Lookup(tt.to)
		if tt.want == "error" {
			if e, err := answers.NewEncoder(from, to); err == nil {
				t.Errorf("NewEncoder(%s, %s) = %v, want an error", tt.from, tt.to, e)
			}
			continue
		}
		if got, notes := answer(t, strings.NewReader(tt.in), from, to); got != tt.want || notes != nil {
			t.Errorf("%s to %s: %q, %v, want %q", tt.from, tt.to, got, notes, tt.want)
		}
	}
}

// Whatever the input, decoding ends, and gives proper boards or an error with
// a place in the input.
func FuzzDecode(f *testing.F) {
	for i, format := range formats.All {
		in, _ := example(f, format)
		f.Add(uint8(i), []byte(in))
		for _, junk := range []string{"", "\x00", "\x80", "-1", "2147483648", "9223372036854775808", "1.0", "NaN", "(()", "[[", "[[1,2,3],[4,0,5]", "3", "3 1 2 3 4 5 6 7 8", "0000000002 1 2 3 0", "0\n0  ", "0\n\u0085", "0\n\u00a0 "} {
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
				if _, err := puzzle.NewGoal(p.Start.Clone()); err != nil || p.Start.Shape != p.Goal.Shape {
					t.Fatalf("%s: Decode(%q) gives %v to %v: %v", format.Name, in, p.Start, p.Goal.Board, err)
				}
			}
			var syntax *formats.SyntaxError
			switch {
			case errors.As(err, &syntax):
				if syntax.Line < 1 || syntax.Line > lines || syntax.Col < 1 || syntax.Col > len(in)+1 {
					t.Fatalf("%s: Decode(%q): %v is no place in it", format.Name, in, err)
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

// Reading and writing alone, without a search.
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
