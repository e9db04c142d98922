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

// freeSpace returns how many bytes a user can write to the disk of a folder.
func freeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return s.Bavail * uint64(s.Bsize), err
}

// identity returns a text that changes when a file does, even if its time of
// modification is set back, and when it last did.
func identity(info fs.FileInfo) (id string, changed time.Time) {
	s := info.Sys().(*syscall.Stat_t)
	changed = changeTime(s)
	return fmt.Sprintf("%d %d %d %d\n",
		s.Ino, info.Size(), info.ModTime().UnixNano(), changed.UnixNano()), changed
}

// syncDir makes a renaming in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
