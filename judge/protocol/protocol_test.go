package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/protocol"
)

func Example() {
	p, err := protocol.Lookup("oj")
	if err != nil {
		panic(err)
	}
	host := protocol.Host{
		Args:     []string{os.DevNull, os.DevNull},
		Settings: func() (protocol.Settings, error) { return nil, nil },
		Stdout:   os.Stdout, Stderr: os.Stderr,
	}
	fmt.Println(p.Run(context.Background(), host, gives(protocol.Outcome{
		Verdict: judge.WA, Message: "puzzle 17: move 5 leaves the board",
	})))
	// Output:
	// wrong answer: puzzle 17: move 5 leaves the board
	// 1
}

// gives returns a Prepare whose Check has the given outcome.
func gives(o protocol.Outcome) protocol.Prepare {
	return func(protocol.Settings) (protocol.Check, error) {
		return func(context.Context, protocol.File, protocol.File,
			*protocol.File) protocol.Outcome {
			return o
		}, nil
	}
}

// run runs a protocol in a directory with a file for each role. It returns the exit
// code, what was written to the streams, and a function that reads a file.
func run(
	t *testing.T, name string, set protocol.Settings, prepare protocol.Prepare, args ...string,
) (
	code int, stdout, stderr string, read func(file string) string,
) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, file := range []string{"input", "output", "user_out", "answer"} {
		if err := os.WriteFile(file, []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("feedback", 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := protocol.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var out, msg bytes.Buffer
	code = p.Run(t.Context(), protocol.Host{
		Args: args, Settings: func() (protocol.Settings, error) { return set, nil },
		Stdin: strings.NewReader("output"), Stdout: &out, Stderr: &msg,
	}, prepare)
	return code, out.String(), msg.String(), func(file string) string {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return none
		}
		return string(text)
	}
}

// none stands for the content of a missing file.
const none = "none"

// arguments has the arguments of a call of each protocol.
var arguments = map[string][]string{
	"testlib":    {"input", "output", "answer"},
	"hydro":      {"input", "output", "answer"},
	"kattis":     {"input", "answer", "feedback/"},
	"domjudge":   {"input", "answer", "feedback"},
	"dmoj":       {"input", "output", "answer"},
	"cms":        {"input", "answer", "output"},
	"hustoj":     {"input", "answer", "output"},
	"hustoj-tpj": {"input", "answer", "output"},
	"qduoj":      {"input", "output"},
	"ejudge":     {"input", "output", "answer"},
	"lemon":      {"input", "output", "answer", "10", "score", "message"},
	"syzoj":      {},
	"oj":         {"input", "output", "answer"},
	"rime":       {"--infile", "input", "--difffile", "answer", "--outfile", "output"},
}

// The Check gets each file under its role, whatever the judge's order of arguments is.
func TestRoles(t *testing.T) {
	for _, p := range protocol.All {
		t.Run(p.Name, func(t *testing.T) {
			var got string
			run(t, p.Name, nil, func(protocol.Settings) (protocol.Check, error) {
				return func(_ context.Context, in, out protocol.File,
					exp *protocol.File) protocol.Outcome {
					files := []protocol.File{in, out}
					if exp != nil {
						files = append(files, *exp)
					}
					for _, f := range files {
						var text bytes.Buffer
						text.ReadFrom(f)
						got += f.Name + "=" + text.String() + " "
					}
					return protocol.Outcome{Verdict: judge.AC}
				}, nil
			}, arguments[p.Name]...)
			want := "input=input output=output answer=answer "
			switch p.Name {
			case "qduoj":
				want = "input=input output=output "
			case "syzoj":
				want = "input=input output=user_out answer=answer "
			}
			if got != want {
				t.Errorf("the check got %q, want %q", got, want)
			}
		})
	}
}

// A contestant's output that is missing does not hide a fault of the judge's.
func TestMissingOutput(t *testing.T) {
	for _, p := range protocol.All {
		args := slices.Clone(arguments[p.Name])
		i := slices.Index(args, "output")
		if i < 0 {
			continue // it is on standard input, or in a file that run makes
		}
		args[i] = "nosuch"
		for _, tt := range []struct {
			verdict judge.Verdict
			want    int
		}{{judge.JE, p.Codes.JE}, {judge.WA, p.Codes.PE}} {
			check := gives(protocol.Outcome{Verdict: tt.verdict, Message: "the input is malformed"})
			if code, _, _, _ := run(t, p.Name, nil, check, args...); code != tt.want {
				t.Errorf("%s: exit code %d if the check says %v, want %d",
					p.Name, code, tt.verdict, tt.want)
			}
		}
	}
}

// The declarations are complete, and no code of an error is that of a verdict.
func TestTable(t *testing.T) {
	for _, p := range protocol.All {
		if p.Judge == "" || !strings.HasPrefix(p.Source, "https://") || arguments[p.Name] == nil {
			t.Errorf("%s: judge %q, source %q, arguments %q",
				p.Name, p.Judge, p.Source, arguments[p.Name])
		}
		if p.FaultAs != "" && p.FaultAs != "wrong answer" && p.FaultAs != "runtime error" {
			t.Errorf("%s: shows a judge's error as %q", p.Name, p.FaultAs)
		}
		if c := p.Codes; c.JE == c.AC || c.JE == c.WA || c.JE == c.PE {
			t.Errorf("%s: codes %+v: an error looks like a verdict", p.Name, c)
		}
	}
	if _, err := protocol.Lookup("nosuch"); !errors.Is(err, protocol.ErrUnknown) {
		t.Errorf("Lookup of no such protocol: %v", err)
	}
	if len(protocol.Names()) != len(protocol.All) {
		t.Errorf("Names: %q", protocol.Names())
	}
}

func TestPresentationError(t *testing.T) {
	pe := gives(protocol.Outcome{Verdict: judge.PE, Message: "trailing junk"})
	for _, tt := range []struct {
		set          protocol.Settings
		args, stderr string
		code         int
	}{
		{nil, "", "wrong output format trailing junk\n", 2},
		{protocol.Settings{"pe": "wa"}, "", "wrong answer trailing junk\n", 1},
		{protocol.Settings{"pe": "wa"}, "--pe=pe", "wrong output format trailing junk\n", 2},
		{nil, "--pe wa", "wrong answer trailing junk\n", 1},
		{nil, "--pe none", "FAIL pe: found \"none\", expected one of pe, wa\n", 3},
		{nil, "--pe", "FAIL --pe: found no value\n", 3},
	} {
		args := append([]string{"input", "output", "answer"}, strings.Fields(tt.args)...)
		code, _, stderr, _ := run(t, "testlib", tt.set, pe, args...)
		if code != tt.code || stderr != tt.stderr {
			t.Errorf("%v %q: %d %q, want %d %q", tt.set, tt.args, code, stderr, tt.code, tt.stderr)
		}
	}
}

// Scores are all or nothing unless fractions are asked for, and only AC earns the full
// score.
func TestScores(t *testing.T) {
	for _, tt := range []struct {
		name, how     string
		verdict       judge.Verdict
		right, cases  int64
		score, lemons string
	}{
		{"cms", "all", judge.AC, 3, 3, "1.000000\n", ""},
		{"cms", "all", judge.WA, 2, 3, "0.000000\n", ""},
		{"cms", "fraction", judge.WA, 2, 3, "0.666666\n", ""},
		{"cms", "fraction", judge.PE, 3, 3, "0.999999\n", ""},
		{"cms", "fraction", judge.WA, 0, 0, "0.000000\n", ""},
		{"syzoj", "all", judge.AC, 3, 3, "100\n", ""},
		{"syzoj", "fraction", judge.WA, 2, 3, "66\n", ""},
		{"syzoj", "fraction", judge.PE, 3, 3, "99\n", ""},
		{"lemon", "all", judge.AC, 0, 0, "", "10\n"},
		{"lemon", "fraction", judge.WA, 2, 3, "", "6\n"},
		{"lemon", "all", judge.PE, 2, 3, "", "0\n"},
	} {
		check := gives(protocol.Outcome{Verdict: tt.verdict, Message: "100%",
			Right: tt.right, Cases: tt.cases})
		set := protocol.Settings{"score": tt.how}
		code, stdout, stderr, read := run(t, tt.name, set, check, arguments[tt.name]...)
		if code != 0 || stdout != tt.score || tt.name == "lemon" && read("score") != tt.lemons {
			t.Errorf("%s %s %v %d/%d: %d, %q, %q, want 0, %q, %q",
				tt.name, tt.how, tt.verdict, tt.right, tt.cases,
				code, stdout, read("score"), tt.score, tt.lemons)
		}
		if tt.name == "cms" && tt.verdict != judge.AC && !strings.HasSuffix(stderr, ": 100%%\n") {
			t.Errorf("cms: stderr %q, which CMS formats", stderr)
		}
	}
	code, _, stderr, _ := run(t, "lemon", nil, gives(protocol.Outcome{Verdict: judge.AC}),
		"input", "output", "answer", "ten", "score", "message")
	if code != 3 || !strings.Contains(stderr, `found "ten"`) {
		t.Errorf("lemon with a full score of ten: %d, %q", code, stderr)
	}
}

// The feedback directory has the files that Kattis reads, and the contestant's message
// has nothing but the verdict.
func TestFeedback(t *testing.T) {
	for _, tt := range []struct {
		o                  protocol.Outcome
		code               int
		judge, team, error string
	}{
		{
			protocol.Outcome{Verdict: judge.AC, Right: 3, Cases: 3},
			42, "accepted: 3 of 3 answers are right\n", none, none,
		},
		{
			protocol.Outcome{Verdict: judge.WA, Message: "why"},
			43, "wrong answer: why\n", "wrong answer\n", none,
		},
		{
			protocol.Outcome{Verdict: judge.PE, Message: "why"},
			43, "presentation error: why\n", "presentation error\n", none,
		},
		{
			protocol.Outcome{Verdict: judge.JE, Message: "why"},
			3, "judge's error: why\n", none, "judge's error: why\n",
		},
	} {
		code, stdout, stderr, read := run(t, "domjudge", nil, gives(tt.o), arguments["domjudge"]...)
		if code != tt.code || stdout != "" || (stderr != "") != (tt.o.Verdict == judge.JE) {
			t.Errorf("%v: %d, %q, %q, want %d and nothing",
				tt.o.Verdict, code, stdout, stderr, tt.code)
		}
		for file, want := range map[string]string{
			"judgemessage": tt.judge, "teammessage": tt.team, "judgeerror": tt.error,
		} {
			got := read("feedback/" + file + ".txt")
			if got != want {
				t.Errorf("%v: %s.txt %q, want %q", tt.o.Verdict, file, got, want)
			}
		}
	}
}
