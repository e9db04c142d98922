package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"tilejudge/judge"
)

// tap writes the Test Anything Protocol. The plan, which is the number of cases, comes
// last. So does "Bail out!" after a judge's error, because a harness ignores all that
// follows it.
// https://testanything.org/tap-version-14-specification.html
type tap struct {
	printer
	enc   *json.Encoder
	n     int64
	fault string // the first judge's error, or ""
}

var tapEscapes = strings.NewReplacer(`\`, `\\`, "#", `\#`)

func newTAP(w *bufio.Writer, o Options) Reporter {
	t := &tap{printer: printer{w, o}, enc: encoder(w)}
	t.WriteString("TAP version 14\n")
	return t
}

func (t *tap) Case(r *judge.Result) error {
	t.n++
	name := tapEscapes.Replace(judge.Plain(r.Name, lineLetters))
	switch {
	case r.Verdict == judge.AC:
		fmt.Fprintf(t, "ok %d - %s\n", t.n, name)
	case r.Verdict == judge.SK:
		reason := tapEscapes.Replace(judge.Plain(r.Message, lineLetters))
		line := fmt.Sprintf("ok %d - %s # SKIP %s", t.n, name, reason)
		fmt.Fprintln(t, strings.TrimRight(line, " "))
	default:
		fmt.Fprintf(t, "not ok %d - %s\n", t.n, name)
		t.diagnose(r)
	}
	if r.Verdict == judge.JE && t.fault == "" {
		t.fault = judge.Plain(r.Name+": "+r.Message, lineLetters)
	}
	return t.written()
}

// diagnose writes the details of a failure as YAML. Its values are JSON, which YAML
// includes.
func (t *tap) diagnose(r *judge.Result) {
	t.WriteString("  ---\n")
	t.field("verdict", r.Verdict.String())
	t.field("message", judge.Plain(r.Message, bodyLetters))
	if r.File != "" {
		t.field("file", judge.Plain(r.File, bodyLetters))
	}
	if r.Line > 0 {
		t.field("line", r.Line)
	}
	if u := r.Run; u != nil {
		t.field("cpu_ns", u.CPU)
		t.field("wall_ns", u.Wall)
		t.field("memory_bytes", u.Memory)
		t.field("exit", u.Exit)
		t.field("signal", judge.Plain(u.Signal, lineLetters))
	}
	t.WriteString("  ...\n")
}

func (t *tap) field(name string, value any) {
	fmt.Fprintf(t, "  %s: ", name)
	t.enc.Encode(value) // the writer keeps its error; strings and numbers can always be encoded
}

func (t *tap) Close(s Summary) error {
	fmt.Fprintf(t, "1..%d", t.n)
	if t.n == 0 && s.Stopped == "" {
		t.WriteString(" # SKIP no cases")
	}
	t.WriteString("\n")
	switch {
	case t.fault != "":
		fmt.Fprintf(t, "Bail out! %s\n", t.fault)
	case s.Stopped != "":
		fmt.Fprintf(t, "Bail out! stopped: %s\n", judge.Plain(s.Stopped, lineLetters))
	}
	return t.Flush()
}
