package command

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/solver"
	"tilejudge/solver/pdb"
)

// An item is a line, or with --verbose a section, of a list.
type item struct {
	group, name, summary string
	describe             func() string
}

// list prints the items, group by group.
func list(c *cli.Context, items []item) error {
	w := bufio.NewWriter(c.App.Writer)
	width := 0
	for _, it := range items {
		width = max(width, len(it.name))
	}
	for i, it := range items {
		if c.Bool("verbose") {
			fmt.Fprintf(w, "%s: %s\n\n%s\n", it.name, strings.TrimSpace(it.group+" "+it.summary), it.describe())
			continue
		}
		indent := ""
		if it.group != "" {
			indent = "  "
			if i == 0 || items[i-1].group != it.group {
				fmt.Fprintln(w, it.group)
			}
		}
		fmt.Fprintf(w, "%s%-*s  %s\n", indent, width, it.name, it.summary)
	}
	return w.Flush()
}

// chosen returns the items whose names are arguments, or all if none is.
func chosen[T any](c *cli.Context, what string, items []T, name func(T) string) ([]T, error) {
	var names []string
	for _, it := range items {
		names = append(names, name(it))
	}
	for _, arg := range c.Args().Slice() {
		if !slices.Contains(names, arg) {
			return nil, app.Unknown(what, arg, names)
		}
	}
	if c.NArg() == 0 {
		return items, nil
	}
	return slices.DeleteFunc(slices.Clone(items), func(it T) bool {
		return !slices.Contains(c.Args().Slice(), name(it))
	}), nil
}

// verbose is the flag of lists.
func verbose() cli.Flag {
	return &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "describe each in full"}
}

func formatsCommand() *app.Command {
	return &app.Command{
		Name:      "formats",
		Category:  converting,
		Usage:     "list the formats",
		ArgsUsage: "[NAME...]",
		Description: `
A format is what one judge reads and writes. The list has a line for each; -v gives its
grammar, goal, boards, rule for answers, where reading resumes after a malformed puzzle, an example
and the answer to it.

A stream is read as its judge has it: until the end of the input, or as many puzzles as its first
line says, or up to the line that ends it. Formats whose judge gives one puzzle take any number.`,
		Values: formats.Names,
		Action: listFormats,
		Flags: []cli.Flag{verbose(), &cli.BoolFlag{
			Name: "json", Usage: "describe each in full, as JSON",
		}},
		Examples: []app.Example{{
			Command: "tilejudge formats poj-1077 luogu-p1379",
			Output: `POJ
  poj-1077     1077 Eight: 3x3, x the blank; a path of u d l r
Luogu
  luogu-p1379  P1379 Eight: nine digits glued, the goal 123804765; the minimum number of moves`,
		}, {
			Command: "tilejudge formats -v poj-1077",
			Output:  "poj-1077: POJ 1077 Eight: 3x3, x the blank; a path of u d l r\n...",
		}},
	}
}

func algorithmsCommand() *app.Command {
	return &app.Command{
		Name:      "algorithms",
		Category:  solving,
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
		Flags:  []cli.Flag{verbose()},
		Examples: []app.Example{{
			Command: "tilejudge algorithms bibfs manhattan",
			Output: `bibfs      bidirectional breadth-first search
manhattan  heuristic: sum of the tiles' distances to their goal cells (the default)`,
		}},
	}
}

func listFormats(c *cli.Context) error {
	fs, err := chosen(c, "format", formats.All, func(f *formats.Format) string { return f.Name })
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return listJSON(c, fs)
	}
	var items []item
	for _, f := range fs {
		items = append(items, item{f.Judge, f.Name, f.Title, func() string { return describe(f) }})
	}
	return list(c, items)
}

// listJSON prints an array with all that is known of formats.
func listJSON(c *cli.Context, fs []*formats.Format) error {
	type description struct {
		Name   string `json:"name"`
		Judge  string `json:"judge"`
		Title  string `json:"title"`
		Source string `json:"source"`
		Boards string `json:"boards"`
		Goal   string `json:"goal"`
		Input  string `json:"input"`
		Answer string `json:"answer"`
		Rule   string `json:"rule"`
		Order  string `json:"order"`
		Notes  string `json:"notes,omitempty"`
		// Of the bundled puzzles.
		ExampleInput  string `json:"example_input"`
		ExampleAnswer string `json:"example_answer"`
	}
	all := []description{}
	for _, f := range fs {
		e, err := cases.Lookup(f.Name)
		if err != nil {
			return err
		}
		all = append(all, description{
			f.Name, f.Judge, f.Title, f.Source, f.Shapes.String(), f.Goal.String(),
			f.Input(), f.Output(), f.Rule.String(), f.Order.String(), f.Notes, e.Input, e.Answer,
		})
	}
	e := json.NewEncoder(c.App.Writer)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(all)
}

func listAlgorithms(c *cli.Context) error {
	var items []item
	for _, a := range solver.Algorithms {
		items = append(items, item{"", a.Name, a.Summary, func() string {
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
		items = append(items, item{"", h.Name, "heuristic: " + h.Summary, func() string { return h.Doc + "\n" }})
	}
	for _, n := range pdb.All {
		summary := "the patterns " + n.Picture
		if n.Stored != "" {
			summary = "the stored tables " + n.Stored
		}
		items = append(items, item{"", "pdb-" + n.Name, "heuristic: " + summary, func() string { return "" }})
	}
	items, err := chosen(c, "algorithm", items, func(it item) string { return it.name })
	if err != nil {
		return err
	}
	return list(c, items)
}

// describe returns all that is known of a format.
func describe(f *formats.Format) string {
	var b strings.Builder
	section := func(name, text string) {
		text = strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
		fmt.Fprintf(&b, "%s:\n    %s\n", name, text)
	}
	section("Input", f.Input())
	section("Answer", f.Output())
	section("Boards", f.Shapes.String())
	section("Goal", f.Goal.String())
	section("Accepted", f.Accepts())
	section("After a malformed puzzle, with --keep-going, reading resumes at", puzzles.Resume(f))
	if f.Notes != "" {
		section("Notes", f.Notes)
	}
	section("Source", f.Source)
	if e, err := cases.Lookup(f.Name); err == nil {
		section("Example input", e.Input)
		section("Its answer", e.Answer)
	}
	return b.String()
}

func algorithmNames() (names []string) {
	for _, a := range solver.Algorithms {
		names = append(names, a.Name)
	}
	return names
}
