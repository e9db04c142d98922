//go:build linux || darwin

package access

import (
	"encoding/binary"
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Right says what a user, a group, or everyone may do with a file. Rights are compared with ==.
type Right struct {
	kind  byte   // 'u', 'g' or 'o'
	id    uint32 // of the user or group
	mode  uint32 // of Read, Change and Search
	group uint32 // in which an unknown user must be; 0: none
}

// What one may do.
const Read, Change, Search = 4, 2, 1

// Rights are those of all who have any. The first is that of the owner, who can change them: all.
type Rights []Right

// Everyone has the right to what all may do.
var Everyone = Right{kind: 'o', mode: Read | Change | Search}

// ownerRight is the right of a file's owner.
func ownerRight(uid uint32) Right { return Right{kind: 'u', id: uid, mode: Everyone.mode} }

// rightsTo returns the rights to a file, which may have an access control list. See acl(5) and the
// header linux/posix_acl_xattr.h. The mask of the list stands in place of the mode of the group.
func rightsTo(file fs.FileInfo, list []byte) Rights {
	const head, entry, namedUser, owningGroup, namedGroup = 4, 8, 2, 4, 8
	info, mode := file.Sys().(*syscall.Stat_t), uint32(file.Mode().Perm())
	all, group := Rights{ownerRight(info.Uid), {kind: 'o', mode: mode & 7}}, mode>>3&7
	if len(list) < head {
		return append(all, Right{kind: 'g', id: info.Gid, mode: group})
	}
	for e := range slices.Chunk(list[head:], entry) {
		if len(e) < entry {
			break
		}
		id, allowed := binary.LittleEndian.Uint32(e[4:]), uint32(e[2])&group
		switch e[0] {
		case namedUser:
			all = append(all, Right{kind: 'u', id: id, mode: allowed})
		case owningGroup:
			all = append(all, Right{kind: 'g', id: info.Gid, mode: allowed})
		case namedGroup:
			all = append(all, Right{kind: 'g', id: id, mode: allowed})
		}
	}
	return all
}

// In returns the rights to an open file.
func In(f *os.File, info fs.FileInfo) Rights {
	return rightsTo(info, attribute(func(to []byte) (int, error) {
		return unix.Fgetxattr(int(f.Fd()), listName, to)
	}))
}

// At returns the rights to the file at a path, which may be a link.
func At(path string, info fs.FileInfo) Rights {
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

// Allow reports whether one of those who have a right to another file may do something with this
// one, as it seems.
func (all Rights) Allow(mode uint32, one Right) bool {
	return slices.ContainsFunc(all, func(r Right) bool {
		isTheirs := r.kind == 'o' || r.kind == one.kind && r.id == one.id ||
			r.kind == 'u' && one.kind == 'g' && isOwnGroup(r.id, one.id) ||
			r.kind == 'g' && one.kind == 'u' && (isMember(one.id, r.id) ||
				isOwnGroup(one.id, r.id) || one.group == r.id && one.group != 0)
		return r.mode&mode != 0 && isTheirs
	})
}

// AreOf reports whether the file belongs to the user, or to the only member of the group, who has a
// right to another file.
func (all Rights) AreOf(one Right) bool {
	owner := all[0].id
	return one.kind == 'u' && one.id == owner || one.kind == 'g' && isOwnGroup(owner, one.id)
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
	if a.own != "" && isShared(a.own, decimal(uid)) {
		a.own = ""
	}
	accounts.Store(uid, a)
	return a
}

// isShared reports whether /etc/group or /etc/passwd have other users in a group of a user's.
func isShared(gid, uid string) bool {
	const name, number, group, members = 0, 2, 3, 3 // fields of a line
	has := func(file string, isOther func(fields []string) bool) bool {
		text, _ := os.ReadFile(file)
		for line := range strings.Lines(string(text)) {
			if f := strings.Split(strings.TrimSpace(line), ":"); len(f) > members && isOther(f) {
				return true
			}
		}
		return false
	}
	return has("/etc/group", func(f []string) bool {
		return f[number] == gid && f[members] != "" && f[members] != f[name]
	}) || has("/etc/passwd", func(f []string) bool { return f[group] == gid && f[number] != uid })
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
