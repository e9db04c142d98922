package command

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/judge/command/app"
)

// A declaration that is put together from sections of others is refused with a place, or declares
// a format that all commands can use: what they make is valid, and their answers are right.
func TestInventedFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	const tries = 40 // about a third is accepted
	sections := sectionsOfAll(t)
	file := filepath.Join(t.TempDir(), "invented.toml")
	rng := rand.New(rand.NewPCG(5, 6))
	accepted := 0
	for range tries {
		text := ""
		for _, name := range []string{"boards", "input", "input.board", "answer", "answer.board"} {
			if name != "answer.board" || strings.Contains(text, "{boards}") {
				text += sections[name][rng.IntN(len(sections[name]))]
			}
		}
		f, err := declared.Parse(file, []byte(text))
		switch {
		case err != nil && !errors.As(err, new(*formats.SyntaxError)):
			t.Error(err)
		case err == nil:
			accepted++
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			useFormat(t, f, file)
		}
	}
	if accepted < tries/10 {
		t.Errorf("%d of %d declarations are accepted: hardly a test", accepted, tries)
	}
}

// sectionsOfAll returns the sections of the declarations of all formats, by name.
func sectionsOfAll(t *testing.T) map[string][]string {
	sections := make(map[string][]string)
	for _, f := range formats.All {
		text, err := declared.Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n[")[1:] {
			name, _, _ := strings.Cut(strings.TrimPrefix(part, "["), "]")
			sections[name] = append(sections[name], "\n["+part)
		}
	}
	return sections
}

// useFormat generates, validates, solves and checks puzzles of the format that a file declares.
func useFormat(t *testing.T, f *formats.Format, file string) {
	t.Helper()
	command := func(stdin string, args ...string) string {
		out, errs, code := runProgram(t, stdin, append(args, "-f", file)...)
		if code != app.ExitOK {
			t.Errorf("%s: exit %d, %s on\n%s\nas %+v", args, code, errs, stdin, f)
		}
		return out
	}
	command("", "formats", "-v")
	in := command("", "generate", "-n", "1", "--walk", "4", "--seed", "7")
	command(in, "validate")
	input, output := filepath.Join(filepath.Dir(file), "in"), filepath.Join(filepath.Dir(file), "out")
	for name, data := range map[string]string{input: in, output: command(in, "solve")} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command("", "check", input, output)
	command("", "generate", "--cases")
}

// Each built-in format, from the file that declares it, gives the same bytes as by its name: in
// what is generated, in answers to the sample and to junk, in messages and in verdicts.
func TestDeclaredFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	dir := t.TempDir()
	input := filepath.Join(dir, "input")
	for _, f := range formats.All {
		text, _, _ := runProgram(t, "", "formats", f.Name, "--toml")
		file := filepath.Join(dir, "own-"+f.Name+".toml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		e, err := cases.Lookup(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(input, []byte(e.Input), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, run := range []struct {
			stdin string
			args  []string
		}{
			{"", []string{"generate", "--seed", "7", "-n", "1"}},
			{e.Input, []string{"solve", "--workers", "1"}},
			{e.Input + "\n1 2 x\n" + e.Input, []string{"solve", "--keep-going", "--workers", "1"}},
			{e.Input, []string{"validate"}},
			{e.Answer, []string{"validate"}},
			{e.Answer, []string{"check", input, "-"}},
			{e.Input, []string{"check", input, "-"}},
		} {
			want := result(t, run.stdin, append(run.args, "-f", f.Name))
			got := strings.ReplaceAll(result(t, run.stdin, append(run.args, "-f", file)),
				"own-"+f.Name, f.Name)
			if got != want {
				t.Errorf("%s %s on %q:\n%s\nwant\n%s", f.Name, run.args, run.stdin, got, want)
			}
		}
	}
}

// result runs the program, and returns its exit code, its output and its messages.
func result(t *testing.T, stdin string, args []string) string {
	t.Helper()
	out, errs, code := runProgram(t, stdin, args...)
	return fmt.Sprint(code, "\n", out, errs)
}
