package app_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
)

func fruit() []string { return []string{"apple", "banana", "cherry"} }

// newApp returns a program whose command prints its flags and arguments.
func newApp() *app.App {
	eat := &app.Command{
		Name: "eat", Category: "Zest", Usage: "eat things", ArgsUsage: "[FILE...]",
		Description: "A paragraph that is\nwrapped.\n\n  kept as\n  it stands",
		Flags: []cli.Flag{
			app.OneOf("fruit", fruit, &cli.StringFlag{
				Name: "fruit", Aliases: []string{"f"}, Usage: "eat a `FRUIT`", Value: "apple",
				Category: "What",
			}),
			&cli.IntFlag{
				Name: "number", Aliases: []string{"n"},
				Usage: "eat `N`", Category: "Much",
			},
			&cli.BoolFlag{Name: "peel", Aliases: []string{"p"}, Category: "What"},
			&cli.StringFlag{Name: "output", Usage: "write to `FILE`", Category: "Much"},
			&cli.StringFlag{Name: "secret", Hidden: true},
		},
		Action: func(c *cli.Context) error {
			_, err := fmt.Fprintln(c.App.Writer, c.String("fruit"), c.Int("number"), c.Bool("peel"),
				c.Args().Slice())
			return err
		},
		Exits:    []app.Exit{{0, "all is eaten"}, {1, "some is left"}},
		Examples: []app.Example{{"eat -f banana", "banana\n"}},
	}
	fail := func(*cli.Context) error { return app.Status(42) }
	return &app.App{Usage: "try things", Version: "1.2", Commands: []*app.Command{
		eat,
		{Name: "trees", Category: "Alpha", Usage: "look after trees", Subcommands: []*app.Command{
			{Name: "plant", Usage: "plant one", Action: fail, Values: fruit, ArgsUsage: "NAME"},
			{Name: "fell", Usage: "fell one", Action: fail},
		}},
	}}
}

// try runs a command line of words.
func try(t *testing.T, line string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	args := append([]string{"tilejudge"}, strings.Fields(strings.ReplaceAll(line, "_", "\x00"))...)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "\x00", "")
	}
	code = app.Code(newApp().Run(t.Context(), args, strings.NewReader(""), &out, &errs), &errs)
	return out.String(), errs.String(), code
}

// Flags stand anywhere. Errors go to standard error alone.
func TestRun(t *testing.T) {
	for _, tt := range []struct {
		line, stdout, stderr string // stderr: a part
		code                 int
	}{
		{"eat", "apple 0 false []\n", "", 0},
		{"eat a -n 3 b --fruit=cherry -p", "cherry 3 true [a b]\n", "", 0},
		{"eat -pn3 -fbanana - -- -n 5", "banana 3 true [- -n 5]\n", "", 0},
		{"eat -- --help", "apple 0 false [--help]\n", "", 0},
		{"trees fell", "", "", 42},
		{"--version", "tilejudge version 1.2 (" + runtime.Version() + ")\n", "", 0},
		{"version", "tilejudge version 1.2 (" + runtime.Version() + ")\n", "", 0},
		{"eatt", "", `unknown command "eatt" (did you mean "eat"?)`, 2},
		{"nothing", "", `unknown command "nothing", expected eat, trees, completion, help or man`, 2},
		{"trees", "", "trees: a command is missing: plant, fell", 2},
		{"trees plnt", "", `trees: unknown command "plnt" (did you mean "plant"?)`, 2},
		{"trees --all", "", `unknown flag "--all"`, 2},
		{"--hlep", "", `unknown flag "--hlep" (did you mean "--help"?)`, 2},
		{"eat --hlep", "", `unknown flag "--hlep" (did you mean "--help"?)`, 2},
		{"eat --unlike=5", "", `unknown flag "--unlike"` + "\n", 2},
		{"eat a --fruit", "", "--fruit: a value is missing", 2},
		{"eat -f chery", "", `--fruit: unknown fruit "chery" (did you mean "cherry"?)`, 2},
		{"eat -f wood", "", `--fruit: unknown fruit "wood", expected apple, banana or cherry`, 2},
		{"eat -n many", "", `-n: found "many", expected a whole number`, 2},
		{"eat -n 1e3", "", `-n: found "1e3", expected a whole number`, 2},
		{"eat -n 99999999999999999999", "", "-n: found 99999999999999999999, expected at most", 2},
		{"eat -n -99999999999999999999", "", "expected at least -9", 2},
		{"eat --peel=perhaps", "", `--peel: found "perhaps", expected true or false`, 2},
	} {
		stdout, stderr, code := try(t, tt.line)
		if stdout != tt.stdout || !strings.Contains(stderr, tt.stderr) || code != tt.code {
			t.Errorf("%s: %q, %q, exit %d, want %q, %q, %d",
				tt.line, stdout, stderr, code, tt.stdout, tt.stderr, tt.code)
		}
		if tt.stderr == "" && stderr != "" {
			t.Errorf("%s: %q on standard error", tt.line, stderr)
		}
	}
}

