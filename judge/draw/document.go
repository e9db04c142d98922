package draw

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"
)

var (
	//go:embed document.html
	documentHTML string
	//go:embed document.css
	documentCSS string
	//go:embed document.js
	documentJS string
)

// A Document is a web page that is one file and loads nothing. All documents have the same
// colours, of the viewer's choice or else of the viewer's system.
//
// The colours are custom properties of the style: --page and --well are behind text and boards,
// --ink and --soft are for text, --line is around tiles, --bad, --good and --mark stress. Tiles
// of each shade have the classes s0, s1, and so on.
type Document struct {
	Title   string
	Heading string // "": the title
	Header  string // elements behind the heading; "": an empty paragraph with the id summary
	Style   string // rules that follow those of all documents
	Script  string // what document.js has is in its scope
	Compile bool   // the script may compile WebAssembly, and start workers that it makes
}

// Write writes the document with the elements that body writes. The writer that body gets keeps
// its error.
func (d *Document) Write(w io.Writer, body func(*bufio.Writer) error) error {
	head, tail := d.ends()
	b := bufio.NewWriter(w)
	b.WriteString(head)
	if err := body(b); err != nil {
		return err
	}
	b.WriteString(tail)
	return b.Flush()
}

// ends returns what stands before and behind the elements of the body.
func (d *Document) ends() (head, tail string) {
	script := "\n'use strict';\n(() => {\n" + documentJS + d.Script + "})();\n"
	values := strings.NewReplacer(
		"{{policy}}", d.policy(script),
		"{{title}}", html.EscapeString(d.Title),
		"{{heading}}", html.EscapeString(cmp.Or(d.Heading, d.Title)),
		"{{header}}", cmp.Or(d.Header, `<p id="summary"></p>`),
		"{{style}}", colours()+documentCSS+d.Style,
		"{{script}}", script,
	)
	head, tail, _ = strings.Cut(documentHTML, "{{body}}")
	return values.Replace(head), values.Replace(tail)
}

// policy returns the Content-Security-Policy. It allows the script and no other, and no
// connection.
func (d *Document) policy(script string) string {
	sum := sha256.Sum256([]byte(script))
	scripts := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if d.Compile {
		scripts += " 'wasm-unsafe-eval'; worker-src blob:"
	}
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src " + scripts +
		"; base-uri 'none'; form-action 'none'"
}

// pageColours are the colours of the viewer's choice, or else of the viewer's system.
const pageColours = `:root{color-scheme:light dark;%s}
@media (prefers-color-scheme:dark){:root{%s}}
:root[data-theme=dark]{color-scheme:dark;%s}
:root[data-theme=light]{color-scheme:light;%s}
%s`

// colours returns the rules for the colours.
func colours() string {
	return fmt.Sprintf(pageColours, light.css(), dark.css(), dark.css(), light.css(), shadeRules())
}
