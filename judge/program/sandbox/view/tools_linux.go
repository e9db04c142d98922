package view

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tilejudge/judge/program/access"
)

// Tools finds the programs behind the shims of version managers, such as rustup, pyenv, rbenv, asdf
// and mise. A shim has a program's name, and is a script or a link that starts the manager, which
// starts the program. In a sandbox a shim does not work, because the manager reads files in the
// home, or is slow: that of pyenv takes 0.1 s for each run. The zero value is ready to use, also by
// several goroutines at once.
type Tools struct {
	mutex sync.Mutex
	real  map[[2]string]*string // by the name of a shim and PATH, see behind
}

// A contestant may name all shims in a command, and an answer of a manager takes up to a second, or
// longer if its files are on a busy server. Without one, no program of that name runs.
const (
	maxShims   = 4 // among the words of a command
	answerTime = time.Minute
)

// lazy returns a function that compiles a regular expression when it is first needed: the memory of
// a helper, which needs none, counts as the programs'.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// toolName is the name of a program of a toolchain, as a word of a command.
var toolName = lazy(`^[a-z][a-zA-Z0-9+._-]*$`)

// Find returns the program at a path, or the one for which that is a shim. It also returns the
// directories of the programs behind the first few shims that the words of the command name, or the
// first line of the program. Programs must see these directories, and find them in PATH before the
// others.
func (t *Tools) Find(path string, args []string) (program string, dirs []string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	done, shims := make(map[string]bool), 0
	for _, arg := range append(strings.Fields(firstLine(path)), args...) {
		for _, word := range strings.Fields(arg) {
			name := filepath.Base(word)
			if name != word && word[0] != '/' || !toolName().MatchString(name) || done[name] ||
				shims == maxShims {
				continue
			}
			done[name] = true
			real := t.behind(name)
			if real != nil {
				shims++
			}
			if real != nil && *real != "" && !slices.Contains(dirs, filepath.Dir(*real)) {
				dirs = append(dirs, filepath.Dir(*real))
			}
		}
	}
	name := filepath.Base(path)
	if found, err := exec.LookPath(name); err == nil && found == path {
		if real := t.behind(name); real != nil && *real != "" {
			path = *real
		}
	}
	return path, dirs
}

// behind returns the path of the program of a name in PATH if that is a shim. It returns nil if it
// is none, and "" if the manager knows of no program.
func (t *Tools) behind(name string) (real *string) {
	key := [2]string{name, os.Getenv("PATH")}
	if real, known := t.real[key]; known {
		return real
	}
	if shim, err := exec.LookPath(name); err == nil && filepath.IsAbs(shim) {
		if manager := managerOf(shim); manager != "" {
			answer := ask(manager, name)
			real = &answer
		}
	}
	if t.real == nil {
		t.real = make(map[[2]string]*string)
	}
	t.real[key] = real
	return real
}

// linkedName is the name of a compiler or an interpreter, with or without a version, that may be a
// link in PATH to a toolchain elsewhere, such as in /opt. Where links of other names lead is not
// shown.
var linkedName = lazy(`^(cc|gcc|c\+\+|g\+\+|clang|clang\+\+|gfortran|rustc|cargo|zig|go|` +
	`gccgo|java|javac|jar|javap|kotlinc?|scalac?|python|pypy|perl|ruby|node|deno|bun|php|luac?|` +
	`luajit|ghc|ocaml(c|opt|find)?|fpc|dotnet|mono|mcs|julia|R|Rscript|octave|dmd|ldc2|nim|swiftc?|` +
	`sbcl|racket|erlc?|elixirc?|make|cmake)-?[0-9.]*$`)

// linked remembers the paths that linkedTools returns.
var linked sync.Map // of []string by PATH

// linkedTools returns the paths in PATH that are links to programs of toolchains elsewhere.
func linkedTools() (paths []string) {
	list := os.Getenv("PATH")
	if known, ok := linked.Load(list); ok {
		return known.([]string)
	}
	done := make(map[string]bool)
	for _, dir := range filepath.SplitList(list) {
		real, _ := resolve(dir)
		if done[real] { // as /bin often is
			continue
		}
		done[real] = true
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			isLink := e.Type()&os.ModeSymlink != 0 && filepath.IsAbs(path)
			if !isLink || !linkedName().MatchString(e.Name()) {
				continue
			}
			real, links := resolve(path)
			isElsewhere := !inSystem(real)
			for link := range links {
				isElsewhere = isElsewhere || !inSystem(link) && !Within("/etc/alternatives", link)
			}
			if real != "" && isElsewhere && managerOf(path) == "" {
				paths = append(paths, path)
			}
		}
	}
	linked.Store(list, paths)
	return paths
}

// ask asks a manager for the path of a program, and returns "" if it knows of none.
func ask(manager, name string) string {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, manager, "which", name)
	cmd.WaitDelay = time.Second // for what it has started
	cmd.Dir = safeHome()
	cmd.Env = append(cmd.Environ(), "RUSTUP_AUTO_INSTALL=0")
	answer, err := cmd.Output()
	real := strings.TrimSpace(string(answer))
	if err != nil || !filepath.IsAbs(real) {
		return ""
	}
	return real
}

// safeHome returns the home, or the root directory if there is none, or if others can make files in
// it or in a directory above: there managers look for the choice of a version, which could be any
// program.
func safeHome() string {
	home, _ := os.UserHomeDir()
	home, _ = resolve(home)
	if home == "" || access.ChangeableAbove(home, true) != "" {
		return "/"
	}
	return home
}

// starter is the line of a shim that starts a manager, as pyenv, rbenv, nodenv, jenv and asdf write
// it.
var starter = lazy(`(?m)^exec "?([^\s"]+)"? exec `)

// managerOf returns the version manager that a program in PATH starts, or "" if it starts none.
func managerOf(shim string) string {
	info, err := os.Stat(shim)
	if err != nil {
		return ""
	}
	if real, _ := resolve(shim); filepath.Base(real) == "mise" && filepath.Base(shim) != "mise" {
		return real
	}
	rustup := filepath.Join(filepath.Dir(shim), "rustup") // programs are links to it of both kinds
	if other, err := os.Stat(rustup); err == nil && rustup != shim && os.SameFile(info, other) {
		return rustup
	}
	f, err := OpenPlain(shim)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 4096))
	if match := starter().FindSubmatch(text); match != nil && strings.HasPrefix(string(text), "#!") {
		return string(match[1])
	}
	return ""
}

// firstLine returns what stands after "#!" in the first line of a script, or "".
func firstLine(path string) string {
	f, err := OpenPlain(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	if script, ok := strings.CutPrefix(line, "#!"); ok {
		return script
	}
	return ""
}
