package tables

import (
	"fmt"
	"io/fs"
	"time"

	"golang.org/x/sys/windows"
)

// Flags for opening files: Windows has none of these.
const (
	noWait   = 0
	noFollow = 0
)

// checkOwner does nothing: Windows keeps rights in access control lists.
func checkOwner(string, fs.FileInfo) error { return nil }

// freeSpace returns the number of bytes that the user can write to the disk of a folder.
func freeSpace(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}

// identity returns a text that changes when a file changes, and the time of the last
// change.
func identity(info fs.FileInfo) (id string, changed time.Time) {
	changed = info.ModTime()
	return fmt.Sprintf("%d %d\n", info.Size(), changed.UnixNano()), changed
}

// syncDir does nothing: Windows has no such call, and its journal keeps renamings.
func syncDir(string) error { return nil }
