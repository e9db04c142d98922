//go:build linux || darwin

package submission

import (
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
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

// isPrivate reports whether a stranger who owns a directory, or a program, may not read a file, as
// it seems: another user owns the file, and neither others nor a group of the stranger's may read
// it.
func isPrivate(dir, file fs.FileInfo) bool {
	d, f := dir.Sys().(*syscall.Stat_t), file.Sys().(*syscall.Stat_t)
	if !isStranger(d.Uid) || d.Uid == f.Uid || file.Mode()&0o004 != 0 {
		return false
	}
	return file.Mode()&0o040 == 0 || !isMember(d.Uid, f.Gid)
}

// isHiddenFrom reports whether others who can change a file or directory, which may be gone, may
// not read another file, as it seems.
func isHiddenFrom(path string, info, file fs.FileInfo) bool {
	if info == nil || file.Mode()&0o004 != 0 || !othersCanChange(path, info, nil) {
		return false
	}
	p, f := info.Sys().(*syscall.Stat_t), file.Sys().(*syscall.Stat_t)
	switch {
	case info.Mode()&0o002 != 0, info.Mode()&0o020 != 0 && hasACL(path):
		return true
	case isStranger(p.Uid):
		return isPrivate(info, file)
	default:
		return file.Mode()&0o040 == 0 || p.Gid != f.Gid
	}
}

// isMember reports whether a user is known to be in a group. The group of the user's directories
// may be another one: that of the directory above.
func isMember(uid, gid uint32) bool {
	const unknown = 65534 // of all whom our user namespace does not have
	id := func(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
	if gid == unknown {
		return false
	}
	member, err := user.LookupId(id(uid))
	if err != nil {
		return false
	}
	groups, _ := member.GroupIds()
	return slices.Contains(groups, id(gid))
}

// roomIn returns how many bytes a submission may take in a directory: half of those that are free,
// or others could lack them, but no fewer than a source may have, and at most some.
func roomIn(dir string, most int64) int64 {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) == nil && s.Blocks > 0 { // otherwise it has no limit
		most = min(most, max(sourceLimit.bytes, int64(s.Bavail)*int64(s.Bsize)/2))
	}
	return most
}

// fileLimit returns how many bytes a file of ours may have, at most some.
func fileLimit(most int64) int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && limit.Cur <= uint64(most) {
		return int64(limit.Cur) - 1
	}
	return most
}

// isOurs reports whether a file belongs to the user of this process, or to root.
func isOurs(file fs.FileInfo) bool { return !isStranger(file.Sys().(*syscall.Stat_t).Uid) }

// haveOneOwner reports whether two files have the same owner. That of nil, a file that is gone, is
// unknown.
func haveOneOwner(a, b fs.FileInfo) bool {
	return a != nil && b != nil && a.Sys().(*syscall.Stat_t).Uid == b.Sys().(*syscall.Stat_t).Uid
}
