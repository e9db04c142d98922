package solving

import (
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/list"
	"tilejudge/solver"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// An entry is what algorithms --json tells about an algorithm or a heuristic.
type entry struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // algorithm or heuristic
	Title string `json:"title"`
	Notes string `json:"notes,omitempty"`
	*algorithmEntry
	Picture string `json:"picture,omitempty"` // of patterns
	Tables  string `json:"tables,omitempty"`  // that are stored
}

// An algorithmEntry is the part of an entry that only algorithms have.
type algorithmEntry struct {
	Finds     string `json:"finds"`
	Heuristic bool   `json:"takes_heuristic"`
	Weight    bool   `json:"takes_weight"`
}

// qualities are the names of what an algorithm finds, as far as --require has them.
var qualities = map[solver.Quality]string{
	solver.AnyPath:   puzzle.RuleNames()[puzzle.AnyPath],
	solver.Bounded:   "bounded",
	solver.Shortest:  puzzle.RuleNames()[puzzle.Shortest],
	solver.Canonical: puzzle.RuleNames()[puzzle.Least],
}

// listEntries prints algorithms and heuristics as JSON.
func listEntries(c *cli.Context) error {
	chosen, err := list.Chosen(c, "algorithm", entries(), func(e entry) string { return e.Name })
	if err != nil {
		return err
	}
	return list.JSON(c.App.Writer, chosen)
}

// entries returns the algorithms, the heuristics, and the pattern databases.
func entries() (all []entry) {
	for _, a := range solver.Algorithms {
		all = append(all, entry{
			Name: a.Name, Type: "algorithm", Title: a.Summary, Notes: a.Doc,
			algorithmEntry: &algorithmEntry{qualities[a.Finds], a.Heuristic, a.Weight},
		})
	}
	for _, h := range solver.Heuristics[1:] {
		all = append(all, entry{Name: h.Name, Type: "heuristic", Title: h.Summary, Notes: h.Doc})
	}
	for _, n := range pdb.All {
		all = append(all, entry{
			Name: solver.PatternDatabase.String() + "-" + n.Name, Type: "heuristic",
			Title: "pattern databases of " + n.Name + " tiles", Picture: n.Picture, Tables: n.Stored,
		})
	}
	return all
}
