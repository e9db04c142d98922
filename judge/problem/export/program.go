package export

import (
	"embed"
	"path"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/formats/statement"
	"tilejudge/solver/puzzle"
)

//go:embed templates
var files embed.FS

// templates are parsed at first use: parsing them at each start of the program would cost time.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"q": quoted, "pieces": pieces, "notation": notation, "shape": shape, "tiles": tileList,
		"cpp": func(value any) string { return names[value] }, "tex": statement.TeX,
		"markdown": statement.Markdown, "xml": inXML, "json": inJSON, "yaml": inYAML,
		"text": lines, "base": path.Base, "stem": stem, "shout": shout,
	}).ParseFS(files, "templates/*.tmpl"))
})

// render returns what a template makes of data.
func render(name string, data any) (string, error) {
	var b strings.Builder
	err := templates().ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// parts are the files that make up each program. format.cc and the declarations of formats come
// before them.
var parts = map[string][]string{
	"checker": {
		"puzzle.cc", "input.cc", "text.cc", "answer.cc", "verdict.cc", "protocol.cc",
		"hosts.cc", "checker_main.cc",
	},
	"validator": {"puzzle.cc", "input.cc", "write.cc", "validator.cc", "validator_main.cc"},
	"solution":  {"puzzle.cc", "input.cc", "write.cc", "solve.cc", "respond.cc", "solve_main.cc"},
	"generator": {
		"puzzle.cc", "input.cc", "write.cc", "validator.cc", "generator.cc", "generator_main.cc",
	},
}

// source returns the source of a program: the text begin, the declarations of formats, and parts.
func source(fs []*formats.Format, begin string, parts ...string) (string, error) {
	var declarations []declaration
	for _, f := range fs {
		declarations = append(declarations, declaration{f.Strict()})
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
		if err := templates().ExecuteTemplate(&b, "declarations.tmpl", declarations); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// A declaration has the names in C++ of the values of a format, for declarations.tmpl.
type declaration struct{ *formats.Format }

// Ident returns the name of the function in C++ that returns the format.
func (d declaration) Ident() string { return "format_" + strings.ReplaceAll(d.Name, "-", "_") }

// Arrangement returns the arrangement of the goal.
func (d declaration) Arrangement() string {
	if d.Goal != puzzle.Given && d.Shapes.Min == d.Shapes.Max {
		return "TABLE"
	}
	return names[d.Goal]
}

// names are the names in C++ of values that formats have.
var names = map[any]string{
	puzzle.Given: "GIVEN", puzzle.BlankLast: "BLANK_LAST", puzzle.BlankFirst: "BLANK_FIRST",
	puzzle.Snail: "SNAIL", // formats of several shapes have no other goals

	formats.ByWord: "WORD", formats.ByTile: "TILE", formats.ByCell: "CELL", formats.ByVisit: "VISIT",

	puzzle.WantPath: "WANT_PATH", puzzle.WantLength: "WANT_LENGTH",
	puzzle.WantDecision: "WANT_DECISION",

	puzzle.AnyPath: "ANY_PATH", puzzle.Shortest: "SHORTEST", puzzle.Least: "LEAST",
	puzzle.Decision: "DECISION",
}

// GoalTiles returns the tiles of the goal if its arrangement is TABLE.
func (d declaration) GoalTiles() []puzzle.Tile {
	if d.Arrangement() != "TABLE" {
		return nil
	}
	return d.Goal.Goal(d.Shapes.Min).Tiles
}

// Notations returns the notations of boards in the input, the usual one first.
func (d declaration) Notations() []formats.Notation {
	return append([]formats.Notation{d.Board}, d.Also...)
}

// pieces returns a pattern as a Pattern of C++.
func pieces(p pattern.Pattern) string {
	var list []string
	for _, piece := range p.Pieces() {
		if piece.Field == pattern.Text {
			list = append(list, quoted(piece.Text))
		} else {
			list = append(list, strings.ToUpper(piece.Field.Name()))
		}
	}
	return inBraces(list)
}

// quoted returns a text as a literal of C++ in ASCII.
func quoted(s string) string { return strconv.QuoteToASCII(s) }

// notation returns a notation as a Notation of C++.
func notation(n formats.Notation) string {
	all := []string{
		quoted(n.Glyphs), quoted(n.Blank), strconv.Itoa(n.Width), strconv.FormatBool(n.Cells),
		quoted(n.Open), quoted(n.OpenRow), quoted(n.Between),
		quoted(n.CloseRow), quoted(n.BetweenRows), quoted(n.Close),
		strconv.FormatBool(n.ByColumn), quoted(n.Wall),
	}
	if n.Zeros {
		all = append(all, "true")
	}
	return inBraces(all)
}

// shape returns a shape as a Shape of C++.
func shape(s puzzle.Shape) string {
	return inBraces([]string{
		strconv.Itoa(s.Rows), strconv.Itoa(s.Cols), strconv.FormatUint(s.Walls, 10) + "ull",
		strconv.Itoa(s.Spare),
	})
}

// tileList returns tiles as a std::vector<int> of C++.
func tileList(tiles []puzzle.Tile) string {
	var list []string
	for _, t := range tiles {
		list = append(list, strconv.Itoa(int(t)))
	}
	return inBraces(list)
}

func inBraces(list []string) string { return "{" + strings.Join(list, ", ") + "}" }
