package protocol

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/judge"
)

func TestASCII(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"plain ~", "plain ~"},
		{" two\nlines\r\n", "two lines"},
		{"a\tb\x00c\x7f", `a b\x00c\x7f`},
		{"\x80\xff", `\x80\xff`},
		{"größer", `gr\u00f6\u00dfer`},
		{"𝄞", `\U0001d11e`},
	} {
		if got := ascii(tt.in); got != tt.want {
			t.Errorf("ascii(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.Byte()).Draw(t, "in")
		for _, c := range ascii(string(in)) {
			if c < ' ' || c > '~' {
				t.Fatalf("ascii(%q) has %q", in, c)
			}
		}
	})
}

func TestCut(t *testing.T) {
	long := strings.Repeat("x", 40000)
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 200, "short"},
		{long[:200], 200, long[:200]},
		{long[:201], 200, long[:197] + "..."},
		{long[:32000], 32000, long[:32000]},
		{long, 32000, "message length exceeds 32000, the message is truncated: " + long[:32000-56]},
	} {
		if got := cut(tt.in, tt.limit); got != tt.want || len(got) > tt.limit {
			t.Errorf("cut(%.10q…, %d) = %.70q, %d bytes, want %.70q",
				tt.in, tt.limit, got, len(got), tt.want)
		}
	}
}

// The report has the bytes that testlib 0.9 writes.
func TestTestlibReport(t *testing.T) {
	const head = `<?xml version="1.0" encoding="windows-1251"?><result outcome = `
	for _, tt := range []struct {
		verdict             judge.Verdict
		message, plain, xml string
	}{
		{judge.AC, "", "", head + "\"accepted\"></result>\n"},
		{judge.WA, `<a> & "b"`, `<a> & "b"`,
			head + "\"wrong-answer\">&lt;a&gt; &amp; &quot;b&quot;</result>\n"},
		{judge.PE, "x", "x", head + "\"presentation-error\">x</result>\n"},
		{judge.JE, "ж", `\u0436`, head + "\"fail\">\\u0436</result>\n"},
	} {
		for appes, want := range map[string]string{"": tt.plain, "-APPES": tt.xml} {
			c := &call{values: map[string]string{"report": "r", "-appes": appes}}
			got := testlibReport(c, Outcome{Verdict: tt.verdict, Message: ascii(tt.message)})
			if got != want {
				t.Errorf("%v %q %s: %q, want %q", tt.verdict, tt.message, appes, got, want)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		protocol, args string
		want           map[string]string // nil: an error
	}{
		{"testlib", "a b c", map[string]string{"input": "a", "output": "b", "answer": "c"}},
		{"testlib", "--testset t a b c --group=g r -APPES", map[string]string{
			"testset": "t", "group": "g", "input": "a", "output": "b",
			"answer": "c", "report": "r", "-appes": "-APPES",
		}},
		{"testlib", "a b c r -f poj-1077", map[string]string{
			"input": "a", "output": "b", "answer": "c", "report": "r", "format": "poj-1077",
		}},
		{"testlib", "a b", nil},
		{"testlib", "a b c r x", nil},
		{"testlib", "a b c r -appes x", nil},
		{"testlib", "a b c --group", nil},
		{"kattis", "a b c/", map[string]string{"input": "a", "answer": "b", "feedback": "c/"}},
		{"kattis", "a b c/ format x require=any", map[string]string{
			"input": "a", "answer": "b", "feedback": "c/", "format": "x", "require": "any",
		}},
		{"kattis", "a b c/ --format x",
			map[string]string{"input": "a", "answer": "b", "feedback": "c/", "format": "x"}},
		{"kattis", "a b c/ case_sensitive float_tolerance 1e-6 format x", map[string]string{
			"input": "a", "answer": "b", "feedback": "c/", "case": "exact", "format": "x",
		}},
		{"kattis", "a b c/ float_tolerance", nil},
		{"kattis", "a b c/ float_absolute_tolerance e", nil},
		{"kattis", "a b c/ case_insensitive", nil},
		{"hustoj", "a b c case_sensitive", nil},
		{"kattis", "a b", nil},
		{"oj", "a b", map[string]string{"input": "a", "output": "b"}},
		{"oj", "a b c", map[string]string{"input": "a", "output": "b", "answer": "c"}},
		{"oj", "a", nil},
		{"oj", "a b c d", nil},
		{"qduoj", "a b c", nil},
		{"cms", "a b c", map[string]string{"input": "a", "answer": "b", "output": "c"}},
		{"syzoj", "",
			map[string]string{"input": "input", "output": "user_out", "answer": "answer"}},
		{"syzoj", "a", nil},
		{"rime", "--outfile c --infile a --difffile b",
			map[string]string{"input": "a", "answer": "b", "output": "c"}},
		{"rime", "--outfile c --difffile b", nil},
		{"rime", "a b c", nil},
	} {
		p, err := Lookup(tt.protocol)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.parse(strings.Fields(tt.args))
		if (err != nil) != (tt.want == nil) || err == nil && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s %s: %v, %v, want %v", tt.protocol, tt.args, got, err, tt.want)
		}
	}
}

// Any arguments are either refused or name the input and the output.
func TestParseAny(t *testing.T) {
	words := []string{
		"", "-", "--", "=", "a", "b", "c/", "-f", "--pe", "--pe=wa",
		"format", "--group", "--infile", "--outfile=", "-appes",
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(All).Draw(t, "protocol")
		args := rapid.SliceOfN(rapid.SampledFrom(words), 0, 8).Draw(t, "args")
		values, err := p.parse(args)
		if err == nil && (values["input"] == "" || values["output"] == "" &&
			p.pattern().stdin != "output") {
			t.Fatalf("%s %q: %v", p.Name, args, values)
		}
	})
}

func TestReadSettings(t *testing.T) {
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "none"), filepath.Join(dir, "a"), filepath.Join(dir, "b")}
	for _, tt := range []struct {
		text, env string // of file a, and "KEY=value"
		want      Settings
		err       string
	}{
		{"format poj-1077\n", "", Settings{"format": "poj-1077"}, ""},
		{"# what for\n\n format\tx # why\r\nprotocol hustoj", "",
			Settings{"format": "x", "protocol": "hustoj"}, ""},
		{"format x\npe wa\n", "TILEJUDGE_FORMAT=y", Settings{"format": "y", "pe": "wa"}, ""},
		{"formt x\n", "", nil, `a:1: found "formt x", ` +
			"expected one of protocol, format, require, pe, score, case, space and a value"},
		{"\nformat\n", "", nil, `a:2: found "format"`},
	} {
		for file, text := range map[string]string{"a": tt.text, "b": "format second"} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		key, value, _ := strings.Cut(tt.env, "=")
		got, err := ReadSettings(func(k string) string {
			if k == key {
				return value
			}
			return ""
		}, files)
		if tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) ||
			tt.err == "" && err != nil ||
			!reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q, %s: %v, %v, want %v, %q", tt.text, tt.env, got, err, tt.want, tt.err)
		}
	}
}
