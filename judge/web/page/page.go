// Package page has the page with which a browser solves puzzles. Build makes it, a file that loads
// nothing, of the solver in WebAssembly; Serve shows it. A build with the tag web has the page
// in it, as Embedded: make build sets the tag, after it has made the page.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/judge/draw"
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
	list, player, viewerJS := draw.Viewer()
	script := "'use strict';\n(() => {\n" + viewerJS + solverJS + boardJS + messagesJS + linkJS +
		appJS + "})();\n"
	_, err = strings.NewReplacer(
		"{{policy}}", Policy(script),
		"{{style}}", draw.Styles()+compare.Styles()+appCSS,
		"{{formats}}", formatOptions(),
		"{{searches}}", searchBoxes(),
		"{{list}}", list, "{{player}}", player,
		"{{worker}}", string(glue)+workerJS,
		"{{wasm}}", base64.StdEncoding.EncodeToString(packed.Bytes()),
		"{{script}}", script,
	).WriteString(w, appHTML)
	return err
}

// Policy returns the Content-Security-Policy of a page with a script. It allows the script itself,
// WebAssembly, and workers that are made of the page; no connection, and no other script.
func Policy(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; worker-src blob:; " +
		"script-src 'wasm-unsafe-eval' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; " +
		"base-uri 'none'; form-action 'none'"
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
		fmt.Fprintf(&b, "<option value=\"%s\">%[1]s</option>\n", html.EscapeString(f.Name))
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
