package view

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// addOwn shows the program's own files: the files that its command names, and the directories that
// have these. If the command names none, all files in the directory of the command are its
// own. Names that begin with a dot are hidden, unless the command names them.
func (v *View) addOwn(c *Command) {
	if c.Own != nil {
		v.addListed(c.Own)
		return
	}
	var named []string
	if filepath.Base(c.Args[0]) != c.Args[0] {
		named = append(named, c.Path)
	}
	for _, arg := range c.Args[1:] {
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(c.Dir, arg)
		}
		named = append(named, arg)
	}
	found := false
	for _, name := range named {
		real, links := resolve(name)
		info, err := os.Lstat(real)
		switch {
		case err != nil || inSystem(real) || Reserved(real):
		case info.IsDir():
			found = v.addOwnDir(real, links) || found
		default:
			found = true
			v.addReal(real, links)
			v.addOwnDir(resolve(filepath.Dir(name)))
		}
	}
	if !found {
		v.addOwnDir(resolve(c.Dir))
	}
}

// addListed shows the files and directories of Command.Own.
func (v *View) addListed(names []string) {
	for _, name := range names {
		real, _ := resolve(name)
		info, err := os.Lstat(real)
		switch {
		case err != nil || real != filepath.Clean(name): // a contestant has replaced it by a link
		case info.IsDir():
			v.addOwnDir(real, nil)
		case info.Mode().IsRegular():
			v.addReal(real, nil)
		}
	}
}

// addOwnDir shows a directory, as resolve finds it, without the pipes, sockets and devices in it
// and below, and without names that begin with a dot. It returns false, and shows nothing, if there
// is no such directory, or if it is shared.
func (v *View) addOwnDir(real string, links map[string]string) bool {
	if real == "" || v.isShared(real) {
		return false
	}
	v.addStore(real)
	v.addReal(real, links)
	entries, _ := readDir(real)
	for _, e := range entries {
		if path := filepath.Join(real, e.Name()); e.Name()[0] == '.' && !v.show[path] {
			v.hide[path], v.dots[path] = true, true
		}
	}
	WalkDir(real, func(path string, e fs.DirEntry, err error) error {
		const odd = os.ModeNamedPipe | os.ModeSocket | os.ModeDevice
		switch {
		case err != nil || v.hide[path] && e.IsDir():
			return fs.SkipDir
		case e.Type()&odd != 0 && !v.show[path]:
			v.hide[path] = true
		}
		return nil
	})
	return true
}

// isShared reports whether a directory, given without links, has files that do not belong together:
// a home, a directory for temporary files, a directory above these, or one of the system's
// directories that are not shown as a whole.
func (v *View) isShared(dir string) bool {
	return Reserved(dir) || slices.ContainsFunc(v.shared, func(shared string) bool {
		return Within(dir, shared)
	})
}

// shared returns directories with files that do not belong together, with links and without.
func shared() (dirs []string) {
	home, _ := os.UserHomeDir()
	for _, dir := range []string{
		"/root", "/home", "/tmp", "/var/tmp", "/dev/shm", "/etc", "/opt", "/run", "/srv",
		home, os.TempDir(),
	} {
		if dir == "" {
			continue
		}
		dirs = append(dirs, dir)
		if real, _ := resolve(dir); real != "" {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// Reserved reports whether a path is in a directory for which every root has its own files.
func Reserved(path string) bool { return isSpecial(path) && !Within("/dev/shm", path) }

// isSpecial reports whether a path is / or in a directory that the kernel makes.
func isSpecial(path string) bool {
	return path == "/" || slices.ContainsFunc([]string{"/proc", "/sys", "/dev"},
		func(dir string) bool { return Within(dir, path) })
}

// concealJudge hides what would help a program to cheat: the directory of temporary files,
// which has the output of other programs, the files to which we are writing, such as reports on
// other programs, and our own binary.
func (v *View) concealJudge(c *Command) {
	if temp, _ := resolve(os.TempDir()); !v.show[temp] {
		v.conceal(os.TempDir())
	}
	v.written = Written()
	for _, path := range v.written {
		v.conceal(path)
	}
	v.concealBinary(c)
}

// concealBinary hides our own binary in PATH and beside the program, with other files there that
// have its name, our usual name or, as copies and other names of the same file do, its size. If the
// user has chosen our own binary as the program, the binary stays; if another of these files, that
// stays.
func (v *View) concealBinary(c *Command) {
	self, err := os.Executable()
	if err != nil {
		return
	}
	var chosen os.FileInfo
	if c.Own == nil {
		chosen, _ = os.Stat(c.Path)
	}
	own, err := os.Stat(self)
	if err != nil || os.SameFile(chosen, own) {
		return
	}
	conceal := func(path string) {
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() && !os.SameFile(chosen, info) {
			v.conceal(path)
		}
	}
	v.conceal(self)
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for dir := range v.show {
		dirs = append(dirs, dir)
	}
	linked, searched := own.Sys().(*syscall.Stat_t).Nlink > 1, make(map[string]bool)
	for _, dir := range dirs {
		for _, name := range []string{filepath.Base(self), "tilejudge"} {
			conceal(filepath.Join(dir, name))
		}
		// The system's directories have thousands of files, and a package keeps our usual name.
		real, _ := resolve(dir)
		if !searched[real] && (linked || !inSystem(real) || Within("/usr/local", real)) {
			searched[real] = true
			ofSize(real, own.Size(), conceal)
		}
	}
}

// Written returns the plain files that are open for writing in this process.
func Written() (paths []string) {
	const fds = "/proc/self/fd/"
	files, _ := os.ReadDir(fds)
	for _, f := range files {
		fd, _ := strconv.Atoi(f.Name())
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		path, err2 := os.Readlink(fds + f.Name())
		if err != nil || err2 != nil || flags&unix.O_ACCMODE == unix.O_RDONLY {
			continue
		}
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	return paths
}

// ofSize calls use with the files in a directory that have a size.
func ofSize(path string, size int64, use func(path string)) {
	dir, err := openDir(path)
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(-1)
	for _, e := range entries {
		var info unix.Stat_t
		if e.Type() == 0 && // thousands of files: not by their paths
			unix.Fstatat(int(dir.Fd()), e.Name(), &info, unix.AT_SYMLINK_NOFOLLOW) == nil &&
			info.Size == size {
			use(filepath.Join(path, e.Name()))
		}
	}
}
