package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
)

// manCommand declares man.
func (a *App) manCommand() *Command {
	return &Command{
		Name: "man", Category: otherCategory, ArgsUsage: "DIR",
		Usage: "write the manual pages, one for each command, into a directory",
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return errors.New("man: expected a directory")
			}
			return a.WriteManual(c.Args().First())
		},
	}
}

// WriteManual writes the manual into a directory, which it creates if need be: a page for
// the program, tilejudge.1, and one for each command, such as tilejudge-solve.1.
func (a *App) WriteManual(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	pages := []*page{a.page()}
	for _, c := range a.all() {
		pages = append(pages, path{c}.page())
	}
	for _, p := range pages {
		var b strings.Builder
		p.printMan(&b, a, pages)
		file := filepath.Join(dir, p.manName()+".1")
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// manName returns the name of the page, such as "tilejudge-solve".
func (p *page) manName() string { return strings.ReplaceAll(p.name, " ", "-") }

// printMan prints the page in the language of man(7). It refers to all the others.
func (p *page) printMan(out io.Writer, a *App, all []*page) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	fmt.Fprintf(w, ".TH %s 1 %s \"%s %s\" \"%s manual\"\n", roff(strings.ToUpper(p.manName())),
		a.Date, Program, roff(a.Version), Program)
	fmt.Fprintf(w, ".SH NAME\n%s\n", filled(p.manName()+" - "+p.usage))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.B %s\n%s\n", roff(p.name), roff(p.synopsis))
	p.printBody(w, ".SH")
	for _, sub := range p.subpages {
		fmt.Fprintf(w, ".SH %s\n.B %s\n%s\n.PP\n%s.\n", roff(strings.ToUpper(sub.name)),
			roff(sub.name), roff(sub.synopsis), roff(strings.ToUpper(sub.usage[:1])+sub.usage[1:]))
		sub.printBody(w, ".SS")
	}
	fmt.Fprintf(w, ".SH SEE ALSO\n")
	var others []string
	for _, other := range all {
		if other != p {
			others = append(others, fmt.Sprintf("\\fB%s\\fR(1)", roff(other.manName())))
		}
	}
	fmt.Fprintln(w, strings.Join(others, ",\n"))
}

// printBody prints what follows the synopsis. The macro makes the headings.
func (p *page) printBody(w io.Writer, heading string) {
	if p.description != "" && heading == ".SH" {
		fmt.Fprintln(w, heading, "DESCRIPTION")
	}
	for i, text := range paragraphs(p.description) {
		if i > 0 || heading != ".SH" {
			fmt.Fprintln(w, ".PP")
		}
		if text[0] == ' ' {
			fmt.Fprintf(w, ".nf\n%s\n.fi\n", roff(text))
		} else {
			fmt.Fprintln(w, filled(text))
		}
	}
	for _, s := range p.sections {
		fmt.Fprintln(w, heading, roff(strings.ToUpper(s.title)))
		for _, e := range s.entries {
			fmt.Fprintf(w, ".TP\n\\fB%s\\fR", roff(e.names))
			if e.value != "" {
				fmt.Fprintf(w, " \\fI%s\\fR", roff(e.value))
			}
			fmt.Fprintf(w, "\n%s\n", filled(e.text))
		}
	}
	if p.exits != nil {
		fmt.Fprintln(w, heading, "EXIT STATUS")
		for _, e := range p.exits {
			fmt.Fprintf(w, ".TP\n%d\n%s\n", e.Code, filled(e.Meaning))
		}
	}
	if p.examples != nil {
		fmt.Fprintln(w, heading, "EXAMPLES")
		for i, e := range p.examples {
			if i > 0 {
				fmt.Fprintln(w, ".PP")
			}
			fmt.Fprintf(w, ".nf\n%s\n.fi\n", roff(strings.TrimRight(e.session(), "\n")))
		}
	}
}

// filled returns roff of a text in lines of up to 80 bytes, which the reader fills.
func filled(text string) string {
	lines := wrap(roff(text), 78)
	for i, line := range lines {
		if i > 0 && strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// roff escapes what roff would change or obey in a text: backslashes, dots at the start of a line,
// and the hyphens and quotes that a reader may want to copy.
func roff(text string) string {
	lines := strings.Split(roffEscapes.Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`,
	`'`, `\(aq`)
