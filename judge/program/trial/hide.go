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
	"tilejudge/judge/problem/suite"
)

// Hidden returns the paths that a program must not see while it is judged, for
// sandbox.Options.Hide. cases are all cases that were found at path, at least one, even those on
// which the program is not run. The paths are that of the directory or archive of the cases, and
// those of files elsewhere to which links among the cases lead. If the program needs files in the
// directory, only the inputs and answers in it are hidden.
func Hidden(path string, cases []judge.Case, command []string) (paths []string) {
	root, err := filepath.Abs(cmp.Or(path, "."))
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	// All of root is hidden if the path is that of a directory or archive, not an input or a pattern.
	whole := err == nil && path != cases[0].Input && !slices.ContainsFunc(needed(command),
		func(name string) bool { return Within(root, name) })
	if whole {
		paths = append(paths, root)
	}
	for _, name := range files(cases) {
		if file, ok := fileOf(name); ok && !(whole && Within(root, file)) {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// files returns the inputs and answers of cases, and of the other cases in their directories.
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

// fileOf returns the path, without links, of a file of a case. For a file in an archive it returns
// the path of the archive: "cases.zip" for "cases.zip/1.ans".
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

// needed returns the paths that a program may need: the program, which may be a source, the files
// among its arguments and its working directory. For a link it returns both the link's own path and
// the path where it leads.
func needed(command []string) (paths []string) {
	names := append([]string{"."}, command...)
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

// Within reports whether a path is that of a directory, or below it.
func Within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}
