//go:build linux || darwin

package submission

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// othersCanChange reports whether a user other than that of this process and root can change a
// file, or the entries of a directory, except those of our own group. On the way to a directory,
// top is the root directory: then its owner is root, and a sticky directory keeps its entries.
func othersCanChange(path string, file, top fs.FileInfo) bool {
	info, mode := file.Sys().(*syscall.Stat_t), file.Mode()
	if isStranger(info.Uid) && (top == nil || info.Uid != top.Sys().(*syscall.Stat_t).Uid) {
		return true
	}
	if mode&fs.ModeSymlink != 0 || top != nil && mode&fs.ModeSticky != 0 {
		return false
	}
	byGroup := mode&0o020 != 0 && (int(info.Gid) != os.Getegid() || hasACL(path))
	return byGroup || mode&0o002 != 0
}

// hasACL reports whether a file has an access control list, whose mask then stands in place of the
// rights of the group.
func hasACL(path string) bool {
	n, err := unix.Lgetxattr(path, "system.posix_acl_access", nil)
	return err == nil && n > 0
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// isPrivate reports whether a stranger who owns the directory of a file may not read the file, as
// it seems: another user owns it, and neither others nor the directory's group may read it.
func isPrivate(path string, file fs.FileInfo) bool {
	dir, err := os.Lstat(filepath.Dir(path))
	if err != nil {
		return true // the directory is gone
	}
	d, f := dir.Sys().(*syscall.Stat_t), file.Sys().(*syscall.Stat_t)
	byGroup := d.Gid == f.Gid && file.Mode()&0o040 != 0
	return isStranger(d.Uid) && d.Uid != f.Uid && !byGroup && file.Mode()&0o004 == 0
}

// isOurs reports whether a file belongs to the user of this process, or to root.
func isOurs(file fs.FileInfo) bool { return !isStranger(file.Sys().(*syscall.Stat_t).Uid) }

// isStrangers reports whether a file belongs to a stranger who does not own the program; nil: the
// program has no known owner.
func isStrangers(program, file fs.FileInfo) bool {
	uid := file.Sys().(*syscall.Stat_t).Uid
	return isStranger(uid) && (program == nil || program.Sys().(*syscall.Stat_t).Uid != uid)
}
