package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/gofrs/flock"
)

// BuildOptions tell how to build a table. The functions may be nil.
type BuildOptions struct {
	Force    bool                    // build even if the file is there and intact
	NoWait   bool                    // fail with ErrBusy rather than wait for another builder
	Waiting  func(who string)        // called before a wait for another builder
	Starting func()                  // called before the work, after all checks
	Progress func(done, total int64) // called from any goroutine
}

// ErrBusy is returned with BuildOptions.NoWait while another builder works.
var ErrBusy = errors.New("a table is being built here already")

// lockPoll is how often a waiting builder tries to get the lock.
const lockPoll = 200 * time.Millisecond

// Build builds a table, unless its file is there and intact, and reports whether it did.
// It holds the table and Spec.Memory bytes beside it in memory. It returns an error before
// it starts if memory or disk space do not suffice. After an error the file is what it was
// before.
func (s *Store) Build(ctx context.Context, spec *Spec, o BuildOptions) (built bool, err error) {
	h := newHeader(spec)
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return false, err
	}
	if err := s.checkDir(); err != nil {
		return false, err
	}
	unlock, err := s.lock(ctx, &o)
	if err != nil {
		return false, err
	}
	defer unlock()
	if err := s.sweep(); err != nil {
		return false, err
	}
	if needed, err := s.needed(ctx, spec, o.Force); !needed || err != nil {
		return false, err
	}
	if err := s.suffices(spec, h); err != nil {
		return false, err
	}
	if o.Starting != nil {
		o.Starting()
	}
	if o.Progress == nil {
		o.Progress = func(_, _ int64) {}
	}
	err = s.replace(s.File(spec), func(f *os.File) error {
		table := make([]byte, spec.Size)
		if err := spec.Build(ctx, table, o.Progress); err != nil {
			return err
		}
		return h.write(ctx, f, table)
	})
	return err == nil, err
}

// needed reports whether a table must be built. It returns an error if something other
// than a regular file is in its place.
func (s *Store) needed(ctx context.Context, spec *Spec, force bool) (bool, error) {
	if info, err := os.Stat(s.File(spec)); err == nil && !info.Mode().IsRegular() {
		return false, fmt.Errorf("%s: %w", s.File(spec), errIrregular)
	}
	good := !force && s.Verify(ctx, spec) == nil
	return !good, ctx.Err()
}

// newLock returns the lock that builders hold. Its file is never removed, because another
// builder may have it open.
func (s *Store) newLock() *flock.Flock {
	return flock.New(filepath.Join(s.dir, "tables.lock"), flock.SetPermissions(0o644),
		flock.SetFlag(os.O_CREATE|os.O_RDONLY|noWait|noFollow))
}

// lock waits for other builders and takes the lock.
func (s *Store) lock(ctx context.Context, o *BuildOptions) (unlock func() error, err error) {
	lock := s.newLock()
	locked, err := lock.TryLock()
	if err == nil && !locked {
		who := s.builder()
		if o.NoWait {
			return nil, fmt.Errorf("%s: %w, by %s", s.dir, ErrBusy, who)
		}
		if o.Waiting != nil {
			o.Waiting(who)
		}
		_, err = lock.TryLockContext(ctx, lockPoll)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s can't be locked: %w", lock.Path(), err)
	}
	return lock.Unlock, err
}

// temporary matches the names of temporary files, and hardly any name that another
// program would choose.
var temporary = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9A-Za-z-]+)\.(table|checked)-([0-9]+)\.tmp$`)
})

// temporaryName returns the name under which this process writes a file.
func temporaryName(name string) string { return fmt.Sprintf("%s-%d.tmp", name, os.Getpid()) }

// builder describes the process that builds, from the name of its temporary file.
func (s *Store) builder() string {
	files, _ := os.ReadDir(s.dir)
	for _, file := range files {
		m := temporary().FindStringSubmatch(file.Name())
		if m != nil && m[2] == "table" {
			return fmt.Sprintf("process %s, which builds %s", m[3], m[1])
		}
	}
	return "another process"
}

// sweep removes the temporary files of processes that were killed. The caller holds the
// lock and has made none yet. A process whose stamp is removed goes without it.
func (s *Store) sweep() error {
	files, err := os.ReadDir(s.dir)
	for _, file := range files {
		if temporary().MatchString(file.Name()) {
			err = cmp.Or(err, os.Remove(filepath.Join(s.dir, file.Name())))
		}
	}
	return err
}

// Sweep removes the files that killed builders left, unless a builder is at work. The next
// build would remove them too.
func (s *Store) Sweep() error {
	lock := s.newLock()
	switch locked, err := lock.TryLock(); {
	case errors.Is(err, fs.ErrNotExist):
		return nil // there is no folder
	case err != nil || !locked:
		return err
	}
	defer lock.Unlock()
	return s.sweep()
}

// suffices returns an error if the disk or the memory is known to be too small.
func (s *Store) suffices(spec *Spec, h *header) error {
	disk := uint64(h.data + spec.Size)
	if free, err := freeSpace(s.dir); err == nil && free < disk {
		return fmt.Errorf("the table %s needs %s on the disk of %s, which has %s left",
			spec.Name, humanize.IBytes(disk), s.dir, humanize.IBytes(free))
	}
	memory := uint64(spec.Size + spec.Memory)
	total := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	if has, err := total(); err == nil && has < memory {
		return fmt.Errorf("building the table %s needs %s of memory, and the limit is %s",
			spec.Name, humanize.IBytes(memory), humanize.IBytes(has))
	}
	return nil
}

// replace calls write with a temporary file, and gives that the name of a file of the store
// if all succeeds. It follows no symbolic link.
func (s *Store) replace(name string, write func(*os.File) error) (err error) {
	temporary := temporaryName(name)
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // after a panic too
			f.Close()
			os.Remove(temporary)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(temporary, name); err != nil {
		return err
	}
	done = true
	return syncDir(s.dir)
}

// write writes the file of a table, the header last.
func (h *header) write(ctx context.Context, f *os.File, table []byte) error {
	h.sum(table)
	for i := range h.sums {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := i * chunkSize
		chunk := table[at:min(at+chunkSize, len(table))]
		if _, err := f.WriteAt(chunk, h.data+int64(at)); err != nil {
			return err
		}
	}
	_, err := f.WriteAt(h.bytes(), 0)
	return err
}
