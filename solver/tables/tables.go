// Package tables keeps large heuristic tables, which take a minute or more to build, in
// files that all processes map into memory. It does not know the contents of a table: a
// Spec describes it.
//
//	store := tables.New(dir)
//	built, err := store.Build(ctx, spec, tables.BuildOptions{}) // once
//	table, err := store.Open(spec)                              // then, in any process
//	table.Bytes()
//
// # Files
//
// The table NAME is the file NAME.table: a header with checksums, then the bytes (see
// header). It is written under the name NAME.table-PID.tmp, and renamed once it is on the
// disk. So an interrupt or a crash leaves nothing that could be taken for a table, and the
// next build removes what it does leave. A builder holds a lock on the file tables.lock:
// tables are built one at a time, because a build uses all cores.
//
// # Broken tables
//
// Open refuses a table with a wrong header or a wrong size. Finding a flipped bit means
// reading all bytes, which takes 0.09 s for 576 MB in the page cache, while a process needs
// 0.002 s to answer a puzzle. So the first Open reads all bytes, and leaves a stamp beside
// the table, NAME.checked, with what identifies the file: its inode number, its size, and
// its times of modification and change. As long as these stay the same, and for a day,
// later calls rely on the stamp and open the table in 0.00004 s. Verify always reads all
// bytes.
//
// There is a CRC-32C for each MiB, so that an error has a place. The standard library
// computes it with the processor's instructions, as fast as memory is read. It finds every
// change of up to 3 bits and every burst of up to 32 bits in a chunk; other hashes find them
// only with high probability.
//
// # Whose tables are used
//
// A table decides what a search finds, and checksums prove only that it is whole. So a file
// is used only if it and its folder belong to the user or to root, and nobody else can write
// to them. A folder like /tmp, where others can't replace a file, will do. Nothing but
// regular files is read. Windows has other rights, which are not looked at.
//
// This package replaces files and does not change them. If another program truncates a
// mapped file, reading it raises SIGBUS. Readers recover from that with debug.SetPanicOnFault,
// and call Fault.
package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/edsrzf/mmap-go"

	"tilejudge/solver/puzzle"
)

// A Spec describes a table. It is never changed.
type Spec struct {
	Name    string       // of the table and its file: up to 32 letters, digits and "-"
	Shape   puzzle.Shape // of its boards
	Title   string       // what it is, in words
	Speeds  string       // what it speeds up, and by how much
	Size    int64        // bytes
	Memory  int64        // bytes that Build needs beside the table, at most
	Version uint32       // changes if the bytes change: files of other versions are refused

	// Build fills to, whose Size bytes are all zero. It calls progress, from any
	// goroutine, with the part of the work that is done. If ctx ends, it soon returns
	// ctx.Err().
	Build func(ctx context.Context, to []byte, progress func(done, total int64)) error
}

// ErrAbsent is returned for a table that has not been built.
var ErrAbsent = fmt.Errorf("the table is not built: %w", fs.ErrNotExist)

// errIrregular is returned if a folder, a pipe or the like is in the place of a table.
var errIrregular = errors.New("it is not a regular file")

// A Store is a folder of tables. Its methods may be called from several
// goroutines at once.
type Store struct {
	dir     string
	Refused func(error) // if not nil, called once for each table that Open refuses, with the reason
	now     func() time.Time

	mutex  sync.Mutex
	opened map[string]func() (*Table, error)
	absent []*Spec         // tables that Open did not find
	faulty map[string]bool // tables that Fault was called for
}

// New returns the store in a folder, which need not exist.
func New(dir string) *Store {
	return &Store{
		dir:    dir,
		now:    time.Now,
		opened: make(map[string]func() (*Table, error)),
		faulty: make(map[string]bool),
	}
}

