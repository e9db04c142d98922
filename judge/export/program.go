package export

import (
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"tilejudge/solver/puzzle"
)

//go:embed templates
var files embed.FS

// templates are parsed when first used: every start of the program would pay.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"q": quoted, "pieces": pieces, "notation": notation, "join": join,
		"tex": texEscapes.Replace, "markdown": markdownEscapes.Replace, "xml": inXML, "text": lines,
	}).ParseFS(files, "templates/*.tmpl"))
})

// parts are what each program is put together from, after what all have: the
// nouns, and the declaration of the format.
var parts = map[string][]string{
	"checker": {
		"puzzle.cc", "input.cc", "text.cc", "answer.cc", "verdict.cc", "protocol.cc", "checker_main.cc",
	},
	"validator": {"puzzle.cc", "input.cc", "write.cc", "validator.cc", "validator_main.cc"},
	"solution":  {"puzzle.cc", "input.cc", "write.cc", "solve.cc", "respond.cc", "solve_main.cc"},
}

// fieldNames are the fields of patterns, and their names in C++.
var fieldNames = map[string]string{
	"{n}": "SIZE", "{rows}": "ROWS", "{cols}": "COLS", "{bound}": "BOUND", "{id}": "ID",
	"{rest}": "REST", "{board}": "BOARD", "{goal}": "GOAL", "{case}": "NUMBER",
	"{moves}": "MOVES", "{path}": "PATH", "{boards}": "BOARDS",
}

var field = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[a-z]+\}`) })

// pieces returns a pattern as C++ has it.
func pieces(pattern string) string {
	var list []string
	text := func(s string) {
		if s != "" {
			list = append(list, quoted(s))
		}
	}
	from := 0
	for _, at := range field().FindAllStringIndex(pattern, -1) {
		if name, ok := fieldNames[pattern[at[0]:at[1]]]; ok {
			text(pattern[from:at[0]])
			list = append(list, name)
			from = at[1]
		}
	}
	text(pattern[from:])
	return "{" + strings.Join(list, ", ") + "}"
}

// quoted returns a text in ASCII as a literal of C++.
func quoted(s string) string { return strconv.QuoteToASCII(s) }

func notation(n Notation) string {
	list := []string{quoted(n.Glyphs), quoted(n.Blank), strconv.Itoa(n.Width)}
	for _, s := range n.Around {
		list = append(list, quoted(s))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func join(tiles []puzzle.Tile) string {
	var list []string
	for _, t := range tiles {
		list = append(list, strconv.Itoa(int(t)))
	}
	return strings.Join(list, ", ")
}

// A table is a Spec in the words of C++.
type table struct {
	*Spec
	Ident, Least, Most string
	Arrangement, Kind  string
	Want, Rule, Order  string
	Goal               []puzzle.Tile
}

func newTable(s *Spec) *table {
	shape := func(s puzzle.Shape) string {
		return fmt.Sprintf("{%d, %d, %dull, %d}", s.Rows, s.Cols, s.Walls, s.Spare)
	}
	t := &table{
		Spec: s, Ident: "format_" + strings.ReplaceAll(s.Name, "-", "_"),
		Least: shape(s.Least), Most: shape(s.Most), Order: s.Order.String(),
		Kind: "WORD",
		Want: [...]string{"WANT_PATH", "WANT_LENGTH", "WANT_DECISION"}[s.Want],
		Rule: [...]string{"ANY_PATH", "SHORTEST", "LEAST", "DECISION"}[s.Rule],
	}
	if s.Names != "" {
		t.Kind = strings.ToUpper(s.Names)
	}
	switch {
	case s.Arrangement == puzzle.Given:
		t.Arrangement = "GIVEN"
	case s.Least == s.Most:
		t.Arrangement, t.Goal = "TABLE", s.Arrangement.Goal(s.Least).Tiles
	default: // no others are for boards of several shapes
		t.Arrangement = map[puzzle.Arrangement]string{
			puzzle.BlankLast: "BLANK_LAST", puzzle.BlankFirst: "BLANK_FIRST", puzzle.Snail: "SNAIL",
		}[s.Arrangement]
	}
	return t
}

// source returns a program put together from parts, for the formats of some specs.
func source(specs []*Spec, begin string, parts ...string) (string, error) {
	var tables []*table
	for _, s := range specs {
		tables = append(tables, newTable(s))
	}
	var b strings.Builder
	b.WriteString(begin)
	for i, name := range append([]string{"format.cc"}, parts...) {
		part, err := files.ReadFile("templates/" + name)
		if err != nil {
			return "", err
		}
		b.Write(part)
		if i > 0 {
			continue
		}
		if err := templates().ExecuteTemplate(&b, "table.tmpl", tables); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// Library returns the source of a program, "checker" or "validator", for several
// formats, less main and the end of the namespace: for tests.
func Library(program string, specs []*Spec) (string, error) {
	parts := parts[program]
	return source(specs, "", parts[:len(parts)-1]...)
}
