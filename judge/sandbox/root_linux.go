package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// The files of programs are in a file system of their own, the root. It has read-only
// views of some of the host's files at their own paths, and a new scratch directory for
// each run. The helper stays in the host's tree, made read-only. The thread that starts a
// program moves into a copy of the root, which ends with the program.
const (
	// base is where the helper keeps the root: a directory that it does not need itself.
	base = "/sys"

	// scratchDir has the working directory of programs, and the places that every program
	// may expect to be able to write to.
	scratchDir = "/run/tilejudge"
	homeDir    = scratchDir + "/home"

	// belowDir has what the host has below these places, as far as programs see it.
	belowDir = "/run/tilejudge.below"
)

// scratchSize limits what a program can write there.
var scratchSize = fmt.Sprintf("size=%d,nr_inodes=%d,mode=755", MaxScratch, MaxFiles)

// writable lists these places with their names in scratchDir.
var writable = []struct{ path, name string }{
	{"/tmp", "tmp"}, {"/var/tmp", "vartmp"}, {"/dev/shm", "shm"},
}

// devices are the devices in the /dev of programs.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// lockHost makes all files of the host read-only for the helper, and makes the root with
// what every program sees.
func (h *helper) lockHost() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount /: %w", err)
	}
	h.mountProc()
	if h.Namespaces&unix.CLONE_NEWUSER != 0 { // otherwise it would change the whole system
		h.canNest = os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	}
	locked := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(-1, "/", unix.AT_RECURSIVE, &locked); err != nil {
		return fmt.Errorf("mount_setattr: %w", err) // it needs Linux 5.12
	}
	if err := h.makeRoot(nil); err != nil {
		return err
	}
	tried := make(chan error)
	go func() {
		runtime.LockOSThread() // without end, so that the thread ends with its root
		tried <- h.enterRoot()
	}()
	return <-tried
}

// mountProc mounts a /proc with only the processes of our namespace, if it is allowed.
func (h *helper) mountProc() {
	if h.Namespaces&unix.CLONE_NEWPID == 0 {
		h.lack(meansProc, "needs "+meansProcess)
		return
	}
	err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV, "")
	if err != nil {
		// Containers that hide parts of /proc forbid a new one, which would show them.
		h.lack(meansProc, fmt.Sprintf("mount: %v: parts of /proc are hidden here", err))
	}
}

// makeRoot makes the root anew, with the entries in a file; nil: none.
func (h *helper) makeRoot(entries *os.File) error {
	unix.Unmount(base, unix.MNT_DETACH) // the last one
	if err := unix.Mount("tmpfs", base, "tmpfs", 0, "size=16m,mode=755"); err != nil {
		return fmt.Errorf("mount %s: %w", base, err)
	}
	if err := h.makeOwn(); err != nil {
		return err
	}
	if entries != nil {
		if err := readEntries(entries, fill); err != nil {
			return err
		}
	}
	for _, w := range writable {
		if err := symlink(scratchDir+"/"+w.name, base+w.path); err != nil {
			return err
		}
	}
	locked := unix.MountAttr{
		Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
	}
	if err := unix.MountSetattr(-1, base, unix.AT_RECURSIVE, &locked); err != nil {
		return fmt.Errorf("mount_setattr: %w", err)
	}
	for _, name := range devices {
		usable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_NODEV}
		if err := unix.MountSetattr(-1, base+"/dev/"+name, 0, &usable); err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
	}
	return h.keepRoot()
}

