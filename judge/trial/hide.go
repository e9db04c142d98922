package trial

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"
)

// Hidden returns the paths that a program must not see while it is judged, for
// sandbox.Options.Hide. The cases, at least one, were found at path. Hidden paths are the
// directory or archive of the cases, and answers elsewhere to which links lead. If the
// program needs files in the directory, only the answers are hidden.
func Hidden(path string, cases []judge.Case, command []string) (paths []string) {
	root, err := filepath.Abs(cmp.Or(path, "."))
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	// All of root is hidden if it is a directory or archive, not an input or a pattern.
	whole := err == nil && path != cases[0].Input && !slices.ContainsFunc(needed(command),
		func(name string) bool { return within(root, name) })
	if whole {
		paths = append(paths, root)
	}
	for _, c := range cases {
		if c.Answer == "" {
			continue
		}
		file, ok := fileOf(c.Answer)
		if ok && !(whole && within(root, file)) && !slices.Contains(paths, file) {
			paths = append(paths, file)
		}
	}
	return paths
}

// fileOf returns the absolute path of an answer, without links, or that of the archive that has
// it: "cases.zip" for "cases.zip/1.ans".
func fileOf(answer string) (path string, ok bool) {
	answer, err := filepath.Abs(answer)
	if err != nil {
		return "", false
	}
	for name := answer; ; name = filepath.Dir(name) {
		if file, err := filepath.EvalSymlinks(name); err == nil {
			info, err := os.Stat(file)
			return file, err == nil && (name == answer || info.Mode().IsRegular())
		}
		if name == filepath.Dir(name) {
			return "", false
		}
	}
}

// needed returns the paths that a program may need: the program, the files among its
// arguments, its working directory and the directory of temporary files. For a link it
// returns both the link's own path and the path where it leads.
func needed(command []string) (paths []string) {
	names := append([]string{".", os.TempDir()}, command[1:]...)
	if program, err := exec.LookPath(command[0]); err == nil {
		names = append(names, program)
	}
	for _, name := range names {
		name, err := filepath.Abs(name)
		if err != nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(name); err == nil {
			dir, _ := filepath.EvalSymlinks(filepath.Dir(name))
			paths = append(paths, real, filepath.Join(dir, filepath.Base(name)))
		}
	}
	return paths
}

// within reports whether a path is a directory or below it.
func within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}
