package command

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/program/sandbox"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func TestMain(m *testing.M) {
	sandbox.Main()
	programs := judgeNames()
	programs["tilejudge"] = Main
	programs["tilejudge-tables"] = tablesMain
	testscript.Main(hermetic{m}, programs)
}

// hermetic runs the tests without the tables and the formats of the user.
type hermetic struct{ *testing.M }

func (h hermetic) Run() int {
	os.Setenv("TILEJUDGE_TABLES", "/no-tables")
	os.Setenv("XDG_CONFIG_HOME", "/no-formats")
	return h.M.Run()
}

// Each archive in testdata is a run of the whole program.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Condition: condition,
		Files:     files, UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "pack": pack},
	})
}

// pack is the command "pack FILE" of scripts: it writes FILE.gz.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), packed.Bytes(), 0o666))
}

// built builds the program, and returns the name of its file.
func built(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	out, err := exec.Command("go", "build", "-o", dir, "tilejudge").CombinedOutput()
	if err != nil {
		tb.Fatalf("go build: %v\n%s", err, out)
	}
	return filepath.Join(dir, "tilejudge")
}

// Each "$" line of the README, typed beside the program, prints what stands below it.
func TestReadme(t *testing.T) {
	path := shellPath(t)
	dir := t.TempDir()
	bin, _, _ := strings.Cut(path, string(filepath.ListSeparator))
	err := os.Symlink(filepath.Join(bin, "tilejudge"), filepath.Join(dir, "tilejudge"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			continue
		}
		for _, session := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			commands++
			if got := shell(t, path, dir, command); !got.matches(want) {
				t.Errorf("$ %s\n%s\nwant\n%s", command, got, want)
			}
		}
	}
	if commands < 5 {
		t.Errorf("the README has %d commands, want at least 5", commands)
	}
	for _, f := range formats.All {
		if !strings.Contains(string(text), "`"+f.Name+"`") {
			t.Errorf("the README does not list the format %s", f.Name)
		}
	}
	for _, c := range newApp("").Commands {
		if !strings.Contains(string(text), "\n| `"+c.Name) {
			t.Errorf("the README does not list the command %s", c.Name)
		}
	}
}

// A command that is called is declared alone, under its name.
func TestDeclare(t *testing.T) {
	all := newApp("").Commands
	for i, c := range commands {
		alone := newApp(c.name).Commands
		if len(alone) != 1 || alone[0].Name != c.name || all[i].Name != c.name {
			t.Errorf("%s: declared %d commands, the first %s, and in its place %s", c.name,
				len(alone), alone[0].Name, all[i].Name)
		}
	}
	if n := len(newApp("--version").Commands); len(all) != len(commands) || n > 0 {
		t.Errorf("%d commands of %d are declared, and %d for --version", len(all), len(commands), n)
	}
}

// shellPath returns a PATH with the program, for a Unix shell.
func shellPath(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a Unix shell")
	}
	return filepath.Dir(built(t)) + string(filepath.ListSeparator) + os.Getenv("PATH")
}

// shell runs a line in a directory, and returns its output and messages.
func shell(t *testing.T, path, dir, line string) printed {
	t.Helper()
	sh := exec.Command("sh", "-c", line)
	sh.Dir = dir
	sh.Env = append(os.Environ(), "PATH="+path)
	var stdout, stderr strings.Builder
	sh.Stdout, sh.Stderr = &stdout, &stderr
	err := sh.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return printed{stdout.String(), stderr.String()}
}

// printed is what a command line prints.
type printed struct{ stdout, stderr string }

// String returns the lines as examples have them.
func (p printed) String() string {
	if p.stderr == "" {
		return p.stdout
	}
	return p.stdout + app.OnStderr + "\n" + p.stderr
}

// matches reports whether these are the wanted lines, as in app.Example.
func (p printed) matches(want string) bool {
	stdout, stderr, _ := strings.Cut("\n"+want, "\n"+app.OnStderr+"\n")
	got, stdout := strings.TrimRight(p.stdout, "\n"), strings.Trim(stdout, "\n")
	if strings.TrimRight(p.stderr, "\n") != strings.TrimRight(stderr, "\n") {
		return false
	}
	head, tail, cut := strings.Cut(stdout, "\n...")
	if !cut {
		return got == stdout
	}
	return strings.HasPrefix(got, head) && strings.HasSuffix(got, tail)
}

// An interrupt ends a read that waits. All puzzles before it are answered.
func TestInterrupt(t *testing.T) {
	for _, tt := range []struct{ args, puzzle, answer string }{
		{"solve -f poj-1077", "2 3 4 1 5 x 7 6 8", "ullddrurdllurdruldr"},
		{"solve", "[[4,1,2],[5,0,3]]", "5"},
		{"convert --from poj-1077 --to poj-1077", "1 2 3 4 5 6 7 8 x", "1 2 3 4 5 6 7 8 x"},
	} {
		args := strings.Fields(tt.args)
		in, feed, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		answers, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		exit := make(chan int)
		var stderr bytes.Buffer
		go func() {
			exit <- run(ctx, append([]string{"tilejudge"}, args...), in, out, &stderr)
		}()
		fmt.Fprintln(feed, tt.puzzle)
		line, err := bufio.NewReader(answers).ReadString('\n')
		if err != nil || line != tt.answer+"\n" {
			t.Errorf("%v: answer %q, %v", args, line, err)
		}
		cancel()
		if code := <-exit; code != app.ExitInterrupted || stderr.Len() > 0 {
			t.Errorf("%v: exit %d with %q on stderr, want %d and nothing", args, code, &stderr,
				app.ExitInterrupted)
		}
		for _, f := range []*os.File{in, feed, answers, out} {
			f.Close()
		}
	}
}

// Errors lead to the exit codes that the manual gives.
func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want int
	}{
		{"none", nil, app.ExitOK},
		{"records that failed", app.ErrFailed, app.ExitFailed},
		{"interrupt", fmt.Errorf("puzzle 3: %w", context.Canceled), app.ExitInterrupted},
		{"fault", fmt.Errorf("x: %w", &judge.Fault{Puzzle: 7, Value: "boom"}), app.ExitFault},
		{"unknown format", formats.ErrUnknown, app.ExitUsage},
	} {
		var stderr bytes.Buffer
		if got := app.Code(tt.err, &stderr); got != tt.want {
			t.Errorf("%s: exit %d, want %d", tt.name, got, tt.want)
		}
		quiet := tt.want != app.ExitUsage && tt.want != app.ExitFault
		if quiet != (stderr.Len() == 0) {
			t.Errorf("%s: stderr %q", tt.name, &stderr)
		}
	}
	var stderr bytes.Buffer
	got := app.Guard(&stderr, func() int { panic("boom") })
	if got != app.ExitFault || !strings.Contains(stderr.String(), "boom") {
		t.Errorf("a panic: exit %d, stderr %q, want %d", got, &stderr, app.ExitFault)
	}
}