// DefaultDir returns the folder in the environment variable TILEJUDGE_TABLES, or else one
// in the user's cache directory.
func DefaultDir() (string, error) {
	if dir := os.Getenv("TILEJUDGE_TABLES"); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf(
			"there is no folder for tables: %w; name one in TILEJUDGE_TABLES", err)
	}
	return filepath.Join(cache, "tilejudge", "tables"), nil
}

// Dir returns the folder.
func (s *Store) Dir() string { return s.dir }

// File returns the name of the file of a table.
func (s *Store) File(spec *Spec) string { return filepath.Join(s.dir, spec.Name+".table") }

// A Table is an open table. It is read-only and stays open as long as the process runs.
type Table struct {
	mapped mmap.MMap
	bytes  []byte
}

// Bytes returns the table, page-aligned. Writing to it crashes the process.
func (t *Table) Bytes() []byte { return t.bytes }

// Open maps a table into memory. Every call for a table returns the same result. The error
// is ErrAbsent if there is no file, or says why the file is refused.
func (s *Store) Open(spec *Spec) (*Table, error) {
	s.mutex.Lock()
	open := s.opened[spec.Name]
	if open == nil {
		open = sync.OnceValues(func() (*Table, error) {
			t, err := s.open(spec)
			switch {
			case errors.Is(err, ErrAbsent):
				s.mutex.Lock()
				s.absent = append(s.absent, spec)
				s.mutex.Unlock()
			case err != nil && s.Refused != nil:
				s.Refused(err)
			}
			return t, err
		})
		s.opened[spec.Name] = open
	}
	s.mutex.Unlock()
	return open()
}

// Fault tells the store that an open table can't be read any more, and why. The first call
// for a table is passed to Refused. From then on Open refuses the table.
func (s *Store) Fault(spec *Spec, why error) {
	err := fmt.Errorf("%s: %w", s.File(spec), why)
	s.mutex.Lock()
	again := s.faulty[spec.Name]
	s.faulty[spec.Name] = true
	s.opened[spec.Name] = func() (*Table, error) { return nil, err }
	s.mutex.Unlock()
	if !again && s.Refused != nil {
		s.Refused(err)
	}
}

func (s *Store) open(spec *Spec) (*Table, error) {
	f, h, err := s.find(spec)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := s.trust(f, spec, h); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return &Table{m, m[h.data:]}, nil
}

// find opens the file of a table, and reads and checks its header.
func (s *Store) find(spec *Spec) (*os.File, *header, error) {
	f, err := s.openOwned(s.File(spec), 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrAbsent
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := readHeader(f, spec)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return f, h, nil
}

// A State is the state of the file of a table.
type State struct {
	File  string
	Built time.Time // time of modification; zero if there is no file
	Err   error     // why the file is refused; ErrAbsent if there is none
}

// Look reads the header of a table, but not the table.
func (s *Store) Look(spec *Spec) State {
	state := State{File: s.File(spec)}
	f, _, err := s.find(spec)
	if err == nil {
		f.Close()
	}
	if info, err := os.Stat(state.File); err == nil {
		state.Built = info.ModTime()
	}
	state.Err = err
	return state
}

// Verify reads a whole table and returns an error if it is absent (ErrAbsent), can't be
// read or has a wrong checksum. It returns ctx.Err() if ctx ends first.
func (s *Store) Verify(ctx context.Context, spec *Spec) error {
	f, h, err := s.find(spec)
	if err != nil {
		return err
	}
	defer f.Close()
	switch err := h.verify(ctx, f); {
	case err == nil || ctx.Err() != nil:
		return err
	default:
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
}

// Remove removes the file of a table, intact or not, and reports whether there was one.
// Processes that have it open keep it.
func (s *Store) Remove(spec *Spec) (bool, error) {
	os.Remove(s.stamp(spec)) // a stamp without a table means nothing
	err := os.Remove(s.File(spec))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Absent returns the tables that Open did not find, by name.
func (s *Store) Absent() []*Spec {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.SortedFunc(slices.Values(s.absent), func(a, b *Spec) int {
		return cmp.Compare(a.Name, b.Name)
	})
}
