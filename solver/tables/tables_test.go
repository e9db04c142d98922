package tables

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"tilejudge/solver/puzzle"
)

// testSpec returns the spec of a table of three chunks; the last one is short.
func testSpec() *Spec {
	return &Spec{
		Name: "test", Shape: puzzle.Shape{Rows: 3, Cols: 4}, Title: "pseudorandom bytes",
		Size: 2*chunkSize + 12_345, Version: 7,
		Build: func(_ context.Context, to []byte, progress func(done, total int64)) error {
			rand.NewChaCha8([32]byte{}).Read(to)
			progress(1, 1)
			return nil
		},
	}
}

// wanted returns the bytes that a table must have.
func wanted(t *testing.T, spec *Spec) []byte {
	b := make([]byte, spec.Size)
	if err := spec.Build(t.Context(), b, func(_, _ int64) {}); err != nil {
		t.Fatal(err)
	}
	return b
}

// built builds a table in a new folder, and returns the folder.
func built(t *testing.T, spec *Spec) (dir string) {
	dir = filepath.Join(t.TempDir(), "of", "tables[x]") // Build makes it; its name is not a glob
	if ok, err := New(dir).Build(t.Context(), spec, BuildOptions{}); !ok || err != nil {
		t.Fatalf("Build: %v, %v", ok, err)
	}
	return dir
}

// open opens a table as another process would, and closes it after the test.
func open(t *testing.T, s *Store, spec *Spec) (*Table, error) {
	table, err := s.Open(spec)
	if err == nil {
		t.Cleanup(func() { table.mapped.Unmap() })
	}
	return table, err
}

// refused checks that Open and Verify refuse a table for a reason.
func refused(t *testing.T, dir string, spec *Spec, what, why string) {
	t.Helper()
	var told []error
	s := New(dir)
	s.Refused = func(err error) { told = append(told, err) }
	wrong := func(err error) bool {
		return err == nil || errors.Is(err, ErrAbsent) || !strings.Contains(err.Error(), why)
	}
	for range 2 {
		if _, err := open(t, s, spec); wrong(err) {
			t.Errorf("%s: Open: %v, want %q", what, err, why)
		}
	}
	if len(told) != 1 {
		t.Errorf("%s: Refused was told %v, want one error", what, told)
	}
	if err := s.Verify(t.Context(), spec); wrong(err) {
		t.Errorf("%s: Verify: %v, want %q", what, err, why)
	}
}

// left returns the files in a folder, except the lock.
func left(t *testing.T, dir string) (names []string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() != "tables.lock" {
			names = append(names, f.Name())
		}
	}
	return names
}

// Any number of goroutines open the table that was built, and it is mapped once.
func TestOpen(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	if names := left(t, dir); !slices.Equal(names, []string{"test.table"}) {
		t.Errorf("the folder has %q", names)
	}
	s := New(dir)
	first, err := open(t, s, spec)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), wanted(t, spec)) {
		t.Error("other bytes than those built")
	}
	if at := uintptr(unsafe.Pointer(&first.Bytes()[0])); at%pageSize != 0 {
		t.Errorf("the table begins at %#x, not at a page", at)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if again, err := s.Open(spec); again != first || err != nil {
				t.Errorf("opened twice, or %v", err)
			}
		})
	}
	all.Wait()
	if err := s.Verify(t.Context(), spec); err != nil {
		t.Errorf("Verify: %v", err)
	}
	if state := s.Look(spec); state.Err != nil || time.Since(state.Built).Abs() > time.Minute {
		t.Errorf("Look: %+v", state)
	}
}

// A table that was not built is absent, and looking for it creates nothing.
func TestAbsent(t *testing.T) {
	spec, dir := testSpec(), filepath.Join(t.TempDir(), "none")
	s := New(dir)
	s.Refused = func(err error) { t.Errorf("Refused was told %v", err) }
	if got := s.Absent(); len(got) > 0 {
		t.Errorf("Absent before Open: %v", got)
	}
	if _, err := s.Open(spec); err != ErrAbsent || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open: %v", err)
	}
	if got := s.Absent(); len(got) != 1 || got[0] != spec {
		t.Errorf("Absent: %v", got)
	}
	if err := s.Verify(t.Context(), spec); err != ErrAbsent {
		t.Errorf("Verify: %v", err)
	}
	if state := s.Look(spec); state.Err != ErrAbsent || !state.Built.IsZero() || state.File == "" {
		t.Errorf("Look: %+v", state)
	}
	if ok, err := s.Remove(spec); ok || err != nil {
		t.Errorf("Remove: %v, %v", ok, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

func TestRemove(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	s := New(dir)
	s.now = func() time.Time { return time.Now().Add(time.Minute) }
	table, err := s.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" { // does not remove what is mapped
		table.mapped.Unmap()
	}
	if ok, err := s.Remove(spec); !ok || err != nil {
		t.Errorf("Remove: %v, %v", ok, err)
	}
	if names := left(t, dir); len(names) > 0 {
		t.Errorf("the folder has %q", names)
	}
	if runtime.GOOS != "windows" && !bytes.Equal(table.Bytes(), wanted(t, spec)) {
		t.Error("an open table did not outlive its file")
	}
}

// The first Open reads the whole table. For a day, later ones do so only if the file has
// changed.
func TestStamp(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	later := func(d time.Duration) error {
		s := New(dir)
		s.now = func() time.Time { return time.Now().Add(d) }
		_, err := open(t, s, spec)
		return err
	}
	stamp := New(dir).stamp(spec)
	if err := later(0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stamp); err == nil {
		t.Error("a file is stamped that could change without a change of its times")
	}
	if err := later(time.Minute); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stamp); err != nil {
		t.Errorf("no stamp: %v", err)
	}
	f, err := os.OpenFile(New(dir).File(spec), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	flip(t, f, (before.Size()-1)*8)
	if runtime.GOOS != "windows" { // which has no time of change
		os.Chtimes(f.Name(), time.Time{}, before.ModTime())
	}
	if err := later(time.Minute); err == nil {
		t.Error("a broken table is used on the word of a stamp of the sound one")
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	id, _ := identity(info)
	if err := os.WriteFile(stamp, []byte(id), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := later(time.Minute); err != nil {
		t.Errorf("the stamp does not spare reading: %v", err)
	}
	if err := New(dir).Verify(t.Context(), spec); err == nil {
		t.Error("Verify takes a stamp's word")
	}
	if err := later(25 * time.Hour); err == nil {
		t.Error("a stamp lasts longer than a day")
	}
	if err := later(-time.Hour); err == nil {
		t.Error("a stamp of the future is good")
	}
}

func TestDefaultDir(t *testing.T) {
	t.Setenv("TILEJUDGE_TABLES", "here")
	if dir, err := DefaultDir(); dir != "here" || err != nil {
		t.Errorf("DefaultDir: %q, %v", dir, err)
	}
	t.Setenv("TILEJUDGE_TABLES", "")
	if runtime.GOOS == "linux" {
		cache := t.TempDir()
		t.Setenv("XDG_CACHE_HOME", cache)
		if dir, err := DefaultDir(); dir != filepath.Join(cache, "tilejudge", "tables") ||
			err != nil {
			t.Errorf("DefaultDir: %q, %v", dir, err)
		}
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	if dir, err := DefaultDir(); err == nil || !strings.Contains(err.Error(), "TILEJUDGE_TABLES") {
		t.Errorf("DefaultDir: %q, %v", dir, err)
	}
}
