// Package page has the page with which a browser solves puzzles. Build makes the page from the
// solver in WebAssembly: a file that loads nothing. Serve shows the page. A program that is built
// with the tag web contains the page, see Embedded: make build makes the page, and sets the tag.
package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
	"tilejudge/solver/compare"
)

var (
	//go:embed app.html
	appHTML string
	//go:embed app.css
	appCSS string
	//go:embed app.js
	appJS string
	//go:embed solver.js
	solverJS string
	//go:embed board.js
	boardJS string
	//go:embed curve.js
	curveJS string
	//go:embed messages.js
	messagesJS string
	//go:embed link.js
	linkJS string
	//go:embed worker.js
	workerJS string
)

// Options are known only to those who publish the page. The zero value is for a page that is
// published nowhere.
type Options struct {
	Site   string // the address of the page, which ends with a slash, for previews of links to it
	Source string // the address of the program's source, for the help
}

// Build writes the page. wasm is package wasm, compiled; glue is wasm_exec.js of the Go that
// compiled it.
func Build(w io.Writer, wasm, glue []byte, o Options) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(wasm); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	v := draw.NewViewer()
	d := draw.Document{
		Title: title, Heading: "tilejudge", Head: o.head(), Header: header, Compile: true,
		Frame:  show.TraceDocument(),
		Style:  v.Style + compare.Styles() + appCSS,
		Script: v.Script + solverJS + boardJS + curveJS + messagesJS + linkJS + appJS,
		Data: "<script type=\"text/plain\" id=\"wasm\">" +
			base64.StdEncoding.EncodeToString(packed.Bytes()) + "</script>\n",
	}
	player, err := firstFrame(v.Player)
	if err != nil {
		return err
	}
	return d.Write(w, func(b *bufio.Writer) error {
		_, err := strings.NewReplacer(
			"{{formats}}", formatOptions(),
			"{{searches}}", searchBoxes(),
			"{{list}}", v.List, "{{player}}", player, "{{puzzle}}", first,
			"{{source}}", o.link(), "{{plain}}", plain, "{{worker}}", string(glue)+workerJS,
		).WriteString(b, appHTML)
		return err
	})
}

const (
	title   = "tilejudge: sliding-tile puzzles"
	summary = "15-puzzles and their kin: play, solve, check and compare, all on this device"
)

// header has the elements after the heading.
const header = "<p>" + summary + `</p>
<span id="shared" role="status"></span>
<button id="share" type="button">Share</button>
<button id="help" type="button">Help</button>`

// PreviewName is the file with the picture in previews of links to the page.
const PreviewName = "preview.png"

// head returns what search engines and previews of links say of the page.
func (o *Options) head() string {
	var b strings.Builder
	meta := func(kind, name, content string) {
		fmt.Fprintf(&b, "<meta %s=\"%s\" content=\"%s\">\n", kind, name, html.EscapeString(content))
	}
	meta("name", "description", summary)
	meta("name", "theme-color", "#00005f")
	meta("property", "og:type", "website")
	meta("property", "og:title", title)
	meta("property", "og:description", summary)
	if o.Site != "" {
		meta("property", "og:url", o.Site)
		meta("property", "og:image", o.Site+PreviewName)
		meta("property", "og:image:alt", "A board of the 15-puzzle")
	}
	return b.String()
}

// link returns the link to the source.
func (o *Options) link() string {
	if o.Source == "" {
		return ""
	}
	return fmt.Sprintf("<p><a href=\"%s\">The source of the program</a></p>\n",
		html.EscapeString(o.Source))
}

// The page begins with the puzzle first, in the format plain.
const (
	plain = "rows"
	first = "1 2 3 4\n5 10 6 8\n9 0 7 12\n13 14 11 15\n"
)

// firstFrame returns the elements of a player with the board of the first puzzle: a browser shows
// it before the solver is there.
func firstFrame(player string) (string, error) {
	f, err := formats.Lookup(plain)
	if err != nil {
		return "", err
	}
	ps, err := puzzles.DecodeAll(f, first, "first puzzle")
	if err != nil {
		return "", err
	}
	s := show.Show{Format: f}
	return strings.NewReplacer(
		`<div id="board">`, `<div id="board">`+draw.Still(s.Scene(1, &ps[0])),
		`<input id="seek"`, `<input id="seek" hidden`,
		`<div id="controls">`, `<div id="controls" hidden>`,
		`<p id="message">`, `<p id="message">starting the solver…`,
	).Replace(player), nil
}

// formatOptions returns the formats as options of a select element, by judge.
func formatOptions() string {
	var b strings.Builder
	judge := ""
	for _, f := range formats.All {
		if f.Judge != judge {
			if judge != "" {
				b.WriteString("</optgroup>\n")
			}
			judge = f.Judge
			fmt.Fprintf(&b, "<optgroup label=\"%s\">\n", html.EscapeString(judge))
		}
		title, _, _ := strings.Cut(f.Title, ":")
		fmt.Fprintf(&b, "<option value=\"%s\">%s (%[1]s)</option>\n", html.EscapeString(f.Name),
			html.EscapeString(title))
	}
	b.WriteString("</optgroup>\n")
	return b.String()
}

// searchBoxes returns the searches of a comparison as checkboxes. All but the slowest are chosen.
func searchBoxes() string {
	var b strings.Builder
	for name := range strings.SplitSeq(compare.Textbook, ",") {
		fmt.Fprintf(&b, "<label><input type=\"checkbox\" name=\"search\" value=\"%s\" checked>%[1]s"+
			"</label>\n", html.EscapeString(name))
	}
	return b.String()
}
