package suite_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/suite"
)

// handIns lists hand-ins as "name=file" and "name: error".
func handIns(h *suite.HandIns, root string) string {
	var all []string
	for _, one := range h.All {
		file := strings.TrimPrefix(filepath.ToSlash(one.File), filepath.ToSlash(root)+"/")
		switch {
		case one.Err != nil:
			all = append(all, one.Name+": "+one.Err.Error())
		default:
			all = append(all, one.Name+"="+file)
		}
	}
	return strings.Join(all, "\n")
}

func TestHandIns(t *testing.T) {
	for _, tt := range []struct{ name, files, pattern, want string }{
		{"files", "b.txt a10.txt a9.txt", "", "a9=a9.txt\na10=a10.txt\nb=b.txt"},
		{"directories of Moodle", "Ada_1_file_/out.txt Bert_2_file_/out.txt", "",
			"Ada_1=Ada_1_file_/out.txt\nBert_2=Bert_2_file_/out.txt"},
		{"nothing but an ending", "_x/out x_x/out", "", "_x=_x/out\nx=x_x/out"},
		{"two extensions", "a.txt a.md", "", "a.md=a.md\na.txt=a.txt"},
		{"the name of another", "a.txt a.md a.txt.x b.txt", "",
			"a.md=a.md\na.txt=a.txt\na.txt.x=a.txt.x\nb=b.txt"},
		{"nothing but another's ending", "_x/out x_x/out _x_x/out", "",
			"_x=_x/out\n_x_x=_x_x/out\nx=x_x/out"},
		{"a pattern", "a.txt a.md b.md", "*.txt", "a=a.txt"},
		{"directories", "a/out.txt b/x.txt c/", "", "a=a/out.txt\nb=b/x.txt\nc: found no file"},
		{"the usual name", "a/out.txt a/notes b/out.txt c/o.txt d/x d/y e/out.txt", "",
			"a=a/out.txt\nb=b/out.txt\nc=c/o.txt\nd: found 2 files, expected one: d/x, d/y\n" +
				"e=e/out.txt"},
		{"names of others", "a/a b/b c/a c/b d/d", "",
			"a=a/a\nb=b/b\nc: found 2 files, expected one: c/a, c/b\nd=d/d"},
		{"deep", "a/src/out.txt a/src/main.c b/out.txt", "", "a=a/src/out.txt\nb=b/out.txt"},
		{"usual twice", "a/1/out a/2/out b/out", "",
			"a: found 2 files, expected one: a/1/out, a/2/out\nb=b/out"},
		{"one directory has more", "a/out b.txt a/README", "",
			"a: found 2 files, expected one: a/README, a/out\nb=b.txt"},
		{"several of each", "a/out a/README b/out b/README", "",
			"error: found several files of each: as many directories have README as out"},
		{"several of each, and a pattern", "a/out a/README b/out b/README", "out", "a=a/out\nb=b/out"},
		{"hidden files", ".git/config .DS_Store a/.x a/out", "", "a=a/out"},
		{"no file", "", "", "error: found no hand-ins"},
		{"a wrong pattern", "a", "[", `error: "[": syntax error in pattern`},
		{"a pattern of no file", "a/out b/out", "b", `error: no file matches "b"`},
		{"a directory in the archive", "class/a.txt class/b.txt __MACOSX/class/._a.txt", "",
			"a=class/a.txt\nb=class/b.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, path := range []string{directory(t, tt.files), zipped(t, tt.files)} {
				h, err := suite.FindHandIns(path, tt.pattern)
				got := ""
				if err != nil {
					got = "error: " + strings.TrimPrefix(err.Error(), path+": ")
				} else {
					got = handIns(h, path)
					h.Close()
				}
				if strings.HasPrefix(tt.files, "class/") && !strings.HasSuffix(path, ".zip") {
					continue // only in archives is the directory needless
				}
				if got != tt.want {
					t.Errorf("%s: found\n%s\nwant\n%s", filepath.Base(path), got, tt.want)
				}
			}
		})
	}
}

// directory makes empty files, and directories for names that end with a slash.
func directory(t *testing.T, files string) string {
	dir := t.TempDir()
	for name := range strings.FieldsSeq(files) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil && strings.HasSuffix(name, "/") {
			err = os.Mkdir(path, 0o777)
		} else if err == nil {
			err = os.WriteFile(path, nil, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipped is directory for an archive.
func zipped(t *testing.T, files string) string {
	return archive(t, func(w *zip.Writer) {
		for name := range strings.FieldsSeq(files) {
			w.Create(name)
		}
	})
}

func archive(t *testing.T, write func(*zip.Writer)) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	write(w)
	path := filepath.Join(t.TempDir(), "class.zip")
	if err := errors.Join(w.Close(), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	return path
}

// Whoever hands in a link would read another's file with it.
func TestHandInLinks(t *testing.T) {
	dir := directory(t, "a.txt b/out.txt")
	if err := os.Symlink("a.txt", filepath.Join(dir, "c.txt")); err != nil {
		lack.Skip(t, "symbolic links", err)
	}
	for link, to := range map[string]string{"d": "b", "e.txt": "/etc/passwd", "f": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	const link = ": is a link, and links are not followed\n"
	want := "a=a.txt\nb=b/out.txt\nc.txt" + link + "d" + link + "e.txt" + link + "f" + link
	h, err := suite.FindHandIns(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	got := strings.NewReplacer("c:", "c.txt:", "e:", "e.txt:").Replace(handIns(h, dir) + "\n")
	if got != want {
		t.Errorf("found\n%swant\n%s", got, want)
	}
	// A file that becomes a link after it was listed leads nowhere.
	for _, to := range []string{"/etc/passwd", "b/out.txt"} {
		os.Remove(filepath.Join(dir, "a.txt"))
		os.Symlink(to, filepath.Join(dir, "a.txt"))
		if f, err := h.Open(&h.All[0]); err == nil {
			f.Close()
			t.Errorf("a link to %s was opened", to)
		}
	}
	os.RemoveAll(filepath.Join(dir, "b"))
	os.Symlink("other", filepath.Join(dir, "b"))
	if err := os.Mkdir(filepath.Join(dir, "other"), 0o755); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "other", "out.txt"), nil, 0o644)
	if f, err := h.Open(&h.All[1]); err == nil {
		f.Close()
		t.Errorf("%s in a link was opened", h.All[1].File)
	}
}

// A folder with many files does not keep the others from being found.
func TestCrowdedFolder(t *testing.T) {
	dir := directory(t, "a/x b/x c/x c/y")
	for i := range 1<<14 + 1 {
		if err := os.WriteFile(filepath.Join(dir, "b", fmt.Sprint(i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	h, err := suite.FindHandIns(dir, "x")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	const want = "a=a/x\nb: b has more than 16384 files\nc=c/x"
	if got := handIns(h, dir); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

// A student cannot keep the judge reading with a hand-in that grows.
func TestGrowingHandIn(t *testing.T) {
	dir := directory(t, "a.txt b.txt")
	name := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(name, []byte("lr"), 0o644); err != nil {
		t.Fatal(err)
	}
	h, err := suite.FindHandIns(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	f, err := h.Open(&h.All[0])
	if err == nil {
		err = os.WriteFile(name, []byte("lrud"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || string(text) != "lr" {
		t.Errorf("read %q, %v, want what it was", text, err)
	}
}
