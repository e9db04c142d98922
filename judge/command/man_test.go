package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/judgetest/lack"
)

// The manual has a page for each command, with every flag that help shows.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	program := newApp("")
	if err := program.WriteManual(dir); err != nil {
		t.Fatal(err)
	}
	read := manReader(t)
	pages, err := filepath.Glob(filepath.Join(dir, "tilejudge*.1"))
	if err != nil || len(pages) < len(program.Commands) {
		t.Fatalf("%d pages, %v, want one for each of %d commands",
			len(pages), err, len(program.Commands))
	}
	for _, c := range program.Commands {
		text := read(filepath.Join(dir, "tilejudge-"+c.Name+".1"))
		for _, one := range append(slices.Clone(c.Subcommands), c) {
			if !strings.Contains(text, "tilejudge "+c.Name) || !strings.Contains(text, one.Name) {
				t.Errorf("%s: the page does not name %s", c.Name, one.Name)
			}
			for _, flag := range one.FlagNames() {
				if !regexp.MustCompile(`(^|[ ,])` + flag + `\b`).MatchString(text) {
					t.Errorf("%s: the page does not have %s of %s", c.Name, flag, one.Name)
				}
			}
		}
	}
	if text := read(filepath.Join(dir, "tilejudge.1")); !strings.Contains(text, "EXIT STATUS") {
		t.Error("tilejudge(1) has no exit status")
	}
}

// manReader returns a function that formats a page as a person reads it. It needs mandoc
// or man.
func manReader(t *testing.T) func(file string) string {
	reader := []string{"mandoc", "-Tascii", "-Wstyle"}
	if _, err := exec.LookPath(reader[0]); err != nil {
		reader = []string{"man", "-l"}
	}
	if _, err := exec.LookPath(reader[0]); err != nil {
		lack.Skip(t, "mandoc and man", "install the package mandoc or man-db")
	}
	marks := regexp.MustCompile(".\x08|\x1b\\[[0-9;]*m") // bold and underlined
	return func(file string) string {
		t.Helper()
		man := exec.Command(reader[0], append(reader[1:], file)...)
		man.Env = append(os.Environ(), "LC_ALL=C", "MANPAGER=cat", "MANWIDTH=100")
		text, err := man.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", man, err, text)
		}
		return marks.ReplaceAllString(string(text), "")
	}
}
