package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/landlock"
)

// An owner is the user and the group that programs run as, with their IDs in the judge's user
// namespace. Programs of another user than the judge's can't read the judge's private files or
// signal its processes.
type owner struct {
	UID, GID int  // -1: the IDs of the judge
	Users    int  // how many different users there are for runners: more runners share them
	mapped   bool // newuidmap and newgidmap have to map them
}

// ourselves is the judge's own user.
var ourselves = owner{UID: -1, GID: -1}

const (
	// Root takes one of spareIDs IDs from spareID on for programs, which are far above those that
	// systems and containers use.
	spareID  = 1_900_000_000
	spareIDs = 100_000_000

	// The IDs of two users inside a user namespace.
	judgeID   = 0
	programID = 1000
)

// Each runner takes the next lot, which chooses the user of its programs: another runner's programs
// could signal those of the same user, and would count for the same limit of processes. The first
// lot is random: judges in several containers have the same process IDs.
var (
	firstLot = rand.IntN(spareIDs)
	lots     atomic.Int32
)

// newOwner returns a user for the programs of a runner, or the reason why there is none. Root may
// use any ID; other users may use the IDs that the system has set aside for them.
func newOwner() (owner, error) {
	var o owner
	var err error
	if os.Geteuid() == 0 {
		lot := (firstLot + int(lots.Add(1))) % spareIDs
		if o.UID, o.Users, err = spare("/proc/self/uid_map", lot); err == nil {
			o.GID, _, err = spare("/proc/self/gid_map", lot)
		}
	} else {
		o.mapped, o.Users = true, 1
		if o.UID, err = subordinate("newuidmap", "/etc/subuid"); err == nil {
			o.GID, err = subordinate("newgidmap", "/etc/subgid")
		}
	}
	if err != nil {
		return ourselves, err
	}
	return o, nil
}

// spare returns an unused ID of our user namespace, which the lot chooses among some. The file maps
// the IDs of the namespace.
func spare(file string, lot int) (id, some int, err error) {
	text, _ := os.ReadFile(file)
	last := 0
	for line := range strings.Lines(string(text)) {
		var first, outside, length int
		if n, _ := fmt.Sscan(line, &first, &outside, &length); n == 3 {
			last = max(last, first+length-1)
		}
	}
	id, some = spareID+lot, spareIDs
	if id > last {
		some = last/4 + 1
		id = last*3/4 - lot%some // the highest ones may be those of nobody and of services
	}
	if id < 1 {
		return 0, 0, errors.New("this user namespace has only one user")
	}
	return id, some, nil
}

// subordinate returns the first ID that a file sets aside for our user, if the program that maps
// such IDs is installed.
func subordinate(program, file string) (int, error) {
	if _, err := exec.LookPath(program); err != nil {
		return 0, fmt.Errorf("%s is not installed, only root needs none", program)
	}
	names := []string{strconv.Itoa(os.Getuid())}
	if u, err := user.Current(); err == nil {
		names = append(names, u.Username)
	}
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) != 3 || !slices.Contains(names, fields[0]) {
			continue
		}
		if id, err := strconv.Atoi(fields[1]); err == nil && id > 0 {
			return id, nil
		}
	}
	return 0, fmt.Errorf("%s has no line for this user", file)
}

// mapIDs sets the IDs that the user namespace of a helper has.
func (o owner) mapIDs(attr *syscall.SysProcAttr) {
	user, group := os.Geteuid(), os.Getegid()
	switch {
	case o.mapped: // runMappers maps them
		return
	case o == ourselves && user == 0:
		user, group = programID, programID
	case o != ourselves:
		user, group = judgeID, judgeID
		attr.GidMappingsEnableSetgroups = true // to leave the judge's groups
	}
	attr.UidMappings = []syscall.SysProcIDMap{one(user, os.Geteuid())}
	attr.GidMappings = []syscall.SysProcIDMap{one(group, os.Getegid())}
	if o != ourselves {
		user, group := one(programID, o.UID), one(programID, o.GID)
		attr.UidMappings = append(attr.UidMappings, user)
		attr.GidMappings = append(attr.GidMappings, group)
	}
}

// one returns the map of one ID.
func one(inside, outside int) syscall.SysProcIDMap {
	return syscall.SysProcIDMap{ContainerID: inside, HostID: outside, Size: 1}
}

// runMappers maps the IDs of a helper in a new user namespace by the system's programs, if only
// these may.
func (o owner) runMappers(pid int) error {
	if !o.mapped {
		return nil
	}
	for _, m := range []struct {
		program   string
		own, more int
	}{{"newuidmap", os.Geteuid(), o.UID}, {"newgidmap", os.Getegid(), o.GID}} {
		var message bytes.Buffer
		cmd := exec.Command(m.program)
		for _, n := range []int{pid, judgeID, m.own, 1, programID, m.more, 1} {
			cmd.Args = append(cmd.Args, strconv.Itoa(n))
		}
		cmd.Stderr = &message
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %v: %s", m.program, err, bytes.TrimSpace(message.Bytes()))
		}
	}
	return nil
}

