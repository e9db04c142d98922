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
		Usage:     "list the algorithms and heuristics",
		ArgsUsage: "[NAME...]",
		Values:    func() []string { return append(algorithmNames(), solver.HeuristicNames()...) },
		Action:    listAlgorithms,
		Flags:     []cli.Flag{flags.Verbose},
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
