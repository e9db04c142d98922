package suite_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"tilejudge/judge/problem/suite"
)

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
			for _, name := range []string{"../a.txt", "/etc/x", "c/../../d", "e.txt"} {
				store(w, name, "x", 0o666)
			}
		}, "e=e.txt\netc=etc/x\n../a.txt: " + odd + "\nc/../../d: " + odd},
		{"names that would lead to another folder", func(w *zip.Writer) {
			for _, name := range []string{"a/answers", `a\answers`, "b/answers", `b/x\..\..\a\answers`} {
				store(w, "class/"+name, "x", 0o666)
			}
		}, "a=class/a/answers\n" + `a\answers=class/a\answers` + "\nb=class/b/answers"},
		{"a directory above", func(w *zip.Writer) {
			for _, name := range []string{"a/x", "b/x", "b/../a/x"} {
				store(w, "../../class/"+name, "x", 0o666)
			}
		}, "a=class/a/x\nb=class/b/x\nclass/b/../a/x: " + odd},
		{"files with a letter of Windows", func(w *zip.Writer) {
			for _, name := range []string{"a.txt", `a.txt\x`, "b.txt"} {
				store(w, name, "x", 0o666)
			}
		}, "a.txt=a.txt\n" + `a.txt\x=a.txt\x` + "\nb=b.txt"},
		{"names of Windows that lead to another folder", func(w *zip.Writer) {
			for _, name := range []string{`a\answers`, `b\x\..\..\a\answers`, `c\answers`} {
				w.CreateHeader(&zip.FileHeader{Name: name})
			}
		}, "a=a/answers\nc=c/answers\nb/x/../../a/answers: " + odd},
		{"a folder with many files", func(w *zip.Writer) {
			for _, folder := range []string{"a", "b", "c"} {
				store(w, "class/"+folder+"/answers", "x", 0o666)
			}
			for i := range 4000 {
				store(w, fmt.Sprintf("class/b/%d/x/x/x/x/x", i), "x", 0o666)
			}
		}, "a=class/a/answers\nb: b has more than 16384 files\nc=class/c/answers"},
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
			f, _ = w.CreateRaw(&zip.FileHeader{Name: "c", Flags: 1, UncompressedSize64: 1})
			io.WriteString(f, "1")
		}, "a=a\n" +
			"b: a fault of the archive: found compression method 99, expected 8 (deflate) or 0 (none)\n" +
			"c: a fault of the archive: the file is encrypted"},
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
		for name, size := range map[string]uint64{"large": 1<<30 + 1, "huge": 1 << 63} {
			f, _ = w.CreateRaw(&zip.FileHeader{
				Name: name, Method: zip.Deflate, UncompressedSize64: size,
			})
			f.Write([]byte("\x03\x00"))
		}
	})
	h, err := suite.FindHandIns(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for i, name := range []string{"huge", "large"} {
		if _, err := h.Open(&h.All[i]); err == nil || err.Error() != "has more than 1024 MiB" {
			t.Errorf("%s: %v, want that it is too large", name, err)
		}
	}
	f, err := h.Open(&h.All[2])
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
