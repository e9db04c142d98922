package view

import (
	"debug/elf"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// system lists the directories that every program sees.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// settingFiles lists patterns of the other files that languages and their libraries read when a
// program is compiled or runs, as Debian 12 has them, and OpenSSL's also as Fedora has them.
// Without a root of its own, a program that opens one that is not shown may end: the file is there.
var settingFiles = []string{
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld-musl-*",
	"/etc/alternatives", "/etc/localtime", "/etc/timezone", "/etc/locale.alias",
	"/etc/java*", "/etc/python*", "/etc/perl", "/etc/php*", "/etc/mono", "/etc/dotnet",
	"/etc/erlang", "/etc/R", "/etc/julia", "/etc/octave*", "/etc/sbclrc", "/etc/lua*",
	"/etc/fpc*", "/etc/ldc2.conf", "/etc/nim", "/var/lib/ghc",
	"/etc/terminfo", "/etc/inputrc", "/etc/mime.types", "/etc/os-release", "/etc/protocols",
	"/etc/services", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs",
	"/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust", "/etc/pki/java", "/etc/crypto-policies",
}

// stores are directories whose files need each other under names that nobody can predict.
var stores = []string{"/nix/store", "/gnu/store"}

// inSystem reports whether every program sees the file at a path.
func inSystem(path string) bool {
	return slices.ContainsFunc(system, func(dir string) bool { return Within(dir, path) })
}

// A Command is what a user has chosen to run.
type Command struct {
	Args []string // Args[0] is the program as the user names it
	Path string   // of the program, absolute
	Dir  string   // of the program's files, absolute

	Tools []string // directories that stand before those in PATH

	// Own lists the program's own files and directories, if the contestant has written the command,
	// or the program that it names: then nothing else is shown that these name. nil: the command
	// names them.
	Own []string
}

// Options add files to a view, and take others from it.
type Options struct{ Show, Hide []string }

// New returns what a program sees: the system, the toolchains in PATH, what the program needs
// to run, its own files, and what the options add.
func New(c *Command, o *Options) *View {
	v := newView()
	for _, pattern := range slices.Concat(system, settingFiles) {
		found, _ := filepath.Glob(pattern)
		for _, name := range found {
			v.add(name)
		}
	}
	for _, bin := range append(c.Tools, filepath.SplitList(os.Getenv("PATH"))...) {
		if filepath.IsAbs(bin) {
			v.addTools(bin)
		}
	}
	for _, path := range linkedTools() {
		v.addProgram(path, c.Dir)
	}
	if c.Own == nil {
		v.work = c.Dir
		v.addProgram(c.Path, c.Dir)
	}
	v.addOwn(c)
	for _, name := range o.Hide {
		if name, err := filepath.Abs(name); err == nil {
			v.conceal(name)
		}
	}
	for path := range v.show {
		if v.isForbidden(path) {
			delete(v.show, path)
		}
	}
	for _, name := range o.Show {
		if name, err := filepath.Abs(name); err == nil {
			v.add(name)
		}
	}
	v.addNeeds(c, c.Path, 0)
	v.concealJudge(c)
	return v
}

// addTools shows a directory of programs. If there is a directory of libraries beside it, addTools
// shows the directory that has both.
func (v *View) addTools(bin string) {
	bin = filepath.Clean(bin)
	prefix := filepath.Dir(bin)
	switch filepath.Base(bin) {
	case "bin", "sbin", "shims", "libexec":
	default:
		prefix = bin
	}
	hasLibraries := slices.ContainsFunc([]string{"lib", "lib64", "libexec"}, func(s string) bool {
		info, err := os.Stat(filepath.Join(prefix, s))
		return err == nil && info.IsDir()
	})
	switch {
	case hasLibraries && filepath.Base(prefix) == ".local": // ~/.local has private files too
		v.addDir(bin)
		v.addDir(filepath.Join(prefix, "lib"))
	case hasLibraries && !v.isShared(prefix) && filepath.Dir(prefix) != "/home": // another user's
		v.addDir(prefix)
	default:
		v.addDir(bin)
	}
}

// addDir shows a directory, unless it is shared, see isShared.
func (v *View) addDir(dir string) {
	if real, links := resolve(dir); real != "" && !v.isShared(real) {
		v.addStore(real)
		v.addReal(real, links)
	}
}

// libraryName is the name of a shared library, with or without a version.
var libraryName = lazy(`\.so(\.[0-9]+)*$`)

// addLibraries shows the shared libraries in a directory, and no other files: the program names
// the directory, and may have been made to name any.
func (v *View) addLibraries(dir string) {
	v.addStore(dir)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		real, _ := resolve(path)
		info, err := os.Stat(real)
		if err == nil && info.Mode().IsRegular() && !v.isForbidden(real) &&
			libraryName().MatchString(path) && libraryName().MatchString(real) {
			v.add(path)
		}
	}
}

