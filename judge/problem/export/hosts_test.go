package export_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
)

// hostCalls are the arguments that judges pass to checkers.
var hostCalls = map[string]string{
	"cms":    "input answer user_out",
	"hustoj": "input answer user_out",
	"qduoj":  "input user_out",
	"ejudge": "input user_out answer",
	"lemon":  "input user_out answer 40 score message",
	"syzoj":  "",
	"rime":   "--infile input --difffile answer --outfile user_out",
}

// A C++ checker does for each judge what the Go one does: its exit code, streams and files
// are the same; the wording of messages may differ.
func TestHosts(t *testing.T) {
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	program := compileFor(t, "checker", []*formats.Format{f}, "-O0")
	for name, args := range hostCalls {
		p, err := protocol.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			name, output, answer string
			code                 int
		}{
			{"right", "r\n", "r\n", p.Codes.AC},
			{"wrong", "l\n", "r\n", p.Codes.WA},
			{"malformed", "r.\n", "r\n", p.Codes.PE},
			{"wrong expected answer", "r\n", "l\n", p.Codes.JE},
		} {
			if name == "qduoj" && tt.code == p.Codes.JE {
				continue // it passes no expected answer
			}
			files := map[string]string{
				"input": "1 2 3 4 5 6 7 x 8\n", "user_out": tt.output, "answer": tt.answer,
			}
			t.Chdir(dirOf(t, files))
			got := callProgram(t, program, append([]string{name}, strings.Fields(args)...))
			t.Chdir(dirOf(t, files))
			want := callProtocol(t, p, f, strings.Fields(args))
			if !maps.Equal(got.texts, want.texts) || got.code != want.code || got.code != tt.code {
				t.Errorf("%s, %s:\nC++ %+v\nGo  %+v", name, tt.name, got, want)
			}
		}
	}
}

// dirOf returns a directory with files.
func dirOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// An effect is what a checker did: the texts are those of the streams, and of the files that
// it wrote, without the reason for the verdict.
type effect struct {
	code  int
	texts map[string]string
}

// effectOf returns the effect of a checker that ran in the working directory.
func effectOf(code int, stdout, stderr *bytes.Buffer) effect {
	e := effect{code, map[string]string{"stdout": stdout.String(), "stderr": stderr.String()}}
	for _, name := range []string{"score", "message"} {
		if text, err := os.ReadFile(name); err == nil {
			e.texts[name] = string(text)
		}
	}
	for name, text := range e.texts {
		e.texts[name], _, _ = strings.Cut(text, ": ")
	}
	return e
}

func callProgram(t *testing.T, program string, args []string) effect {
	t.Helper()
	cmd := exec.Command(program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return effectOf(cmd.ProcessState.ExitCode(), &stdout, &stderr)
}

func callProtocol(t *testing.T, p *protocol.Protocol, f *formats.Format, args []string) effect {
	t.Helper()
	var stdout, stderr bytes.Buffer
	host := protocol.Host{
		Args: args, Stdout: &stdout, Stderr: &stderr, Stdin: strings.NewReader(""),
		Settings: func() (protocol.Settings, error) { return protocol.Settings{}, nil },
	}
	code := p.Run(context.Background(), host, func(protocol.Settings) (protocol.Check, error) {
		k, err := checker.New(f, "", 1)
		if err != nil {
			return nil, err
		}
		return k.Outcome, nil
	})
	return effectOf(code, &stdout, &stderr)
}
