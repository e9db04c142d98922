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
	if isStranger(info.Uid) && (top == nil || info.Uid != top.Sys().(*syscall.Stat_t).Uid) {
		return true
	}
	if mode&fs.ModeSymlink != 0 || top != nil && mode&fs.ModeSticky != 0 {
		return false
	}
	return slices.ContainsFunc(Writers(path, file), func(r Right) bool {
		return r.kind != 'u' || r.id != info.Uid
	})
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// IsPrivate reports whether a stranger who owns a directory may not read a file.
func IsPrivate(dir fs.FileInfo, file Rights) bool {
	owner := dir.Sys().(*syscall.Stat_t).Uid
	return isStranger(owner) && !file.Allow(Read, ownerRight(owner))
}

// Writers returns the rights of others than this process and root, and our own group, who can
// change a file, or the entries of a directory, to do that.
func Writers(path string, file fs.FileInfo) (others Rights) {
	owner := file.Sys().(*syscall.Stat_t).Uid
	for _, r := range At(path, file) {
		isOther := r.kind == 'o' || r.kind == 'u' && isStranger(r.id) ||
			r.kind == 'g' && int(r.id) != os.Getegid()
		if !isOther || r.mode&Change == 0 || r.kind == 'g' && isOwnGroup(owner, r.id) {
			continue
		}
		if r.mode = Change; r.kind == 'u' && accountOf(r.id).groups == nil {
			r.group = sharedGroup(filepath.Dir(path), file)
		}
		others = append(others, r)
	}
	return others
}

// sharedGroup returns the group of a directory if a file has that, too, and only its members, and
// the owner, can make files there, and else 0.
func sharedGroup(dir string, file fs.FileInfo) uint32 {
	info, err := os.Lstat(dir)
	if err != nil || info.Mode()&0o022 != 0o020 {
		return 0
	}
	gid := info.Sys().(*syscall.Stat_t).Gid
	if file.Sys().(*syscall.Stat_t).Gid != gid {
		return 0
	}
	return gid
}

// IsOurs reports whether a file belongs to the user of this process, or to root.
func IsOurs(file fs.FileInfo) bool { return !isStranger(file.Sys().(*syscall.Stat_t).Uid) }

// HaveOneOwner reports whether two files have the same owner. That of nil, a file that is gone, is
// unknown.
func HaveOneOwner(a, b fs.FileInfo) bool {
	return a != nil && b != nil && a.Sys().(*syscall.Stat_t).Uid == b.Sys().(*syscall.Stat_t).Uid
}
