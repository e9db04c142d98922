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
	return slices.ContainsFunc(Others(path, file, Change), func(r Right) bool {
		return r.kind != 'u' || r.id != info.Uid
	})
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// IsPrivate reports whether a stranger who owns a directory may not read a file in it, and may have
// moved or linked it there: no other stranger has made it.
func IsPrivate(dir, file Rights) bool {
	owner, author := dir[0], file[0]
	return isStranger(owner.id) && !file.Allow(Read, owner) &&
		!(isStranger(author.id) && dir.Allow(Change, author))
}

// Others returns the rights of others than this process and root, and our own group, who may do
// something with a file or directory: change it, or search it. A stranger who owns it is the first.
// The owner's own group, in which nobody else is, has none.
func Others(path string, file fs.FileInfo, mode uint32) (others Rights) {
	owner := file.Sys().(*syscall.Stat_t).Uid
	for _, r := range At(path, file) {
		isOther := r.kind == 'o' || r.kind == 'u' && isStranger(r.id) ||
			r.kind == 'g' && int(r.id) != os.Getegid()
		if !isOther || r.mode&mode == 0 || r.kind == 'g' && isOwnGroup(owner, r.id) {
			continue
		}
		if r.mode = mode; r.kind == 'u' && r.id == owner && accountOf(owner).groups == nil {
			r.group = sharedGroup(filepath.Dir(path), file)
		}
		others = append(others, r)
	}
	return others
}

// sharedGroup returns the group of a directory if a file has that, too, and only its members, and
// the owner of the directory, who is not the file's, can make files there, and else 0.
func sharedGroup(dir string, file fs.FileInfo) uint32 {
	const plain = 3 // the rights of a directory without an access control list
	info, err := os.Lstat(dir)
	if err != nil || info.Mode()&0o022 != 0o020 || HaveOneOwner(info, file) ||
		len(At(dir, info)) > plain {
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
