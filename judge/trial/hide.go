package trial

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Hidden returns what a program must not see that is judged on the cases, of which
// there is at least one, at a path: their directory or archive, and answers
// elsewhere, to which links may lead. Where the program needs what is in the
// directory, it is the answers alone. It is for sandbox.Options.Hide.
func Hidden(path string, cases []Case, command []string) (paths []string) {
	root, err := filepath.Abs(cmp.Or(path, "."))
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	// Else it is an input or a pattern of inputs.
	whole := err == nil && path != cases[0].Input && !slices.ContainsFunc(needed(command),
		func(name string) bool { return within(root, name) })
	if whole {
		paths = append(paths, root)
	}
	for _, c := range cases {
		answer, err := filepath.Abs(c.Answer)
		if err == nil && c.Answer != "" {
			answer, err = filepath.EvalSymlinks(answer)
		}
		if c.Answer == "" || err != nil || whole && within(root, answer) {
			continue // there is none, or it is in an archive, or hidden
		}
		paths = append(paths, answer)
	}
	return paths
}

// needed returns paths of what a program may need: itself, files that are its
// arguments, and the directories that it begins in and has its files in. What is
// a link is there twice, as where it is and as where it leads.
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

// within reports whether a path is in a directory, or is it.
func within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}
