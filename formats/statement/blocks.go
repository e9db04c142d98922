package statement

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"
)

// A Block is a paragraph, or lines that are shown as they are: a layout, or a picture of a board.
type Block struct {
	Text string
	Code bool
}

// Blocks are a section of a text.
type Blocks []Block

// Say adds a paragraph.
func (bs *Blocks) Say(format string, args ...any) {
	*bs = append(*bs, Block{Text: fmt.Sprintf(format, args...)})
}

// Show adds lines that are shown as they are. The last one may lack its line end.
func (bs *Blocks) Show(text string) {
	*bs = append(*bs, Block{Text: strings.TrimSuffix(text, "\n"), Code: true})
}

// render returns the blocks with what paragraph and code make of each.
func (bs Blocks) render(paragraph, code func(string) string) string {
	var b strings.Builder
	for _, block := range bs {
		if block.Code {
			b.WriteString(code(block.Text))
		} else {
			b.WriteString(paragraph(block.Text))
		}
	}
	return b.String()
}

// Text returns the blocks as plain text for help: paragraphs in lines, and code with a margin.
func (bs Blocks) Text() string {
	return bs.render(wrapped, func(text string) string {
		return "    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n"
	})
}

// word matches what stays on one line: text without spaces, or in quotation marks.
var word = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`("[^"]*"|[^ ])+`)
})

// wrapped breaks a paragraph into lines.
func wrapped(text string) string {
	const width = 92 // bytes
	var b strings.Builder
	size := 0 // of the line so far
	for i, w := range word().FindAllString(text, -1) {
		switch {
		case i == 0:
		case size+1+len(w) > width:
			b.WriteByte('\n')
			size = 0
		default:
			b.WriteByte(' ')
			size++
		}
		b.WriteString(w)
		size += len(w)
	}
	return b.String() + "\n"
}

// Markdown returns the blocks in Markdown, with an empty line before each.
func (bs Blocks) Markdown() string {
	return bs.render(
		func(text string) string { return "\n" + Markdown(text) + "\n" },
		func(text string) string {
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			return "\n" + fence + "\n" + text + "\n" + fence + "\n"
		})
}

// TeX returns the blocks in LaTeX, with an empty line before each. The environment, such as
// "verbatim", shows code.
func (bs Blocks) TeX(environment string) string {
	begin, end := `\begin{`+environment+`}`, `\end{`+environment+`}`
	return bs.render(
		func(text string) string { return "\n" + TeX(text) + "\n" },
		func(text string) string {
			if strings.Contains(text, end) { // nothing can be escaped in the environment
				lines := strings.Split(text, "\n")
				for i, line := range lines {
					lines[i] = `\texttt{` + strings.ReplaceAll(TeX(line), " ", "~") + `}`
				}
				return "\n" + strings.Join(lines, `\\`+"\n") + "\n"
			}
			return "\n" + begin + "\n" + text + "\n" + end + "\n"
		})
}

// HTML returns the blocks in HTML.
func (bs Blocks) HTML() string {
	return bs.render(
		func(text string) string { return "<p>" + html.EscapeString(text) + "</p>\n" },
		func(text string) string {
			if strings.HasPrefix(text, "\n") { // a line end right behind <pre> is dropped
				text = "\n" + text
			}
			return "<pre>" + html.EscapeString(text) + "</pre>\n"
		})
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "_", `\_`, "*", `\*`, "<", "&lt;",
	">", "&gt;", "&", "&amp;", "#", `\#`, "[", `\[`, "]", `\]`, "`", "\\`", "~", `\~`, "|", `\|`,
	"$", `\$`)

var texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "_", `\_`,
	"#", `\#`, "%", `\%`, "&", `\&`, "$", `\$`, "^", `\textasciicircum{}`,
	"~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"`", `\textasciigrave{}`, "…", `\ldots{}`)

// Markdown returns a text of one line with the characters escaped that are special in Markdown,
// or in the formulas and tables that judges add to it.
func Markdown(text string) string { return markdownEscapes.Replace(text) }

// TeX returns a text of one line with the characters escaped that are special in LaTeX.
func TeX(text string) string { return texEscapes.Replace(text) }
