package suite_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		{"a pattern", "a.txt a.md b.md", "*.txt", "a=a.txt"},
		{"directories", "a/out.txt b/x.txt c/", "", "a=a/out.txt\nb=b/x.txt\nc: found no file"},
		{"the usual name", "a/out.txt a/notes b/out.txt c/o.txt d/x d/y", "",
			"a=a/out.txt\nb=b/out.txt\nc=c/o.txt\nd: found 2 files, expected one: d/x, d/y"},
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

// Archives that want to harm the reader.
func TestHostileArchives(t *testing.T) {
	const odd = "several files in the archive have this name, or no file can have it"
	store := func(w *zip.Writer, name, text string, mode fs.FileMode) {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate}
		header.SetMode(mode)
		f, _ := w.CreateHeader(header)
		io.WriteString(f, text)
	}
	for _, tt := range []struct {
		name  string
		write func(*zip.Writer)
		want  string
	}{
		{"paths that lead out", func(w *zip.Writer) {
			for _, name := range []string{"../a.txt", "/etc/x", `..\b.txt`, "c/../../d", "e.txt"} {
				store(w, name, "x", 0o666)
			}
		}, "a=a.txt\nb=b.txt\nd=d\ne=e.txt\netc=etc/x"}, // all of them in the archive
		{"a link", func(w *zip.Writer) {
			store(w, "a.txt", "/etc/passwd", 0o777|fs.ModeSymlink)
			store(w, "b.txt", "x", 0o666)
		}, "a: is a link, and links are not followed\nb=b.txt"},
		{"a device", func(w *zip.Writer) { store(w, "a.txt", "", fs.ModeDevice|0o666) },
			"a: is not a regular file"},
		{"a name twice", func(w *zip.Writer) {
			store(w, "a.txt", "1", 0o666)
			store(w, "a.txt", "2", 0o666)
			store(w, "b.txt", "2", 0o666)
		}, "a: " + odd + "\nb=b.txt"},
		{"a file and a directory of one name", func(w *zip.Writer) {
			store(w, "a", "1", 0o666)
			store(w, "a/b", "2", 0o666)
			store(w, "b/b", "2", 0o666)
			store(w, "b/b", "2", 0o666)
			store(w, ".", "2", 0o666)
			store(w, "c/b", "2", 0o666)
		}, "a: " + odd + "\nb: " + odd + "\nc=c/b\n(none): " + odd},
		{"a file that cannot be opened", func(w *zip.Writer) {
			store(w, "a", "1", 0o666)
			f, _ := w.CreateRaw(&zip.FileHeader{Name: "b", Method: 99, UncompressedSize64: 1})
			io.WriteString(f, "1")
		}, "a=a\nb: zip: unsupported compression algorithm"},
		{"deep directories", func(w *zip.Writer) {
			store(w, strings.Repeat("d/", 100)+"x", "1", 0o666)
			store(w, "e", "1", 0o666)
		}, ""},
		{"no files", func(*zip.Writer) {}, "error: found no hand-ins"},
		{"bombs", func(w *zip.Writer) {
			for i := range 70 { // of 1 GiB each, according to the list of files
				f, _ := w.CreateRaw(&zip.FileHeader{
					Name: fmt.Sprint(i), Method: zip.Deflate, UncompressedSize64: 1 << 30,
				})
				io.WriteString(f, "\x03\x00")
			}
		}, "error: its files have more than 64 GiB when they are unpacked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := archive(t, tt.write)
			h, err := suite.FindHandIns(path, "")
			got := ""
			if err != nil {
				got = "error: " + strings.TrimPrefix(err.Error(), path+": ")
			} else {
				defer h.Close()
				got = handIns(h, path)
			}
			if tt.want != "" && got != tt.want {
				t.Errorf("found\n%s\nwant\n%s", got, tt.want)
			}
			for i := 0; err == nil && i < len(h.All); i++ {
				if f, err := h.Open(&h.All[i]); err == nil && h.All[i].Err == nil {
					io.Copy(io.Discard, f)
					f.Close()
				}
			}
		})
	}
}

// A file in an archive that is larger than it says, or very large, ends with an error.
func TestBombs(t *testing.T) {
	path := archive(t, func(w *zip.Writer) {
		var packed bytes.Buffer
		z, _ := flate.NewWriter(&packed, flate.BestCompression)
		z.Write(make([]byte, 1<<20))
		z.Close()
		f, _ := w.CreateRaw(&zip.FileHeader{
			Name: "lies", Method: zip.Deflate, UncompressedSize64: 10,
			CompressedSize64: uint64(packed.Len()),
		})
		f.Write(packed.Bytes())
		f, _ = w.CreateRaw(&zip.FileHeader{
			Name: "large", Method: zip.Deflate, UncompressedSize64: 1<<30 + 1,
		})
		f.Write([]byte("\x03\x00"))
	})
	h, err := suite.FindHandIns(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Open(&h.All[0]); err == nil || err.Error() != "has more than 1024 MiB" {
		t.Errorf("large: %v, want that it is too large", err)
	}
	f, err := h.Open(&h.All[1])
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, f); err == nil || n > 64<<10 {
		t.Errorf("lies: read %d bytes, %v; want an error", n, err)
	}
}

// 100,000 hand-ins in an archive are found.
func TestManyHandIns(t *testing.T) {
	const many = 100_000
	path := archive(t, func(w *zip.Writer) {
		for i := range many {
			w.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(i, "/out.txt")})
		}
	})
	h, err := suite.FindHandIns(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if n := len(h.All); n != many || h.All[many-1].Name != fmt.Sprint(many-1) {
		t.Errorf("found %d, the last %q; want %d", n, h.All[n-1].Name, many)
	}
}
