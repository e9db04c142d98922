package protocol

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge"
)

// example is the protocol that the package comment adds.
var example = &Protocol{
	Name: "example", Judge: "Example Judge",
	Source: "https://judge.example/manual",
	Args:   "input answer output",
	Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 3},
	writes: []write{{"stdout", decided, labelled}, {"stderr", failed, labelled}},
}

// The protocol in the package comment is the one above, and it works.
func TestHowToAddAProtocol(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "protocol.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, doc, _ := strings.Cut(file.Doc.Text(), "How to add a protocol\n")
	_, doc, _ = strings.Cut(doc, "\t&Protocol{")
	doc, _, ok := strings.Cut(doc, "\t}\n")
	source, err := os.ReadFile("howto_test.go")
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.ReplaceAll(doc, "\n\t", "\n")
	if !ok || !strings.Contains(string(source), fields) {
		t.Errorf("howto_test.go does not have the protocol of the package comment:\n%s", fields)
	}

	dir := t.TempDir()
	args := []string{"input", "answer", "output"}
	for i, name := range args {
		args[i] = filepath.Join(dir, name)
		if err := os.WriteFile(args[i], nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for verdict, want := range map[judge.Verdict]struct {
		code           int
		stdout, stderr string
	}{
		judge.AC: {0, "accepted: why\n", ""},
		judge.WA: {1, "wrong answer: why\n", ""},
		judge.PE: {1, "presentation error: why\n", ""},
		judge.JE: {3, "", "judge's error: why\n"},
	} {
		var stdout, stderr bytes.Buffer
		host := Host{
			Args: args, Stdout: &stdout, Stderr: &stderr,
			Settings: func() (Settings, error) { return nil, nil },
		}
		code := example.Run(t.Context(), host, func(Settings) (Check, error) {
			return fixedCheck(Outcome{Verdict: verdict, Message: "why"}), nil
		})
		if code != want.code || stdout.String() != want.stdout || stderr.String() != want.stderr {
			t.Errorf("%v: %d, %q, %q, want %+v", verdict, code, &stdout, &stderr, want)
		}
	}
}

// fixedCheck returns a Check that reads nothing and has the given outcome.
func fixedCheck(o Outcome) Check {
	return func(context.Context, File, File, *File) Outcome { return o }
}
