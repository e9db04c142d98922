package suite_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/suite"
)

// foreign returns a directory and an archive whose files have these names, of whatever bytes. Each
// file has its name as text.
func foreign(t *testing.T, names ...string) []string {
	t.Helper()
	packed := archive(t, func(w *zip.Writer) {
		for _, name := range names {
			f, _ := w.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
			io.WriteString(f, name)
		}
	})
	dir := t.TempDir()
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(file), 0o777)
		if err == nil {
			err = os.WriteFile(file, []byte(name), 0o666)
		}
		if err != nil { // macOS and Windows have no such names
			return []string{packed}
		}
	}
	return []string{packed, dir}
}

// Hand-ins and cases are found, and can be read, if their names are not UTF-8: Windows packs
// umlauts like that.
func TestForeignNames(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"M\x81ller.txt", "Maier.txt", "\xff\ufffd.txt"},
			"Maier=Maier.txt\nM\x81ller=M\x81ller.txt\n\xff\ufffd=\xff\ufffd.txt"},
		{[]string{"M\xfcller/\xe4.txt", "Maier/out.txt"},
			"Maier=Maier/out.txt\nM\xfcller=M\xfcller/\xe4.txt"},
	} {
		for _, path := range foreign(t, tt.names...) {
			h, err := suite.FindHandIns(path, "")
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			if got := handIns(h, path); got != tt.want {
				t.Errorf("%s: found\n%q\nwant\n%q", filepath.Base(path), got, tt.want)
			}
			for _, one := range h.All {
				f, err := h.Open(&one)
				if err != nil {
					t.Error(err)
					continue
				}
				text, _ := io.ReadAll(f)
				f.Close()
				if !strings.HasSuffix(one.File, filepath.FromSlash(string(text))) {
					t.Errorf("%q has the text %q", one.File, text)
				}
			}
		}
	}
	for _, path := range foreign(t, "data/secret/\xfc/1.in", "data/secret/\xfc/1.ans") {
		s, err := suite.Find(path, "")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		want := "secret/\xfc/1=$/data/secret/\xfc/1.in>$/data/secret/\xfc/1.ans"
		got := strings.ReplaceAll(show(s.Cases), filepath.ToSlash(path), "$")
		if got != want || s.Warnings != nil {
			t.Errorf("cases %q, %v, want %q", got, s.Warnings, want)
		}
	}
}

// One hand-in has its file named, rather than the directory.
func TestForeignFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "M\xfcller.txt")
	if err := os.WriteFile(file, []byte("R"), 0o666); err != nil {
		lack.Skip(t, "names that are not UTF-8", err)
	}
	h, err := suite.FindHandIns(file, "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := h.Open(&h.All[0])
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// A name that is not UTF-8 is refused if several files have it.
func TestForeignDoubles(t *testing.T) {
	path := archive(t, func(w *zip.Writer) {
		for _, name := range []string{"M\x81ller", "M\x81ller", "M\x82ller", "a\xff/b", "a\xff"} {
			w.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
		}
	})
	h, err := suite.FindHandIns(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	const odd = ": several files in the archive have this name, or no file can have it\n"
	want := "M\x81ller" + odd + "M\x82ller=M\x82ller\na\xff" + odd
	if got := handIns(h, path) + "\n"; got != want {
		t.Errorf("found\n%q\nwant\n%q", got, want)
	}
	_, err = suite.Find(path, "")
	if want := `class.zip: "M\x81ller": several files`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("cases: %v, want %s", err, want)
	}
}
