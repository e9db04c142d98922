//go:build linux || darwin

package submission

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
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
	return slices.ContainsFunc(writers(path, file), func(r right) bool {
		return r.kind != 'u' || r.id != info.Uid
	})
}

// isStranger reports whether a user is neither that of this process nor root.
func isStranger(uid uint32) bool { return uid != 0 && int(uid) != os.Geteuid() }

// isPrivate reports whether a stranger who owns a directory may not read a file.
func isPrivate(dir fs.FileInfo, file rights) bool {
	owner := dir.Sys().(*syscall.Stat_t).Uid
	return isStranger(owner) && !file.allow(toRead, ownerRight(owner))
}

// writers returns the rights of others than this process and root, and our own group, who can
// change a file, or the entries of a directory.
func writers(path string, file fs.FileInfo) (others rights) {
	owner := file.Sys().(*syscall.Stat_t).Uid
	for _, r := range rightsAt(path, file) {
		isOther := r.kind == 'o' || r.kind == 'u' && isStranger(r.id) ||
			r.kind == 'g' && int(r.id) != os.Getegid()
		if isOther && r.mode&toChange != 0 && !(r.kind == 'g' && isOwnGroup(owner, r.id)) {
			others = append(others, r)
		}
	}
	return others
}

// neighbours remembers who may change and read what is beside a program or source.
type neighbours struct {
	searchers map[string]rights // those to directories
	writers   rights            // see writersBeside; nil: not known yet
}

// reach reports whether one who has a right to another file may search the directory of a file, and
// all above it up to top.
func (n *neighbours) reach(one right, file, top string) bool {
	if n.searchers == nil {
		n.searchers = make(map[string]rights)
	}
	for at, last := filepath.Dir(file), file; at != last; at, last = filepath.Dir(at), at {
		if n.searchers[at] == nil {
			info, err := os.Lstat(at)
			if err != nil {
				return false
			}
			n.searchers[at] = rightsAt(at, info)
		}
		if !n.searchers[at].allow(toSearch, one) {
			return false
		}
		if at == top {
			break
		}
	}
	return true
}

// writersBeside returns the rights of the writers of all files and directories in the folder of a
// program or source. To change one they must reach it, but what they own of the code they have
// written, and put what is in their directories there. If there is too much to look at, it is
// everyone.
func (c *copying) writersBeside() rights {
	if c.writers != nil {
		return c.writers
	}
	others, seen, left := rights{}, make(map[right]bool), sandbox.MaxFiles
	sandbox.WalkDir(c.from, func(file string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() && !e.Type().IsRegular() {
			return nil
		}
		info, err := e.Info()
		left--
		switch {
		case err != nil:
			return nil
		case left < 0 || len(seen) > maxRights:
			others = rights{everyone}
			return fs.SkipAll
		case e.Name()[0] == '.', c.language == nil && c.isStrangers(c.dir, info): // it is left out
			if e.IsDir() && file != c.from {
				return fs.SkipDir
			}
			return nil
		}
		for _, r := range writers(file, info) {
			r.mode = toChange
			seen[r] = true
			if r.kind == 'u' && accountOf(r.id).groups == nil {
				r.group = sharedGroup(filepath.Dir(file), info)
			}
			isTheirs := r.kind == 'u' && (e.IsDir() || file == c.Source || languageOf(file) != nil)
			if !slices.Contains(others, r) && (isTheirs || c.reach(r, file, "/")) {
				others = append(others, r)
			}
		}
		return nil
	})
	c.writers = others
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

// isPrivateBeside reports whether a file is beside the program, or in the folder of the source, and
// not all may read it who can change something there.
func (c *copying) isPrivateBeside(file string, readers rights) bool {
	isHidden := func(one right) bool {
		isOwner := one.kind == 'u' && one.id == readers[0].id
		return !isOwner && (!readers.allow(toRead, one) || !c.reach(one, file, c.from))
	}
	isBeside := file != c.Source || c.folder != "" && c.language != nil
	return isBeside && isHidden(everyone) &&
		slices.ContainsFunc(c.writersBeside(), isHidden)
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
