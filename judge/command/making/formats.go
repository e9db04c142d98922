package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/formats/statement"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/recipe"
)

// Formats declares the command formats.
func Formats() *app.Command {
	return &app.Command{
		Name:      "formats",
		Category:  "Make and convert",
		Usage:     "list the formats, or declare one of your own",
		ArgsUsage: "[NAME...|WORD...]",
		Description: `
A format is what one judge reads and writes. The list has a line for each; -v gives its grammar,
boards, goal, rule for answers, the place where reading resumes after a malformed puzzle, and an
example with its answer. Words in place of names search: a size such as 15 or 4x4, or a piece of a
name, a title or a goal, such as "blank-first".

A stream has as many puzzles as the judge's: up to the end of the input, as many as its first line
says, or up to a line that ends it. If the judge gives one puzzle, a stream has any number.

A file declares a format of your own, in TOML: --template prints one that explains all keys, and
--toml any format as such a file, to change. Every command takes the file in place of a name, as in
"-f mine.toml", "--to mine.toml" or "TILEJUDGE_FORMAT=mine.toml"; the name of the format is that of
the file, "mine". A mistake in it is an error with its line and column. A file in the directory
tilejudge/formats of the user's settings, such as ~/.config/tilejudge/formats/mine.toml, is found by
the name alone; it is listed here, and detected in inputs. One that is wrong does not disturb other
formats: a message here says what is wrong.

--try tells part by part how a format reads an example, and where the example no longer fits. A
file of answers may follow.`,
		Values: declared.Names,
		Action: schema.Or(schema.Formats, listFormats),
		Flags: []cli.Flag{
			flags.Verbose,
			flags.Format(&cli.StringFlag{
				Name: "format", Aliases: []string{"f"},
				Usage: "describe `FORMAT` alone, or the file that declares it",
			}),
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with all that is known"},
			schema.Flag("--json", ""),
			&cli.BoolFlag{Name: "toml", Usage: "print the file that declares the format, to change"},
			&cli.BoolFlag{
				Name: "template", Usage: "print a file that declares a format and explains all keys",
			},
			&cli.StringFlag{
				Name: "try", Usage: "read the puzzles in `FILE` with --format, and tell each part",
			},
		},
		Exits: []app.Exit{{
			Code: app.ExitFailed, Meaning: "with --try: the example does not fit",
		}, {
			Code: app.ExitUsage, Meaning: "there is no such format, or its file has a mistake",
		}},
		Examples: []app.Example{{
			Command: "tilejudge formats poj-1077 luogu-p1379",
			Output: `POJ
  poj-1077     1077 Eight: 3x3, x the blank; a path of u d l r
Luogu
  luogu-p1379  P1379 Eight: nine digits glued, the goal 123804765; the minimum number of moves`,
		}, {
			Command: "tilejudge formats 2x4 blank-first",
			Output: "AOJ\n" +
				"  aoj-0121  0121 Seven Puzzle: 2x4 in one line, the blank first; the minimum number of moves",
		}, {
			Command: "tilejudge formats -v poj-1077",
			Output:  "poj-1077: POJ 1077 Eight: 3x3, x the blank; a path of u d l r\n...",
		}, {
			Command: `tilejudge formats luogu-p1379 --toml | sed 's/{moves}/{moves} moves/' > mine.toml
echo 283104765 | tilejudge solve -f mine.toml`,
			Output: "4 moves",
		}, {
			Command: `printf '3\n1 2 3\n4 0 6\n7 5 8\n' | tilejudge formats -f princeton --try -`,
			Output: `1:1: {n}, the number of rows, and of columns: 3
2:1: {board}, the start:
    1 2 3
    4 0 6
    7 5 8
  puzzle 1: from 1 2 3 / 4 _ 6 / 7 5 8 to 1 2 3 / 4 5 6 / 7 8 _
stdin: the end, after puzzle 1`,
		}},
	}
}

// listFormats lists formats, or prints a declaration.
func listFormats(c *cli.Context) error {
	if c.Bool("template") {
		if c.NArg() > 0 || c.IsSet("format") {
			return errors.New("--template: found a format too, expected none; --toml prints one")
		}
		_, err := io.WriteString(c.App.Writer, declared.Template)
		return err
	}
	if c.IsSet("try") {
		return tryExample(c)
	}
	fs, err := chosenFormats(c)
	switch {
	case err != nil:
		return err
	case c.Bool("toml"):
		return printTOML(c, fs)
	case c.Bool("json"):
		return listJSON(c, fs)
	}
	var items []stdio.Item
	for _, f := range fs {
		it := stdio.Item{Group: f.Judge, Name: f.Name, Summary: f.Title}
		if c.Bool("verbose") {
			text, err := describe(c.Context, f)
			if err != nil {
				return err
			}
			it.Describe = func() string { return text }
		}
		items = append(items, it)
	}
	return stdio.PrintItems(c, items)
}

