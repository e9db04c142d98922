package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/view"
)

// Programs have a file system of their own, the root. It shows some of the host's files, read-only
// and at their own paths, and has a new scratch directory for each run. The helper stays in the
// host's tree, which it makes read-only for itself. The thread that starts a program moves into a
// copy of the root, which ends with the program.
const (
	// base is where the helper keeps the root: a directory that the helper does not need.
	base = "/sys"

	// scratchDir has the working directory of programs, and directories in place of those to
	// which programs expect to be able to write. The judge may have its own files in /run/tilejudge.
	scratchDir = "/run/tilejudge.scratch"
	homeDir    = scratchDir + "/home"

	// belowDir has the host's files below these directories, if programs see such files.
	belowDir = "/run/tilejudge.below"
)

// scratchSize limits what a program can write to scratchDir, which also has given bytes of ours.
func scratchSize(given int64) string {
	return fmt.Sprintf("size=%d,nr_inodes=%d,mode=755", MaxScratch+given, MaxFiles)
}

// writable lists the directories to which programs can write, with their names in scratchDir.
var writable = []struct{ path, name string }{
	{"/tmp", "tmp"}, {"/var/tmp", "vartmp"}, {"/dev/shm", "shm"},
}

// devices are the devices in the /dev of programs, if the host has them.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// masked lists the files and directories of /proc that programs see empty: the keys of our user,
// and what the kernel tells about the machine. Docker hides most of them, too. Who reads a file of
// sys has a buffer of the kernel that is as large as asked, up to 4 MiB, and no group counts that.
var masked = []string{
	"keys", "key-users", "acpi", "asound", "fs", "kcore", "kpagecgroup", "kpagecount", "kpageflags",
	"latency_stats", "pagetypeinfo", "sched_debug", "scsi", "slabinfo", "sys", "timer_list",
	"timer_stats", "vmallocinfo",
}

// lockHost makes a root with the files that every program sees, and makes all files of the host
// read-only for the helper. That comes last, when nothing else can fail: without a root, the helper
// writes to the host.
func (h *helper) lockHost() error {
	err := aboveChroot(func() error {
		return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	})
	if err != nil {
		return fmt.Errorf("mount /: %w", err)
	}
	h.mountProc()
	if h.Namespaces&unix.CLONE_NEWUSER != 0 { // otherwise this would change the whole system
		h.canNest = os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0) != nil
	}
	if err := h.makeRoot(noFile); err != nil {
		return err
	}
	if err := onThread(h.enterRoot); err != nil {
		return err
	}
	err = aboveChroot(func() error {
		locked := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
		return unix.MountSetattr(-1, "/", unix.AT_RECURSIVE, &locked)
	})
	if err != nil {
		return fmt.Errorf("mount_setattr: %w", err)
	}
	ours := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY} // proc.SameMemory writes there
	unix.MountSetattr(-1, "/proc", 0, &ours)
	return nil
}

// mountProc mounts a /proc with only the processes of our namespace, if it is allowed.
func (h *helper) mountProc() {
	if h.Namespaces&unix.CLONE_NEWPID == 0 {
		h.lack(means.Proc, "needs "+means.Process)
		return
	}
	err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV, "")
	if err != nil {
		// Containers that hide parts of /proc forbid mounting a new one, which would show them.
		h.lack(means.Proc, fmt.Sprintf("mount: %v: parts of /proc are hidden here", err))
	}
}

// makeRoot makes the root anew, with the entries that an open file lists; noFile: without entries.
// The first root with entries is the one without.
func (h *helper) makeRoot(entries int) error {
	if err := h.makeBare(); err != nil {
		return err
	}
	if h.bare = entries == noFile; !h.bare {
		if err := view.Read(entries, fill); err != nil {
			return err
		}
		for _, w := range writable {
			if err := symlink(scratchDir+"/"+w.name, base+w.path); err != nil {
				return err
			}
		}
	}
	locked := unix.MountAttr{
		Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
	}
	if err := unix.MountSetattr(-1, base, unix.AT_RECURSIVE, &locked); err != nil {
		return fmt.Errorf("mount_setattr: %w", err) // this call needs Linux 5.12
	}
	for _, name := range devices {
		usable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_NODEV}
		err := unix.MountSetattr(-1, base+"/dev/"+name, 0, &usable)
		if err != nil && err != unix.ENOENT {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
	}
	return h.keepRoot()
}

// makeBare makes a root without entries that can be changed.
func (h *helper) makeBare() error {
	if h.bare {
		unlocked := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
		return unix.MountSetattr(-1, base, 0, &unlocked)
	}
	unix.Unmount(base, unix.MNT_DETACH) // the last root
	if err := unix.Mount("tmpfs", base, "tmpfs", 0, "size=64m,mode=755"); err != nil {
		return fmt.Errorf("mount %s: %w", base, err)
	}
	return h.makeOwn()
}

