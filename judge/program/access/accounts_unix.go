//go:build linux || darwin

package access

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// unknown is the number of all users, and of all groups, whom our user namespace does not have.
const unknown = 65534

// accounts are the users and groups of the system, by their numbers.
type accounts struct {
	groups  map[uint32][]uint32        // of a user, the first one that of the user's files
	members map[uint32]map[string]bool // of a group, by name
}

// system returns the accounts in /etc/passwd and /etc/group. They are read once: there may be
// thousands.
var system = sync.OnceValue(func() (all accounts) {
	all = accounts{make(map[uint32][]uint32), make(map[uint32]map[string]bool)}
	join := func(group uint32, member string) {
		if all.members[group] == nil {
			all.members[group] = make(map[string]bool)
		}
		all.members[group][member] = true
	}
	numbers := make(map[string]uint32) // of users, by name
	for _, fields := range lines("/etc/passwd") {
		const name, uid, gid = 0, 2, 3
		user, group := number(fields[uid]), number(fields[gid])
		numbers[fields[name]] = user
		all.groups[user] = append(all.groups[user], group)
		join(group, fields[name])
	}
	for _, fields := range lines("/etc/group") {
		const gid, names = 2, 3
		group := number(fields[gid])
		for name := range strings.SplitSeq(fields[names], ",") {
			if user, ok := numbers[name]; ok {
				all.groups[user] = append(all.groups[user], group)
			}
			if name != "" {
				join(group, name)
			}
		}
	}
	return all
})

// lines returns the lines of a file of accounts, as fields.
func lines(file string) (all [][]string) {
	const least = 4 // fields
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(strings.TrimSpace(line), ":"); len(fields) >= least {
			all = append(all, fields)
		}
	}
	return all
}

// number returns the number of a user or group, and unknown for what is none.
func number(digits string) uint32 {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		return unknown
	}
	return uint32(n)
}

// isKnown reports whether the system has a user.
func isKnown(uid uint32) bool { return len(system().groups[uid]) > 0 }

// isOwnGroup reports whether a user is alone in a group, as it seems. Containers often give a user
// whom they do not know a group of one number.
func isOwnGroup(uid, gid uint32) bool {
	groups, members := system().groups[uid], system().members[gid]
	if len(groups) == 0 {
		return gid == uid && gid != unknown && len(members) == 0
	}
	return gid == groups[0] && gid != unknown && len(members) == 1
}

// isMember reports whether a user is known to be in a group. The group of the user's directories
// may be another one: that of the directory above.
func isMember(uid, gid uint32) bool {
	return gid != unknown && slices.Contains(system().groups[uid], gid)
}
