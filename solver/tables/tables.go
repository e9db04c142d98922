// Package tables keeps large heuristic tables, which take a minute or more to
// build, in files that all processes map into memory. It does not know what is
// in a table: whoever uses one describes it by a Spec.
//
//	store := tables.New(dir)
//	built, err := store.Build(ctx, spec, tables.BuildOptions{}) // once
//	table, err := store.Open(spec)                              // then, in any process
//	table.Bytes()
//
// # Files
//
// The table NAME is the file NAME.table: a header with checksums, then the bytes
// (see header). It is written aside, as NAME.table-PID.tmp, and renamed when it is
// on the disk, so that no interrupt and no crash leaves anything that could be
// taken for a table; what they leave, the next build removes. The file tables.lock
// is locked by whoever builds: one table at a time, as a build takes all cores.
//
// # Broken tables
//
// A table whose header is wrong or whose size is not as it should be is refused
// by each Open. To find a flipped bit all bytes must be read: for 576 MB, in
// memory already, 0.09 s, where a process needs 0.002 s to answer a puzzle. So the
// first Open does that, and leaves a stamp beside the table, NAME.checked, with
// what the system knows of the file: number, size, times of modification and
// change. As long as that stays, and for a day, others take the first one's word
// for it, and open the table in 0.00004 s. Verify always reads all.
//
// The checksums are CRC-32C, of 1 MiB each, so that an error has a place: the
// standard library computes it with the processor's instructions at the speed of
// reading, and it finds every change of up to 3 bits and every burst of up to 32
// in a chunk, which other hashes only probably do.
//
// A file that is cut short while it is mapped ends the process with SIGBUS, as
// with every mapped file. Nothing here does that: files are replaced, not changed.
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
	Name    string       // and that of the file: letters, digits and "-", at most 32
	Shape   puzzle.Shape // of the boards that it is for
	Title   string       // what it is, for a person
	Speeds  string       // what it speeds up, and by how much
	Size    int64        // bytes
	Memory  int64        // bytes that Build needs beside the table, at most
	Version uint32       // another one for other bytes: files of other versions are refused

	// Build fills the table, whose bytes are all zero, and calls progress, from
	// any goroutine, with how much of the work is done. If ctx ends it returns
	// ctx.Err() soon.
	Build func(ctx context.Context, to []byte, progress func(done, total int64)) error
}

// ErrAbsent is returned for a table that has not been built.
var ErrAbsent = fmt.Errorf("the table is not built: %w", fs.ErrNotExist)

// errIrregular is returned for a folder, a pipe or the like in a table's place.
var errIrregular = errors.New("it is no file")

// A Store is a folder of tables. Its methods may be called from several
// goroutines at once.
type Store struct {
	dir     string
	Refused func(error) // unless nil, told why Open refuses a table, once for each
	now     func() time.Time

	mutex  sync.Mutex
	opened map[string]func() (*Table, error)
	absent []*Spec
}

// New returns the store in a folder, which need not exist.
func New(dir string) *Store {
	return &Store{
		dir:    dir,
		now:    time.Now,
		opened: make(map[string]func() (*Table, error)),
	}
}

// DefaultDir returns the folder that the environment names: TILEJUDGE_TABLES, or
// one in the user's cache directory.
func DefaultDir() (string, error) {
	if dir := os.Getenv("TILEJUDGE_TABLES"); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for tables: %w; name one in TILEJUDGE_TABLES", err)
	}
	return filepath.Join(cache, "tilejudge", "tables"), nil
}

// Dir returns the folder.
func (s *Store) Dir() string { return s.dir }

// File returns the file of a table.
func (s *Store) File(spec *Spec) string { return filepath.Join(s.dir, spec.Name+".table") }

// A Table is an open table. It is never written, and lasts as long as the
// process.
type Table struct {
	mapped mmap.MMap
	bytes  []byte
}

// Bytes returns the table, page-aligned. Writing to it is a fault that can't be
// recovered from.
func (t *Table) Bytes() []byte { return t.bytes }

// Open returns a table, which is mapped, not read, and the same for each call: so
// is the error. It is ErrAbsent, after a single look at the folder, if there is
// no file, or says why the file is refused.
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

// find opens the file of a table and reads its header, which is right.
func (s *Store) find(spec *Spec) (*os.File, *header, error) {
	f, err := openRegular(s.File(spec))
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

// openRegular opens a file, unless it is something else, such as a pipe, that
// would keep us waiting.
func openRegular(name string) (*os.File, error) {
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrAbsent
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w", name, errIrregular)
	}
	return os.Open(name)
}

// A State is what a look at the file of a table tells.
type State struct {
	File  string
	Built time.Time // zero: there is no file
	Err   error     // why it is refused; ErrAbsent if there is no file
}

// Look reads the header of a table, and none of its bytes.
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

// Verify reads a table and returns what is wrong with it: ErrAbsent, an error of
// reading, or what its checksums tell. It returns ctx.Err() if ctx ends first.
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

// Remove removes a table, and reports whether there was one, of whatever kind.
// Who has it open keeps it.
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
