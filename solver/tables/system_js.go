package tables

import (
	"errors"
	"io/fs"
	"time"
)

// Flags for opening files: a browser has no files.
const (
	noWait   = 0
	noFollow = 0
)

// checkOwner does nothing: a browser has no other users.
func checkOwner(string, fs.FileInfo) error { return nil }

// freeSpace returns an error: a browser has no disk.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }

// identity returns a text that changes when a file changes, and the time of the last change.
func identity(info fs.FileInfo) (id string, changed time.Time) {
	return "", info.ModTime()
}

// syncDir does nothing: a browser has no disk.
func syncDir(string) error { return nil }
