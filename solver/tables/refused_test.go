package tables

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A file that is truncated anywhere is refused, and so is one with another byte.
func TestTruncated(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	file, h := New(dir).File(spec), newHeader(spec)
	sums := int64(fixedSize + 4*len(h.sums))
	end := h.data + spec.Size
	sizes := []int64{sums - 1, sums, sums + 1, h.data - 1, h.data, h.data + 1, end - 1,
		h.data + chunkSize - 1, h.data + chunkSize, h.data + chunkSize + 1}
	for n := range fixedSize + 4 {
		sizes = append(sizes, int64(n))
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range sizes {
		if err := os.WriteFile(file, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		why := fmt.Sprintf("it is truncated: %d bytes of %d", n, end)
		if n == 0 {
			why = errForeign.Error()
		}
		refused(t, dir, spec, fmt.Sprintf("%d bytes", n), why)
	}
	if err := os.WriteFile(file, append(whole, 0), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "one byte more", "it has 1 bytes too many")
}

// Any flipped bit, in the header or in the table, is found.
func TestFlippedBits(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	h := newHeader(spec)
	f, err := os.OpenFile(New(dir).File(spec), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var bits []int64
	for bit := range int64(fixedSize) * 8 {
		bits = append(bits, bit)
	}
	for at := int64(fixedSize); at < h.data; at += 5 { // the sums and the zeros
		bits = append(bits, at*8+at%8)
	}
	for _, at := range []int64{0, chunkSize - 1, chunkSize, 2 * chunkSize, spec.Size - 1} {
		bits = append(bits, (h.data+at)*8, (h.data+at)*8+7)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		bits = append(bits, h.data*8+random.Int64N(spec.Size*8))
	}
	for _, bit := range bits {
		why := ""
		if at := bit/8 - h.data; at >= 0 {
			from := h.data + at/chunkSize*chunkSize
			why = fmt.Sprintf("its bytes %d to %d are broken", from,
				min(from+chunkSize, h.data+spec.Size)-1)
		}
		flip(t, f, bit)
		refused(t, dir, spec, fmt.Sprintf("bit %d of byte %d", bit%8, bit/8), why)
		flip(t, f, bit)
	}
	if err := New(dir).Verify(t.Context(), spec); err != nil {
		t.Errorf("after all is flipped back: %v", err)
	}
}

func flip(t *testing.T, f *os.File, bit int64) {
	var b [1]byte
	if _, err := f.ReadAt(b[:], bit/8); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1 << (bit % 8)
	if _, err := f.WriteAt(b[:], bit/8); err != nil {
		t.Fatal(err)
	}
}

// An intact file of another table is refused, and the error says what it is.
func TestOtherFiles(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	for _, tt := range []struct {
		name   string
		change func(*Spec)
		why    string
	}{
		{"name", func(s *Spec) { s.Name = "other" }, `it is the table "test", expected "other"`},
		{"version", func(s *Spec) { s.Version = 8 }, "it is version 7 of the table, expected 8"},
		{"rows", func(s *Spec) { s.Shape.Rows = 4 }, "for 3x4 boards, expected 2109497 for 4x4"},
		{"walls", func(s *Spec) { s.Shape.Walls = 2 }, "expected 2109497 for 3x4 with 11 cells"},
		{"smaller", func(s *Spec) { s.Size-- }, "it is a table of 2109497 bytes"},
		{"larger", func(s *Spec) { s.Size += 3 << 30 }, "it is a table of 2109497 bytes"},
	} {
		other := testSpec()
		tt.change(other)
		if other.Name != spec.Name {
			if err := os.Link(New(dir).File(spec), New(dir).File(other)); err != nil {
				t.Fatal(err)
			}
		}
		refused(t, dir, other, tt.name, tt.why)
	}
	h := newHeader(spec)
	h.Format = 2
	for what, text := range map[string]string{
		"text": strings.Repeat("hello\n", 1000), "a word": "hello", "zeros": strings.Repeat("\x00",
			1<<16),
	} {
		if err := os.WriteFile(New(dir).File(spec), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		refused(t, dir, spec, what, errForeign.Error())
	}
	if err := os.WriteFile(New(dir).File(spec), h.bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "a later format", "it has the format 2, expected 1")
}

// Anything but a regular file in the place of a table is an error, without a wait.
func TestIrregular(t *testing.T) {
	spec, dir := testSpec(), t.TempDir()
	s := New(dir)
	if err := os.Mkdir(s.File(spec), 0o755); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "a folder", errIrregular.Error())
	if ok, err := s.Build(t.Context(), spec, BuildOptions{Force: true}); ok || !errors.Is(err,
		errIrregular) {
		t.Errorf("Build in place of a folder: %v, %v", ok, err)
	}
	os.Remove(s.File(spec))
	if err := os.Symlink(s.File(spec), s.File(spec)); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "a circle of links", "")
	os.Remove(s.File(spec))
	if err := os.WriteFile(s.File(spec), nil, 0o000); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "an unreadable file", "") // or an empty one, to root
	if runtime.GOOS != "windows" {
		inFile := filepath.Join(s.File(spec), "tables")
		refused(t, inFile, spec, "a folder that is a file", "")
		if ok, err := New(inFile).Build(t.Context(), spec, BuildOptions{}); ok || err == nil {
			t.Errorf("Build in a file: %v, %v", ok, err)
		}
	}
}

// A table with a fault is refused from then on, and Refused is told once.
func TestFault(t *testing.T) {
	spec := testSpec()
	s := New(built(t, spec))
	told := 0
	s.Refused = func(error) { told++ }
	if _, err := open(t, s, spec); err != nil {
		t.Fatal(err)
	}
	s.Fault(spec, errHeader)
	s.Fault(spec, errHeader)
	if _, err := s.Open(spec); !errors.Is(err, errHeader) || told != 1 {
		t.Errorf("Open: %v, told %d times", err, told)
	}
}
