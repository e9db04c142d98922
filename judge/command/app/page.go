package app

import (
	"slices"
	"strconv"
	"strings"
)

// A page has what help and the manual say about a command. Both are printed from it.
type page struct {
	name        string // as it is typed
	usage       string
	synopsis    string // what follows the name
	description string
	sections    []section // commands or flags
	exits       []Exit
	examples    []Example
	subpages    []*page // of subcommands
}

// A section lists commands or flags under a title.
type section struct {
	title   string
	entries []entry
}

// An entry explains a command or a flag.
type entry struct {
	names string // "solve", or "-f, --format"
	value string // of the flag, "FORMAT"; "" if it takes none
	text  string
}

// add adds an entry to the section with the title. It appends a new section if there is
// none, so that sections are in the order of the declarations.
func (p *page) add(title string, e entry) {
	i := slices.IndexFunc(p.sections, func(s section) bool { return s.title == title })
	if i < 0 {
		i = len(p.sections)
		p.sections = append(p.sections, section{title: title})
	}
	p.sections[i].entries = append(p.sections[i].entries, e)
}

func (a *App) page() *page {
	p := &page{
		name: Program, usage: a.Usage, synopsis: "COMMAND [FLAG...] [ARGUMENT...]",
		description: a.Description, exits: a.Exits, examples: a.Examples,
	}
	p.addCommands(a.all())
	return p
}

// page returns the page of a command.
func (p path) page() *page {
	c := p.last()
	all := &page{
		name: p.String(), usage: c.Usage,
		description: c.Description, exits: c.Exits, examples: c.Examples,
	}
	if c.Subcommands != nil {
		all.synopsis = "COMMAND [FLAG...] [ARGUMENT...]"
		all.addCommands(c.Subcommands)
		for _, sub := range c.Subcommands {
			all.subpages = append(all.subpages, append(slices.Clone(p), sub).page())
		}
	}
	if flags := shown(c.Flags); flags != nil {
		all.synopsis = "[FLAG...]"
		for _, f := range flags {
			title := f.GetCategory()
			if title == "" {
				title = "Flags"
			}
			all.add(title, flagEntry(f))
		}
	}
	all.synopsis = strings.TrimSpace(all.synopsis + " " + c.ArgsUsage)
	return all
}

func (p *page) addCommands(commands []*Command) {
	for _, c := range commands {
		title := c.Category
		if title == "" {
			title = "Commands"
		}
		p.add(title, entry{names: c.Name, text: c.Usage})
	}
}

// flagEntry returns the entry of a flag. The short name comes first.
func flagEntry(f flag) (e entry) {
	var short, long []string
	for _, name := range f.Names() {
		if len(name) == 1 {
			short = append(short, dashed(name))
		} else {
			long = append(long, dashed(name))
		}
	}
	e.names = strings.Join(append(short, long...), ", ")
	value, text := usageOf(f)
	if f.TakesValue() {
		e.value = value
		if d := defaultOf(f); d != "" && !strings.Contains(text, "default") {
			text += " (default: " + d + ")"
		}
	}
	e.text = text
	return e
}

// defaultOf returns the default of a flag, or "".
func defaultOf(f flag) string {
	text := f.GetDefaultText()
	if unquoted, err := strconv.Unquote(text); err == nil {
		return unquoted
	}
	return text
}

// paragraphs returns the paragraphs of a description, each on one line. A paragraph that
// starts with a space keeps its lines.
func paragraphs(description string) (all []string) {
	for text := range strings.SplitSeq(strings.Trim(description, "\n"), "\n\n") {
		if text == "" {
			continue
		}
		if text[0] != ' ' {
			text = strings.Join(strings.Fields(text), " ")
		}
		all = append(all, text)
	}
	return all
}