// addProgram shows a program that the user has chosen, and the toolchain to which it may belong. In
// the directory of the command, only Python's virtual environments count as toolchains.
func (v *View) addProgram(path, dir string) {
	real := v.add(path)
	if real == "" || inSystem(real) && !isEnvironment(path) {
		return
	}
	for _, name := range []string{path, real} {
		bin := filepath.Dir(name)
		if filepath.Base(bin) == "bin" && !inSystem(bin) && (isEnvironment(path) || !Within(dir, bin)) {
			v.addTools(bin)
		}
	}
	v.addStore(real)
}

// isEnvironment reports whether a program is in a virtual environment of Python.
func isEnvironment(path string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(path), "../pyvenv.cfg"))
	return err == nil
}

// addStore shows the store in which a file is.
func (v *View) addStore(real string) {
	for _, store := range stores {
		if Within(store, real) {
			v.add(store)
		}
	}
}

// maxInterpreters limits how many interpreters need each other.
const maxInterpreters = 5

// addNeeds shows what a program needs to be started: interpreters and libraries. The contestant may
// have chosen them. So an interpreter must be among the files that are shown already, or in a
// Python environment among the program's own, whose name may begin with a dot. The program's own
// files may have been made to name any directory of libraries: they get none.
func (v *View) addNeeds(c *Command, path string, depth int) {
	real, _ := resolve(path)
	if real == "" || depth > maxInterpreters || !v.sees(real) {
		return
	}
	for _, name := range interpreters(real) {
		if dir := v.dotted(name); dir != "" && isEnvironment(name) {
			bin := filepath.Dir(name)
			home := filepath.Dir(bin)
			// Otherwise a link would choose what is shown.
			if real, _ := resolve(bin); real == bin && !v.isShared(home) {
				delete(v.hide, dir)
				v.addReal(home, nil)
			}
		}
		target, links := resolve(name)
		if target == "" || !v.sees(target) {
			v.Lacks = name
			continue
		}
		v.addReal(target, links)
		v.addNeeds(c, target, depth+1)
	}
	dirs := libraries(real)
	if c.owns(real) {
		v.refused = append(v.refused, dirs...)
		return
	}
	for _, dir := range dirs {
		v.addLibraries(dir)
	}
}

// owns reports whether a program, given without links, is among the command's own files. A command
// that has no list of these owns what is in its directory, and what is beside a program that is not
// looked up in PATH.
func (c *Command) owns(real string) bool {
	own := c.Own
	if own == nil && !inSystem(real) {
		own = []string{c.Dir}
		if filepath.Base(c.Args[0]) != c.Args[0] {
			own = append(own, filepath.Dir(c.Path))
		}
	}
	return slices.ContainsFunc(own, func(name string) bool {
		dir, _ := resolve(name)
		return dir != "" && Within(dir, real)
	})
}

// dotted returns the directory above a path that is beside the program's own files, and is hidden
// only because its name begins with a dot. "": there is none.
func (v *View) dotted(path string) string {
	if dir := v.hiddenAbove(path); v.dots[dir] && !v.isForbidden(dir) {
		return dir
	}
	return ""
}

// interpreters returns the programs that start a program: for a script those of its first line,
// and otherwise the dynamic linker.
func interpreters(path string) (names []string) {
	words := strings.Fields(firstLine(path))
	if len(words) == 0 {
		return linker(path)
	}
	for i, word := range words {
		switch {
		case i == 0:
			names = append(names, word)
		case filepath.Base(words[0]) == "env" && !strings.ContainsAny(word, "-="):
			if found, err := exec.LookPath(word); err == nil {
				return append(names, found)
			}
		}
	}
	return names
}

// linker returns the dynamic linker of a program.
func linker(path string) (names []string) {
	readELF(path, func(f *elf.File) {
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP && p.Filesz < 4096 {
				name, _ := io.ReadAll(p.Open())
				names = []string{strings.TrimRight(string(name), "\x00")}
				return
			}
		}
	})
	return names
}

// maxLibraries limits how many directories of libraries a program may name: to look at the files of
// thousands of them would take minutes.
const maxLibraries = 32

// libraries returns the directories in which a program says that its libraries are.
func libraries(path string) (dirs []string) {
	var lists []string
	readELF(path, func(f *elf.File) {
		lists = append(dynamicStrings(f, elf.DT_RUNPATH), dynamicStrings(f, elf.DT_RPATH)...)
	})
	for _, list := range lists {
		for _, dir := range filepath.SplitList(list) {
			for _, origin := range []string{"$ORIGIN", "${ORIGIN}"} {
				dir = strings.ReplaceAll(dir, origin, filepath.Dir(path))
			}
			dir = filepath.Clean(dir)
			if filepath.IsAbs(dir) && !inSystem(dir) && !slices.Contains(dirs, dir) &&
				len(dirs) < maxLibraries {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}
