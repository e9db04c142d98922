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
	//go:embed messages.js
	messagesJS string
	//go:embed link.js
	linkJS string
	//go:embed worker.js
	workerJS string
)

// Build writes the page. wasm is package wasm, compiled; glue is wasm_exec.js of the Go that
// compiled it.
func Build(w io.Writer, wasm, glue []byte) error {
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
		Title: "tilejudge: sliding-tile puzzles", Heading: "tilejudge", Header: header, Compile: true,
		Style:  v.Style + compare.Styles() + appCSS,
		Script: v.Script + solverJS + boardJS + messagesJS + linkJS + appJS,
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
			"{{plain}}", plain, "{{worker}}", string(glue)+workerJS,
		).WriteString(b, appHTML)
		return err
	})
}

// header has the elements after the heading.
const header = `<p>15-puzzles and their kin: play, solve, check and compare, all on this device</p>
<span id="shared" role="status"></span>
<button id="share" type="button">Share</button>`

// The page begins with the puzzle first, in the format plain.
const (
	plain = "poj-3240"
	first = "4\n1 2 3 4\n5 10 6 8\n9 0 7 12\n13 14 11 15\n"
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
