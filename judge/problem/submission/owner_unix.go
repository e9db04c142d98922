//go:build linux || darwin

package submission

import (
	"encoding/binary"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox"
)

// A right says what a user, a group, or everyone may do with a file.
type right struct {
	kind  byte   // 'u', 'g' or 'o'
	id    uint32 // of the user or group
	mode  uint32 // of toRead, toChange and toSearch
	group uint32 // in which an unknown user must be; 0: none
}

const toRead, toChange, toSearch = 4, 2, 1

// rights are those of all who have any. The owner, who can change them, has all.
type rights []right

// everyone has the right to what all may do.
var everyone = right{kind: 'o', mode: toRead | toChange | toSearch}

// ownerRight is the right of a file's owner.
func ownerRight(uid uint32) right { return right{kind: 'u', id: uid, mode: everyone.mode} }

// maxRights is how many rights are looked at. To compare thousands, as a contestant can give, would
// take hours.
const maxRights = 32

// rightsTo returns the rights to a file, which may have an access control list. See acl(5) and the
// header linux/posix_acl_xattr.h. The mask of the list stands in place of the mode of the group. In
// place of too many rights, everyone has the right to change the file.
func rightsTo(file fs.FileInfo, list []byte) rights {
	const head, entry, namedUser, owningGroup, namedGroup = 4, 8, 2, 4, 8
	info, mode := file.Sys().(*syscall.Stat_t), uint32(file.Mode().Perm())
	all, group := rights{ownerRight(info.Uid), {kind: 'o', mode: mode & 7}}, mode>>3&7
	if len(list) < head {
		return append(all, right{kind: 'g', id: info.Gid, mode: group})
	}
	if len(list) > head+maxRights*entry {
		return append(all, right{kind: 'o', mode: toChange | toSearch})
	}
	for e := range slices.Chunk(list[head:], entry) {
		if len(e) < entry {
			break
		}
		id, allowed := binary.LittleEndian.Uint32(e[4:]), uint32(e[2])&group
		switch e[0] {
		case namedUser:
			all = append(all, right{kind: 'u', id: id, mode: allowed})
		case owningGroup:
			all = append(all, right{kind: 'g', id: info.Gid, mode: allowed})
		case namedGroup:
			all = append(all, right{kind: 'g', id: id, mode: allowed})
		}
	}
	return all
}

// rightsIn returns the rights to an open file, and rightsAt those to the file at a path.
func rightsIn(f *os.File, info fs.FileInfo) rights {
	return rightsTo(info, attribute(func(to []byte) (int, error) {
		return unix.Fgetxattr(int(f.Fd()), listName, to)
	}))
}

func rightsAt(path string, info fs.FileInfo) rights {
	return rightsTo(info, attribute(func(to []byte) (int, error) {
		return unix.Lgetxattr(path, listName, to)
	}))
}

// listName is the attribute of a file that has an access control list.
const listName = "system.posix_acl_access"

// attribute returns what get copies, or nil. For nil, get returns the size.
func attribute(get func(to []byte) (int, error)) []byte {
	size, err := get(nil)
	if err != nil || size == 0 {
		return nil
	}
	value := make([]byte, size)
	if size, err = get(value); err != nil {
		return nil
	}
	return value[:size]
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
// written, and put what is in their directories there.
func (c *copying) writersBeside() rights {
	if c.writers != nil {
		return c.writers
	}
	others := rights{}
	sandbox.WalkDir(c.from, func(file string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() && !e.Type().IsRegular() {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return nil
		}
		for _, r := range writers(file, info) {
			if r.mode = toChange; r.kind == 'u' && accountOf(r.id).groups == nil {
				r.group = sharedGroup(filepath.Dir(file), info)
			}
			isTheirs := r.kind == 'u' && (e.IsDir() || file == c.Source || languageOf(file) != nil)
			if !slices.Contains(others, r) && (isTheirs || c.reach(r, file, "/")) {
				others = append(others, r)
			}
		}
		if len(others) > maxRights {
			others = rights{everyone}
			return fs.SkipAll
		}
		return nil
	})
	c.writers = others
	return others
}

// sharedGroup returns the group of a directory if a file has that, too, and only its members, and the
// owner, can make files there, and else 0.
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

// isPrivateBeside reports whether a file is beside the program or source, and not all may read it
// who can change something in the folder.
func (c *copying) isPrivateBeside(file string, readers rights) bool {
	isHidden := func(one right) bool {
		return !readers.allow(toRead, one) || !c.reach(one, file, c.from)
	}
	return file != c.Source && isHidden(everyone) &&
		slices.ContainsFunc(c.writersBeside(), isHidden)
}

// allow reports whether one of those who have a right to another file may do something with this
// one, as it seems.
func (all rights) allow(mode uint32, one right) bool {
	return slices.ContainsFunc(all, func(r right) bool {
		isTheirs := r.kind == 'o' || r.kind == one.kind && r.id == one.id ||
			r.kind == 'g' && one.kind == 'u' &&
				(isMember(one.id, r.id) || one.group == r.id && one.group != 0)
		return r.mode&mode != 0 && isTheirs
	})
}

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

// unknown is the number of all users, and of all groups, whom our user namespace does not have.
const unknown = 65534

// An account says what is known of a user.
type account struct {
	groups []string // their numbers; nil: the user is unknown
	own    string   // the number of the group in which the user is alone, as it seems; "": none
}

// accounts remembers accounts: to look for each file through those of thousands would take long.
var accounts sync.Map // of account by uint32

// accountOf returns the account of a user. Systems that make a group for each user give both one
// name, and containers often give an unknown user a group of one number.
func accountOf(uid uint32) account {
	if known, ok := accounts.Load(uid); ok {
		return known.(account)
	}
	var a account
	if u, err := user.LookupId(decimal(uid)); err != nil {
		a.own = decimal(uid)
	} else {
		a.groups, _ = u.GroupIds()
		if group, err := user.LookupGroupId(u.Gid); err == nil && group.Name == u.Username {
			a.own = u.Gid
		}
	}
	if a.own != "" && hasMembers(a.own) {
		a.own = ""
	}
	accounts.Store(uid, a)
	return a
}

// hasMembers reports whether /etc/group lists users in a group of a user's own.
func hasMembers(gid string) bool {
	text, _ := os.ReadFile("/etc/group")
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) == 4 && fields[2] == gid && fields[3] != "" && fields[3] != fields[0] {
			return true
		}
	}
	return false
}

// isOwnGroup reports whether a user is alone in a group, as it seems.
func isOwnGroup(uid, gid uint32) bool {
	return gid != unknown && accountOf(uid).own == decimal(gid)
}

// isMember reports whether a user is known to be in a group. The group of the user's directories
// may be another one: that of the directory above.
func isMember(uid, gid uint32) bool {
	return gid != unknown && slices.Contains(accountOf(uid).groups, decimal(gid))
}

// decimal returns the digits of a number.
func decimal(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

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
