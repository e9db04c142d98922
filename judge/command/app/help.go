package app

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

const (
	helpWidth = 88 // columns
	maxTerm   = 26 // columns of a flag; the text of a longer one begins on the next line
)

func (a *App) printHelp(w io.Writer) { a.page().print(w) }

func (p path) printHelp(w io.Writer) { p.page().print(w) }

// print prints the page for a terminal.
func (p *page) print(out io.Writer) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	fmt.Fprintf(w, "%s: %s\n\nUsage: %s %s\n", p.name, p.usage, p.name, p.synopsis)
	for _, text := range paragraphs(p.description) {
		fmt.Fprintln(w)
		if text[0] == ' ' {
			fmt.Fprintln(w, text)
			continue
		}
		for _, line := range wrap(text, helpWidth) {
			fmt.Fprintln(w, line)
		}
	}
	p.printSections(w)
	if p.exits != nil {
		fmt.Fprintf(w, "\nExit status:\n")
		for _, e := range p.exits {
			printEntry(w, fmt.Sprint(e.Code), e.Meaning, 3)
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
func (p *page) printSections(w io.Writer) {
	terms := p.terms()
	width := 0
	for _, all := range terms {
		for _, term := range all {
			if len(term) <= maxTerm {
				width = max(width, len(term))
			}
		}
	}
	for i, s := range p.sections {
		fmt.Fprintf(w, "\n%s:\n", s.title)
		for j, e := range s.entries {
			printEntry(w, terms[i][j], e.text, width)
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

// printEntry prints a term and its text, which begins after a column of that width.
func printEntry(w io.Writer, term, text string, width int) {
	lines := wrap(text, helpWidth-width-4)
	if len(term) > width {
		fmt.Fprintf(w, "  %s\n", term)
		term = ""
	}
	for _, line := range lines {
		fmt.Fprintf(w, "  %-*s  %s\n", width, term, line)
		term = ""
	}
}

// Examples returns the examples of all commands that have an output, which tests compare.
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
	text := "$ " + strings.ReplaceAll(e.Command, "\n", "\n$ ") + "\n"
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

// wrap returns the words of a text in lines of up to width bytes, if words allow it.
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
