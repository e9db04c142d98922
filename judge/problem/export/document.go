package export

import (
	"cmp"
	"crypto/sha1"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats/statement"
	"tilejudge/judge"
)

// A document is the data for the templates of a package's texts.
type document struct {
	*Problem
	pack      *pack
	Statement *statement.Statement
}

// Title returns the title of the problem.
func (d *document) Title() string {
	return cmp.Or(d.Metadata.Title, "Sliding Tiles ("+d.Name+")")
}

// SourceURL returns the address that the problem comes from, or "".
func (d *document) SourceURL() string {
	for _, source := range []string{d.Origin, d.Source} {
		if strings.Contains(source, "://") && !strings.Contains(source, " ") {
			return source
		}
	}
	return ""
}

// SourceName returns what the problem comes from: what the setter says, the judge whose problem the
// format is, or the address. It is "" if nothing is known.
func (d *document) SourceName() string {
	name := d.Origin
	if name == d.SourceURL() {
		name = ""
	}
	if d.Judge != "Own" {
		name = cmp.Or(name, d.Judge)
	}
	return cmp.Or(name, d.Source, d.SourceURL())
}

// Needs lists what a host needs to run the programs of the package.
func (d *document) Needs() string {
	names := []string{"C++17"}
	for _, p := range d.Programs() {
		name, err := p.Language("fps")
		if err != nil {
			name = path.Ext(p.File) + " files"
		}
		if !strings.HasPrefix(name, "C++") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return english.OxfordWordSeries(names, "and")
}

// LicenseName returns the license. A problem whose author and source are not known has none: the
// tools of Kattis take no license then.
func (d *document) LicenseName() string {
	if d.Author == "" && d.SourceName() == "" {
		return cmp.Or(d.License, "unknown")
	}
	return cmp.Or(d.License, "educational")
}

// SourceText returns the name and the address.
func (d *document) SourceText() string {
	if name, url := d.SourceName(), d.SourceURL(); name != url {
		return strings.TrimSpace(name + " " + url)
	}
	return d.SourceURL()
}

// A sample is a case that the statement shows.
type sample struct {
	Title string
	N     string // number of the case, as in the names of its files
	*Case
}

// Blocks returns the sample as the statement shows it.
func (s sample) Blocks() (bs statement.Blocks) {
	bs.Show(string(s.Input))
	bs.Say("Answer:")
	bs.Show(string(s.Answer))
	if s.Explanation != "" {
		bs.Say("%s", s.Explanation)
	}
	return bs
}

// Explanations returns the explanations of the samples.
func (d *document) Explanations() (bs statement.Blocks) {
	for _, s := range d.Samples() {
		if s.Explanation != "" {
			bs.Say("%s", s.Explanation)
		}
	}
	return bs
}

// Samples returns the cases that the statement shows.
func (d *document) Samples() (ss []sample) {
	for i := range d.Cases {
		if d.Cases[i].Sample {
			ss = append(ss, sample{"Sample " + strconv.Itoa(i+1), d.number(i), &d.Cases[i]})
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

// Seconds returns the limit on the time of a case in seconds.
func (d *document) Seconds() float64 { return d.pack.limit(d.Problem).Seconds() }

// Decimal returns the limit on the time of a case in seconds, with a decimal point.
func (d *document) Decimal() string {
	text := strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// Milliseconds returns the limit on the time of a case in milliseconds.
func (d *document) Milliseconds() int64 { return d.pack.limit(d.Problem).Milliseconds() }

// memory is the limit on memory that problems have unless the setter sets another, in MiB.
const memory = 256

// Memory, Kibibytes and Bytes return the limit on memory, in MiB, KiB and bytes.
func (d *document) Memory() int    { return cmp.Or(d.MemoryLimit, memory) }
func (d *document) Kibibytes() int { return d.Memory() << 10 }
func (d *document) Bytes() int     { return d.Memory() << 20 }

// UUID returns an identifier that is the same each time that the problem is exported. Changing the
// title changes the identifier.
func (d *document) UUID() string { return uuid("tilejudge:" + d.Name + d.Metadata.Title) }

// Checker and Validator return the names of the checker's and the validator's files.
func (d *document) Checker() string   { return d.pack.named(d.pack.checker) }
func (d *document) Validator() string { return d.pack.named(d.pack.validator) }

// File returns the text of a file of the package.
func (d *document) File(name string) string { return string(d.pack.files[name].data) }

// Digits returns how many digits the numbers of cases have in names of files.
func (d *document) Digits() int { return d.digits() }

// A program is a submission, with the target's word for its verdict.
type program struct {
	File, Verdict string
	Is            judge.Verdict
}

// Right reports whether the program is right.
func (p program) Right() bool { return p.Is == judge.AC }

// Code returns DMOJ's code of the verdict.
func (p program) Code() string {
	others := map[judge.Verdict]string{judge.PE: "WA", judge.RE: "RTE"}
	return cmp.Or(others[p.Is], p.Is.String())
}

// Right returns the submissions that the package has and that are right.
func (d *document) Right() []program {
	return slices.DeleteFunc(d.Programs(), func(p program) bool { return !p.Right() })
}

// Programs returns the submissions that the package has.
func (d *document) Programs() (ps []program) {
	for _, s := range Submissions(d.Problem) {
		ps = append(ps, d.pack.example(s))
	}
	for _, p := range d.Problem.Programs {
		ps = append(ps, d.pack.ownProgram(p))
	}
	return ps
}

// inXML escapes a text for XML.
func inXML(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

// lines returns a text without its final newline, which the template adds.
func lines(text []byte) string { return strings.TrimSuffix(string(text), "\n") }

// inJSON returns a text as a value of JSON.
func inJSON(s string) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// uuid returns the UUID of a name, in version 5 (RFC 9562, section 5.5) and the namespace of URLs.
func uuid(name string) string {
	space := []byte("\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8")
	u := sha1.Sum(append(space, name...))
	u[6] = u[6]&0x0f | 5<<4 // version
	u[8] = u[8]&0x3f | 2<<6 // variant
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// shout returns a tag of Polygon in capitals, as descriptions of submissions have it.
func shout(tag string) string { return strings.ToUpper(strings.ReplaceAll(tag, "-", "_")) }

// stem returns a name without its extension.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
