//go:build linux || darwin

package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// OthersCanChange reports whether a user other than that of this process and root can change a
// file, or the entries of a directory, except those of our own group. On the way to a directory,
// top is the root directory: then its owner is root, and a sticky directory keeps its entries.
func OthersCanChange(path string, file, top fs.FileInfo) bool {
	info, mode := file.Sys().(*syscall.Stat_t), file.Mode()
	if isStranger(info.Uid) && !HaveOneOwner(file, top) {
		return true
	}
	if mode&fs.ModeSymlink != 0 || top != nil && mode&fs.ModeSticky != 0 {
		return false
	}
	return slices.ContainsFunc(At(path, file).Others(Change), func(r Right) bool {
		return r.kind != 'u' || r.id != info.Uid
	})
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// IsPrivate reports whether a stranger who owns a directory may not do something with a file in it,
// read or search it, and may have moved or linked it there. It is no such file if the directory has
// the own group of the file's owner, and its members can make files there. If both owners are
// unknown, that of the directory is taken to be in its group.
func IsPrivate(dir, file Rights, mode uint32) bool {
	owner, group := dir.Owner(), dir.group()
	isShared := group.mode&Change != 0
	if isShared && !isKnown(owner.id) && !isKnown(file.Owner().id) {
		owner.group = group.id
	}
	isMade := isShared && isStranger(file.Owner().id) && file.ownerIsAloneIn(group.id)
	return isStranger(owner.id) && !file.Allow(mode, owner) && !isMade
}

// sharedGroup returns the group of a directory if a file has that, too, and only its members, and
// the owner of the directory, who is not the file's, can make files there, and else 0. The file's
// owner may have made some directories in between.
func sharedGroup(dir string, file fs.FileInfo) uint32 {
	const most = 8 // directories in between: it is asked for thousands of files
	info, err := os.Lstat(dir)
	for range most {
		if err != nil || !HaveOneOwner(info, file) || !haveOneGroup(info, file) {
			break
		}
		dir = filepath.Dir(dir)
		info, err = os.Lstat(dir)
	}
	if err != nil || info.Mode()&0o022 != 0o020 || HaveOneOwner(info, file) ||
		!haveOneGroup(info, file) || listAt(dir) != nil {
		return 0
	}
	return file.Sys().(*syscall.Stat_t).Gid
}

// haveOneGroup reports whether two files have the same group.
func haveOneGroup(a, b fs.FileInfo) bool {
	return a.Sys().(*syscall.Stat_t).Gid == b.Sys().(*syscall.Stat_t).Gid
}

// IsOurs reports whether a file belongs to the user of this process, or to root.
func IsOurs(file fs.FileInfo) bool { return !isStranger(file.Sys().(*syscall.Stat_t).Uid) }

// ID returns what tells a file from all others, wherever it is moved.
func ID(file fs.FileInfo) [2]uint64 {
	info := file.Sys().(*syscall.Stat_t)
	return [2]uint64{uint64(info.Dev), info.Ino}
}

// HaveOneOwner reports whether two files have the same owner. That of nil, a file that is gone, is
// unknown.
func HaveOneOwner(a, b fs.FileInfo) bool {
	return a != nil && b != nil && a.Sys().(*syscall.Stat_t).Uid == b.Sys().(*syscall.Stat_t).Uid
}
