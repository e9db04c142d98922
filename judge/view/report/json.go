package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
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
	Program string `json:"program,omitempty"`
	Name    string `json:"name"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Answer  string `json:"answer,omitempty"`
	Verdict string `json:"verdict"`
	Message string `json:"message"`
	Strict  bool   `json:"strict,omitempty"`

	Score *float64 `json:"score,omitempty"` // by the judge's formula
	*jsonPoints
	*jsonUsage
}

// jsonPoints are the points of a hand-in, and how many of its answers are right.
type jsonPoints struct {
	Given   float64 `json:"points"`
	Of      float64 `json:"max_points"`
	Right   int64   `json:"right,omitzero"`
	Answers int64   `json:"answers,omitzero"`
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
	Verdicts map[string]int64 `json:"verdicts"`         // without verdicts that did not occur
	Strict   map[string]int64 `json:"strict,omitempty"` // of strict cases alone
	Wall     time.Duration    `json:"wall_ns"`
	Stopped  string           `json:"stopped,omitempty"`
	Notes    []string         `json:"notes,omitempty"`
	Score    *float64         `json:"score,omitempty"` // of all answers
}

// jsonLines writes one object per line.
type jsonLines struct {
	printer
	enc  *json.Encoder
	line []byte // of the last puzzle
}

func newJSON(w *bufio.Writer, o Options) Reporter {
	return &jsonLines{printer: printer{w, o}, enc: encoder(printableWriter{w})}
}

// encoder returns a JSON encoder that does not escape "<", ">" and "&".
func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

func (j *jsonLines) Case(r *judge.Result) error {
	if r.Run == nil && r.Points == nil && r.Score == nil && r.Program == "" {
		j.line = appendCase(j.line[:0], r)
		j.Write(printable(j.line))
		return j.written()
	}
	c := newJSONCase(r)
	if p := r.Points; p != nil {
		c.jsonPoints = &jsonPoints{rounded(p.Given), rounded(p.Of), r.Right, r.Answers}
	}
	if u := r.Run; u != nil {
		c.jsonUsage = &jsonUsage{u.CPU, u.Wall, u.Memory, u.Output, u.Exit, u.Signal}
	}
	if err := j.enc.Encode(&c); err != nil {
		return err
	}
	return j.written()
}

func newJSONCase(r *judge.Result) jsonCase {
	return jsonCase{
		Version: jsonVersion, Type: "case", Program: r.Program, Name: r.Name,
		File: r.File, Line: r.Line,
		Answer: r.Answer, Verdict: r.Verdict.String(), Message: r.Message,
		Strict: r.Strict, Score: r.Score,
	}
}

// appendCase appends the line of a jsonCase without usage, points and program. There may be
// millions of such lines, and encoding/json takes ten times as long for a line.
func appendCase(b []byte, r *judge.Result) []byte {
	b = append(b, `{"v":1,"type":"case","name":`...)
	b = appendString(b, r.Name)
	if r.File != "" {
		b = appendString(append(b, `,"file":`...), r.File)
	}
	if r.Line != 0 {
		b = strconv.AppendInt(append(b, `,"line":`...), int64(r.Line), 10)
	}
	if r.Answer != "" {
		b = appendString(append(b, `,"answer":`...), r.Answer)
	}
	b = append(append(append(b, `,"verdict":"`...), r.Verdict.String()...), `","message":`...)
	b = appendString(b, r.Message)
	if r.Strict {
		b = append(b, `,"strict":true`...)
	}
	return append(b, "}\n"...)
}

// appendString appends a text as a JSON string.
func appendString(b []byte, s string) []byte {
	if !judge.IsPlain(s) {
		var text bytes.Buffer
		encoder(&text).Encode(s) // no error: a string can always be encoded
		return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
	}
	b = append(b, '"')
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 {
			return append(append(b, s...), '"')
		}
		b = append(append(b, s[:i]...), '\\', s[i])
		s = s[i+1:]
	}
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

// jsonProgram describes one of several programs.
type jsonProgram struct {
	Version  int              `json:"v"`
	Type     string           `json:"type"` // "program"
	Name     string           `json:"name"`
	Verdict  string           `json:"verdict"` // the worst
	Verdicts map[string]int64 `json:"verdicts"`
	Expected string           `json:"expected,omitempty"`
	Problem  string           `json:"problem,omitempty"` // how the verdicts differ from that
}

func (j *jsonLines) Close(s Summary) error {
	for _, p := range s.Programs {
		err := j.enc.Encode(jsonProgram{
			jsonVersion, "program", p.Name, p.Verdict().String(), counts(&p.Tally), p.Expected,
			p.Problem,
		})
		if err != nil {
			return err
		}
	}
	err := j.enc.Encode(jsonSummary{
		jsonVersion, "summary", s.Tally.Cases(), counts(&s.Tally), counts(&s.Strict), s.Time,
		s.Stopped, s.Notes, s.Score,
	})
	if err != nil {
		return err
	}
	return j.Flush()
}

// A printableWriter passes on JSON that printable has escaped.
type printableWriter struct{ io.Writer }

// Write implements io.Writer.
func (w printableWriter) Write(text []byte) (int, error) {
	if _, err := w.Writer.Write(printable(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// printable escapes the characters of a JSON text that are not printable, so that no terminal or
// editor obeys them, and one of those with which a command to a CI server begins, see judge.Plain.
// The values stay the same.
func printable(text []byte) []byte {
	if two := []byte("##"); bytes.Contains(text, two) {
		text = bytes.ReplaceAll(text, two, []byte(`#\u0023`))
	}
	if isASCII(text) || !bytes.ContainsFunc(text, isHidden) {
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

// isASCII reports whether a text has no byte above '~', the last printable character of ASCII.
// Nearly no text has one, and this takes a fraction of the time that isHidden takes.
func isASCII(text []byte) bool {
	for _, c := range text {
		if c > '~' {
			return false
		}
	}
	return true
}

// isHidden reports whether a character is not printable, although JSON lets it stand unescaped.
func isHidden(r rune) bool { return r > '~' && !unicode.IsPrint(r) }
