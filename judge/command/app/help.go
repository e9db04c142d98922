package app

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

const maxTerm = 26 // columns of a flag; the text of a longer one begins on the next line

func (a *App) printHelp(w io.Writer) { a.page().print(w) }

func (p path) printHelp(w io.Writer) { p.page().print(w) }

// print prints the page for a terminal.
func (p *page) print(out io.Writer) {
	columns := helpWidth
	if n := Columns(out); n > 0 {
		columns = max(least, min(columns, n))
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	io.WriteString(w, Fold(fmt.Sprintf("%s: %s\n", p.name, p.usage), columns))
	io.WriteString(w, Fold(fmt.Sprintf("\nUsage: %s %s\n", p.name, p.synopsis), columns))
	for _, text := range paragraphs(p.description) {
		fmt.Fprintln(w)
		if text[0] == ' ' {
			fmt.Fprintln(w, text)
			continue
		}
		for _, line := range wrap(text, columns) {
			fmt.Fprintln(w, line)
		}
	}
	p.printSections(w, columns)
	if p.exits != nil {
		fmt.Fprintf(w, "\nExit status:\n")
		for _, e := range p.exits {
			printEntry(w, fmt.Sprint(e.Code), e.Meaning, 3, columns)
		}
	}
	if p.examples != nil {
		fmt.Fprintf(w, "\nExamples:\n")
		for _, e := range p.examples {
			fmt.Fprint(w, indented(e.session()))
		}
	}
	if p.name == Program || p.subpages != nil {
		fmt.Fprintf(w, "\n\"%s COMMAND --help\" says more about a command.\n", p.name)
	}
}

// printSections prints the lists of commands and flags. All their texts begin in the same
// column.
func (p *page) printSections(w io.Writer, columns int) {
	terms := p.terms()
	width := 0
	for _, all := range terms {
		for _, term := range all {
			if len(term) <= min(maxTerm, columns/3) {
				width = max(width, len(term))
			}
		}
	}
	for i, s := range p.sections {
		fmt.Fprintf(w, "\n%s:\n", s.title)
		for j, e := range s.entries {
			printEntry(w, terms[i][j], e.text, width, columns)
		}
	}
}

// terms returns the terms of all sections, which stand before the texts of their entries.
// Long names of flags are aligned, whether or not there is a short one.
func (p *page) terms() (all [][]string) {
	for _, s := range p.sections {
		var terms []string
		for _, e := range s.entries {
			term := strings.TrimSpace(e.names + " " + e.value)
			if strings.HasPrefix(term, "--") {
				term = "    " + term
			}
			terms = append(terms, term)
		}
		all = append(all, terms)
	}
	return all
}

// printEntry prints a term in a column of the given width, and the text in a column behind it.
func printEntry(w io.Writer, term, text string, width, columns int) {
	lines := wrap(text, columns-width-4)
	if len(term) > width {
		fmt.Fprintf(w, "  %s\n", term)
		term = ""
	}
	for _, line := range lines {
		fmt.Fprintf(w, "  %-*s  %s\n", width, term, line)
		term = ""
	}
}

// printFirst prints the commands to know first. A person who has typed no command reads this.
func (a *App) printFirst(w io.Writer) {
	text := fmt.Sprintf("%s: %s\n\n", Program, a.Usage)
	width := 0
	for _, name := range a.First {
		width = max(width, len(name))
	}
	for _, name := range a.First {
		text += fmt.Sprintf("  %-*s  %s\n", width, name, named(a.Commands, name).Usage)
	}
	text += fmt.Sprintf("\n\"%s %s\" lists all commands, and \"%[1]s COMMAND %s\" says more"+
		" about one.\n", Program, helpFlag, helpFlag)
	io.WriteString(w, Fold(text, Columns(w)))
}

// Examples returns the examples of all commands, except those without an output. Tests compare the
// outputs.
func Examples(a *App) (all []Example) {
	add := func(examples []Example) {
		for _, e := range examples {
			if e.Output != "" {
				all = append(all, e)
			}
		}
	}
	add(a.Examples)
	for _, c := range a.all() {
		add(c.Examples)
		for _, sub := range c.Subcommands {
			add(sub.Examples)
		}
	}
	return all
}

// session returns an example as it looks in a terminal.
func (e Example) session() string {
	text, prompt := "", "$ "
	for line := range strings.Lines(e.Command + "\n") {
		text += prompt + line
		prompt = "$ "
		if strings.HasSuffix(line, "|\n") || strings.HasSuffix(line, "\\\n") {
			prompt = "> " // as a shell asks for the rest of a command
		}
	}
	if e.Output != "" {
		text += strings.TrimRight(e.Output, "\n") + "\n"
	}
	return text
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// wrap breaks a text into lines of up to width bytes. A longer word has a line to itself.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
