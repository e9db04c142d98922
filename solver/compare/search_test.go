package compare

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// parseSearch reads what String writes, and fills in the default heuristic and weight.
func TestParseSearch(t *testing.T) {
	for text, want := range map[string]string{
		"astar": "astar/manhattan", "astar/manhattan/1": "astar/manhattan",
		"idastar/hamming/2.50": "idastar/hamming/2.5", "bfs": "bfs",
		"idastar/pdb:.ab:aab:abb": "idastar/pdb:.ab:aab:abb", "astar/pdb-4-4/1.00": "astar/pdb-4-4",
	} {
		if got, err := parseSearch(text); err != nil || got.String() != want {
			t.Errorf("parseSearch(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	names := SearchNames()
	if !slices.Contains(names, "bibfs") || !slices.Contains(names, "astar/walking-distance") {
		t.Errorf("SearchNames() = %q", names)
	}
	for _, name := range names {
		if got, err := parseSearch(name); err != nil || got.String() != name {
			t.Errorf("parseSearch(%q) = %v, %v", name, got, err)
		}
	}
}

func TestParseSearchErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":          `unknown algorithm ""`,
		"bfs,":      `unknown algorithm ""`,
		"astar/":    `unknown heuristic ""`,
		"astar/far": `unknown heuristic "far"`,
		"table": "table does not count its effort; these do: " +
			"bfs, bibfs, astar, idastar, anytime",
		"bfs/hamming": "bfs/hamming: bfs uses no heuristic",
		"astar/hamming/2/3": `found "astar/hamming/2/3", ` +
			"expected ALGORITHM/HEURISTIC/WEIGHT at most",
		"astar/hamming/0": `astar/hamming/0: found weight "0", ` +
			solver.ErrWeight.Error(),
		"astar/pdb:.a:b":            `heuristic "pdb:.a:b": row 2 has 1 cells, the first 2`,
		"bfs, astar, bfs":           "bfs is listed twice",
		"astar, astar/manhattan/1":  "astar/manhattan is listed twice",
		"astar, astar//1":           `unknown heuristic ""`,
		"idastar/pdb,idastar":       "",
		"astar/pdb-4-4,astar/pdb-8": "",
	} {
		_, err := ParseSearches(text)
		if got := message(err); got != want {
			t.Errorf("ParseSearches(%q): error %q, want %q", text, got, want)
		}
	}
	var unknown *UnknownError
	if _, err := parseSearch("astar/far"); !errors.As(err, &unknown) ||
		unknown.Name != "far" || !slices.Contains(unknown.Known, "hamming") {
		t.Errorf("an unknown heuristic: %+v", unknown)
	}
	if _, err := LookupMeasure("tme"); !errors.As(err, &unknown) ||
		unknown.Name != "tme" || !slices.Contains(unknown.Known, "time") {
		t.Errorf("an unknown measure: %+v", unknown)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A run over the time limit counts as given up. A cancelled run is in no figure.
func TestRaceEnds(t *testing.T) {
	race, err := NewRace([]Search{{Algorithm: "bfs"}}, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := puzzle.Puzzle{
		Start: puzzle.Board{Shape: goal.Shape, Tiles: []puzzle.Tile{8, 6, 7, 2, 5, 4, 3, 0, 1}},
		Goal:  goal,
	}
	race.TimeLimit = time.Nanosecond
	if err := race.Run(context.Background(), &p); err != nil {
		t.Fatal(err)
	}
	if got := race.Figures.columns[0].reasons["time limit"]; got != 1 {
		t.Errorf("gave up for %v, want the time limit", race.Figures.columns[0].reasons)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := race.Run(ctx, &p); !errors.Is(err, context.Canceled) || race.Figures.Puzzles != 1 {
		t.Errorf("Run = %v with %d puzzles, want %v and 1", err, race.Figures.Puzzles,
			context.Canceled)
	}
}

func TestNewRaceUnknown(t *testing.T) {
	_, err := NewRace([]Search{{Algorithm: "dfs"}}, solver.Options{})
	if !errors.Is(err, solver.ErrUnknown) {
		t.Errorf("NewRace of dfs: %v, want %v", err, solver.ErrUnknown)
	}
}