// makeOwn makes the files of the root that do not depend on the program.
func (h *helper) makeOwn() error {
	for _, dir := range []string{scratchDir, belowDir, "/dev"} {
		if err := os.MkdirAll(base+dir, 0o755); err != nil {
			return err
		}
	}
	for _, name := range devices {
		err := bind("/dev/"+name, base+"/dev/"+name)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	for link, target := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2",
	} {
		if err := os.Symlink(target, base+"/dev/"+link); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		// In a user namespace, nobody owns what others own outside.
		"passwd": fmt.Sprintf("program:x:%d:%d::%s:/bin/sh\nroot:x:0:0::/:/bin/false\n"+
			"nobody:x:65534:65534::/:/bin/false\n", h.Owner.user(), h.Owner.group(), homeDir),
		"group": fmt.Sprintf("program:x:%d:\nroot:x:0:\nnogroup:x:65534:\n", h.Owner.group()),
		"empty": "", // covers hidden files
		"hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
		// Java asks for the address of its machine.
		"nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
	} {
		if err := writeFile(base+"/etc/"+name, text); err != nil {
			return err
		}
	}
	if err := h.showProc(); err != nil {
		return fmt.Errorf("mount %s/proc: %w", base, err)
	}
	return mask()
}

// showProc makes the /proc of programs. If it can be ours alone, they see only their own processes
// there: what the kernel tells about us counts what the programs before have done.
func (h *helper) showProc() error {
	if !h.has(means.Proc) {
		return bind("/proc", base+"/proc")
	}
	return cmp.Or(os.MkdirAll(base+"/proc", 0o755),
		unix.Mount("proc", base+"/proc", "proc", 0, "hidepid=4"))
}

// mask covers what programs see empty in /proc.
func mask() error {
	for _, name := range masked {
		err := unix.Mount(base+"/etc/empty", base+"/proc/"+name, "", unix.MS_BIND, "")
		if err == unix.ENOTDIR { // the scratch directory is empty in the root
			err = unix.Mount(base+scratchDir, base+"/proc/"+name, "", unix.MS_BIND, "")
		}
		if err != nil && err != unix.ENOENT {
			return fmt.Errorf("mount /proc/%s: %w", name, err)
		}
	}
	return nil
}

// fill makes an entry of the root. It leaves out a file that no longer exists on the host, or has
// too long a path. In place of one that we may not reach it makes a directory without rights.
func fill(e view.Entry) (err error) {
	at := inRoot(e.Path)
	switch e.Kind {
	case view.Dir, view.Split:
		err = os.MkdirAll(at, 0o755)
	case view.Link:
		err = symlink(e.Target, at)
	case view.Cover:
		err = unix.Mount(base+"/etc/empty", at, "", unix.MS_BIND, "")
	default:
		if err = bindReal(e.Path, at); os.IsPermission(err) { // nor may programs: see readable
			return cmp.Or(os.MkdirAll(filepath.Dir(at), 0o755), os.MkdirAll(at, 0))
		}
	}
	isLong := errors.Is(err, unix.ENAMETOOLONG) && e.Kind != view.Cover // but it must be covered
	// Its owner may have put a file in place of the directory.
	isGone := os.IsNotExist(err) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ESTALE)
	if isLong || isGone || os.IsPermission(err) || errors.Is(err, unix.ELOOP) {
		return nil
	}
	return err
}

// inRoot returns where to make an entry of the root. Below a writable directory, which will be a
// link into the scratch directory, that is in belowDir.
func inRoot(path string) string {
	for _, w := range writable {
		if view.Within(w.path, path) {
			return base + belowDir + "/" + w.name + strings.TrimPrefix(path, w.path)
		}
	}
	return base + path
}

// realPath returns the path without links, in the root, of what the root shows below a writable
// directory, and any other word as it is. Sources for Node compare their path, without links, to
// the one in the command.
func realPath(word string) string {
	at := strings.TrimPrefix(inRoot(word), base)
	if _, err := os.Lstat(at); err != nil || filepath.Dir(at) == belowDir { // such as /tmp
		return word
	}
	return at
}

// bindReal is bind for a path that had no links when it was found, see view.Open.
func bindReal(from, to string) error {
	fd, err := view.Open(from, unix.O_PATH)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return bind(fmt.Sprintf("/proc/self/fd/%d", fd), to)
}

// bind shows a file or directory, with everything that is mounted below it, at another path.
func bind(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		err = os.MkdirAll(to, 0o755)
	} else {
		err = writeFile(to, "")
	}
	if err != nil {
		return err
	}
	return unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, "")
}

// writeFile writes a new file, and makes its directory.
func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// symlink makes a link, and its directory, unless the path exists.
func symlink(target, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.Symlink(target, path); !os.IsExist(err) {
		return err
	}
	return nil
}
