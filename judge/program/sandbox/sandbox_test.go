package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
)

func Example() {
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	self, _ := os.Executable()
	result, err := r.Run(context.Background(), sandbox.Command{
		Args:   []string{self, "zoo-sleep", "Example"},
		Limits: sandbox.Limits{Wall: 100 * time.Millisecond},
	})
	fmt.Println(result.Exceeded, err)
	// Output: wall time <nil>
}

// start starts a runner and closes it at the end of the test.
func start(t testing.TB, o sandbox.Options) *sandbox.Runner {
	t.Helper()
	r, err := sandbox.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// These runs give the same results on every system.
func TestBasics(t *testing.T) {
	r := start(t, sandbox.Options{NoSandbox: true})
	out := filepath.Join(t.TempDir(), "out")
	for _, tt := range []struct {
		name   string
		limits sandbox.Limits
		want   sandbox.Limit
		exit   int
		output string
	}{
		{name: "answer", output: "answer\n"},
		{name: "exit", exit: 7},
		{name: "closes", output: "closed\n"},
		{name: "nul", output: string(make([]byte, 1000))},
		{name: "hangs", limits: sandbox.Limits{Wall: 300 * time.Millisecond},
			want: sandbox.Wall, output: "answer\n"},
	} {
		result, err := r.Run(context.Background(), sandbox.Command{
			Args: animal(t, tt.name, token(9)), Stdout: out, Limits: tt.limits,
		})
		if err != nil || result.Exceeded != tt.want || tt.want == sandbox.None &&
			result.Exit != tt.exit {
			t.Errorf("%s: %+v, %v, want limit %v, exit %d", tt.name, result, err, tt.want, tt.exit)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != tt.output {
			t.Errorf("%s: output %.80q, %v, want %.80q", tt.name, got, err, tt.output)
		}
		if result.Output != int64(len(tt.output)) {
			t.Errorf("%s: %d bytes of output, want %d", tt.name, result.Output, len(tt.output))
		}
	}
}

// Of a long standard error the end is kept, too, in which runtimes say why they give up.
func TestLongStderr(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		lack.Skip(t, "sh", err)
	}
	const script = "echo first; seq 99999; echo last"
	result, err := start(t, sandbox.Options{}).Run(context.Background(), sandbox.Command{
		Args: []string{"sh", "-c", "{ " + script + "; } >&2"}, Own: []string{},
	})
	text := string(result.Stderr)
	if err != nil || !strings.HasPrefix(text, "first\n") || !strings.HasSuffix(text, "\nlast\n") ||
		len(text) != 64<<10 {
		t.Errorf("%d bytes, from %.20q to %q, %v", len(text), text, text[max(0, len(text)-20):], err)
	}
}

// What is before a ".." need not exist: whether a program starts would tell who names it so.
func TestDots(t *testing.T) {
	r := start(t, sandbox.Options{})
	shell, err := exec.LookPath("sh")
	if err != nil {
		lack.Skip(t, "sh", err)
	}
	shell = filepath.Dir(shell) + "/none/../" + filepath.Base(shell)
	result, err := r.Run(context.Background(), sandbox.Command{
		Args: []string{shell, "-c", "exit 0"}, Own: []string{},
	})
	if err != nil || result.Exit != 0 {
		t.Errorf("%+v, %v", result, err)
	}
}

// A program that cannot be started is a StartError; other mistakes in a command are not.
// The runner works after each of them.
func TestNotStarted(t *testing.T) {
	r := start(t, sandbox.Options{})
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct {
		name string
		args []string
		says string
	}{
		{"no name", nil, ""},
		{"empty", []string{""}, ""},
		{"not in PATH", []string{"no-such-program-at-all"}, ""},
		{"no file", []string{"./no-such-file"}, ""},
		{"directory", []string{dir}, ""},
		{"not executable", []string{write("plain", "text", 0o644)}, "chmod +x"},
		{"not a program", []string{write("junk", "\x00\x01\x02", 0o755)}, ""},
		{"NUL", []string{os.Args[0], "a\x00b"}, ""},
		{"arguments without end", []string{os.Args[0], strings.Repeat("a", 4<<20)}, ""},
		{"no interpreter", []string{write("script", "#!/no/such/interpreter\n", 0o755)}, ""},
	} {
		result, err := r.Run(context.Background(), sandbox.Command{Args: tt.args, Dir: dir})
		var start *sandbox.StartError
		if !errors.As(err, &start) || start.Err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %+v, %v, want a StartError %q", tt.name, result, err, tt.says)
		}
	}
	for _, c := range []sandbox.Command{
		{Stdin: filepath.Join(dir, "missing")},
		{Stdin: dir},
		{Stdout: filepath.Join(dir, "missing", "out")},
	} {
		c.Args = animal(t, "answer", token(9))
		var start *sandbox.StartError
		if _, err := r.Run(context.Background(), c); err == nil || errors.As(err, &start) {
			t.Errorf("stdin %q, stdout %q: %v, want an error about the file",
				c.Stdin, c.Stdout, err)
		}
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

// The end of the context ends the run.
func TestCancel(t *testing.T) {
	r := start(t, sandbox.Options{})
	word := token(9)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	begin := time.Now()
	result, err := r.Run(ctx, sandbox.Command{Args: animal(t, "proof", word)})
	took := time.Since(begin)
	if !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
		t.Errorf("%v after %v, want the context's error at once", err, took)
	}
	if result.Exceeded != sandbox.None || result.Wall <= 0 || result.Wall > took {
		t.Errorf("%+v, want what was known", result)
	}
	if pids := left(word); len(pids) > 0 {
		t.Errorf("processes %v are left", pids)
	}
	_, err = r.Run(ctx, sandbox.Command{Args: animal(t, "answer", word)})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the end of the context: %v", err)
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
}
