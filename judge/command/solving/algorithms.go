package solving

import (
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/list"
	"tilejudge/solver"
	"tilejudge/solver/pdb"
)

// Algorithms declares the command algorithms.
func Algorithms() *app.Command {
	return &app.Command{
		Name:      "algorithms",
		Category:  "Solve",
		Usage:     "list the algorithms and heuristics",
		ArgsUsage: "[NAME...]",
		Description: `
The list has a line for each; -v says what it does and costs. Every answer but those of
greedy is a shortest path, and all but those of astar are the lexicographically smallest of these in
the format's order, mostly u d l r: so algorithm, heuristic and number of workers do not change the
answer, unless a limit is met. Solvability is decided by parity before any search.

The heuristics pdb and pdb-NAME are pattern databases. Their patterns can be drawn, too: a picture
of the goal with a letter for each pattern, as in pdb:.aab:aabb:ccdb:ccdd.`,
		Values: func() []string { return append(algorithmNames(), solver.HeuristicNames()...) },
		Action: listAlgorithms,
		Flags:  []cli.Flag{flags.Verbose},
		Examples: []app.Example{{
			Command: "tilejudge algorithms bibfs manhattan",
			Output: `bibfs      bidirectional breadth-first search
manhattan  heuristic: sum of the tiles' distances to their goal cells (the default)`,
		}},
	}
}

// listAlgorithms lists algorithms and heuristics.
func listAlgorithms(c *cli.Context) error {
	var items []list.Item
	for _, a := range solver.Algorithms {
		items = append(items, list.Item{Name: a.Name, Summary: a.Summary, Describe: func() string {
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
	for _, h := range solver.Heuristics[1:] {
		items = append(items, list.Item{
			Name: h.Name, Summary: "heuristic: " + h.Summary,
			Describe: func() string { return h.Doc + "\n" },
		})
	}
	for _, n := range pdb.All {
		summary := "the patterns " + n.Picture
		if n.Stored != "" {
			summary = "the stored tables " + n.Stored
		}
		items = append(items, list.Item{
			Name: "pdb-" + n.Name, Summary: "heuristic: " + summary,
			Describe: func() string { return "" },
		})
	}
	items, err := list.Chosen(c, "algorithm", items, func(it list.Item) string { return it.Name })
	if err != nil {
		return err
	}
	return list.Print(c, items)
}

func algorithmNames() (names []string) {
	for _, a := range solver.Algorithms {
		names = append(names, a.Name)
	}
	return names
}
