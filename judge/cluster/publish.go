package cluster

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Files of a batch appear whole or not at all, and are never replaced: a worker writes a file with
// a name of its own, and then publishes it by a hard link. Where there are no hard links, it first
// creates an empty file beside it, which only one worker can create, and then renames its own file.

// publish gives a file a name that others know. If that name is taken already, all is well.
func (b *Batch) publish(name, as string) error {
	if err := b.put(name, as); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(as)); err == nil {
		dir.Sync() // not every system can
		dir.Close()
	}
	return nil
}

// put is publish for a name that may be lost if the machine fails.
func (b *Batch) put(name, as string) error {
	if b.NoLinks {
		return moveOnce(name, as)
	}
	return link(name, as)
}

// link gives a file a second name, unless that is taken.
func link(name, as string) error {
	err := os.Link(name, as)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil { // on NFS a link may be made although the reply is lost
		old, stat := os.Stat(name)
		if made, err := os.Stat(as); stat == nil && err == nil && os.SameFile(old, made) {
			return nil
		}
		return err
	}
	return nil
}

// ownedFor is how long a worker may take between two calls of the file system. A worker that takes
// longer counts as dead.
var ownedFor = 30 * time.Second

// moveOnce renames a file, unless the name is taken. Only the worker that created AS.ownN may do
// so; if that worker died, it is the one that creates the file with the next number.
func moveOnce(name, as string) error {
	for n := 0; ; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.own%d", as, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return cmp.Or(f.Close(), os.Rename(name, as))
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		for end := time.Now().Add(ownedFor); time.Now().Before(end); time.Sleep(ownedFor / 100) {
			if _, err := os.Lstat(as); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
}

// testLinks returns an error if a file can't be linked, or if a second link replaces the
// first.
func testLinks(name string) error {
	link := name + ".link"
	defer os.Remove(link)
	if err := os.Link(name, link); err != nil {
		return fmt.Errorf("the directory must be on a file system with hard links, such as NFS,"+
			" Lustre or CephFS, that all machines share (--no-links does without): %w", err)
	}
	if err := os.Link(name, link); !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: a second link to a name must fail, but returned %v:"+
			" choose a directory on another file system", filepath.Dir(name), err)
	}
	return nil
}

// testExclusive returns an error if a file that is there can be created again.
func testExclusive(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: creating a file that is there must fail, but returned %v:"+
			" choose a directory on another file system", filepath.Dir(name), err)
	}
	return nil
}

// newFile creates a file with a random number in place of the star in its name. Unlike a file of
// os.CreateTemp, other users may open it, as far as the umask allows.
func newFile(dir, pattern string) (*os.File, error) {
	for {
		name := strings.Replace(pattern, "*", strconv.FormatUint(rand.Uint64(), 36), 1)
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// openInside opens a file for writing that another user of the batch may have put there. It follows
// no link out of the folder, which could lead to a file of this user, and does not wait for the
// other end of a pipe.
func openInside(name string, flag int) (*os.File, error) {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(filepath.Base(name), flag|syscall.O_NONBLOCK, 0o666)
}

// touchInside sets the times of a file. Like openInside it follows no link out of the folder.
func touchInside(name string, at time.Time) error {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Chtimes(filepath.Base(name), at, at)
}

// openPlain opens a plain file for reading. Anything else is an error: another user of the batch
// may have put a pipe there, which would have us wait for a writer, or a device, which has no end.
func openPlain(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, cmp.Or(err, fmt.Errorf("%s: expected a plain file", name))
	}
	return f, nil
}

// readPlain reads a plain file, see openPlain.
func readPlain(name string) ([]byte, error) {
	f, err := openPlain(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Now returns the time of the file system that the batch is on, because the clocks of machines
// differ. If it can't write to the batch, it returns the time of this machine.
func (b *Batch) Now() time.Time {
	f, err := newFile(b.dir, ".now-*")
	if err != nil {
		return time.Now()
	}
	defer os.Remove(f.Name())
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}

// writeOnce writes a value to a file, unless the file exists.
func (b *Batch) writeOnce(name string, v any) error {
	line, err := appendLine(nil, v)
	if err != nil {
		return err
	}
	return writeAside(filepath.Dir(name), bytes.NewReader(line), func(aside string) error {
		return b.publish(aside, name)
	})
}

// writeAside copies a text to a new file in a directory, and calls move with its name. If the file
// is not moved, it is removed.
func writeAside(dir string, text io.Reader, move func(name string) error) error {
	f, err := newFile(dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.Copy(f, text)
	if err := cmp.Or(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return move(f.Name())
}

// read reads the value in a file of writeOnce.
func read(name string, v any) error {
	f, err := openPlain(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, text, err := (&journalReader{r: bufio.NewReader(f)}).next()
	switch err {
	case nil:
		err = json.Unmarshal(text, v)
	case io.EOF:
		err = errTorn // nothing is there
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
