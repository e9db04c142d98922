package main

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/solver"
)

// An item is a line, or with --verbose a section, of a list.
type item struct {
	name, summary string
	describe      func() string
}

// list prints the items, or those that are named.
func list(c *cli.Context, what string, items []item) error {
	var names []string
	for _, it := range items {
		names = append(names, it.name)
	}
	chosen := make(map[string]bool)
	for _, name := range c.Args().Slice() {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown %s %q%s", what, name, suggest(name, names))
		}
		chosen[name] = true
	}
	t := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	for _, it := range items {
		switch {
		case len(chosen) > 0 && !chosen[it.name]:
		case c.Bool("verbose"):
			fmt.Fprintf(t, "%s: %s\n\n%s\n", it.name, it.summary, it.describe())
		default:
			fmt.Fprintf(t, "%s\t%s\n", it.name, it.summary)
		}
	}
	return t.Flush()
}

func listFormats(c *cli.Context) error {
	var items []item
	for _, f := range formats.All {
		items = append(items, item{f.Name, f.Title, func() string { return describe(f) }})
	}
	return list(c, "format", items)
}

func listAlgorithms(c *cli.Context) error {
	var items []item
	for _, a := range solver.Algorithms {
		items = append(items, item{a.Name, a.Summary, func() string {
			doc := a.Doc + "\n"
			if a.Heuristic {
				doc += "Takes --heuristic.\n"
			}
			return doc
		}})
	}
	for _, name := range solver.Heuristics[1:] {
		h, err := solver.ParseHeuristic(name)
		if err != nil {
			return err
		}
		items = append(items, item{name, "heuristic: " + h.Summary(), func() string { return "" }})
	}
	return list(c, "algorithm", items)
}

// describe returns all that is known of a format.
func describe(f *formats.Format) string {
	var b strings.Builder
	section := func(name, text string) {
		text = strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
		fmt.Fprintf(&b, "%s:\n    %s\n", name, text)
	}
	section("Input", f.Input)
	section("Answer", f.Output)
	section("Boards", f.Shapes.String())
	section("Goal", f.Goal.String())
	section("Accepted", fmt.Sprintf("%s; ours is a shortest, and of these the first in the order %v",
		f.Rule, f.Order))
	section("After a malformed puzzle, with --keep-going, reading resumes at", f.Resume.String())
	section("Source", f.Source)
	if data, err := fs.ReadFile(cases.FS, f.Name+".txt"); err == nil {
		input, answer := example(data)
		section("Example input", input)
		section("Its answer", answer)
	}
	return b.String()
}

func formatNames() (names []string) {
	for _, f := range formats.All {
		names = append(names, f.Name)
	}
	return names
}

func algorithmNames() (names []string) {
	for _, a := range solver.Algorithms {
		names = append(names, a.Name)
	}
	return names
}

// caseNames returns the names of the bundled puzzles.
func caseNames() (names []string) {
	files, _ := fs.Glob(cases.FS, "*.txt")
	for _, file := range files {
		if data, err := fs.ReadFile(cases.FS, file); err == nil {
			if input, _ := example(data); input != "" {
				names = append(names, strings.TrimSuffix(file, ".txt"))
			}
		}
	}
	return names
}
