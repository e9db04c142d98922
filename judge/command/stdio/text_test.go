package stdio_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/judge/command/stdio"
)

// pack returns the text as a gzip file.
func pack(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// A gzip file is unpacked, where that is allowed; other archives are named.
func TestUnpacked(t *testing.T) {
	text := strings.Repeat("2 3 4 1 5 x 7 6 8\n", 10_000)
	packed := pack(t, text)
	for _, tt := range []struct{ name, in, want, err string }{
		{"text", text, text, ""},
		{"nothing", "", "", ""},
		{"one byte", "1", "1", ""},
		{"gzip", packed, text, ""},
		{"two gzip files", packed + packed, text + text, ""},
		{"gzip of nothing", pack(t, ""), "", ""},
		{"a gzip file that is cut off", packed[:len(packed)-1], text, "the gzip file is cut off"},
		{"a header that is cut off", packed[:2], "", "the gzip file is cut off"},
		{"a wrong header", "\x1f\x8bxxxxxxxxxx", "", "gzip: invalid header"},
		{"a wrong checksum", packed[:len(packed)-8] + "wrongsum", text, "gzip: invalid checksum"},
		{"zip", "PK\x03\x04...", "", "found a zip archive, expected text (unpack it first)"},
		{"xz", "\xfd7zXZ\x00", "", "found an xz file, expected text (unpack it first)"},
		{"zstd", "\x28\xb5\x2f\xfd", "", "found a zstd file, expected text (unpack it first)"},
		{"bzip2", "BZh91AY&SY", "", "found a bzip2 file, expected text (unpack it first)"},
		{"7z", "7z\xbc\xaf\x27\x1c", "", "found a 7z archive, expected text (unpack it first)"},
	} {
		ins := []io.Reader{
			strings.NewReader(tt.in), iotest.DataErrReader(strings.NewReader(tt.in)),
		}
		if strings.HasPrefix(tt.in, "\x1f") {
			ins = append(ins, iotest.OneByteReader(strings.NewReader(tt.in)))
		}
		for _, in := range ins {
			got, err := io.ReadAll(stdio.Unpacked(in))
			if string(got) != tt.want || message(err) != tt.err {
				t.Errorf("%s: %d bytes, %v, want %d bytes, %s", tt.name, len(got), err,
					len(tt.want), tt.err)
			}
		}
	}
	_, err := io.ReadAll(stdio.Text(strings.NewReader(packed)))
	if want := "found a gzip file, expected text (unpack it first)"; message(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
	damaged := io.MultiReader(strings.NewReader("l\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	read, err := io.ReadAll(stdio.Text(damaged))
	if want := "the file in the archive is damaged"; string(read) != "l\n" || message(err) != want {
		t.Errorf("%q, %v, want %s", read, err, want)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A file that Open unpacks can't be read twice: its own bytes are not those that Open reads.
func TestReadsTwice(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, text string
		want       bool
	}{{"text", "1 2 3", true}, {"empty", "", true}, {"packed", pack(t, "1 2 3"), false}} {
		file := filepath.Join(dir, tt.name)
		if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := stdio.ReadsTwice(file); got != tt.want {
			t.Errorf("ReadsTwice(%s) = %v, want %v", tt.name, got, tt.want)
		}
	}
	if stdio.ReadsTwice(dir) || stdio.ReadsTwice(filepath.Join(dir, "missing")) {
		t.Error("a directory or a missing file reads twice")
	}
}
