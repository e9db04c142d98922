package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/disk"
)

// keepRoot makes a mount namespace that has only the root, and keeps it open. Each run copies a
// mount namespace, and copying this one is quicker than copying the one with the host's files.
func (h *helper) keepRoot() error {
	unix.Close(h.root)
	h.root = noFile
	return onThread(func() (err error) {
		if err = leaveHost(); err == nil {
			h.root, err = unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		}
		return err
	})
}

// leaveHost moves this thread into a new mount namespace that has only the root.
func leaveHost() error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	root, err := openDir(base)
	if err != nil {
		return err
	}
	defer unix.Close(root)
	if err := leaveChroot(); err != nil {
		return err
	}
	if err := unix.Fchdir(root); err != nil {
		return fmt.Errorf("chdir %s: %w", base, err)
	}
	err = unix.PivotRoot(".", ".") // the old root is now mounted over the new one
	if err == nil {
		err = unix.Unmount(".", unix.MNT_DETACH)
	} else if err = unix.Mount(".", "/", "", unix.MS_MOVE, ""); err == nil {
		// The old root is the kernel's first one, which nothing can replace.
		err = unix.Chroot(".")
	}
	if err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return unix.Chdir("/")
}

// leaveChroot moves this thread to the root of its mount namespace. The judge may be in a chroot,
// whose directory need not be a mount.
func leaveChroot() error {
	mounts, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open the mount namespace: %w", err)
	}
	defer unix.Close(mounts)
	return enter(mounts)
}

// enter moves this thread to the root of a mount namespace.
func enter(mounts int) error {
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := unix.Setns(mounts, unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("setns: %w", err)
	}
	return nil
}

// aboveChroot calls a function on a thread whose root is that of the mount namespace.
func aboveChroot(f func() error) error {
	return onThread(func() error {
		if err := leaveChroot(); err != nil {
			return err
		}
		return f()
	})
}

// enterRoot moves this thread into a copy of the root with a new scratch directory. From now on,
// the thread cannot reach the files of the host.
func (h *helper) enterRoot() error {
	if err := enter(h.root); err != nil {
		return err
	}
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	return h.mountScratch()
}

const scratchFlags = unix.MS_NOSUID | unix.MS_NODEV

// enlargeScratch makes room in the scratch directory for given bytes of ours.
func enlargeScratch(given int64) error {
	if given == 0 {
		return nil
	}
	return unix.Mount("", scratchDir, "", unix.MS_REMOUNT|scratchFlags, scratchSize(given))
}

// mountScratch mounts the scratch directory, and makes its directories. They belong to the
// program's user, except the home, which has to be filled first.
func (h *helper) mountScratch() error {
	if err := unix.Mount("tmpfs", scratchDir, "tmpfs", scratchFlags, scratchSize(0)); err != nil {
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
		if err := h.Owner.give(dir); err != nil {
			return err
		}
	}
	return os.Mkdir(homeDir, 0o700)
}

// showBelow makes a link to each entry of one directory in another. The entries are not mounted
// there: Landlock would give programs all rights of the scratch directory to them, and so those to
// write to pipes and devices, which are not read-only.
func showBelow(from, to string) error {
	entries, _ := os.ReadDir(from) // if there are none, there is no directory
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// freeScratch removes a large scratch directory, or one with many files, if a group counts its
// memory. Otherwise the kernel would do that some time after the launcher has ended: then it would
// count as the next program's.
func (l *launcher) freeScratch() {
	const large, many = 1 << 20, 1 << 10
	free, err := disk.Free(l.scratch)
	isSmall := disk.Filled(l.scratch) < large && free.Files > MaxFiles-many
	if l.mounts == noFile || err != nil || isSmall {
		return
	}
	unix.Close(l.scratch)
	l.scratch = noFile
	onThread(func() error {
		if err := enter(l.mounts); err != nil {
			return err
		}
		return unix.Unmount(scratchDir, unix.MNT_DETACH)
	})
}
