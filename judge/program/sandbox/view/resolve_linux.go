package view

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSymlinks is the kernel's limit of links in a path.
const maxSymlinks = 40

// resolve returns the path of a file without links, and the links on the way to it. If there is no
// such file, or if we cannot reach it, or if its path has very many parts, it returns "".
func resolve(path string) (real string, links map[string]string) {
	links = make(map[string]string)
	at, rest := "/", strings.Split(path, "/")
	for parts, steps := 0, 0; len(rest) > 0; parts++ {
		if parts == unix.PathMax {
			return "", nil
		}
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next := filepath.Join(at, name) // ".." too: at has no links
		target, err := os.Readlink(next)
		if errors.Is(err, unix.EINVAL) { // it is no link
			at = next
			continue
		}
		if steps++; err != nil || steps > maxSymlinks {
			return "", nil
		}
		links[next] = target
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	if _, err := os.Lstat(at); err != nil {
		return "", nil
	}
	return at, links
}