// seen returns the owner with the IDs that a helper in new namespaces sees.
func (o owner) seen(flags uintptr) owner {
	if flags&syscall.CLONE_NEWUSER != 0 && o != ourselves {
		o.UID, o.GID = programID, programID
	}
	return o
}

// tryOwner makes sure that files and programs can get a user of their own, and that we can end such
// programs and remove such files: root in a container may lack the rights. If not, programs run as
// the judge's user. But where that is root, and no Landlock would confine them, they keep a user of
// their own.
func (h *helper) tryOwner() error {
	if h.Owner == ourselves {
		return nil
	}
	_, noLock := landlock.Version()
	err := onThread(func() error {
		const needed = 1<<unix.CAP_KILL | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_FOWNER
		sets, err := capabilities()
		if err == nil && noLock == nil && sets[0].Effective&needed != needed {
			return errors.New("needs the rights to end processes of another user and to remove files" +
				" of theirs (CAP_KILL, CAP_DAC_OVERRIDE, CAP_FOWNER)")
		}
		fd, err := unix.MemfdCreate("owner", unix.MFD_CLOEXEC)
		if err != nil {
			return err
		}
		defer unix.Close(fd)
		uid, gid := uintptr(h.Owner.UID), uintptr(h.Owner.GID)
		for _, call := range [][4]uintptr{
			{unix.SYS_FCHOWN, uintptr(fd), uid, gid}, {unix.SYS_SETGROUPS, 0, 0, 0},
			{unix.SYS_SETRESGID, gid, gid, gid}, {unix.SYS_SETRESUID, uid, uid, uid},
		} {
			if _, _, errno := unix.RawSyscall(call[0], call[1], call[2], call[3]); errno != 0 {
				return errno
			}
		}
		return nil
	})
	if err != nil && (noLock == nil || os.Geteuid() != 0) {
		h.Owner = ourselves // otherwise nothing would keep programs from root's files
	}
	return err
}

// user returns the user ID.
func (o owner) user() int {
	if o == ourselves {
		return os.Geteuid()
	}
	return o.UID
}

// group returns the group ID.
func (o owner) group() int {
	if o == ourselves {
		return os.Getegid()
	}
	return o.GID
}

// give gives a file of ours to the owner.
func (o owner) give(name string) error {
	if o == ourselves { // a judge that may not change owners need not
		return nil
	}
	return os.Chown(name, o.UID, o.GID)
}

// credential returns the user of programs for a system call, or nil if that is our own.
func (h *helper) credential() *syscall.Credential {
	if h.Owner == ourselves {
		return nil
	}
	return &syscall.Credential{Uid: uint32(h.Owner.UID), Gid: uint32(h.Owner.GID)}
}

// readable reports whether programs may read files. Missing files do not count. The thread that
// starts the program must call it.
func (h *helper) readable(files []string) bool {
	all := true
	h.asProgram(func() {
		for _, name := range files {
			fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
			all = all && err != unix.EACCES
			unix.Close(fd)
		}
	})
	return all
}

// asProgram calls a function with the rights to files that programs have.
func (h *helper) asProgram(f func()) {
	if h.Owner != ourselves { // these calls change the rights of this thread alone
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		unix.SetfsgidRetGid(h.Owner.GID)
		unix.SetfsuidRetUid(h.Owner.UID)
		defer unix.SetfsuidRetUid(os.Geteuid())
		defer unix.SetfsgidRetGid(os.Getegid())
	}
	f()
}

// call calls a function that sets limits of a program of the owner's, or ends it. In a container,
// even root may lack the right to do that to other users' programs. A thread with the IDs of the
// program's user has it.
func (o owner) call(f func() error) error {
	if err := f(); err != unix.EPERM || o == ourselves {
		return err
	}
	return onThread(func() error {
		const keep = ^uintptr(0)
		uid := uintptr(o.UID)
		unix.RawSyscall(unix.SYS_SETRESGID, uintptr(o.GID), keep, keep)
		unix.RawSyscall(unix.SYS_SETRESUID, keep, uid, keep)
		if err := f(); err != unix.EPERM {
			return err
		}
		// To set limits takes the real user, too. Programs of that user may signal this thread then.
		unix.RawSyscall(unix.SYS_SETRESUID, uid, keep, keep)
		return f()
	})
}

// kill sends SIGKILL to a process of the owner's, or to a process group: its number is negative.
func (o owner) kill(n int) { o.call(func() error { return unix.Kill(n, unix.SIGKILL) }) }
