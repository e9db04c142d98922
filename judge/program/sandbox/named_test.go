package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/program/sandbox"
)

type namedTest struct {
	name   string
	args   []string
	exceed sandbox.Limit
	output string
}

// A program reads a file whose name is an argument, and writes another one, with a sandbox and
// without. What it prints then does not count.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	text := strings.Repeat("a case\n", 100)
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, o := range []sandbox.Options{{}, {NoSandbox: true}} {
		r := start(t, o)
		for _, tt := range []namedTest{
			{"both", animal(t, "copy", token(9), "{input}", "{output}"), sandbox.None, text},
			{"no output", animal(t, "answer", token(9), "{input}"), sandbox.None, "answer\n"},
			{"none is written", animal(t, "answer", token(9), "{output}"), sandbox.None, ""},
			{"a link", animal(t, "link", token(9), in, "{output}"), sandbox.None, ""},
			{"twice", animal(t, "copy", token(9), "{input}", "{output}"), sandbox.None, text},
		} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: tt.args, File: in, Stdout: out,
			})
			got, readErr := os.ReadFile(out)
			if err != nil || readErr != nil || result.Exceeded != tt.exceed || result.Exit != 0 {
				t.Errorf("%v, %s: %+v, %v, %v", o, tt.name, result, err, readErr)
			}
			written := strings.HasPrefix(tt.name, "none") || strings.HasPrefix(tt.name, "a ")
			if written != (result.Unwritten != "") {
				t.Errorf("%v, %s: unwritten %q", o, tt.name, result.Unwritten)
			}
			if string(got) != tt.output {
				t.Errorf("%v, %s: output %.40q, want %.40q", o, tt.name, got, tt.output)
			}
			if tt.name == "both" && result.Output != int64(len(text)) {
				t.Errorf("%v: output of %d bytes, want %d", o, result.Output, len(text))
			}
		}
	}
	if left, err := os.ReadFile(in); err != nil || string(left) != text {
		t.Errorf("the input is %.40q, %v", left, err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 2 {
		t.Errorf("files %v, %v, want in and out alone", names, err)
	}
}

// The file that a program writes may have no more bytes than its output. A large input does not
// count as output, whatever the limit of the run before was.
func TestFileLimit(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, make([]byte, 100_000), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, o := range []sandbox.Options{{}, {NoSandbox: true}} {
		r := start(t, o)
		for _, tt := range []namedTest{
			{"too much", animal(t, "copy", token(9), "{input}", "{output}"), sandbox.Output, ""},
			{"nothing", animal(t, "answer", token(9), "{input}"), sandbox.None, ""},
		} {
			result, err := r.Run(context.Background(), sandbox.Command{
				Args: tt.args, File: in, Stdout: out, Limits: sandbox.Limits{Output: 10_000},
			})
			if err != nil || result.Exceeded != tt.exceed {
				t.Errorf("%v, %s: %+v, %v, want limit %v", o, tt.name, result, err, tt.exceed)
			}
		}
	}
}

// A file that is missing, or is none, is an error before the program is started.
func TestFileMissing(t *testing.T) {
	for _, o := range []sandbox.Options{{}, {NoSandbox: true}} {
		r := start(t, o)
		for _, file := range []string{filepath.Join(t.TempDir(), "none"), t.TempDir()} {
			_, err := r.Run(context.Background(), sandbox.Command{
				Args: animal(t, "answer", token(9), "{input}"), File: file,
			})
			if err == nil {
				t.Errorf("%v: %s: no error", o, file)
			}
		}
	}
}
