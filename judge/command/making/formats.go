package making

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/list"
	"tilejudge/judge/command/schema"
)

// Formats declares the command formats.
func Formats() *app.Command {
	return &app.Command{
		Name:      "formats",
		Category:  "Make and convert",
		Usage:     "list the formats",
		ArgsUsage: "[NAME...]",
		Description: `
A format is what one judge reads and writes. The list has a line for each; -v gives its
grammar, boards, goal, rule for answers, the place where reading resumes after a malformed puzzle,
and an example with its answer.

A stream has as many puzzles as the judge's: up to the end of the input, as many as its first line
says, or up to a line that ends it. If the judge gives one puzzle, a stream has any number.`,
		Values: formats.Names,
		Action: schema.Or(schema.Formats, listFormats),
		Flags: []cli.Flag{flags.Verbose, &cli.BoolFlag{
			Name: "json", Usage: "print JSON, with all that is known",
		}, schema.Flag("--json", "")},
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

// listFormats lists formats.
func listFormats(c *cli.Context) error {
	name := func(f *formats.Format) string { return f.Name }
	fs, err := list.Chosen(c, "format", formats.All, name)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return listJSON(c, fs)
	}
	var items []list.Item
	for _, f := range fs {
		items = append(items, list.Item{
			Group: f.Judge, Name: f.Name, Summary: f.Title,
			Describe: func() string { return describe(f) },
		})
	}
	return list.Print(c, items)
}

// listJSON prints an array of objects with all that is known about formats.
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

		ExampleInput  string `json:"example_input"` // bundled puzzles
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
	return list.JSON(c.App.Writer, all)
}

// describe returns all that is known about a format.
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
