package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/protocol"
)

// An impossible outcome, a panic and an error become the judge's error in every
// protocol: the exit code means no verdict, and there is no score.
func TestFaults(t *testing.T) {
	for name, prepare := range map[string]protocol.Prepare{
		"no verdict":    gives(protocol.Outcome{}),
		"other verdict": gives(protocol.Outcome{Verdict: judge.TLE}),
		"panic": func(protocol.Settings) (protocol.Check, error) {
			return func(context.Context, protocol.File, protocol.File,
				*protocol.File) protocol.Outcome {
				panic("boom")
			}, nil
		},
		"error": func(protocol.Settings) (protocol.Check, error) { return nil, errors.New("boom") },
		"judge": gives(protocol.Outcome{Verdict: judge.JE, Message: "boom"}),
	} {
		for _, p := range protocol.All {
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				code, stdout, stderr, read := run(t, p.Name, nil, prepare, arguments[p.Name]...)
				if code != p.Codes.JE || code == p.Codes.AC {
					t.Errorf("exit code %d, want %d", code, p.Codes.JE)
				}
				message := stderr
				if p.Name == "hydro" { // which takes any text on standard error for a verdict
					message = stdout
				}
				if message == "" || strings.HasPrefix(message, "ok ") ||
					p.Name == "hydro" && stderr != "" {
					t.Errorf("stdout %q, stderr %q, want an error", stdout, stderr)
				}
				_, err := strconv.ParseFloat(strings.TrimSpace(stdout), 64)
				if err == nil || read("score") != none {
					t.Errorf("a score: stdout %q, file %q", stdout, read("score"))
				}
			})
		}
	}
}

// If a file can't be written, that is the judge's error, and it is reported elsewhere.
func TestUnwritable(t *testing.T) {
	ok := gives(protocol.Outcome{Verdict: judge.AC})
	for _, tt := range []struct {
		name, args, stderr string
	}{
		{"testlib", "input output answer no/where", "FAIL can't write: open no/where"},
		{"kattis", "input answer nowhere/", "judge's error: can't write: open "},
		{"lemon", "input output answer 10 score no/where",
			"judge's error: can't write: open no/where"},
	} {
		code, _, stderr, read := run(t, tt.name, nil, ok, strings.Fields(tt.args)...)
		if code != 3 || !strings.HasPrefix(stderr, tt.stderr) || read("score") == "10\n" {
			t.Errorf("%s %s: %d, %q, want 3, %q", tt.name, tt.args, code, stderr, tt.stderr)
		}
	}
}

// The end of the context is reported at once, however long the check takes.
func TestInterrupted(t *testing.T) {
	p, err := protocol.Lookup("testlib")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	hold := make(chan bool)
	defer close(hold)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("time is up"))
	var stderr bytes.Buffer
	code := p.Run(ctx, protocol.Host{
		Args:     []string{os.DevNull, os.DevNull, os.DevNull, "report"},
		Settings: func() (protocol.Settings, error) { return nil, nil },
		Stderr:   &stderr,
	}, func(protocol.Settings) (protocol.Check, error) { <-hold; return nil, errors.New("late") })
	report, _ := os.ReadFile("report")
	if code != 3 || string(report) != "time is up" {
		t.Errorf("%d, report %q, stderr %q", code, report, &stderr)
	}
}

// After a panic that nothing can recover the exit code is not that of a verdict.
func TestFatal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs do not end by a signal")
	}
	if name := os.Getenv("FATAL"); name != "" {
		run(t, name, nil, func(protocol.Settings) (protocol.Check, error) {
			go panic("boom")
			select {}
		}, arguments[name]...)
	}
	for _, p := range protocol.All {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFatal$")
		cmd.Dir = t.TempDir() // for the core
		cmd.Env = append(os.Environ(), "FATAL="+p.Name, "TMPDIR="+cmd.Dir)
		out, err := cmd.CombinedOutput()
		want := -1 // a signal
		if strings.HasPrefix(p.Name, "hustoj") {
			want = 2 // at least not accepted
		}
		code := cmd.ProcessState.ExitCode()
		if code != want || !bytes.Contains(out, []byte("boom")) {
			t.Errorf("%s: exit code %d, %v, want %d:\n%s", p.Name, code, err, want, out)
		}
	}
}
