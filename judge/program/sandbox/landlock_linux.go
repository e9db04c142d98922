package sandbox

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/view"
)

// Landlock lets a process without privileges give up rights. Where nobody may make namespaces,
// only Landlock keeps programs from our files. In a root it adds three things: a program cannot
// open the files of its input and output again with other rights, write to a pipe among its files,
// or signal its helper.
//
// The library go-landlock restricts all threads of a process. We restrict one: the launcher, whose
// program inherits the restrictions, and not the threads that watch the program.

// Sets of rights to files. The system's version of Landlock may not know all of them.
const (
	readRights   = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	treeRights   = readRights | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writeRights  = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	deviceRights = unix.LANDLOCK_ACCESS_FS_READ_FILE | writeRights |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	fileRights = readRights | writeRights | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV // not to directories
)

// landlockRights lists the rights that each version of Landlock added.
var landlockRights = []uint64{
	1: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1,
	2: unix.LANDLOCK_ACCESS_FS_REFER,
	3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
	5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV,
}

// scopeVersion is the first version that can confine signals.
const scopeVersion = 6

// A ruleset says which rights to files a program keeps.
type ruleset struct {
	fd  int
	all uint64 // rights that a program loses, except those that rules allow
}

// landlockVersion returns the system's version of Landlock.
func landlockVersion() (int, error) {
	version, _, errno := unix.RawSyscall(
		unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, fmt.Errorf("the system has no Landlock: %w", errno)
	}
	return int(version), nil
}

// newRuleset returns a ruleset that takes away all rights.
func newRuleset() (*ruleset, error) {
	version, err := landlockVersion()
	if err != nil {
		return nil, err
	}
	attr := unix.LandlockRulesetAttr{}
	for v, rights := range landlockRights {
		if v <= version {
			attr.Handled_access_fs |= rights
		}
	}
	if version >= scopeVersion {
		attr.Scoped = unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return nil, fmt.Errorf("landlock_create_ruleset: %w", errno)
	}
	return &ruleset{int(fd), attr.Handled_access_fs}, nil
}

// allow lets a program keep rights to a file, or to a directory and everything below it. It does
// nothing if there is no such file.
func (s *ruleset) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	return s.allowPlace(fd, rights)
}

// allowReal is allow for a path that had no links when it was found, see view.Open.
func (s *ruleset) allowReal(path string, rights uint64) error {
	fd, err := view.Open(path, unix.O_PATH)
	if err != nil {
		return nil
	}
	return s.allowPlace(fd, rights)
}

// allowPlace is allow for a file that is open as a place. It closes the file.
func (s *ruleset) allowPlace(fd int, rights uint64) error {
	defer unix.Close(fd)
	var info unix.Stat_t
	if unix.Fstat(fd, &info) == nil && info.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	return s.allowFile(fd, rights)
}

// allowFile does the same for an open file. It ignores files that Landlock does not confine, such
// as pipes.
func (s *ruleset) allowFile(fd int, rights uint64) error {
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights & s.all, Parent_fd: int32(fd)}
	_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(s.fd),
		unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 && errno != unix.EBADFD {
		return fmt.Errorf("landlock_add_rule: %w", errno)
	}
	return nil
}

// enforce takes all other rights from this thread, and from the programs that it starts.
func (s *ruleset) enforce() error {
	_, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(s.fd), 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock_restrict_self: %w", errno)
	}
	return nil
}

func (s *ruleset) close() { unix.Close(s.fd) }

// tryLandlock makes sure that the system has Landlock.
func (h *helper) tryLandlock() error {
	if h.Missing[meansPrivileges] != "" {
		return fmt.Errorf("needs %s", meansPrivileges)
	}
	s, err := newRuleset()
	if err != nil {
		return err
	}
	defer s.close()
	if version, _ := landlockVersion(); version < scopeVersion {
		h.lack(meansSignals, "needs Linux 6.12")
	}
	return nil
}

// restrict takes from this thread the rights to all files that a program does not need. input is
// the file of the program's input, and files are those that came with the request.
func (h *helper) restrict(q *request, input int, files []int) error {
	s, err := newRuleset()
	if err != nil {
		return err
	}
	defer s.close()
	// Who lists a directory keeps others from it, as long as a thread can sleep in a page fault. The
	// helper reads the same /proc.
	scratch, rules := q.Scratch, map[string]uint64{"/proc": readRights}
	if h.Missing[MeansRoot] == "" {
		scratch, rules = scratchDir, map[string]uint64{"/": treeRights}
	} else if err := s.allowEntries(files[2]); err != nil {
		return err
	}
	rules[scratch] = s.all
	for _, name := range devices {
		rules["/dev/"+name] = deviceRights
	}
	if h.Missing[meansMemory] != "" { // a mapping of it that can be written is shared memory
		rules["/dev/zero"] = unix.LANDLOCK_ACCESS_FS_READ_FILE
	}
	for path, rights := range rules {
		if err := s.allow(path, rights); err != nil {
			return err
		}
	}
	if err := s.allowFile(input, unix.LANDLOCK_ACCESS_FS_READ_FILE); err != nil {
		return err
	}
	if err := s.allowFile(files[0], writeRights); err != nil {
		return err
	}
	return s.enforce()
}

// allowEntries lets programs read the files that would be in their root, if they had one.
func (s *ruleset) allowEntries(fd int) error {
	file, err := unix.Dup(fd)
	if err != nil {
		return err
	}
	entries := os.NewFile(uintptr(file), "root")
	defer entries.Close()
	return view.Read(entries, func(e view.Entry) error {
		switch e.Kind {
		case view.Host:
			return s.allowReal(e.Path, treeRights)
		case view.Split:
			return s.allowReal(e.Path, unix.LANDLOCK_ACCESS_FS_READ_DIR)
		}
		return nil
	})
}