// Help goes to standard output if it is asked for; its groups are in declared order.
func TestHelp(t *testing.T) {
	for _, line := range []string{"eat --help", "help eat", "eat x -n 3 -h", "eat -ph"} {
		stdout, stderr, code := try(t, line)
		order := []string{
			"tilejudge eat: eat things", "Usage: tilejudge eat [FLAG...] [FILE...]",
			"A paragraph that is wrapped.", "\n  kept as\n  it stands\n", "What:",
			"-f, --fruit FRUIT  eat a FRUIT (default: apple)", "-p, --peel",
			"Much:", "-n, --number N",
			"    --output FILE", "Exit status:", "  1    some is left",
			"Examples:", "  $ eat -f banana",
		}
		rest := stdout
		for _, part := range order {
			_, after, ok := strings.Cut(rest, part)
			if !ok {
				t.Fatalf("%s: %q is missing, or in another place:\n%s", line, part, stdout)
			}
			rest = after
		}
		if code != 0 || stderr != "" || strings.Contains(stdout, "secret") {
			t.Errorf("%s: exit %d, %q\n%s", line, code, stderr, stdout)
		}
	}
	for _, line := range []string{"help", "--help"} {
		stdout, _, code := try(t, line)
		zest, alpha := strings.Index(stdout, "\nZest:"), strings.Index(stdout, "\nAlpha:")
		if code != 0 || zest < 0 || alpha < zest || !strings.Contains(stdout, "\n  man  ") {
			t.Errorf("%s: exit %d\n%s", line, code, stdout)
		}
	}
	for line, want := range map[string]string{
		"help --help": "tilejudge help [COMMAND]", "trees --help": "  fell   fell one",
		"help trees plant": "tilejudge trees plant NAME",
	} {
		if stdout, _, code := try(t, line); code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit %d\n%s", line, code, stdout)
		}
	}
	stdout, stderr, code := try(t, "")
	if stderr != "" || code != app.ExitOK || strings.Count(stdout, "\n") > 10 {
		t.Errorf("no command: %q, %q, exit %d", stdout, stderr, code)
	}
}

// Completion offers the words that may follow; exit status 1 stands for files. "_" is an
// empty word.
func TestComplete(t *testing.T) {
	for _, tt := range []struct {
		line, want string
		code       int
	}{
		{"", "eat trees completion help man", 0},
		{"e", "eat trees completion help man", 0},
		{"-", "--help --version", 0},
		{"help _", "eat trees completion help man", 0},
		{"eat _", "", 1},
		{"eat -", "--fruit -f --number -n --peel -p --output --help", 0},
		{"eat -f _", "apple banana cherry", 0},
		{"eat --fruit=b", "--fruit=apple --fruit=banana --fruit=cherry", 0},
		{"eat --fruit = b", "apple banana cherry", 0},
		{"eat --fruit =", "apple banana cherry", 0},
		{"eat --fruit = apple --peel _", "", 1},
		{"eat -f apple,b", "apple,apple apple,banana apple,cherry", 0},
		{"eat -n _", "", 0},
		{"eat --output _", "", 1},
		{"eat -- -", "", 1},
		{"trees _", "plant fell", 0},
		{"trees plant _", "apple banana cherry", 0},
		{"trees fell _", "", 0},
		{"nothing _", "", 0},
		{"completion _", "bash fish zsh", 0},
	} {
		stdout, _, code := try(t, tt.line+" --generate-bash-completion")
		if got := strings.Join(strings.Fields(stdout), " "); got != tt.want || code != tt.code {
			t.Errorf("%s: %q, exit %d, want %q, %d", tt.line, got, code, tt.want, tt.code)
		}
	}
}

func TestSuggest(t *testing.T) {
	names := []string{"solve", "stress", "generate", "run", "--help", "poj-1077"}
	for wrong, want := range map[string]string{
		"sovle": "solve", "SOLVE": "solve", "gen": "generate", "--hlep": "--help", "rnu": "",
		"judge": "", "apples": "", "test": "", "-x": "", "": "", "poj-1078": "poj-1077",
	} {
		if want != "" {
			want = fmt.Sprintf(" (did you mean %q?)", want)
		}
		if got := app.Suggest(wrong, names); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", wrong, got, want)
		}
	}
}

// The pages of the manual escape what roff would change or obey.
func TestManual(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	a := newApp()
	a.Commands[0].Description = `.dots and back\slashes` + "\n\n  'quoted\n  .kept"
	if err := a.WriteManual(dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "tilejudge-eat.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		".SH NAME\ntilejudge\\-eat \\- eat things\n", "\n\\&.dots and back\\eslashes\n",
		"\n  \\(aqquoted\n  .kept\n", "\\fB\\-f, \\-\\-fruit\\fR \\fIFRUIT\\fR\n",
		".SH EXIT STATUS\n", "\\fBtilejudge\\-trees\\fR(1)",
	} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("%q is missing:\n%s", want, data)
		}
	}
	files, err := os.ReadDir(dir)
	var found []string
	for _, f := range files {
		found = append(found, f.Name())
	}
	want := []string{
		"tilejudge-completion.1", "tilejudge-eat.1", "tilejudge-help.1", "tilejudge-man.1",
		"tilejudge-trees.1", "tilejudge.1",
	}
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("the folder has %v, %v, want %v", found, err, want)
	}
}

// Help does not return errors of its writes, so the writer keeps them.
func TestCheckedWriter(t *testing.T) {
	broken := errors.New("disk full")
	err := newApp().Run(t.Context(), []string{"tilejudge", "help"}, nil, failing{broken}, nil)
	if !errors.Is(err, broken) {
		t.Errorf("Run = %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
