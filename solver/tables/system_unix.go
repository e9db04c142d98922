//go:build linux || darwin

package tables

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// freeSpace returns the number of bytes that the user can write to the disk of a folder.
func freeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return s.Bavail * uint64(s.Bsize), err
}

// identity returns a text that changes when a file changes, even if its modification time
// is set back, and the time of the last change.
func identity(info fs.FileInfo) (id string, changed time.Time) {
	s := info.Sys().(*syscall.Stat_t)
	changed = changeTime(s)
	return fmt.Sprintf("%d %d %d %d\n",
		s.Ino, info.Size(), info.ModTime().UnixNano(), changed.UnixNano()), changed
}

// syncDir makes sure that a renaming in a folder survives a crash.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