// tryExample tells how a format reads an example.
func tryExample(c *cli.Context) error {
	f, err := flags.GivenFormat(c, "format")
	switch {
	case err != nil:
		return err
	case f == nil:
		return errors.New("--try: found no --format, expected the format to read the example with")
	case c.NArg() > 1:
		return fmt.Errorf("--try: found %q too, expected at most one file of answers", c.Args().Get(1))
	}
	in, err := stdio.Open(c, c.String("try"))
	if err != nil {
		return err
	}
	defer in.Close()
	var out *statement.File
	if name := c.Args().First(); name != "" {
		r, err := stdio.Open(c, name)
		if err != nil {
			return err
		}
		defer r.Close()
		out = &statement.File{Reader: r, Name: stdio.Name(name)}
	}
	puzzles := statement.File{Reader: in, Name: stdio.Name(c.String("try"))}
	err = statement.Example(c.App.Writer, f, puzzles, out)
	if errors.As(err, new(*formats.SyntaxError)) {
		stdio.Complainer(c)(err)
		return app.ErrFailed
	}
	return err
}

// chosenFormats returns the format of --format, or those whose names are arguments, or all. If it
// returns all, it leaves out those whose files are wrong, and says so.
func chosenFormats(c *cli.Context) ([]*formats.Format, error) {
	f, err := flags.GivenFormat(c, "format")
	switch {
	case err != nil:
		return nil, err
	case f != nil && c.NArg() > 0:
		return nil, fmt.Errorf("--format: found %q too, expected one of them", c.Args().First())
	case f != nil:
		return []*formats.Format{f}, nil
	}
	own, errs := declared.Own()
	all := slices.Concat(formats.All, own)
	var named []*formats.Format
	for _, name := range c.Args().Slice() {
		f, err := flags.LookupFormat(name)
		if err == nil {
			named = append(named, f)
			continue
		}
		if found := search(all, c.Args().Slice()); len(found) > 0 {
			return found, nil
		}
		return nil, err
	}
	if len(named) > 0 {
		return inOrder(named, all), nil
	}
	for _, err := range errs {
		stdio.Complainer(c)(err)
	}
	return all, nil
}

// inOrder sorts formats into the order of a list, and drops repeated ones. Formats that the list
// lacks come last.
func inOrder(fs, order []*formats.Format) []*formats.Format {
	place := func(f *formats.Format) int {
		i := slices.IndexFunc(order, func(o *formats.Format) bool { return o.Name == f.Name })
		return cmp.Or(i+1, len(order)+1)
	}
	slices.SortStableFunc(fs, func(a, b *formats.Format) int { return place(a) - place(b) })
	return slices.CompactFunc(fs, func(a, b *formats.Format) bool { return a.Name == b.Name })
}

// printTOML prints the declaration of a format.
func printTOML(c *cli.Context, fs []*formats.Format) error {
	if len(fs) != 1 {
		return fmt.Errorf("--toml: found %d formats, expected the name of one", len(fs))
	}
	text, err := declared.Encode(fs[0])
	if err != nil {
		return err
	}
	_, err = c.App.Writer.Write(text)
	return err
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
		in, out, err := recipe.Example(c.Context, f)
		if err != nil {
			return err
		}
		input, answer := statement.Help(f)
		all = append(all, description{
			f.Name, f.Judge, f.Title, f.Source, f.Shapes.String(), statement.Goal(f),
			input.Text(), answer.Text(), f.Rule.String(), f.Order.String(), f.Notes, in, out,
		})
	}
	return stdio.PrintJSON(c.App.Writer, all)
}

// describe returns all that is known about a format.
func describe(ctx context.Context, f *formats.Format) (string, error) {
	var b strings.Builder
	section := func(name, text string) {
		if text == "" {
			return
		}
		text = strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
		fmt.Fprintf(&b, "%s:\n    %s\n", name, text)
	}
	input, answer := statement.Help(f)
	section("Input", input.Text())
	section("Answer", answer.Text())
	section("Boards", f.Shapes.String())
	section("Goal", statement.Goal(f))
	section("Accepted", statement.Accepted(f))
	section("After a malformed puzzle, with --keep-going, reading resumes at", puzzles.Resume(f))
	section("Notes", f.Notes)
	section("Source", f.Source)
	in, out, err := recipe.Example(ctx, f)
	if err != nil {
		return "", err
	}
	section("Example input", in)
	section("Its answer", out)
	fmt.Fprintf(&b, "agrees with: %s\n",
		cmp.Or(cases.Agreement(f.Name), "no program was tried; the only source is the one above"))
	return b.String(), nil
}
