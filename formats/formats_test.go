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
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/txtar"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func Example() {
	f, _ := formats.Lookup("sgu-139")
	fmt.Printf("%s: %v, %v\n", f.Name, f.Shapes, f.Rule)
	// Output:
	// sgu-139: 4x4, whether there is a path
}

// answer reads in as format f, solves it and returns the answers in format to, and
// the errors of malformed records as notes.
func answer(t testing.TB, in io.Reader, f, to *formats.Format) (text string, notes []error) {
	t.Helper()
	e, err := answers.NewEncoder(f, to)
	if err != nil {
		t.Fatal(err)
	}
	s, err := algorithms.New("auto", solver.Options{
		Order: to.Order, Want: to.Answer.Wants(),
		AnyPath: to.Rule == formats.AnyPath, StopAtBound: to.Answer.TooLong != "",
	})
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

// Each golden in testdata is an archive of input, output and errors. Its name
// begins with the name of its format, which is also read from its own declaration.
// -update rewrites output and errors.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			f := formatOf(t, name)
			testGolden(t, file, f)
			testGolden(t, file, redeclared(t, f))
		})
	}
}

// redeclared returns the format that the declaration of a format makes.
func redeclared(t *testing.T, f *formats.Format) *formats.Format {
	t.Helper()
	text, err := declared.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	g, err := declared.Parse(declared.FileName(f), text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func testGolden(t *testing.T, file string, f *formats.Format) {
	t.Helper()
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
		ar.Files = []txtar.File{
			{Name: "input", Data: []byte(in)},
			{Name: "output", Data: []byte(got)},
			{Name: "errors", Data: []byte(errs.String())},
		}
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
	// The answers do not depend on how the input arrives and how its lines end.
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
}

// formatOf returns the format of a golden, whose name begins with that of the format.
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
func example(t testing.TB, f *formats.Format) (in, out string) {
	t.Helper()
	e, err := cases.Lookup(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	return e.Input, e.Answer
}

// Puzzles of one format can be answered in another, if it can write the answers.
func TestAnswerInOtherFormats(t *testing.T) {
	for _, tt := range []struct{ from, to, in, want string }{
		{"poj-1077", "leetcode-773", "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n", "19\n-1\n"},
		{"leetcode-773", "poj-1077", "[[1,2,3],[4,0,5]]", "r\n"},
		{"segmentfault-eight", "princeton", "123456708", "Minimum number of moves = 1\n" +
			"3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n"},
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
		got, notes := answer(t, strings.NewReader(tt.in), from, to)
		if got != tt.want || notes != nil {
			t.Errorf("%s to %s: %q, %v, want %q", tt.from, tt.to, got, notes, tt.want)
		}
	}
}
