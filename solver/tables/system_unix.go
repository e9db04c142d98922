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

// Flags for opening files.
const (
	noWait   = unix.O_NONBLOCK // do not wait for the other end of a pipe
	noFollow = unix.O_NOFOLLOW // fail at a symbolic link
)

// checkOwner returns an ErrUnsafe if a file or folder is neither the user's nor root's, or
// if others can write to it.
func checkOwner(name string, info fs.FileInfo) error {
	if uid := int(info.Sys().(*syscall.Stat_t).Uid); uid != 0 && uid != os.Geteuid() {
		return fmt.Errorf("%s: %w: it belongs to user %d, neither to you nor to root",
			name, ErrUnsafe, uid)
	}
	return checkWriters(name, info.Mode())
}

// checkWriters returns an ErrUnsafe if a mode lets others write.
func checkWriters(name string, mode fs.FileMode) error {
	const others = 0o022
	if mode&others == 0 || mode.IsDir() && mode&fs.ModeSticky != 0 {
		return nil
	}
	return fmt.Errorf("%s: %w: others can write to it (its mode is %v)", name, ErrUnsafe, mode)
}

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