// makeOwn makes what does not depend on the program.
func (h *helper) makeOwn() error {
	for _, dir := range []string{scratchDir, belowDir, "/dev"} {
		if err := os.MkdirAll(base+dir, 0o755); err != nil {
			return err
		}
	}
	for _, name := range devices {
		if err := bind("/dev/"+name, base+"/dev/"+name); err != nil {
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
		"passwd": fmt.Sprintf("program:x:%d:%d::%s:/bin/sh\n", h.user(), h.group(), homeDir),
		"group":  fmt.Sprintf("program:x:%d:\n", h.group()),
		"empty":  "", // which covers others
		"hosts":  "127.0.0.1 localhost\n::1 localhost\n",
	} {
		if err := writeFile(base+"/etc/"+name, text); err != nil {
			return err
		}
	}
	if err := bind("/proc", base+"/proc"); err != nil {
		return err
	}
	for _, name := range []string{"keys", "key-users"} { // they list those of our user
		err := unix.Mount(base+"/etc/empty", base+"/proc/"+name, "", unix.MS_BIND, "")
		if err != nil && err != unix.ENOENT {
			return fmt.Errorf("mount /proc/%s: %w", name, err)
		}
	}
	return nil
}

// fill makes an entry of the root. A file that has gone meanwhile is left out.
func fill(e entry) (err error) {
	at := inRoot(e.path)
	switch e.kind {
	case entryDir, entrySplit:
		return os.MkdirAll(at, 0o755)
	case entryLink:
		return symlink(e.target, at)
	case entryCover:
		err = unix.Mount(base+"/etc/empty", at, "", unix.MS_BIND, "")
	default:
		err = bind(e.path, at)
	}
	if os.IsNotExist(err) || os.IsPermission(err) {
		return nil
	}
	return err
}

// inRoot returns where the root has a path, as long as it has no scratch directory.
func inRoot(path string) string {
	for _, w := range writable {
		if within(w.path, path) {
			return base + belowDir + "/" + w.name + strings.TrimPrefix(path, w.path)
		}
	}
	return base + path
}

// bind shows a file or directory, with all that is mounted below it, at another path.
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

// symlink makes a link, and its directory, unless there is something.
func symlink(target, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.Symlink(target, path); !os.IsExist(err) {
		return err
	}
	return nil
}

// keepRoot makes a mount namespace with nothing but the root, and keeps it open: to copy
// that for each run is quicker than to copy the one with the host's files.
func (h *helper) keepRoot() error {
	if h.root != noFile {
		unix.Close(h.root)
		h.root = noFile
	}
	made := make(chan error)
	go func() {
		runtime.LockOSThread() // without end, so that the thread ends with its root
		err := leaveHost()
		if err == nil {
			h.root, err = unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		}
		made <- err
	}()
	return <-made
}

// leaveHost moves this thread into a new mount namespace that has only the root.
func leaveHost() error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := unix.Chdir(base); err != nil {
		return fmt.Errorf("chdir %s: %w", base, err)
	}
	err := unix.PivotRoot(".", ".") // the old root is now above the new one
	if err == nil {
		err = unix.Unmount(".", unix.MNT_DETACH)
	} else if err = unix.Mount(".", "/", "", unix.MS_MOVE, ""); err == nil {
		// The old root is not that of a file system: we have been moved there by chroot.
		err = unix.Chroot(".")
	}
	if err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return unix.Chdir("/")
}

// enterRoot moves this thread into a copy of the root with a new scratch directory. The
// files of the host are out of reach from now on.
func (h *helper) enterRoot() error {
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := unix.Setns(h.root, unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("setns: %w", err)
	}
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	return h.mountScratch()
}

// mountScratch mounts the scratch directory. Its parts are the program's, except its home,
// which has to be filled before.
func (h *helper) mountScratch() error {
	const flags = unix.MS_NOSUID | unix.MS_NODEV
	if err := unix.Mount("tmpfs", scratchDir, "tmpfs", flags, scratchSize); err != nil {
		return fmt.Errorf("mount %s: %w", scratchDir, err)
	}
	for _, w := range writable {
		dir := scratchDir + "/" + w.name
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		if err := showBelow(belowDir+"/"+w.name, dir); err != nil {
			return fmt.Errorf("%s: %w", w.path, err)
		}
		if err := os.Chown(dir, h.user(), h.group()); err != nil {
			return err
		}
	}
	return os.Mkdir(homeDir, 0o700)
}

// showBelow shows the entries of one directory in another.
func showBelow(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return nil // there are none
	}
	for _, e := range entries {
		path := filepath.Join(from, e.Name())
		if target, err := os.Readlink(path); err == nil {
			err = os.Symlink(target, filepath.Join(to, e.Name()))
			if err != nil {
				return err
			}
		} else if err := bind(path, filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
