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

	// Icon is the icon of all documents, as SVG.
	//go:embed icon.svg
	Icon []byte
)

// A Document is a web page that is one file and loads nothing. All documents have the same
// colours, light or dark: the viewer chooses, or else the viewer's system.
//
// The colours are custom properties: --page and --well are behind text and boards, --ink and
// --soft are for text, --line is around tiles, --bad and --good are for text that says what is
// wrong or right, and --mark is behind the current move. Tiles of the shade 0 have the class s0,
// those of the shade 1 the class s1, and so on.
type Document struct {
	Title   string
	Heading string    // "": the title
	Header  string    // elements after the heading; "": an empty paragraph with the id summary
	Style   string    // rules after those of all documents
	Script  string    // follows document.js, in the same scope
	Head    string    // elements of the head
	Data    string    // elements behind the script, which it does not wait for
	Frame   *Document // its script may run in a frame; nil: there are no frames
	Compile bool      // the script may compile WebAssembly, and start workers from its own text
}

// Write writes the document. body writes the elements of its body; the writer keeps its first
// error.
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

// ends returns the text before the elements of the body, and the text after them.
func (d *Document) ends() (head, tail string) {
	script := d.whole()
	values := strings.NewReplacer(
		"{{policy}}", d.policy(script),
		"{{head}}", d.Head,
		"{{icon}}", "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(Icon),
		"{{title}}", html.EscapeString(d.Title),
		"{{heading}}", html.EscapeString(cmp.Or(d.Heading, d.Title)),
		"{{header}}", cmp.Or(d.Header, `<p id="summary"></p>`),
		"{{style}}", colours()+documentCSS+d.Style,
		"{{script}}", script,
		"{{data}}", d.Data,
	)
	head, tail, _ = strings.Cut(documentHTML, "{{body}}")
	return values.Replace(head), values.Replace(tail)
}

// whole returns the script with what all documents share.
func (d *Document) whole() string {
	return "\n'use strict';\n(() => {\n" + documentJS + d.Script + "})();\n"
}

// allows returns the expression of a policy that allows a script.
func allows(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// policy returns the Content-Security-Policy. It allows no script but this one, and no
// connections.
func (d *Document) policy(script string) string {
	images, scripts := "data:", allows(script)
	if d.Frame != nil {
		scripts += " " + allows(d.Frame.whole()) // a frame has the policy of its page, too
	}
	if d.Compile {
		scripts += " 'wasm-unsafe-eval'; worker-src blob: 'self'; manifest-src 'self'"
		images += " 'self'" // the icon that the manifest names
	}
	return "default-src 'none'; style-src 'unsafe-inline'; img-src " + images + "; script-src " +
		scripts + "; base-uri 'none'; form-action 'none'"
}

// pageColours are rules for light and dark colours: the viewer chooses, or the viewer's system.
const pageColours = `:root{color-scheme:light dark;%s}
@media (prefers-color-scheme:dark){:root{%s}}
:root[data-theme=dark]{color-scheme:dark;%s}
:root[data-theme=light]{color-scheme:light;%s}
%s`

// colours returns the rules for the colours.
func colours() string {
	return fmt.Sprintf(pageColours, light.css(), dark.css(), dark.css(), light.css(), shadeRules())
}
