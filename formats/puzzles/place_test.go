package puzzles_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// read describes what a decoder reads from where it is, and the places behind the puzzles,
// each with the number of records before it.
func read(d *puzzles.Decoder) (records []string, places map[int]puzzles.Place) {
	places = make(map[int]puzzles.Place)
	ps := make([]puzzle.Puzzle, 1)
	for {
		n, err := d.Decode(ps)
		if n > 0 {
			p := &ps[0]
			records = append(records, fmt.Sprint(d.Line(), p.Start, p.Goal.Tiles, p.Bound, p.ID))
		}
		if err != nil {
			records = append(records, err.Error())
		}
		if err == io.EOF {
			return records, places
		}
		if at, ok := d.Place(); ok {
			places[len(records)] = at
		}
	}
}

// A decoder that begins at any place reads what is left, with the same lines, though the
// input has malformed records.
func TestPlace(t *testing.T) {
	for _, f := range formats.All {
		t.Run(f.Name, func(t *testing.T) {
			some := rapid.SampledFrom(decode(t, f, example(t, f)))
			rapid.Check(t, func(t *rapid.T) {
				in := puzzles.EncodeAll(f, rapid.SliceOfN(some, 2, 6).Draw(t, "puzzles"))
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					lines := strings.SplitAfter(in, "\n")
					n := rapid.IntRange(0, max(len(lines)-2, 0)).Draw(t, "line")
					text, _ := strings.CutSuffix(lines[n], "\n")
					switch {
					case rapid.Bool().Draw(t, "join"):
						lines[n] = text + " "
					case text != "":
						lines[n] = changed(t, text) + "\n"
					}
					in = strings.Join(lines, "")
				}
				all, places := read(puzzles.NewDecoder(strings.NewReader(in), "in", f))
				for n, at := range places {
					stored, _ := json.Marshal(at)
					at = puzzles.Place{}
					if err := json.Unmarshal(stored, &at); err != nil {
						t.Fatal(err)
					}
					d := puzzles.NewDecoder(strings.NewReader(in[at.Offset:]), "in", f)
					d.StartAt(at)
					if got, _ := read(d); !slices.Equal(got, all[n:]) {
						t.Fatalf("%q from %s:\n%q\nwant\n%q", in, stored, got, all[n:])
					}
				}
			})
		})
	}
}
