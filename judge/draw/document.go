package draw

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

var (
	//go:embed document.html
	documentHTML string
	//go:embed page.css
	pageCSS string
	//go:embed theme.js
	themeJS string
)

// WriteDocument writes a web page that is one file and loads nothing. It has a title, the
// elements that body writes, and the look of a Page, to which style adds rules.
func WriteDocument(w io.Writer, title, style string, body func(io.Writer) error) error {
	page := document(title, style, `<main class="plain">{{main}}</main>`)
	head, tail, _ := strings.Cut(page, "{{main}}")
	b := bufio.NewWriter(w)
	b.WriteString(head)
	if err := body(b); err != nil {
		return err
	}
	b.WriteString(strings.Replace(tail, "{{script}}", themeJS, 1))
	return b.Flush()
}

// document returns a page without its script. The caller puts something in the place of names in
// double braces, so a title must have none of those.
func document(title, style, body string) string {
	title = strings.ReplaceAll(html.EscapeString(title), "{", "&#123;")
	return strings.NewReplacer(
		"{{title}}", title, "{{style}}", Styles()+style,
		"{{body}}", strings.Replace(body, "{{viewer}}", listHTML+playerHTML, 1),
	).Replace(documentHTML)
}

// pageColours are the colours of the viewer's choice, or else of the viewer's system.
const pageColours = `:root{color-scheme:light dark;%s}
@media (prefers-color-scheme:dark){:root{%s}}
:root[data-theme=dark]{color-scheme:dark;%s}
:root[data-theme=light]{color-scheme:light;%s}
%s`

// Colours returns the style sheet with the colours of pages, and the classes s0, s1, ... of tiles
// with each shade. The colours are custom properties: --page and --well are behind text and
// boards, --ink and --soft are for text, --line is around tiles, --bad, --good and --mark stress.
func Colours() string {
	return fmt.Sprintf(pageColours, light.css(), dark.css(), dark.css(), light.css(), shadeRules())
}

// Styles returns the style sheet of pages.
func Styles() string { return Colours() + pageCSS }
