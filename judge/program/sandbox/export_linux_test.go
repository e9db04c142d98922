package sandbox

import (
	"slices"

	"tilejudge/judge/program/sandbox/means"
)

// KillTime is a limit that holds for the helper.
const KillTime = killTime

// Without returns options that exclude some means. Without means.Cgroup there is no control
// group at all.
func Without(names ...string) Options {
	if slices.Contains(names, means.Cgroup) {
		names = append(names, means.Memory, means.Processes)
	}
	return Options{without: names}
}

// Excludes reports whether options exclude a means.
func (o *Options) Excludes(name string) bool { return slices.Contains(o.without, name) }

// Groups lists the directories of a runner's control group.
func (r *Runner) Groups() (dirs []string) {
	for _, f := range r.groups.Files {
		dirs = append(dirs, f.Name())
	}
	return dirs
}
