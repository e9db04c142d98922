package recipe_test

import (
	"bytes"
	"errors"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// An input has its count or its end, and answers to all of its puzzles.
func TestInput(t *testing.T) {
	for _, tt := range []struct{ format, want, answers string }{
		{"hihocoder-1312", "1\n1 2 3\n4 5 6\n7 8 0\n", "0\n"},
		{"poj-2893", "3 3\n1 2 3\n4 5 6\n8 7 0\n0 0\n", "NO\n"},
	} {
		f := judgetest.Format(tt.format)
		ps, err := puzzles.DecodeAll(f, tt.want, "in")
		if err != nil {
			t.Fatal(err)
		}
		source := func() puzzle.Source {
			list := puzzle.List(ps)
			return &list
		}
		in := recipe.Input{Format: f, Puzzles: source(), First: 1, N: 1}
		var text, answered, answers bytes.Buffer
		if err := in.Write(&text); err != nil || text.String() != tt.want {
			t.Errorf("%s: %q, %v, want %q", f.Name, &text, err, tt.want)
		}
		in.Puzzles = source()
		stats, err := in.WriteAnswered(
			t.Context(), &answered, &answers, stream.NewAnswerer(func(error) {}))
		if err != nil || stats.Failed() > 0 || answered.String() != tt.want ||
			answers.String() != tt.answers {
			t.Errorf("%s: %q and %q, %v, want %q and %q",
				f.Name, &answered, &answers, err, tt.want, tt.answers)
		}
	}
}

var errBroken = errors.New("broken")

// After an error of the source, the puzzles until then are there, but not the end of the input.
func TestInputBroken(t *testing.T) {
	f := judgetest.Format("poj-2893")
	const text = "3 3\n1 2 3\n4 5 6\n8 7 0\n"
	ps, err := puzzles.DecodeAll(f, text+"0 0\n", "in")
	if err != nil {
		t.Fatal(err)
	}
	in := recipe.Input{Format: f, Puzzles: &broken{ps}, First: 1, N: 2}
	var out bytes.Buffer
	if err := in.Write(&out); !errors.Is(err, errBroken) || out.String() != text {
		t.Errorf("%q, %v, want %q, %v", &out, err, text, errBroken)
	}
}

// A broken source ends with errBroken.
type broken struct{ ps []puzzle.Puzzle }

func (b *broken) Decode(ps []puzzle.Puzzle) (int, error) {
	n := copy(ps, b.ps)
	if b.ps = b.ps[n:]; n == 0 {
		return 0, errBroken
	}
	return n, nil
}

// Unsolvable puzzles are added where a judge may have some, and only if there are none yet.
func TestMixed(t *testing.T) {
	for _, tt := range []struct {
		format     string
		have, want int
	}{{"hdu-1043", 0, 20}, {"hdu-1043", 50, 50}, {"luogu-p1379", 0, 0}} {
		spec := generate.Spec{Unsolvable: tt.have}
		got := recipe.Mixed(judgetest.Format(tt.format), spec).Unsolvable
		if got != tt.want {
			t.Errorf("%s with %d%%: %d%%, want %d%%", tt.format, tt.have, got, tt.want)
		}
	}
}

// Half of the puzzles of a yes-or-no question are unsolvable, unless the judge has none of these.
func TestUnsolvableShare(t *testing.T) {
	f := *judgetest.Format("acwing-845")
	for _, no := range []pattern.Pattern{"no\n", ""} {
		f.Rule, f.Answer = formats.Decision, formats.Answer{Solved: "yes\n", Unsolvable: no}
		spec := recipe.NewSpec(&f, 1, []puzzle.Shape{recipe.UsualShape(&f)})
		if want := map[bool]int{true: 50}[no != ""]; spec.Unsolvable != want {
			t.Errorf("unsolvable puzzles are answered by %q: a share of %d%%, want %d%%",
				no, spec.Unsolvable, want)
		}
	}
}

// Any number of workers writes the same puzzles as one worker.
func TestWriteGenerated(t *testing.T) {
	for i, f := range formats.All {
		if testing.Short() && i%8 > 0 {
			continue
		}
		spec := recipe.NewSpec(f, 7, []puzzle.Shape{recipe.UsualShape(f)})
		g, err := generate.New(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		in := recipe.Input{Format: f, Puzzles: g.Puzzles(3, 200), First: 3, N: 200}
		var want bytes.Buffer
		if err := in.Write(&want); err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2, 3, 8, 64} {
			var got bytes.Buffer
			err := in.WriteGenerated(t.Context(), &got, g, workers, nil)
			if err != nil || got.String() != want.String() {
				t.Errorf("%s, %d workers: %v, %q, want %q", f.Name, workers, err, &got, &want)
			}
		}
	}
}

// After an error of the generator, the puzzles until then are there.
func TestWriteGeneratedBroken(t *testing.T) {
	f := judgetest.Format("poj-2893")
	shape := puzzle.Shape{Rows: 2, Cols: 3}
	spec := generate.Spec{
		Shapes: []puzzle.Shape{shape}, Goal: f.Goal.Goal, Way: generate.All,
		Moves: generate.AnyDistance,
	}
	g, err := generate.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	in := recipe.Input{Format: f, Puzzles: g.Puzzles(300, 100), First: 300, N: 100}
	var want, got bytes.Buffer
	wantErr := in.Write(&want)
	err = in.WriteGenerated(t.Context(), &got, g, 8, nil)
	if !errors.Is(err, generate.ErrNone) || err.Error() != wantErr.Error() ||
		got.String() != want.String() {
		t.Errorf("%v, want %v; %q, want %q", err, wantErr, &got, &want)
	}
}
