package view

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Tools finds the programs behind the shims of version managers, such as rustup, pyenv, rbenv, asdf
// and mise. A shim has a program's name, and is a script or a link that starts the manager, which
// starts the program. In a sandbox a shim does not work, because the manager reads files in the
// home, or is slow: that of pyenv takes 0.1 s for each run. The zero value is ready to use.
type Tools struct{ real map[string]string } // by the name of a shim; "" for other names

// toolName is the name of a program of a toolchain, as a word of a command.
var toolName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z][a-zA-Z0-9+._-]*$`)
})

// Find returns the program at a path, or the one for which that is a shim. It also returns the
// directories of all programs behind shims that the words of the command name, or the first line
// of the program. Programs must see these directories, and find them in PATH before the others.
func (t *Tools) Find(path string, args []string) (program string, dirs []string) {
	for _, arg := range append(strings.Fields(firstLine(path)), args...) {
		for _, word := range strings.Fields(arg) {
			name := filepath.Base(word)
			if name != word && word[0] != '/' || !toolName().MatchString(name) {
				continue
			}
			if real := t.behind(name); real != "" && !slices.Contains(dirs, filepath.Dir(real)) {
				dirs = append(dirs, filepath.Dir(real))
			}
		}
	}
	name := filepath.Base(path)
	if found, err := exec.LookPath(name); err == nil && found == path && t.behind(name) != "" {
		path = t.behind(name)
	}
	return path, dirs
}

// behind returns the path of the program of a name in PATH if that is a shim, and "" otherwise.
func (t *Tools) behind(name string) string {
	if real, known := t.real[name]; known {
		return real
	}
	if t.real == nil {
		t.real = make(map[string]string)
	}
	t.real[name] = ""
	shim, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(shim) {
		return ""
	}
	manager := managerOf(shim)
	if manager == "" {
		return ""
	}
	// The manager's choice for the home counts: a file beside submissions could name any program.
	ask := exec.Command(manager, "which", name)
	ask.Dir, _ = os.UserHomeDir()
	ask.Env = append(os.Environ(), "RUSTUP_AUTO_INSTALL=0")
	answer, err := ask.Output()
	if real := strings.TrimSpace(string(answer)); err == nil && filepath.IsAbs(real) {
		t.real[name] = real
	}
	return t.real[name]
}

// starter is the line of a shim that starts a manager, as pyenv, rbenv, nodenv, jenv and asdf write
// it.
var starter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^exec "?([^\s"]+)"? exec `)
})

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
	f, err := openPlain(shim)
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
	f, err := openPlain(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	script, _ := strings.CutPrefix(line, "#!")
	if len(script) == len(line) {
		return ""
	}
	return script
}
