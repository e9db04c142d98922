//go:build linux || darwin

package access

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Right says what a user, a group, or everyone may do with a file. Rights are compared with ==.
type Right struct {
	kind  byte   // 'u', 'g' or 'o'
	id    uint32 // of the user or group
	mode  uint32 // of Read, Change and Search
	group uint32 // in which an unknown user must be, as a file tells; 0: none
}

// What one may do.
const Read, Change, Search = 4, 2, 1

// Rights are those of all who have any. The first is that of the owner, who can change them: all.
type Rights []Right

// Everyone has the right to what all may do.
var Everyone = Right{kind: 'o', mode: Read | Change | Search}

// rightsTo returns the rights to a file, which may have an access control list. See acl(5) and the
// header linux/posix_acl_xattr.h. The mask of the list stands in place of the mode of the group.
func rightsTo(file fs.FileInfo, list []byte) Rights {
	const head, entry, namedUser, owningGroup, namedGroup = 4, 8, 2, 4, 8
	info, mode := file.Sys().(*syscall.Stat_t), uint32(file.Mode().Perm())
	owner := Right{kind: 'u', id: info.Uid, mode: Everyone.mode}
	if !isKnown(info.Uid) && isOwnGroup(info.Uid, info.Gid) {
		owner.group = info.Gid
	}
	all, group := Rights{owner, {kind: 'o', mode: mode & 7}}, mode>>3&7
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
	all := rightsTo(info, listAt(path))
	if owner := &all[0]; owner.group == 0 && isStranger(owner.id) && !isKnown(owner.id) {
		owner.group = sharedGroup(filepath.Dir(path), info)
	}
	return all
}

// listName is the attribute of a file that has an access control list.
const listName = "system.posix_acl_access"

// listAt returns the access control list of the file at a path, or nil if there is none.
func listAt(path string) []byte {
	return attribute(func(to []byte) (int, error) { return unix.Lgetxattr(path, listName, to) })
}

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
	return all.AreOf(one) || slices.ContainsFunc(all, func(r Right) bool {
		isTheirs := r.kind == 'o' || r.kind == one.kind && r.id == one.id ||
			r.kind == 'g' && one.kind == 'u' &&
				(isMember(one.id, r.id) || one.group == r.id && one.group != 0)
		return r.mode&mode != 0 && isTheirs
	})
}

// AreOf reports whether the file belongs to the user, or to the only member of the group, who has a
// right to another file.
func (all Rights) AreOf(one Right) bool {
	return len(all) > 0 && (one.kind == 'u' && one.id == all[0].id ||
		one.kind == 'g' && all.ownerIsAloneIn(one.id))
}

// ownerIsAloneIn reports whether the file's owner is alone in a group, as it seems. If the owner is
// unknown, the file has to be one of the group's.
func (all Rights) ownerIsAloneIn(group uint32) bool {
	owner := all[0]
	return isOwnGroup(owner.id, group) && (isKnown(owner.id) || owner.group == group)
}

// Owner returns the right of the owner.
func (all Rights) Owner() Right { return all[0] }

// group returns the right of the file's group.
func (all Rights) group() (right Right) {
	if i := slices.IndexFunc(all, func(r Right) bool { return r.kind == 'g' }); i >= 0 {
		right = all[i] // that of a list comes before those of other groups
	}
	return right
}

// Others returns the rights of others than this process and root, and our own group, who may do
// something: change the file, or search it. A stranger who owns it is the first. The owner's own
// group, in which nobody else is, has none.
func (all Rights) Others(mode uint32) (others Rights) {
	for _, r := range all {
		isOther := r.kind == 'o' || r.kind == 'u' && isStranger(r.id) ||
			r.kind == 'g' && int(r.id) != os.Getegid() && !all.ownerIsAloneIn(r.id)
		if isOther && r.mode&mode != 0 {
			r.mode = mode
			others = append(others, r)
		}
	}
	return others
}
