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
// file, or the entries of a directory, except those of our own group.
func OthersCanChange(path string, file fs.FileInfo) bool {
	return !IsOurs(file) || othersMayChange(path, file)
}

// othersMayChange reports whether others than the owner may change a file.
func othersMayChange(path string, file fs.FileInfo) bool {
	all := At(path, file)
	return file.Mode()&fs.ModeSymlink == 0 && slices.ContainsFunc(all.Others(Change),
		func(r Right) bool { return !all.AreOf(r) })
}

// ChangeableAbove returns the path of a directory, or of one above it, in which others than we and
// root can put a file in the place of another. That they can make files there, as in a sticky
// directory, is enough if toMake is set. "": there is none.
func ChangeableAbove(dir string, toMake bool) string {
	top, _ := os.Lstat("/") // root's, who may have another number for us
	for up := dir; up != filepath.Dir(up); up = filepath.Dir(up) {
		info, err := os.Lstat(up)
		if err != nil || !IsOurs(info) && !HaveOneOwner(info, top) ||
			(toMake || info.Mode()&fs.ModeSticky == 0) && othersMayChange(up, info) {
			return up
		}
	}
	return ""
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// IsPrivate reports whether the stranger who owns a directory may have moved or linked a file there
// that they may not read or search, as mode says. The file is not private if its own owner can have
// made it there: if that user is alone in the group of the directory, and this group may make files
// in it. If both owners are unknown, that of the directory is taken to be in its group.
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
