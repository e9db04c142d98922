package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// LetSearch lets programs look up names in a directory of ours, unless they can: those of another
// user than ours cannot, if they have no root.
func (r *Runner) LetSearch(dir string) error {
	if r.dir == "" || r.owner == ourselves {
		return nil
	}
	return os.Chmod(dir, 0o711)
}

// reachable returns an error if a user of the programs' own cannot reach the scratch directory.
func (r *Runner) reachable() error {
	if r.dir == "" || r.owner == ourselves {
		return nil
	}
	return onThread(func() error {
		unix.RawSyscall(unix.SYS_SETGROUPS, 0, 0, 0) // of this thread alone
		h := &helper{config: config{Owner: r.owner}}
		if h.readable([]string{r.dir}) { // there is no such directory yet, if we may search for it
			return nil
		}
		return fmt.Errorf("sandbox: programs run as a user of their own, who may not search the "+
			"directories above %s: set TMPDIR to another directory, such as /tmp", r.scratch.Path)
	})
}

// Barrier returns the path of a program, or of a directory on the way to it, that a user of the
// programs' own may not run or search. "": there is none, or programs have no such user.
func (r *Runner) Barrier(program string) string {
	if r.owner == ourselves {
		return ""
	}
	if info, err := os.Lstat(program); err != nil || info.Mode()&0o001 == 0 {
		return program
	}
	return r.barrierTo(filepath.Dir(program))
}

// barrierTo returns a directory, or one above it, that a user of the programs' own may not search.
// If they have a root, that has directories of its own above, which the helper makes where it may
// search.
func (r *Runner) barrierTo(dir string) string {
	for at, last := dir, ""; at != last; at, last = filepath.Dir(at), at {
		info, err := os.Lstat(at)
		isMade := r.dir == "" && at != dir
		if err != nil || info.Mode()&0o001 == 0 && !(isMade && isOpenToUs(at, info)) {
			return at
		}
	}
	return ""
}

// inPath returns a program that a name of a command stands for. If that leads to where programs'
// user may not search, it returns another one in PATH, if there is one.
func (r *Runner) inPath(name, program string) string {
	if r.owner == ourselves || filepath.Base(name) != name {
		return program
	}
	for _, dir := range append([]string{filepath.Dir(program)},
		filepath.SplitList(os.Getenv("PATH"))...) {
		found, err := exec.LookPath(filepath.Join(dir, name))
		if err != nil || !filepath.IsAbs(found) {
			continue
		}
		if real, err := filepath.EvalSymlinks(found); err == nil && r.Barrier(real) == "" {
			return found
		}
	}
	return program
}

// isOpenToUs reports whether a helper may search a directory that is not for all. In a namespace,
// the rights of root do not hold for the files of users whom that lacks.
func isOpenToUs(dir string, info fs.FileInfo) bool {
	if os.Geteuid() != 0 {
		return unix.Access(dir, unix.X_OK) == nil
	}
	stat := info.Sys().(*syscall.Stat_t)
	return stat.Uid == 0 || stat.Gid == 0 && stat.Mode&0o010 != 0
}

// trimPath removes from PATH the directories that a user of the programs' own may not search, and
// relative ones, so that nobody finds a program there that cannot be run.
func (r *Runner) trimPath() error {
	if r.options.NoSandbox {
		return nil
	}
	dirs := filepath.SplitList(os.Getenv("PATH"))
	kept := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		if !filepath.IsAbs(dir) {
			return true
		}
		real, err := filepath.EvalSymlinks(dir)
		return r.owner != ourselves && err == nil && r.barrierTo(real) != ""
	})
	if len(kept) == len(dirs) {
		return nil
	}
	return os.Setenv("PATH", strings.Join(kept, string(filepath.ListSeparator)))
}
