package suite_test

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tilejudge/judge/problem/suite"
)

// write makes files on disk.
func write(t *testing.T, dir, names string) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("text of "+filepath.Base(name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "test/1.in test/1.out test/2.in puzzles.txt "+
		"more/1.in more/1.a cf/in1.txt cf/ans1.txt empty/x/y")
	t.Chdir(dir)
	for _, tt := range []struct{ path, layout, want, err string }{
		{path: "", want: "1=test/1.in>test/1.out 2=test/2.in>"},
		{path: "test", want: "1=test/1.in>test/1.out 2=test/2.in>"},
		{path: "test/1.in", want: "1=test/1.in>test/1.out"},
		{path: "cf/in1.txt", want: "1=cf/in1.txt>cf/ans1.txt"},
		{path: "puzzles.txt", want: "puzzles.txt=puzzles.txt>"},
		{path: "test/*", want: "1=test/1.in>test/1.out 2=test/2.in>"},
		{path: "*/1.in", want: "more/1=more/1.in>more/1.a test/1=test/1.in>test/1.out"},
		{path: "test/*.in", layout: "%s.in", want: "1=test/1.in> 2=test/2.in>"},
		{path: "cf", layout: "in%n.txt", want: "1=cf/in1.txt>"},
		{path: "empty", layout: "pairs", err: "empty: no cases found: looked for %s.in"},
		{path: "absent", err: "absent"},
		{path: "*.inn", err: "no cases found: no file matches *.inn"},
		{path: "[", err: "[: syntax error in pattern"},
		{path: "test", layout: "nosuch", err: `unknown layout "nosuch"`},
	} {
		s, err := suite.Find(tt.path, tt.layout)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("Find(%q, %q): error %v, want %s", tt.path, tt.layout, err, tt.err)
			}
			continue
		case err != nil:
			t.Errorf("Find(%q, %q): %v", tt.path, tt.layout, err)
			continue
		}
		if got := show(s.Cases); got != tt.want {
			t.Errorf("Find(%q, %q): %s, want %s", tt.path, tt.layout, got, tt.want)
		}
		f, err := s.Open(s.Cases[0].Input)
		if err != nil {
			t.Errorf("Open: %v", err)
			continue
		}
		if _, ok := f.(*os.File); !ok {
			t.Errorf("Open(%s) is a %T, want an *os.File", s.Cases[0].Input, f)
		}
		f.Close()
	}
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := t.TempDir()
	write(t, dir, "real/1.in")
	for link, target := range map[string]string{
		"real/loop": ".", "real/up": "..", "real/2.in": "1.in",
		"real/3.in": "3.in", "real/4.in": "nowhere", "real/5.in": "..",
		"alias": "real",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := suite.Find(filepath.Join(dir, "alias"), "")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "1 2" || len(s.Warnings) != 3 {
		t.Errorf("cases %s with %v, want 1 2 and warnings of 3, 4 and 5", got, s.Warnings)
	}
	// Without the secret cases no program should be accepted.
	write(t, dir, "data/sample/1.in")
	write(t, dir, "data/sample/1.ans")
	if err := os.Symlink("../real", filepath.Join(dir, "data/secret")); err != nil {
		t.Fatal(err)
	}
	_, err = suite.Find(dir, "")
	want := "data/secret is a link to a directory"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// pack makes an archive.
func pack(t *testing.T, path, names string) {
	t.Helper()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for _, name := range strings.Fields(names) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, "text of "+name)
	}
	if err := errors.Join(z.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestArchive(t *testing.T) {
	for _, tt := range []struct{ name, files, want string }{
		{"HackerRank", "input/input00.txt output/output00.txt",
			"00=$/input/input00.txt>$/output/output00.txt"},
		{"one directory", "eight/tests/01 eight/tests/01.a",
			"01=$/eight/tests/01>$/eight/tests/01.a"},
		{"one that a layout knows", "tests/01", "01=$/tests/01>"},
		{"as macOS packs it", "tests-of-eight/01 __MACOSX/._01", "01=$/tests-of-eight/01>"},
	} {
		path := filepath.Join(t.TempDir(), "cases.zip")
		pack(t, path, tt.files)
		s, err := suite.Find(path, "")
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.ReplaceAll(show(s.Cases), filepath.ToSlash(path), "$"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		f, err := s.Open(s.Cases[0].Input)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if text, err := io.ReadAll(f); err != nil || !strings.HasPrefix(string(text), "text of ") {
			t.Errorf("%s: the input is %q, %v", tt.name, text, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	dmoj := t.TempDir()
	write(t, dmoj, "init.yml")
	archive := filepath.Join(dmoj, "data.zip")
	pack(t, archive, "1.in 1.out")
	s, err := suite.Find(dmoj, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := strings.ReplaceAll(show(s.Cases), filepath.ToSlash(archive), "$")
	if want := "1=$/1.in>$/1.out"; got != want {
		t.Errorf("in a directory: %s, want %s", got, want)
	}
	pack(t, filepath.Join(dmoj, "more.zip"), "1.in")
	if _, err := suite.Find(dmoj, ""); !errors.Is(err, suite.ErrNoCases) {
		t.Errorf("two archives in a directory: error %v, want %v", err, suite.ErrNoCases)
	}
	junk := filepath.Join(t.TempDir(), "junk.zip")
	write(t, filepath.Dir(junk), "junk.zip")
	if _, err := suite.Find(junk, ""); !errors.Is(err, zip.ErrFormat) {
		t.Errorf("junk: error %v, want zip.ErrFormat", err)
	}
}

// A small archive can have a very large case. Programs get a copy of each case on the disk, so such
// a case is an error.
func TestLargeCase(t *testing.T) {
	path := archive(t, func(w *zip.Writer) {
		f, _ := w.CreateRaw(&zip.FileHeader{
			Name: "1.in", Method: zip.Deflate, UncompressedSize64: 1<<30 + 1, CompressedSize64: 2,
		})
		f.Write([]byte("\x03\x00"))
	})
	_, err := suite.Find(path, "")
	if err == nil || !strings.HasSuffix(err.Error(), "1.in has more than 1024 MiB") {
		t.Errorf("%v, want that the file is too large", err)
	}
}
