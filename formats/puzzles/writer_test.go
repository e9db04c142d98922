package puzzles_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

func ExampleWriter() {
	f, _ := formats.Lookup("hihocoder-1312") // it begins with the number of puzzles
	ps, _ := puzzles.DecodeAll(f, "1\n1 2 3\n4 5 6\n7 8 0\n", "in")
	w := puzzles.NewSpoolingWriter(os.Stdout, f, new(bytes.Buffer))
	w.Write(&ps[0])
	w.Write(&ps[0])
	w.Close()
	// Output:
	// 2
	// 1 2 3
	// 4 5 6
	// 7 8 0
	// 1 2 3
	// 4 5 6
	// 7 8 0
}

// Whether a Writer knows the number of puzzles first or last, it writes the same.
func TestWriters(t *testing.T) {
	for _, f := range formats.All {
		ps := decode(t, f, example(t, f))
		want := puzzles.EncodeAll(f, ps)
		var got strings.Builder
		w := puzzles.NewSpoolingWriter(&got, f, new(bytes.Buffer))
		src := puzzles.NewDecoder(strings.NewReader(want), "in", f)
		if err := errors.Join(puzzles.Copy(w, src), w.Close()); err != nil || got.String() != want {
			t.Errorf("%s: %v:\n%s\nwant\n%s", f.Name, err, got.String(), want)
		}
	}
}

// A Writer numbers the puzzles from where it is told to.
func TestNumberFrom(t *testing.T) {
	f, _ := formats.Lookup("korf-15")
	ps := decode(t, f, "1 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n")
	ps[0].ID = 0
	var got strings.Builder
	w := puzzles.NewWriter(&got, f, 1)
	w.NumberFrom(7)
	err := errors.Join(w.Write(&ps[0]), w.Close())
	if err != nil || !strings.HasPrefix(got.String(), "7 ") {
		t.Errorf("%v, %q, want it to begin with 7", err, got.String())
	}
}

// A failed write is an error of Copy and of Close.
func TestWriterFails(t *testing.T) {
	full := errors.New("full")
	for _, name := range []string{"hihocoder-1312", "poj-2893", "leetcode-773"} {
		f, _ := formats.Lookup(name)
		ps := decode(t, f, example(t, f))
		text := puzzles.EncodeAll(f, ps[:1])
		for kind, w := range map[string]*puzzles.Writer{
			"number first": puzzles.NewWriter(failing{full}, f, 1),
			"number last":  puzzles.NewSpoolingWriter(failing{full}, f, new(bytes.Buffer)),
		} {
			err := puzzles.Copy(w, puzzles.NewDecoder(strings.NewReader(text), "in", f))
			if closed := w.Close(); err != nil || !errors.Is(closed, full) {
				t.Errorf("%s, %s: Copy = %v, Close = %v, want the error at Close",
					name, kind, err, closed)
			}
		}
		w := puzzles.NewWriter(failing{full}, f, 1)
		w.Write(&ps[0])
		w.Flush()
		err := puzzles.Copy(w, puzzles.NewDecoder(strings.NewReader(text), "in", f))
		if closed := w.Close(); !errors.Is(err, full) || !errors.Is(closed, full) {
			t.Errorf("%s: after a failed write Copy = %v, Close = %v, want its error",
				name, err, closed)
		}
	}
}

// failing is an io.Writer that returns an error.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// All bundled puzzles can be read in the format that their file names.
func TestBundledPuzzles(t *testing.T) {
	for _, name := range cases.Names() {
		e, err := cases.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := formats.Lookup(e.Format)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if ps, err := puzzles.DecodeAll(f, e.Input, name); err != nil || len(ps) == 0 {
			t.Errorf("%s: %d puzzles, %v", name, len(ps), err)
		}
	}
}

// Puzzles that are written and read again are the same.
func TestPuzzlesSurviveEncoding(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		want := decode(t, f, in)
		text := puzzles.EncodeAll(f, want)
		got := decode(t, f, text)
		if len(got) != len(want) {
			t.Fatalf("%s: %d puzzles of %d survive:\n%s", f.Name, len(got), len(want), text)
		}
		for i, p := range got {
			start, goal := want[i].Start, want[i].Goal.Board
			if !p.Start.Equal(start) || !p.Goal.Equal(goal) || p.Bound != want[i].Bound {
				t.Errorf("%s: %v, %v becomes %v, %v", f.Name, start, goal, p.Start, p.Goal.Board)
			}
		}
	}
}
