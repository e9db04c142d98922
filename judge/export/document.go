package export

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// A document is what templates of texts are filled with.
type document struct {
	*Problem
	target    *Target
	Statement *statement
}

// A sample is a case that the statement shows.
type sample struct {
	Title string
	*Case
}

// Samples returns the samples.
func (d *document) Samples() (ss []sample) {
	for i := range d.Cases {
		if d.Cases[i].Sample {
			ss = append(ss, sample{"Sample " + strconv.Itoa(i+1), &d.Cases[i]})
		}
	}
	return ss
}

// A caseFiles are the files of a case, without their directory.
type caseFiles struct {
	*Case
	In, Out string
}

// Files returns the files of all cases.
func (d *document) Files() (fs []caseFiles) {
	for i := range d.Cases {
		fs = append(fs, caseFiles{
			&d.Cases[i], path.Base(d.target.nameOf(d.target.input, d.Problem, i)),
			path.Base(d.target.nameOf(d.target.answer, d.Problem, i)),
		})
	}
	return fs
}

// Digits returns how many digits the number of a case has.
func (d *document) Digits() int { return max(2, len(strconv.Itoa(len(d.Cases)))) }

// A program is a submission and its file.
type program struct{ File, Verdict string }

// Programs returns the submissions.
func (d *document) Programs() (ps []program) {
	for _, s := range Submissions(d.Problem) {
		ps = append(ps, program{d.target.submissionFile(s), d.target.verdicts[s.Verdict]})
	}
	return ps
}

var (
	texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "_", `\_`,
		"#", `\#`, "%", `\%`, "&", `\&`, "$", `\$`, "^", `\^{}`, "~", `\~{}`, "…", `\ldots{}`)
	markdownEscapes = strings.NewReplacer(`\`, `\\`, "_", `\_`, "*", `\*`, "<", "&lt;", "&", "&amp;",
		"#", `\#`, "[", `\[`, "`", "\\`")
)

func inXML(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

// lines returns a text without the end of the last line, as templates add it.
func lines(text []byte) string { return strings.TrimSuffix(string(text), "\n") }
