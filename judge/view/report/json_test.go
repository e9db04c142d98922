package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// JSON is printable, and has the program's output as it was.
func TestPrintableJSON(t *testing.T) {
	const head = "\u009b31m\u202e\x1b[0m\x7f é…\U0001f642\U000e0001\\u0041"
	results := []judge.Result{{Name: head, Verdict: judge.AC, Run: &judge.Usage{Head: head}}}
	for name, value := range map[string]func(text []byte) (string, error){
		"oj": func(text []byte) (string, error) {
			var cases []struct{ Output string }
			err := json.Unmarshal(text, &cases)
			return cases[0].Output, err
		},
		"json": func(text []byte) (string, error) {
			var c struct{ Name string }
			err := json.NewDecoder(bytes.NewReader(text)).Decode(&c)
			return c.Name, err
		},
	} {
		var out bytes.Buffer
		err := write(t, &out, name, report.Options{}, report.Summary{}, results)
		if err != nil {
			t.Fatal(err)
		}
		valid(t, name, out.String())
		if got, err := value(out.Bytes()); got != head || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, head)
		}
		if !strings.Contains(out.String(), "é…\U0001f642") {
			t.Errorf("%s: printable letters are escaped: %s", name, &out)
		}
	}
}
