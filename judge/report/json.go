package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"tilejudge/judge"
)

// jsonVersion is the version of the objects. It grows when a field changes its meaning.
const jsonVersion = 1

type jsonCase struct {
	Version int    `json:"v"`
	Type    string `json:"type"` // "case"
	Name    string `json:"name"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Answer  string `json:"answer,omitempty"`
	Verdict string `json:"verdict"`
	Message string `json:"message"`
	Strict  bool   `json:"strict,omitempty"`
	*jsonUsage
}

type jsonUsage struct {
	CPU    time.Duration `json:"cpu_ns"`
	Wall   time.Duration `json:"wall_ns"`
	Memory int64         `json:"memory_bytes"`
	Output int64         `json:"output_bytes"`
	Exit   int           `json:"exit"`
	Signal string        `json:"signal"`
}

type jsonSummary struct {
	Version  int              `json:"v"`
	Type     string           `json:"type"` // "summary"
	Cases    int64            `json:"cases"`
	Verdicts map[string]int64 `json:"verdicts"`         // without those that did not occur
	Strict   map[string]int64 `json:"strict,omitempty"` // those of strict cases alone
	Wall     time.Duration    `json:"wall_ns"`
	Stopped  string           `json:"stopped,omitempty"`
}

// jsonLines writes one object per line.
type jsonLines struct {
	printer
	line bytes.Buffer
	enc  *json.Encoder // to line
}

func newJSON(w *bufio.Writer, o Options) Reporter {
	j := &jsonLines{printer: printer{w, o}}
	j.enc = encoder(&j.line)
	return j
}

// write writes an object.
func (j *jsonLines) write(object any) error {
	j.line.Reset()
	if err := j.enc.Encode(object); err != nil {
		return err
	}
	j.Write(printable(j.line.Bytes()))
	return nil
}

// printable returns JSON in which what is not printable is escaped, so that no terminal or
// editor obeys it. The values are the same.
func printable(text []byte) []byte {
	if !bytes.ContainsFunc(text, isHidden) {
		return text
	}
	var out []byte
	for _, r := range string(text) {
		switch low, high := utf16.EncodeRune(r); {
		case !isHidden(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, low, high)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// isHidden reports whether JSON may have a character as it is, although it is not printable.
// The line breaks that JSON needs are left: strings have none.
func isHidden(r rune) bool { return r > '~' && !unicode.IsPrint(r) }

// encoder returns a JSON encoder that does not escape "<", ">" and "&".
func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

func (j *jsonLines) Case(r *judge.Result) error {
	c := jsonCase{
		Version: jsonVersion, Type: "case", Name: r.Name, File: r.File, Line: r.Line,
		Answer: r.Answer, Verdict: r.Verdict.String(), Message: r.Message,
		Strict: r.Strict,
	}
	if u := r.Run; u != nil {
		c.jsonUsage = &jsonUsage{u.CPU, u.Wall, u.Memory, u.Output, u.Exit, u.Signal}
	}
	if err := j.write(&c); err != nil {
		return err
	}
	return j.written()
}

// counts returns the counts that are not 0, by verdict.
func counts(t *judge.Tally) map[string]int64 {
	all := make(map[string]int64)
	for _, v := range judge.Verdicts() {
		if t[v] > 0 {
			all[v.String()] = t[v]
		}
	}
	return all
}

func (j *jsonLines) Close(s Summary) error {
	err := j.write(jsonSummary{
		jsonVersion, "summary", s.Tally.Cases(), counts(&s.Tally), counts(&s.Strict), s.Time,
		s.Stopped,
	})
	if err != nil {
		return err
	}
	return j.Flush()
}
