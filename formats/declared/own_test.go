package declared_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/declared"
)

// own makes the user's directory, with files, and returns it.
func own(t *testing.T, files map[string]string) string {
	t.Helper()
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	t.Setenv("AppData", home)
	dir := declared.Dir()
	if !strings.HasPrefix(dir, home) {
		t.Fatalf("Dir() = %s, want one below %s", dir, home)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A format is found by its file, by the name of a built-in format, or by the name of a file in the
// user's directory. A file there that is wrong, or that hides a built-in format, is an error only
// if it is named.
func TestLookup(t *testing.T) {
	dir := own(t, map[string]string{
		"mine.toml": declared.Template, "wrong.toml": "rows = 3", "poj-1077.toml": declared.Template,
		"notes.txt": "",
	})
	if f, err := declared.Lookup("mine"); err != nil || f.Name != "mine" {
		t.Errorf("Lookup(mine) = %v, %v", f, err)
	}
	if f, err := declared.Lookup(filepath.Join(dir, "mine.toml")); err != nil || f.Name != "mine" {
		t.Errorf("Lookup of a path = %v, %v", f, err)
	}
	if f, err := declared.Lookup("poj-1077"); err != nil || f != formats.All[0] {
		t.Errorf("Lookup(poj-1077) = %v, %v", f, err)
	}
	for _, name := range []string{"yours", "../mine", "notes", ""} {
		f, err := declared.Lookup(name)
		if !errors.Is(err, formats.ErrUnknown) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Lookup(%q) = %v, %v", name, f, err)
		}
	}
	if f, err := declared.Lookup("wrong"); !errors.As(err, new(*formats.SyntaxError)) {
		t.Errorf("Lookup(wrong) = %v, %v", f, err)
	}
	fs, errs := declared.Own()
	if len(fs) != 1 || fs[0].Name != "mine" || len(errs) != 2 {
		t.Errorf("Own() = %v, %v", fs, errs)
	}
	if !strings.Contains(errs[0].Error(), "found the name of a format that is built in") {
		t.Errorf("the error for a hidden format is %v", errs[0])
	}
	names := declared.Names()
	if n := len(formats.All); !slices.Equal(names[n:], []string{"mine", "wrong"}) {
		t.Errorf("Names() ends in %q", names[n:])
	}
}

// Without a directory of the user, the formats are those that are built in.
func TestNoDirectory(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, "")
	}
	if dir := declared.Dir(); dir != "" {
		t.Errorf("Dir() = %q", dir)
	}
	if fs, errs := declared.Own(); fs != nil || errs != nil {
		t.Errorf("Own() = %v, %v", fs, errs)
	}
	if _, err := declared.Lookup("mine"); !errors.Is(err, formats.ErrUnknown) {
		t.Errorf("Lookup(mine) = %v", err)
	}
}

// What is not a regular file is refused, and never waited for.
func TestReadOther(t *testing.T) {
	dir := own(t, nil)
	others := map[string]string{dir: "found a directory", dir + "/none.toml": "none.toml"}
	if runtime.GOOS != "windows" {
		others["/dev/zero"] = "found a device or a pipe, expected a regular file"
	}
	for name, want := range others {
		if f, err := declared.Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%s) = %v, %v, want %s", name, f, err, want)
		}
	}
}
