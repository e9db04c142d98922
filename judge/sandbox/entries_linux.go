package sandbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// An entry is one of those that make up a root.
type entry struct {
	kind   byte
	path   string
	target string // of a link
}

// The kinds of entries.
const (
	entryHost  = 'h' // the host's file or directory of this path
	entryDir   = 'd' // a directory above others
	entrySplit = 's' // a directory that is shown, but not as a whole
	entryLink  = 'l'
	entryCover = 'c' // an empty file over that of the host
)

// entriesFile returns a file with entries, which a helper can read. It is a file because thousands
// of paths do not fit in a message.
func entriesFile(entries []entry) (*os.File, error) {
	f, err := newMemoryFile("root")
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, e := range entries {
		text.WriteString(string(e.kind) + e.path + "\x00" + e.target + "\x00")
	}
	if _, err := f.WriteAt(text.Bytes(), 0); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// newMemoryFile returns a file that has no name and is in memory.
func newMemoryFile(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// readEntries calls use with each entry in such a file. It reads one at a time, because our
// memory counts as the programs'.
func readEntries(file *os.File, use func(entry) error) error {
	for r := bufio.NewReader(io.NewSectionReader(file, 0, 1<<40)); ; {
		kind, err := r.ReadByte()
		if err == io.EOF {
			return nil
		}
		path, err2 := r.ReadString(0)
		target, err3 := r.ReadString(0)
		if err != nil || err2 != nil || err3 != nil {
			return fmt.Errorf("entries of the root: %w", io.ErrUnexpectedEOF)
		}
		path, target = strings.TrimSuffix(path, "\x00"), strings.TrimSuffix(target, "\x00")
		if err := use(entry{kind, path, target}); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}
