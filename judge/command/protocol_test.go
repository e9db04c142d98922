package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/judge/protocol"
)

// judgeNames returns the names by which judges start the program.
func judgeNames() map[string]func() {
	names := map[string]func(){"spj": Main}
	for _, p := range protocol.Names() {
		names["check-"+p] = Main
	}
	return names
}

// Each archive in testdata/protocols runs the whole program as one judge does, on the
// puzzles and answers in testdata/protocols/files. The command "exits CODE PROGRAM
// ARGUMENT..." is exec with an exit code.
func TestProtocols(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/protocols", UpdateScripts: *update,
		Condition: condition,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PROGRAM", program)
			env.Setenv("TILEJUDGE_FORMAT", "poj-1077")
			right, err := os.ReadFile("testdata/protocols/files/right")
			if err != nil {
				return err
			}
			for name, text := range map[string]string{
				"bom": "\ufeff" + string(right),
				"dos": strings.ReplaceAll(strings.TrimSpace(string(right)), "\n", "\r\n"),
			} {
				file := filepath.Join(env.WorkDir, name)
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					return err
				}
			}
			return os.CopyFS(env.WorkDir, os.DirFS("testdata/protocols/files"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// Each protocol has an archive, and each archive but one has a protocol.
func TestProtocolsAreTested(t *testing.T) {
	for _, name := range append(protocol.Names(), "names") {
		if _, err := os.Stat(filepath.Join("testdata/protocols", name+".txtar")); err != nil {
			t.Error(err)
		}
	}
}

// A judge that has closed its end of standard output, or of both streams, still gets the
// exit code.
func TestProtocolClosedPipe(t *testing.T) {
	files := "testdata/protocols/files/"
	for name, want := range map[string]int{"cms": 0, "oj": 0, "testlib": 0} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := exec.Command(
			"check-"+name, files+"puzzles", files+"right", files+"right", "-f", "poj-1077")
		cmd.Stdout, cmd.Stderr = w, w
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want {
			t.Errorf("%s: %v, want exit code %d", name, err, want)
		}
		w.Close()
	}
}

// If the time of a judge ends, that is the judge's error. Some judges would take the
// signal for exit code 0.
func TestProtocolSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such signals")
	}
	right := "testdata/protocols/files/right"
	const outOfTime = syscall.Signal(24) // SIGXCPU, which Windows does not know
	for _, signal := range []os.Signal{syscall.SIGALRM, syscall.SIGTERM, outOfTime, os.Interrupt} {
		cmd := exec.Command("check-testlib", "/dev/stdin", right, right, "-f", "poj-1077")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// This is more than a pipe holds. When the program has read most of it, it waits
		// for the first puzzle, and so for the signal.
		io.WriteString(stdin, strings.Repeat("\n", 1<<20))
		cmd.Process.Signal(signal)
		cmd.Wait()
		stdin.Close()
		code := cmd.ProcessState.ExitCode()
		if code != 3 || !strings.HasPrefix(stderr.String(), "FAIL ") {
			t.Errorf("%v: exit code %d, stderr %q", signal, code, &stderr)
		}
	}
}

// The bundled answers are right in every format. Junk is wrong in place of them or after
// them, and is never an error of the judge.
func TestProtocolJunk(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	check := func(f *formats.Format, output string) int {
		if err := os.WriteFile(out, []byte(output), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"check-oj", in, out, "-f", f.Name}
		return run(t.Context(), args, nil, io.Discard, io.Discard)
	}
	for _, f := range formats.All {
		e, err := cases.Lookup(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in, []byte(e.Input), 0o666); err != nil {
			t.Fatal(err)
		}
		if code := check(f, e.Answer); code != 0 {
			t.Errorf("%s: exit code %d for its own answers", f.Name, code)
		}
		for _, junk := range []string{
			"0", "-2", "2147483648", "9223372036854775808", "1.0", "NaN", "inf", "\x00", "\x80",
			"(()", "'", "%s%n", "<script>", "maybe", "udlr", strings.Repeat("u", 1<<16),
			strings.Repeat("\n", 1<<16) + "x",
		} {
			for _, output := range []string{junk, e.Answer + junk + "\n"} {
				if code := check(f, output); code != 1 {
					t.Errorf("%s: exit code %d for %.40q", f.Name, code, output)
				}
			}
		}
	}
}

// condition tells scripts whether the race detector is on.
func condition(name string) (bool, error) {
	if name != "race" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return raced, nil
}
