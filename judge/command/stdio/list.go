package stdio

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
)

// An Item is a line, or with --verbose a section, of a list.
type Item struct {
	Group, Name, Summary string
	Describe             func() string // for --verbose
}

// PrintItems prints the items, group by group.
func PrintItems(c *cli.Context, items []Item) error {
	var w strings.Builder
	width := 0
	for _, it := range items {
		width = max(width, len(it.Name))
	}
	for i, it := range items {
		if c.Bool("verbose") {
			title := strings.TrimSpace(it.Group + " " + it.Summary)
			fmt.Fprintf(&w, "%s: %s\n\n%s\n", it.Name, title, it.Describe())
			continue
		}
		indent := ""
		if it.Group != "" {
			indent = "  "
			if i == 0 || items[i-1].Group != it.Group {
				fmt.Fprintln(&w, it.Group)
			}
		}
		fmt.Fprintf(&w, "%s%-*s  %s\n", indent, width, it.Name, it.Summary)
	}
	return PrintFolded(c, w.String())
}

// PrintFolded prints a text for people, with lines that fit the terminal.
func PrintFolded(c *cli.Context, text string) error {
	_, err := io.WriteString(c.App.Writer, app.Fold(text, app.Columns(c.App.Writer)))
	return err
}

// Columns returns the width of lines of the output, which may be a file; 0: they have any length.
func Columns(c *cli.Context) int {
	if c.IsSet("output") {
		return app.Columns(io.Discard)
	}
	return app.Columns(c.App.Writer)
}

// PrintJSON prints a value as indented JSON, with "<", ">" and "&" as they are.
func PrintJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Chosen returns the items whose names are arguments, in the order of items, or all items if there
// are no arguments. It returns an error for a name that no item has; what is a noun for it, such as
// "format".
func Chosen[T any](c *cli.Context, what string, items []T, name func(T) string) ([]T, error) {
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
