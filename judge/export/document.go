package export

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// A document is the data of the templates for texts.
type document struct {
	*Problem
	pack      *pack
	Statement *statement
}

// A sample is a case that the statement shows.
type sample struct {
	Title string
	*Case
}

// Samples returns the cases that the statement shows.
func (d *document) Samples() (ss []sample) {
	for i := range d.Cases {
		if d.Cases[i].Sample {
			ss = append(ss, sample{"Sample " + strconv.Itoa(i+1), &d.Cases[i]})
		}
	}
	return ss
}

// caseFiles are the names of a case's files, without their directory.
type caseFiles struct {
	*Case
	In, Out string
}

// Files returns the names of the files of all cases.
func (d *document) Files() (fs []caseFiles) {
	for i := range d.Cases {
		fs = append(fs, caseFiles{
			&d.Cases[i], path.Base(d.pack.inputFile(i)), path.Base(d.pack.answerFile(i)),
		})
	}
	return fs
}

// Digits returns how many digits the numbers of cases have.
func (d *document) Digits() int { return d.digits() }

// A program is a submission: its file, and the target's word for its verdict.
type program struct{ File, Verdict string }

// Programs returns the submissions that the package has.
func (d *document) Programs() (ps []program) {
	for _, s := range Submissions(d.Problem) {
		ps = append(ps, program{d.pack.submissionFile(s), d.pack.verdicts[s.Verdict]})
	}
	return ps
}

// The escapes of characters that are special in LaTeX and Markdown.
var (
	texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "_", `\_`,
		"#", `\#`, "%", `\%`, "&", `\&`, "$", `\$`, "^", `\^{}`, "~", `\~{}`, "…", `\ldots{}`)
	markdownEscapes = strings.NewReplacer(`\`, `\\`, "_", `\_`, "*", `\*`, "<", "&lt;",
		"&", "&amp;", "#", `\#`, "[", `\[`, "`", "\\`")
)

// inXML escapes a text for XML.
func inXML(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

// lines returns a text without its final newline, which templates add.
func lines(text []byte) string { return strings.TrimSuffix(string(text), "\n") }
