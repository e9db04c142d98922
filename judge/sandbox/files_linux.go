package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// sandboxScratch is the scratch directory if all other files are read-only. Shared
	// memory is there too, so that a run needs only one new file system.
	sandboxScratch = "/dev/shm"

	// scratchSize limits what a program can write there.
	scratchSize = "size=256m,nr_inodes=64k,mode=700"
)

// devices are the devices in the /dev of programs.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// lockFiles makes all files read-only, and all device files unusable except devices.
// mountScratch then adds the scratch directory.
func (h *helper) lockFiles() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount /: %w", err)
	}
	if h.Namespaces&unix.CLONE_NEWPID != 0 {
		// Some containers forbid this. Then the old /proc stays, with processes that
		// programs can see but not signal.
		unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV, "")
	}
	if h.Namespaces&unix.CLONE_NEWUSER != 0 { // otherwise it would change the whole system
		// Programs must not make namespaces of their own: many flaws of kernels need them.
		os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	}
	if err := makeDev(); err != nil {
		return err
	}
	if _, err := os.Stat("/run"); err == nil && !h.KeepRun {
		if err := unix.Mount("tmpfs", "/run", "tmpfs", 0, "size=4k,mode=755"); err != nil {
			return fmt.Errorf("mount /run: %w", err)
		}
	}
	locked := unix.MountAttr{
		Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
	}
	if err := unix.MountSetattr(-1, "/", unix.AT_RECURSIVE, &locked); err != nil {
		return fmt.Errorf("mount_setattr: %w", err) // it needs Linux 5.12
	}
	for _, name := range devices {
		usable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_NODEV}
		if err := unix.MountSetattr(-1, "/dev/"+name, 0, &usable); err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
	}
	return nil
}

// makeDev replaces /dev by a directory with only devices and the usual links.
func makeDev() error {
	trees := make([]int, len(devices))
	for i, name := range devices {
		const flags = unix.OPEN_TREE_CLONE | unix.OPEN_TREE_CLOEXEC
		fd, err := unix.OpenTree(unix.AT_FDCWD, "/dev/"+name, flags)
		if err != nil {
			return fmt.Errorf("open_tree /dev/%s: %w", name, err)
		}
		defer unix.Close(fd)
		trees[i] = fd
	}
	if err := unix.Mount("tmpfs", "/dev", "tmpfs", 0, "size=64k,mode=755"); err != nil {
		return fmt.Errorf("mount /dev: %w", err)
	}
	for i, name := range devices {
		if err := os.WriteFile("/dev/"+name, nil, 0o666); err != nil {
			return err
		}
		const flags = unix.MOVE_MOUNT_F_EMPTY_PATH
		err := unix.MoveMount(trees[i], "", unix.AT_FDCWD, "/dev/"+name, flags)
		if err != nil {
			return fmt.Errorf("move_mount /dev/%s: %w", name, err)
		}
	}
	for link, target := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2",
	} {
		if err := os.Symlink(target, "/dev/"+link); err != nil {
			return err
		}
	}
	if err := os.Mkdir(sandboxScratch, 0o700); err != nil {
		return err
	}
	return makeCovers()
}

// mountScratch mounts an empty scratch directory.
func mountScratch() error {
	const flags = unix.MS_NOSUID | unix.MS_NODEV
	if err := unix.Mount("tmpfs", sandboxScratch, "tmpfs", flags, scratchSize); err != nil {
		return fmt.Errorf("mount %s: %w", sandboxScratch, err)
	}
	return nil
}

// emptyScratch removes the files of the last run. The directory is "" for sandboxScratch.
func (h *helper) emptyScratch(dir string) error {
	if dir == "" {
		if err := unix.Unmount(sandboxScratch, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("unmount %s: %w", sandboxScratch, err)
		}
		return mountScratch()
	}
	h.dir = dir
	removeAll(dir)
	return os.Mkdir(dir, 0o700)
}

// removeAll removes a directory, even if a program has removed the rights to change it.
func removeAll(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	filepath.WalkDir(dir, func(path string, d os.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	os.RemoveAll(dir)
}

// link makes links in the scratch directory to the files in home. It ignores errors: the
// program will report a missing file.
func link(home string, args []string, scratch string) {
	link := func(name string) {
		os.Symlink(filepath.Join(home, name), filepath.Join(scratch, name))
	}
	for _, arg := range args {
		name, _, _ := strings.Cut(filepath.Clean(arg), "/")
		if name == "" || name == "." || name == ".." {
			continue
		}
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			link(name)
		}
	}
	dir, err := os.Open(home)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxLinks)
	for _, name := range names {
		link(name)
	}
}
