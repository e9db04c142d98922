package trial

import (
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"
	"tilejudge/judge/suite"
)

// Hidden returns the paths that a program must not see while it is judged, for
// sandbox.Options.Hide. The cases, at least one, were found at path; all of them count, even
// if the program is not run on each. Hidden paths are the directory or archive of the cases,
// and answers elsewhere to which links lead. If the program needs files in the directory,
// only the inputs and answers in it are hidden.
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
	for _, name := range files(cases) {
		if file, ok := fileOf(name); ok && !(whole && within(root, file)) {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// files returns the inputs and answers of cases, and of those beside them.
func files(cases []judge.Case) (names []string) {
	dirs := make(map[string]bool)
	add := func(cases []judge.Case) {
		for _, c := range cases {
			for _, name := range []string{c.Input, c.Answer} {
				if name == "" {
					continue
				}
				if name, err := filepath.Abs(name); err == nil {
					names = append(names, name)
					dirs[filepath.Dir(name)] = true
				}
			}
		}
	}
	add(cases)
	for dir := range maps.Clone(dirs) {
		add(suite.Beside(dir))
	}
	return names
}

// fileOf returns the path, without links, of a file of a case, or that of the archive that has
// it: "cases.zip" for "cases.zip/1.ans".
func fileOf(path string) (file string, ok bool) {
	for name := path; ; name = filepath.Dir(name) {
		if file, err := filepath.EvalSymlinks(name); err == nil {
			info, err := os.Stat(file)
			return file, err == nil && (name == path || info.Mode().IsRegular())
		}
		if name == filepath.Dir(name) {
			return "", false
		}
	}
}

// needed returns the paths that a program may need: the program, the files among its
// arguments and its working directory. For a link it returns both the link's own path and
// the path where it leads.
func needed(command []string) (paths []string) {
	names := append([]string{"."}, command[1:]...)
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
