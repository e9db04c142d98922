package view

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// An Entry is a file, a directory or a link of a root.
type Entry struct {
	Kind   byte
	Path   string
	Target string // of a link
}

// The kinds of entries.
const (
	Host  = 'h' // the host's file or directory of this path
	Dir   = 'd' // a directory above other entries
	Split = 's' // a directory of the host whose entries are shown one by one
	Link  = 'l'
	Cover = 'c' // an empty file over a file of the host
)

// Write writes entries for Read, to a file because thousands of paths do not fit in a message.
func Write(file *os.File, entries []Entry) error {
	var text bytes.Buffer
	for _, e := range entries {
		text.WriteString(string(e.Kind) + e.Path + "\x00" + e.Target + "\x00")
	}
	_, err := file.WriteAt(text.Bytes(), 0)
	return err
}

// Read calls use with each entry in an open file. It reads one entry at a time, because the memory
// of the helper counts as the programs'.
func Read(fd int, use func(Entry) error) error {
	fd, err := unix.Dup(fd) // which is closed here
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(fd), "root")
	defer file.Close()
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
		if err := use(Entry{kind, path, target}); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}
