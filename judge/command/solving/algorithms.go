package solving

import (
	"context"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/idastar"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// Algorithms declares the command algorithms.
func Algorithms() *app.Command {
	return &app.Command{
		Name:      "algorithms",
		Category:  "Solve",
		Usage:     "list the algorithms and heuristics",
		ArgsUsage: "[NAME...]",
		Description: `
The list has a line for each; -v says what it does and what it costs, and shows the value of a
heuristic for an 8-puzzle. All algorithms except greedy and anytime find shortest paths; auto may
use these two where any path will do. All others but astar find the lexicographically smallest path
in the format's order of moves, mostly u d l r. So their answers do not depend on algorithm,
heuristic or number of workers, unless a limit is met. Parity tells which puzzles are unsolvable,
before any search.

The heuristics pdb and pdb-NAME are pattern databases. The patterns can also be drawn: a picture of
the goal, row by row, has a letter for each tile of a pattern, as in pdb:.aab:aabb:ccdb:ccdd.`,
		Values: func() []string { return append(algorithmNames(), solver.HeuristicNames()...) },
		Action: schema.Or(schema.Algorithms, listAlgorithms),
		Flags: []cli.Flag{
			flags.Verbose,
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with all that is known"},
			schema.Flag("--json", ""),
		},
		Examples: []app.Example{{
			Command: "tilejudge algorithms bibfs manhattan",
			Output: `bibfs      bidirectional breadth-first search
manhattan  heuristic: sum of the tiles' distances to their goal cells (the default)`,
		}},
	}
}

// listAlgorithms lists algorithms and heuristics.
func listAlgorithms(c *cli.Context) error {
	if c.Bool("json") {
		return listEntries(c)
	}
	items, err := stdio.Chosen(c, "algorithm", algorithmItems(),
		func(it stdio.Item) string { return it.Name })
	if err != nil {
		return err
	}
	return stdio.PrintItems(c, items)
}

// algorithmItems returns the items of the list: algorithms, heuristics, and pattern
// databases.
func algorithmItems() (items []stdio.Item) {
	for _, a := range algorithms.All {
		items = append(items, stdio.Item{Name: a.Name, Summary: a.Summary, Describe: func() string {
			doc := a.Doc + "\n"
			switch {
			case a.Weight:
				doc += "Takes --heuristic and --weight.\n"
			case a.Heuristic:
				doc += "Takes --heuristic.\n"
			}
			return doc
		}})
	}
	for i, h := range solver.Heuristics[1:] {
		items = append(items, stdio.Item{
			Name: h.Name, Summary: "heuristic: " + h.Summary,
			Describe: func() string {
				return h.Doc + "\n" + estimateOf(solver.Heuristic(i+1), nil)
			},
		})
	}
	for _, n := range pdb.All {
		summary := "the patterns " + n.Picture
		if n.Stored != "" {
			summary = "the stored tables " + n.Stored
		}
		items = append(items, stdio.Item{
			Name: "pdb-" + n.Name, Summary: "heuristic: " + summary,
			Describe: func() string { return patternsOf(n) },
		})
	}
	return items
}

func algorithmNames() (names []string) {
	for _, a := range algorithms.All {
		names = append(names, a.Name)
	}
	return names
}

// example is the 8-puzzle whose estimates the list of heuristics shows. All of them differ.
var example = []puzzle.Tile{1, 7, 3, 0, 5, 4, 2, 8, 6}

// estimateOf describes the value of a heuristic for the example, if it is for such boards.
func estimateOf(h solver.Heuristic, patterns *pdb.Choice) string {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	p := &puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: example}, Goal: puzzle.BlankLast.Goal(shape),
	}
	e := heuristic.Estimator{Heuristic: h, Patterns: patterns}
	value, err := e.Value(p)
	if err != nil {
		return ""
	}
	s, err := new(idastar.Solver).Solve(context.Background(), p, nil)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("The estimate for this 8-puzzle is %d; a shortest path has %s:\n%s", value,
		english.Plural(s.Moves, "move", ""), picture(p.Start))
}

// patternsOf describes named patterns, and their value for the example.
func patternsOf(n pdb.NamedChoice) string {
	if n.Stored != "" {
		return fmt.Sprintf("Looks up the stored tables %s: \"tables build %s\" builds them, and"+
			" \"tables list\" tells\nwhat they take.\n", n.Stored, n.Stored)
	}
	rows := strings.Split(n.Picture, ":")
	return fmt.Sprintf("Looks up, for each letter in this picture of the goal, how many moves its"+
		" tiles need by\nthemselves, and adds that up:\n  %s\n", strings.Join(rows, "\n  ")) +
		estimateOf(solver.PatternDatabase, pdb.Choose(n.Name))
}

// picture returns the rows of a board of one-digit tiles; the blank is a dot.
func picture(b puzzle.Board) string {
	var text strings.Builder
	for cell, t := range b.Tiles {
		end := " "
		if cell%b.Cols == b.Cols-1 {
			end = "\n"
		}
		if cell%b.Cols == 0 {
			text.WriteString("  ")
		}
		if t == puzzle.Blank {
			text.WriteString("·" + end)
		} else {
			fmt.Fprintf(&text, "%d%s", t, end)
		}
	}
	return text.String()
}

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

// qualities are the names of what an algorithm finds. They are those of --require where it has one.
var qualities = map[algorithms.Quality]string{
	algorithms.AnyPath:   puzzle.RuleNames()[puzzle.AnyPath],
	algorithms.Bounded:   "bounded",
	algorithms.Shortest:  puzzle.RuleNames()[puzzle.Shortest],
	algorithms.Canonical: puzzle.RuleNames()[puzzle.Least],
}

// listEntries prints algorithms and heuristics as JSON.
func listEntries(c *cli.Context) error {
	chosen, err := stdio.Chosen(c, "algorithm", entries(), func(e entry) string { return e.Name })
	if err != nil {
		return err
	}
	return stdio.PrintJSON(c.App.Writer, chosen)
}

// entries returns the algorithms, the heuristics, and the pattern databases.
func entries() (all []entry) {
	for _, a := range algorithms.All {
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
			Title:   "pattern databases of " + n.Name + " tiles",
			Picture: n.Picture, Tables: n.Stored,
		})
	}
	return all
}
