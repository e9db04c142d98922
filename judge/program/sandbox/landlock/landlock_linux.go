// Package landlock lets a thread, and the programs that it starts, give up rights to files.
//
// The library go-landlock restricts all threads of a process. This package restricts one: the
// launcher of a sandbox, and not the threads that watch its program.
package landlock

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Sets of rights to files. The system's version of Landlock may not know all of them.
const (
	ReadRights   = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	TreeRights   = ReadRights | unix.LANDLOCK_ACCESS_FS_READ_DIR
	WriteRights  = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	DeviceRights = unix.LANDLOCK_ACCESS_FS_READ_FILE | WriteRights |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	fileRights = ReadRights | WriteRights | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV // not to directories
)

// rightsSince lists the rights that each version of Landlock added.
var rightsSince = []uint64{
	1:               unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1,
	2:               unix.LANDLOCK_ACCESS_FS_REFER,
	TruncateVersion: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
	5:               unix.LANDLOCK_ACCESS_FS_IOCTL_DEV,
}

// The first versions that can confine some calls.
const (
	TruncateVersion = 3 // those that truncate files
	ScopeVersion    = 6 // signals
)

// A Ruleset says which rights to files a program keeps.
type Ruleset struct {
	fd  int
	All uint64 // rights that a program loses, except those that rules allow
}

// Version returns the system's version of Landlock.
func Version() (int, error) {
	version, _, errno := unix.RawSyscall(
		unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, fmt.Errorf("the system has no Landlock: %w", errno)
	}
	return int(version), nil
}

// New returns a Ruleset that takes away all rights.
func New() (*Ruleset, error) {
	version, err := Version()
	if err != nil {
		return nil, err
	}
	attr := unix.LandlockRulesetAttr{}
	for v, rights := range rightsSince {
		if v <= version {
			attr.Handled_access_fs |= rights
		}
	}
	if version >= ScopeVersion {
		attr.Scoped = unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return nil, fmt.Errorf("landlock_create_ruleset: %w", errno)
	}
	return &Ruleset{int(fd), attr.Handled_access_fs}, nil
}

// Allow lets a program keep rights to a file, or to a directory and everything below it. It does
// nothing if there is no such file.
func (s *Ruleset) Allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	return s.AllowFile(fd, rights)
}

// AllowFile is Allow for an open file. It ignores files that Landlock does not confine, such as
// pipes, and those that cannot have the rights.
func (s *Ruleset) AllowFile(fd int, rights uint64) error {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) == nil && info.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	if rights &= s.All; rights == 0 {
		return nil
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(s.fd),
		unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 && errno != unix.EBADFD {
		return fmt.Errorf("landlock_add_rule: %w", errno)
	}
	return nil
}

// Enforce takes all other rights from this thread, and from the programs that it starts.
func (s *Ruleset) Enforce() error {
	_, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(s.fd), 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock_restrict_self: %w", errno)
	}
	return nil
}

// Close closes the ruleset.
func (s *Ruleset) Close() { unix.Close(s.fd) }
